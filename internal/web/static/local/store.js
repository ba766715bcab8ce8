// Where a browser keeps the evenings that it deals itself: the records of each table, in
// the order in which they came. A record is there before anybody is told of it. The worker
// writes them and the pages look which evenings there are.

/**
 * @typedef {{id: number, about: string, at: number, closed: boolean}} Kept
 * @typedef {{table: number, seq: number, body: string}} Entry
 */

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** open opens the storage. It is broken where a browser keeps nothing. */
export const open = () =>
  (opened ??= new Promise((done, fail) => {
    const r = indexedDB.open('chratze-practice', 1);
    r.onupgradeneeded = () => {
      r.result.createObjectStore('tables', {keyPath: 'id', autoIncrement: true});
      r.result.createObjectStore('records', {keyPath: ['table', 'seq']});
    };
    r.onsuccess = () => {
      r.result.onversionchange = () => r.result.close(); // a newer program wants it
      done(r.result);
    };
    r.onerror = () => fail(r.error);
  }));

/**
 * within does something in one transaction: all of it, or nothing. A browser may cut a connection while a phone sleeps: what
 * fails is tried once more with a new one.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(tables: IDBObjectStore, records: IDBObjectStore) => IDBRequest<T> | null} work
 * @param {boolean} [again] whether this is the second time
 * @returns {Promise<T>} what the request found
 */
async function within(mode, work, again) {
  const storage = open();
  try {
    const t = (await storage).transaction(['tables', 'records'], mode);
    return await new Promise((done, fail) => {
      const r = work(t.objectStore('tables'), t.objectStore('records'));
      t.oncomplete = () => done(/** @type {T} */ (r?.result));
      t.onabort = () => fail(t.error ?? new Error('aborted'));
    });
  } catch (err) {
    if (opened === storage) opened = null;
    void storage.then(
      (db) => db.close(),
      () => {},
    );
    if (again) throw err;
    return within(mode, work, true);
  }
}

/**
 * create begins an evening and gives its number.
 * @param {string} about its rules
 * @param {string[]} records
 */
export const create = (about, records) =>
  within('readwrite', (tables, all) => {
    const r = tables.add({about, at: Date.now(), closed: false});
    r.onsuccess = () => records.forEach((body, seq) => all.add({table: r.result, seq, body}));
    return r;
  });

/** append appends records. It fails if one is there already: then another page has written it. */
export const append = (/** @type {Entry[]} */ entries) =>
  within('readwrite', (_, all) => {
    for (const e of entries) all.add(e);
    return null;
  });

/** load gives an evening, or null. */
export async function load(/** @type {number} */ table) {
  const kept = await aboutEvening(table);
  if (!kept) return null;
  const list = await within('readonly', (_, all) =>
    all.getAll(IDBKeyRange.bound([table], [table, []])),
  );
  return {closed: kept.closed, records: list.map((e) => e.body)};
}

/**
 * first gives the first record of an evening.
 * @param {number} table
 * @returns {Promise<string | undefined>}
 */
export const firstRecord = async (table) =>
  (await within('readonly', (_, all) => all.get([table, 0])))?.body;

/**
 * about says what is known of an evening without its records.
 * @param {number} table
 * @returns {Promise<Kept | undefined>}
 */
export const aboutEvening = (table) => within('readonly', (tables) => tables.get(table));

/**
 * list gives the numbers of all evenings.
 * @returns {Promise<number[]>}
 */
export const eveningNumbers = async () =>
  /** @type {number[]} */ (
    /** @type {unknown} */ (await within('readonly', (tables) => tables.getAllKeys()))
  );

/** close notes that an evening is over. */
export const close = (/** @type {number} */ table) =>
  within('readwrite', (tables) => {
    const r = tables.get(table);
    r.onsuccess = () => tables.put({...r.result, closed: true});
    return null;
  });
