// What is kept on the phone: every evening as its text, after every tap. In the
// local storage and in a database, and either is enough: the newer of the two counts.
// If neither works the page says so and offers the text. Version 1 of the format is in
// the keys: a later program reads it too.

const prefix = 'kasse/1/';

/** drafts has what this window has begun: each has drafts of its own. */
const drafts = {
  /** @returns {Partial<desk.Kept>} */
  of(/** @type {string} */ id) {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + id) ?? '{}');
    } catch {
      return {};
    }
  },
  keep(/** @type {desk.Kept} */ {id, draft, hand}) {
    try {
      sessionStorage.setItem(prefix + id, JSON.stringify({draft, hand}));
    } catch {
      /* full or forbidden */
    }
  },
};

/** patience is how long the database may take, in milliseconds: that of a browser sometimes never answers. */
const patience = 5000;

/**
 * @returns {Promise<IDBDatabase>}
 */
const database = () =>
  new Promise((done, failed) => {
    setTimeout(failed, patience);
    const r = indexedDB.open('kasse', 1);
    r.onupgradeneeded = () => r.result.createObjectStore('evenings', {keyPath: 'id'});
    r.onsuccess = () => done(r.result);
    r.onerror = () => failed(r.error);
  });

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(s: IDBObjectStore) => IDBRequest<T>} f
 * @returns {Promise<T>}
 */
async function inDatabase(mode, f) {
  const db = await database();
  return new Promise((done, failed) => {
    setTimeout(failed, patience);
    const t = db.transaction('evenings', mode);
    const r = f(t.objectStore('evenings'));
    t.oncomplete = () => {
      db.close();
      done(r.result);
    };
    t.onerror = t.onabort = () => {
      db.close();
      failed(t.error);
    };
  });
}

/**
 * all returns everything that is kept, the newest first.
 * @returns {Promise<desk.Kept[]>}
 */
export async function keptEvenings() {
  /** @type {Map<string, desk.Kept>} */
  const found = new Map();
  const add = (/** @type {desk.Kept | null} */ k) => {
    if (typeof k?.id !== 'string' || typeof k.text !== 'string') return;
    if (!((found.get(k.id)?.changed ?? -1) >= k.changed)) found.set(k.id, k);
  };
  try {
    for (const k of await inDatabase('readonly', (s) => s.getAll())) add(k);
  } catch {
    /* no database: then only the local storage */
  }
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? '';
      if (key.startsWith(prefix)) add(JSON.parse(localStorage.getItem(key) ?? 'null'));
    }
  } catch {
    /* forbidden */
  }
  return [...found.values()]
    .map((k) => ({...k, ...drafts.of(k.id)}))
    .sort((a, b) => b.changed - a.changed);
}

/** able tells whether an evening can be kept here. */
export async function canKeep() {
  try {
    localStorage.setItem('able', '1');
    localStorage.removeItem('able');
    return true;
  } catch {
    // full or forbidden
    return inDatabase('readwrite', (s) => s.count()).then(
      () => true,
      () => false,
    );
  }
}

/**
 * here returns an evening as another window of this phone has left it, if that is newer.
 * @param {desk.Kept} k
 * @returns {desk.Kept | null}
 */
export function here(k) {
  try {
    const found = JSON.parse(localStorage.getItem(prefix + k.id) ?? 'null');
    return found?.changed > k.changed ? found : null;
  } catch {
    return null;
  }
}

/** windows tells the other windows of this phone what was kept; null where the browser refuses it: they see it when they are opened. */
const windows = (() => {
  try {
    return new BroadcastChannel('kasse');
  } catch {
    return null;
  }
})();

/**
 * keep keeps an evening, and says whether it could. The local storage must not be left with an
 * older text where only the database takes the new one.
 * @param {desk.Kept} k
 */
export async function keepEvening(k) {
  k.changed = Math.max(Date.now(), k.changed + 1);
  drafts.keep(k);
  let local = true,
    database = true;
  try {
    localStorage.setItem(prefix + k.id, JSON.stringify(k));
  } catch {
    // full or forbidden
    local = false;
  }
  try {
    await inDatabase('readwrite', (s) => s.put(structuredClone(k)));
  } catch {
    // full or forbidden
    database = false;
  }
  if (database && !local) dropLocal(k.id);
  windows?.postMessage({...k});
  return local || database;
}

/** dropLocal takes an evening out of the local storage. */
function dropLocal(/** @type {string} */ id) {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    /* forbidden */
  }
}

/** forget throws an evening away. */
export async function forget(/** @type {string} */ id) {
  dropLocal(id);
  windows?.postMessage({id, gone: true});
  await inDatabase('readwrite', (s) => s.delete(id)).catch(() => {});
}

/** watch calls f with an evening that another window of this phone has kept, or thrown away. */
export const watch = (/** @type {(k: desk.Kept & {gone?: true}) => void} */ f) => {
  if (windows) windows.onmessage = (e) => f(e.data);
};
