// Measures WebAssembly for scripts/bench-python.sh, best of five: name, number, unit, target.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";
import { Rams } from "./rams.mjs";

const rams = await Rams.open(readFileSync(process.argv[2]), new WASI({ version: "preview1" }));
const game = rams.load("chratze", 4);
let best = 0;
for (let round = 0; round < 5; round++) {
	const before = process.cpuUsage();
	let n = 0;
	while (n < 300000) {
		const hand = rams.hand(game, BigInt(n));
		for (; hand.player >= 0; n++) hand.apply(hand.action(Math.floor(Math.random() * hand.count)));
		hand.free();
	}
	const used = process.cpuUsage(before);
	best = Math.max(best, (n / (used.user + used.system)) * 1000);
}
console.log("JavaScript_through_WebAssembly", Math.round(best), "k/s", 700);
