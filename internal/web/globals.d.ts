// What is newer than the type checker.

interface Array<T> {
	findLast(is: (value: T, index: number) => boolean): T | undefined;
	findLastIndex(is: (value: T, index: number) => boolean): number;
	at(index: number): T | undefined;
}

interface Element {
	checkVisibility(): boolean;
}

interface WakeLockSentinel extends EventTarget {
	release(): Promise<void>;
}

interface Navigator {
	connection?: {saveData: boolean};
	standalone?: boolean; // Safari on iPhones and iPads
	wakeLock: {request(kind: 'screen'): Promise<WakeLockSentinel>};
}

declare var CompressionStream: new (format: 'deflate-raw') => ReadableWritablePair;
declare var DecompressionStream: new (format: 'deflate-raw') => ReadableWritablePair;

interface Crypto {
	randomUUID?(): string;
}

interface CanvasPath {
	roundRect(x: number, y: number, w: number, h: number, radius: number): void;
}

// Go's support script, and the desk that runs in it.
declare var Go: new () => {importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void>};
declare function kasse(...args: string[]): string;

/** What the watchdog says, by language; see lib/watchdog.js. */
declare const stuck: Record<string, Record<'fault' | 'missing' | 'slow' | 'file' | 'again' | 'close', string>>;

// Modules of the table that the cash desk uses, at their places on the server.
declare module '*/web/lib/html.js' {
	export const html: typeof import('./static/vendor/lit-html.js').html;
	export const svg: typeof import('./static/vendor/lit-html.js').svg;
	export const nothing: typeof import('./static/vendor/lit-html.js').nothing;
	export const render: typeof import('./static/vendor/lit-html.js').render;
}

declare module '*/web/lib/address.js' {
	export const site: typeof import('./static/lib/address.js').site;
	export const behind: typeof import('./static/lib/address.js').behind;
	export const once: typeof import('./static/lib/address.js').once;
	export const to: typeof import('./static/lib/address.js').to;
}

declare module '*/web/lib/eveningpicture.js' {
	export const colours: typeof import('./static/lib/eveningpicture.js').colours;
	export const points: typeof import('./static/lib/eveningpicture.js').points;
	export const draw: typeof import('./static/lib/eveningpicture.js').draw;
}

declare module '*/web/lib/save.js' {
	export const textOf: typeof import('./static/lib/save.js').textOf;
}

declare module '*/web/lib/words.js' {
	export const Words: typeof import('./static/lib/words.js').Words;
	export type Words = import('./static/lib/words.js').Words;
	export const language: typeof import('./static/lib/words.js').language;
	export const remember: typeof import('./static/lib/words.js').remember;
	export const readAmount: typeof import('./static/lib/words.js').readAmount;
	export const cents: typeof import('./static/lib/words.js').cents;
}
