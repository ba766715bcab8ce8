// Plays hands of each game and tells each moment: node play.mjs rams.wasm rams.mjs GAMES HANDS
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { WASI } from "node:wasi";

const [wasm, module, games, hands] = process.argv.slice(2);
const { Rams } = await import(module);
const rams = await Rams.open(readFileSync(wasm), new WASI({ version: "preview1" }));
for (const [rules, seats] of JSON.parse(games)) {
	const game = rams.load(rules, seats), sum = createHash("sha256");
	for (let seed = 0; seed < Number(hands); seed++) {
		const hand = rams.hand(game, seed % 2 ? BigInt(seed) : undefined);
		for (let step = seed; hand.player !== -4; step++) {
			const legal = hand.legal(), chosen = legal[(step * 7) % legal.length];
			sum.update(JSON.stringify([hand.player, legal, hand.text(chosen)]));
			if (hand.player >= 0) sum.update(hand.observe(hand.player)).update(hand.told(hand.player));
			const before = hand.clone();
			hand.apply(chosen);
			if (before.player !== -4 && before.legal().join() !== legal.join()) throw new Error("a clone has changed");
			before.free();
		}
		sum.update(JSON.stringify(hand.returns().map((x) => x.toFixed(6))));
		hand.free();
	}
	console.log(rules, seats, sum.digest("hex"));
}
const hand = rams.hand(rams.load("chratze", 4), 7n);
for (const wrong of [() => hand.apply(500), () => hand.apply(-1), () => hand.observe(9), () => hand.text(500), () => hand.told(4), () => rams.load("whist", 3), () => rams.load("chratze", 99), () => rams.hand(99)]) {
	try {
		wrong();
	} catch (e) {
		if (e instanceof RangeError) continue;
	}
	throw new Error(`${wrong} is no RangeError`);
}
