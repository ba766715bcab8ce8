// What is kept on the phone: every evening as its text, after every tap. In the
// local storage, or where that is full or forbidden in a database; if neither works
// the page says so and offers the text. Version 1 of the format is in the keys: a
// later program reads it too.

const prefix = 'kasse/1/';

/**
 * @returns {Promise<IDBDatabase>}
 */
const database = () => new Promise((done, failed) => {
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
    const t = db.transaction('evenings', mode);
    const r = f(t.objectStore('evenings'));
    t.oncomplete = () => { db.close(); done(r.result); };
    t.onerror = t.onabort = () => { db.close(); failed(t.error); };
  });
}

/**
 * all returns everything that is kept, the newest first.
 * @returns {Promise<desk.Kept[]>}
 */
export async function all() {
  /** @type {Map<string, desk.Kept>} */
  const found = new Map();
  const add = (/** @type {desk.Kept | null} */ k) => {
    if (typeof k?.id !== 'string' || typeof k.text !== 'string') return;
    if (!((found.get(k.id)?.changed ?? -1) >= k.changed)) found.set(k.id, k);
  };
  try {
    for (const k of await inDatabase('readonly', (s) => s.getAll())) add(k);
  } catch { /* no database: then only the local storage */ }
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? '';
      if (key.startsWith(prefix)) add(JSON.parse(localStorage.getItem(key) ?? 'null'));
    }
  } catch { /* forbidden */ }
  return [...found.values()].sort((a, b) => b.changed - a.changed);
}

/**
 * here returns the text of an evening as another window of this phone may have left it.
 * @param {string} id
 */
export function here(id) {
  try {
    return JSON.parse(localStorage.getItem(prefix + id) ?? 'null')?.text ?? null;
  } catch {
    return null;
  }
}

/**
 * keep keeps an evening and says where it is: 'kept', or 'lost' if nowhere.
 * @param {desk.Kept} k
 */
export async function keep(k) {
  k.changed = Date.now();
  let kept = false;
  try {
    localStorage.setItem(prefix + k.id, JSON.stringify(k));
    kept = true;
  } catch { /* full or forbidden */ }
  try {
    await inDatabase('readwrite', (s) => s.put(structuredClone(k)));
    kept = true;
  } catch { /* full or forbidden */ }
  return kept ? 'kept' : 'lost';
}

/**
 * forget throws an evening away.
 * @param {string} id
 */
export async function forget(id) {
  try {
    localStorage.removeItem(prefix + id);
  } catch { /* forbidden */ }
  await inDatabase('readwrite', (s) => s.delete(id)).catch(() => {});
}

/**
 * watch calls f when another window of this phone has changed an evening.
 * @param {(id: string) => void} f
 */
export const watch = (f) => addEventListener('storage', (e) => e.key?.startsWith(prefix) && f(e.key.slice(prefix.length)));
