// The first page: make a table, or join one by its code (which stands behind the #
// of an invitation, so that it isn't sent anywhere).

const form = document.getElementById('who');
const joining = document.getElementById('joining');
const trouble = document.getElementById('trouble');
const field = (name) => form.elements.namedItem(name);

const words = {
  name: 'Please give a name of 1 to 24 letters.',
  code: 'There is no table with this code, or all its chairs are taken.',
  full: 'All chairs are taken.',
  limit: 'That was too often. Please wait a little.',
  password: 'The password is wrong.',
  config: 'A table can’t be made so.',
  busy: 'The server is full. Please try again later.',
  store: 'The server can’t write. Please try again later.',
  restart: 'The server is restarting. Please try again.',
};

function askForCode(code) {
  joining.hidden = false;
  field('code').value = code;
  field('code').required = true;
}

async function ask(path, body) {
  trouble.textContent = '';
  const r = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  const answer = await r.json();
  if (!r.ok) {
    trouble.textContent = words[answer.code] ?? `It didn’t work (${answer.code}).`;
    return;
  }
  location.href = `/t/${answer.table}`;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const name = field('name').value;
  try {
    localStorage.setItem('name', name);
  } catch { /* not allowed: then it is typed again next time */ }
  const rules = {preset: field('preset').value || 'chratze'};
  const password = field('password').value || undefined;
  switch (event.submitter?.value) {
    case 'join':
      return ask('/api/join', {name, code: field('code').value});
    case 'practice':
      return ask('/api/tables', {name, practice: true, pace: 2000, rules, password});
    default:
      return ask('/api/tables', {
        name, rules, password, chairs: Number(field('chairs').value),
        ...(field('bots').checked ? {} : {bot: ''}),
      });
  }
});

document.getElementById('code').addEventListener('click', () => askForCode(''));

function hash() {
  if (location.hash.length > 1) askForCode(decodeURIComponent(location.hash.slice(1)));
}
addEventListener('hashchange', hash);
hash();

try {
  field('name').value = localStorage.getItem('name') ?? '';
} catch { /* not allowed */ }

const book = await (await fetch('/api/rules')).json();
for (const p of book.presets) field('preset').add(new Option(p.name, p.name));
field('preset').value = book.defaults.rules.preset;
document.getElementById('password').hidden = !book.password;
