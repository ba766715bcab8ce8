// The rules as WebAssembly, with the numbers of docs/actions.md:
//
//   const rams = await Rams.open(bytes, wasi)         // of rams.wasm; wasi: new (await import("node:wasi")).WASI({version: "preview1"})
//   const hand = rams.hand(rams.load("chratze", 4), 7n)
//   while (hand.player >= 0) hand.apply(hand.legal()[0])
//   console.log(hand.returns())

const SIZE = 792, ASK = 4 + 2 * 330, OBSERVATION = 547, SEATS = 8;
const faults = ["", "no such game", "this is no hand", "the action isn't legal", "there is no such seat", "the memory has another size"];

export class Rams {
	static async open(bytes, wasi) {
		const { instance } = await WebAssembly.instantiate(bytes, wasi.getImportObject());
		wasi.initialize(instance);
		return new Rams(instance.exports);
	}
	constructor(wasm) {
		this.wasm = wasm;
		this.out = wasm.alloc(OBSERVATION + 8 * SEATS + 8);
	}
	said() { return new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, this.wasm.said(), this.wasm.saidSize())); }
	load(rules, seats = 0, { pot = 0n, dealer = 0, muss = false } = {}) {
		const text = new TextEncoder().encode(rules), at = this.wasm.alloc(text.length);
		new Uint8Array(this.wasm.memory.buffer, at, text.length).set(text);
		const game = this.wasm.load(at, text.length, seats, BigInt(pot), dealer, Number(muss));
		this.wasm.free(at);
		if (game < 0) throw new RangeError(this.said());
		return game;
	}
	hand(game, seed) { return new Hand(this, game, seed); }
	check(fault, value) { if (fault) throw new RangeError(`${value}: ${faults[fault] ?? "a fault of the module"}`); }
}

// Hand is a hand: without a seed nature's actions are yours to make. free() gives its memory back.
class Hand {
	constructor(rams, game, seed, from) {
		Object.assign(this, { rams, game, at: rams.wasm.alloc(SIZE + ASK) });
		if (from === undefined) rams.check(rams.wasm.begin(this.at, game, BigInt.asIntN(64, seed ?? 0n), Number(seed !== undefined), this.at + SIZE), game);
		else new Uint8Array(rams.wasm.memory.buffer).copyWithin(this.at, from, from + SIZE + ASK);
	}
	view() { // memory that grows has another buffer
		if (this.data?.buffer !== this.rams.wasm.memory.buffer) this.data = new DataView(this.rams.wasm.memory.buffer);
		return this.data;
	}
	get player() { return this.view().getInt16(this.at + SIZE, true); }
	get count() { return this.view().getInt16(this.at + SIZE + 2, true); }
	action(i) { return this.view().getUint16(this.at + SIZE + 4 + 2 * i, true); } // the i-th legal one
	legal() { return Array.from({ length: this.count }, (_, i) => this.action(i)); }
	apply(id) { this.rams.check(this.rams.wasm.apply(this.at, id, this.at + SIZE), id); }
	clone() { return new Hand(this.rams, this.game, undefined, this.at); }
	returns() {
		const to = (this.rams.out + OBSERVATION + 7) & ~7;
		this.rams.check(this.rams.wasm.returns(this.at, to), this.game);
		return [...new Float64Array(this.rams.wasm.memory.buffer, to, this.rams.wasm.seats(this.game))];
	}
	observe(seat) {
		this.rams.check(this.rams.wasm.observe(this.at, seat, this.rams.out), seat);
		return new Uint8Array(this.rams.wasm.memory.buffer.slice(this.rams.out, this.rams.out + OBSERVATION));
	}
	tell(what, n) {
		if (this.rams.wasm.tell(this.at, what, n) < 0) throw new RangeError(`${n}: ${this.rams.said()}`);
		return this.rams.said();
	}
	text(id) { return this.tell(0, id); } // the words of a legal action
	told(seat) { return this.tell(1, seat); } // the view of rams-hand/1
	free() { this.rams.wasm.free(this.at); }
}
