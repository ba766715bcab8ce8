// What is newer than the type checker.

interface Array<T> {
	findLast(is: (value: T, index: number) => boolean): T | undefined;
	at(index: number): T | undefined;
}

interface Element {
	checkVisibility(): boolean;
}

interface Navigator {
	wakeLock: {request(kind: 'screen'): Promise<any>};
}
