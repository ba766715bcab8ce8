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

// Modules of the table that the cash desk uses, at their places on the server.
declare module '*/web/vendor/lit-html.js' {
	export const html: typeof import('./static/vendor/lit-html.js').html;
	export const svg: typeof import('./static/vendor/lit-html.js').svg;
	export const nothing: typeof import('./static/vendor/lit-html.js').nothing;
	export const render: typeof import('./static/vendor/lit-html.js').render;
}

declare module '*/web/app/to.js' {
	export const site: typeof import('./static/app/to.js').site;
	export const to: typeof import('./static/app/to.js').to;
}

declare module '*/web/app/words.js' {
	export const Words: typeof import('./static/app/words.js').Words;
	export type Words = import('./static/app/words.js').Words;
	export const language: typeof import('./static/app/words.js').language;
	export const remember: typeof import('./static/app/words.js').remember;
	export const cents: typeof import('./static/app/words.js').cents;
}
