// Made by make types from the Go types (tools/wiretypes): what the server and the pages
// say to each other. Not to be edited.

declare namespace coach {
	interface Act {
		act: string;
		worth: number;
		half: number;
		less: number;
		less_half: number;
		fails: number;
		percent?: number;
		chance?: number;
	}
	interface Decision {
		event: number;
		played: string;
		best: string;
		mark: string;
		cost: number;
		half: number;
		percent: number;
		pot: number;
		worlds?: number;
		exact?: boolean;
		acts?: coach.Act[];
		why?: coach.Reason;
	}
	interface Hand {
		seat: number;
		over: boolean;
		pot: number;
		sheet: number;
		won: number;
		dealt: number;
		drawn: number;
		others: number;
		skill: number;
		decisions: coach.Decision[];
	}
	interface Reason {
		code: string;
		n: number;
		of: number;
		percent?: number;
		cards?: string;
		kept?: string;
		suit: string;
		amount?: number;
		back?: number;
	}
	interface Review {
		format: string;
		tested: number;
		exact?: number;
		by: string;
		wrong: number;
		marks: Record<string, number>;
		won: number;
		luck: number;
		skill: number;
		hands: coach.Hand[];
	}
	interface Solution {
		level: number;
		least?: number;
		most?: number;
		acts: coach.Act[];
		worlds: number;
		exact?: boolean;
		why: coach.Reason;
	}
}

declare namespace evenings {
	interface Export {
		format: string;
		group: string;
		lines: string[];
		hash: string;
		sources?: Record<string, string[]>;
	}
}

declare namespace fair {
	interface Draw {
		draw: number;
		shuffle?: string[];
		cut?: number;
	}
	interface Fault {
		code: string;
		draw?: number;
		at?: number;
		chair?: number;
		number?: number;
		cards?: string[];
	}
	interface Mine {
		chair: number;
		nonce?: string;
		promise: string;
		listed?: string;
	}
	interface Note {
		sitting: string;
		number: number;
		promise: string;
		chair: number;
		nonce: string;
		sent?: boolean;
		shared?: boolean;
		copied?: string;
		given?: boolean;
		told?: boolean;
		played?: boolean;
		listed?: string;
		opens?: string;
		bots?: number[];
		anew?: number;
		void?: fair.Void[];
	}
	interface Proof {
		scheme: string;
		none?: string;
		number?: number;
		after?: number;
		void?: fair.Void[];
		sitting?: string;
		former?: string;
		last?: number;
		promise?: string;
		practice?: boolean;
		opens?: string;
		promises?: string[];
		nonces?: string[];
		bots?: number[];
		draws?: fair.Draw[];
		open?: string[];
		secret?: string;
		sitting_secret?: string;
		mine?: fair.Mine;
	}
	interface Report {
		level: 'none' | 'some' | 'whole';
		nonces: number;
		bots: number;
		cards: number;
		draws: number;
		faults: fair.Fault[];
	}
	interface Void {
		number: number;
		chairs: number[];
		promises?: string[];
		copies?: string[];
		nonces?: string[];
	}
}

declare namespace group {
	interface Account {
		member?: number;
		evening?: number;
		person?: number;
	}
	interface Answer {
		member: number;
		say: string;
		plus?: number;
		word?: string;
		old?: boolean;
		phone?: number;
	}
	interface Balance {
		of: group.Account;
		amount: number;
		items: group.Item[];
	}
	interface Evening {
		n: number;
		kind: string;
		ref?: string;
		counts: boolean;
		dropped?: boolean;
		deleted?: boolean;
		day?: string;
		money?: string;
		rules?: string;
		hands?: number;
		pot?: group.Mark;
		people: group.Sitting[];
	}
	interface High {
		hand: number;
		amount: number;
		evening: number;
	}
	interface Item {
		evening?: number;
		move?: number;
		amount: number;
	}
	interface Mark {
		hand: number;
		amount: number;
	}
	interface Member {
		n: number;
		name: string;
		same?: number;
		gone?: boolean;
		phones: number[];
		asks?: number[];
	}
	interface Move {
		kind: string;
		from: group.Account;
		to: group.Account;
		amount: number;
		text?: string;
		time?: string;
		phone?: number;
	}
	interface NextEvening {
		when: string;
		where?: string;
		enough?: number;
		come: number;
		phone?: number;
		answers: group.Answer[];
	}
	interface Pair {
		member: number;
		evenings: number;
		won: number;
	}
	interface Payment {
		from: group.Account;
		to: group.Account;
		amount: number;
		of: number[];
	}
	interface Range {
		span?: string;
		least?: number;
		best?: number;
		of?: number;
	}
	interface Sitting {
		n: number;
		bot?: boolean;
		won: number;
		owed?: number;
		hands?: number;
		declared?: number;
		made?: number;
		joined?: number;
		kept?: number;
		susi?: number;
		best?: group.Mark;
		worst?: group.Mark;
		member?: number;
		guest?: string;
	}
	interface Standing {
		member: number;
		evenings: number;
		won: number;
		hands?: number;
		declared?: number;
		made?: number;
		joined?: number;
		kept?: number;
		susi?: number;
		by: Record<string, group.Sum>;
		streak: number;
		best?: group.High;
		worst?: group.High;
		with: group.Pair[];
	}
	interface Standings {
		money: string;
		evenings: number[];
		rows: group.Standing[];
		course: Record<string, number[]>;
		pot?: group.High;
	}
	interface Sum {
		evenings: number;
		won: number;
		hands?: number;
		declared?: number;
		made?: number;
		joined?: number;
		kept?: number;
		susi?: number;
	}
}

declare namespace httpd {
	interface Course {
		lessons: lessons.Lesson[];
	}
	interface Door {
		table: string;
		rules: variant.Variant;
		stage: string;
		chairs: number;
		free: number;
		people: number;
		host?: string;
		chair?: number;
		left?: boolean;
		code?: string;
		money?: string;
		ante?: number;
		antes?: string;
		cap?: number;
		deck?: string;
		watch?: boolean;
		delay?: number;
		next?: httpd.Next;
		group?: string;
		account?: table.Account;
	}
	interface Glossary {
		words: locale.Meaning[];
	}
	interface GroupCode {
		group?: string;
		code?: string;
	}
	interface GroupEntry {
		table?: string;
		desk?: string;
		secret?: string;
		file?: string;
	}
	interface GroupKeys {
		id: string;
		phone?: number;
		key?: string;
		members?: string;
		look?: string;
	}
	interface GroupNewKey {
		kind: string;
		replace?: boolean;
	}
	interface GroupState {
		id: string;
		n: number;
		write: boolean;
		phone?: number;
		member?: number;
		asks?: boolean;
		codes?: Record<string, string>;
		name: string;
		money: string;
		mode: string;
		head?: number;
		absent?: number;
		members: group.Member[];
		alike: ([group.Account, group.Account])[];
		evenings: group.Evening[];
		range: group.Range;
		standings: group.Standings[];
		next?: group.NextEvening;
		open: group.Balance[];
		in_jar: number;
		open_jar: group.Balance[];
		payments: group.Payment[];
		moves: group.Move[];
	}
	interface GroupWriting {
		from: number;
		lines?: string[];
		enter?: httpd.GroupEntry;
		key?: httpd.GroupNewKey;
	}
	interface GroupWritten {
		n: number;
		lines: string[];
		phone?: number;
		key?: string;
	}
	interface KnownGroup {
		id: string;
		name: string;
		day?: string;
		next?: string;
		write: boolean;
	}
	interface NewGroup {
		name?: string;
		money?: string;
		mode?: string;
		enter?: httpd.GroupEntry;
		import?: evenings.Export;
		password?: string;
	}
	interface NewGroupCode {
		code: string;
		until: number;
	}
	interface Next {
		table: string;
		code: string;
	}
	interface Option {
		key: string;
		kind: string;
		values?: string[];
		least?: number;
		most?: number;
		default: string;
		ours?: boolean;
		source?: string;
	}
	interface Preset {
		name: string;
		seats: [number, number];
		best: [number, number];
		limit?: number;
		printed?: boolean;
		options: httpd.Option[];
	}
	interface Problem {
		code: string;
		detail?: string;
		text?: string;
		option?: string;
		value?: string;
		allowed?: string[];
	}
	interface PublicTable {
		table: string;
		host?: string;
		rules: variant.Variant;
		chairs: number;
		people: number;
		code?: string;
		watch?: boolean;
		delay?: number;
	}
	interface PublicTables {
		tables: httpd.PublicTable[];
	}
	interface RuleBook {
		presets: httpd.Preset[];
		bots: string[];
		password: boolean;
		public: boolean;
		practice: boolean;
		defaults: table.Config;
	}
	interface Seat {
		table: string;
		chair: number;
		secret?: string;
		link: string;
		code?: string;
		invite?: string;
	}
}

declare namespace lessons {
	interface Lesson {
		number: number;
		title: string;
		intro: string;
		outro: string;
		hello: wire.Hello;
		steps: lessons.Step[];
	}
	interface Step {
		news: wire.Received;
		say?: string;
		right?: string;
		no?: string;
		illegal?: Record<string, wire.Received>;
	}
}

declare namespace locale {
	interface Browser {
		lang: string;
		languages: Record<string, string>;
		texts: Record<string, string | Record<string, string>>;
		glossary: Record<string, string>;
	}
	interface Meaning {
		word: string;
		means: string;
		by: Record<string, string>;
	}
}

declare namespace rams {
	interface Prize {
		wins: string;
		amount: number;
		entry?: number;
	}
	interface Reason {
		won: number;
		needed: number;
		share: string;
		rest?: number;
		debt?: string;
		pots?: number;
		owed?: number;
		price?: number;
		spared?: boolean;
	}
	interface Start {
		pot: number;
		dealer: number;
		muss?: boolean;
		redeal?: number;
		spared?: number;
	}
}

declare namespace table {
	interface Account {
		person: number;
		balance: number;
		pays?: table.Pay[];
	}
	interface Chair {
		person?: number;
		name: string;
		bot?: string;
		away?: boolean;
		since?: number;
		program?: boolean;
		stand_in?: boolean;
		leaving?: boolean;
		coming?: string;
		hints?: boolean;
		wall?: boolean;
		ready?: boolean;
		waits?: boolean;
		undo?: boolean;
		allows?: boolean;
		points?: number;
		prize?: number;
	}
	interface Config {
		rules: variant.Variant;
		chairs: number;
		pace?: number;
		decision?: number;
		bank?: number;
		strict?: boolean;
		away?: number;
		six_window?: number;
		six_least?: number;
		settle?: number;
		spectators?: boolean;
		public?: boolean;
		pay_leavers?: boolean;
		bot?: string;
		practice?: boolean;
		deal?: table.Deal;
		spectator_delay?: number;
		money?: string;
		deck?: string;
		ask_blind?: boolean;
		proof?: string;
	}
	interface Deal {
		pot?: number;
		dealer: number;
		muss?: boolean;
		redeal?: number;
		spared?: number;
		orders: string[];
		cuts?: number[];
		acts?: string[];
		then?: string[][];
	}
	interface Gone {
		person: number;
		name: string;
		bot?: string;
		balance: number;
		points?: number;
		prize?: number;
	}
	interface InfoParts {
		stage: string;
		last?: boolean;
		pot: number;
		next_at?: number;
		dealer: number;
		pays?: table.Pay[];
		bots?: number;
		host: number;
		seats: number[];
		players: number[];
		chairs: table.Chair[];
		gone?: table.Gone[];
		balances: number[];
		banks?: number[];
		result?: table.Result;
		practice?: table.Practice;
		rights?: table.Right[];
	}
	interface NextDeal {
		number: number;
		after?: number;
		void?: fair.Void[];
		sitting: string;
		former?: string;
		promise: string;
		promises?: string[];
		copies?: string[];
	}
	interface Past {
		course: Record<string, number[]>;
		susi?: number[];
	}
	interface Pay {
		from: string;
		to: string;
		amount: number;
		payer: number;
		payee: number;
	}
	interface Practice {
		alone: boolean;
		open: boolean;
		back: boolean;
		again: boolean;
	}
	interface ProofNews {
		next?: table.NextDeal;
		hand?: fair.Proof;
	}
	interface Result {
		payout: number[];
		penalty: number[];
		failed: boolean[];
		points?: number[];
		played: number;
		left?: number;
		end: string;
		stays: string;
		why: rams.Reason[];
		next: rams.Start;
	}
	interface Right {
		n: number;
		hand: number;
		by?: string;
		did: string;
		to?: string;
	}
}

declare namespace talk {
	interface Reading {
		hand?: page.Line;
		deal?: string;
		play?: talk.Replaying;
		stakes?: talk.Taken[];
		result?: table.Result;
		fault?: string;
	}
	interface Replaying {
		rules: variant.Variant;
		chairs: number;
		practice: boolean;
		deal: table.Deal;
	}
	interface Taken {
		at: number;
		by: wire.Stake[];
		forced?: string;
	}
}

declare namespace variant {
	type Variant = {preset: string} & Record<string, string | number>;
}

declare namespace wire {
	interface Hello {
		t: string;
		protocol: string;
		table: string;
		code?: string;
		chair: number;
		now: number;
		config: table.Config;
		ante: number;
		antes: string;
		stand_in: [number, number];
	}
	interface Message {
		t: string;
		id?: number;
		q?: number;
		act?: string;
		always?: boolean;
		chair?: number;
		bot?: string;
		person?: number;
		into?: number;
		text?: string;
		phrase?: string;
		hand?: number;
		at?: number;
	}
	interface Question {
		q: number;
		legal: string[];
		stakes?: wire.Stake[];
		prize?: rams.Prize;
		only?: string;
		six?: boolean;
		due?: number;
	}
	interface Received {
		t?: string;
		id?: number;
		q?: number;
		hint?: {acts: coach.Act[], worlds: number, sure: boolean, why: coach.Reason};
		chair?: number;
		text?: string;
		phrase?: string;
		name?: string;
		n?: number;
		names?: string[];
		hand?: number;
		at?: number;
		key?: string;
		code?: string;
		rule?: string;
		cards?: string;
		least?: number;
		most?: number;
		now?: number;
		from?: number;
		start?: rams.Start;
		ev: string[];
		turn: number;
		due?: number;
		window?: number;
		six?: string;
		ask?: wire.Question;
		stakes?: wire.Stake[];
		forced?: string;
		info?: Partial<table.InfoParts>;
		past?: table.Past;
		proof?: table.ProofNews;
		back?: boolean;
		protocol?: string;
		table?: string;
		config?: table.Config;
	}
	type Stake = [tricks: number, pots: number, rappen: number, strokes?: number] | 0;
}

declare namespace wording {
	interface Form {
		lang: string;
		rules: string;
		preset: string;
		game: string;
		seats: [number, number];
		best: [number, number];
		deck: string;
		money: string;
		groups: wording.Group[];
	}
	interface Group {
		key: string;
		name: string;
		options: wording.Option[];
	}
	interface Option {
		key: string;
		kind: string;
		unit?: string;
		name: string;
		means: string;
		value: string;
		default: string;
		ours: boolean;
		least: number;
		most: number;
		values?: wording.Value[];
		texts: wording.Text[];
	}
	interface Text {
		source: string;
		name: string;
		value: string;
		says: string;
		ours: boolean;
	}
	interface Value {
		value: string;
		name: string;
		means: string;
		refused?: string;
	}
}
