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
		acts?: coach.Act[];
		why?: coach.Reason;
	}
	interface Hand {
		seat: number;
		over: boolean;
		pot: number;
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
	}
	interface Review {
		format: string;
		tested: number;
		wrong: number; // how likely any mark is chance, at most
		marks: Record<string, number>;
		won: number;
		luck: number;
		skill: number;
		hands: coach.Hand[];
	}
	interface Solution {
		level: number; // 1: beginners find it too, 2: regulars find it, 3: they don't
		least?: number; // cards to lay or drop
		most?: number;
		acts: coach.Act[]; // of very many only those near the best
		worlds: number;
		why: coach.Reason;
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
		chair?: number; // from 0
		number?: number; // of a deal
		cards?: string[];
	}
	interface Mine {
		chair: number;
		nonce?: string;
		promise: string; // the commitment to the deal's secret, as it came first
	}
	interface Note {
		sitting: string; // the commitments of the server, as they came first
		number: number;
		promise: string;
		chair: number; // from 0
		nonce: string;
		sent?: boolean; // the commitment to the nonce was sent before the deal
		given?: boolean; // the server has listed it, and the nonce was sent
		played?: boolean; // the hand was played to its end
	}
	interface Proof {
		scheme: string;
		none?: string; // why there is no proof: NonePractice; then only what says where the hand belongs is there
		number?: number; // of the deal in its sitting, from 1
		after?: number; // the number of the hand before; 0: this is the first
		void?: fair.Void[]; // the deals between them, which were called off
		sitting?: string; // commitment to the sitting's secret
		former?: string; // what Sitting was before the table was given a new secret, after a restore
		last?: number; // the number of the evening's last hand, once it is over
		promise?: string; // commitment to this deal's secret
		practice?: boolean; // the table is for practice: hands of it may be without a proof
		promises?: string[]; // the chairs' commitments to their nonces, from the lowest chair
		nonces?: string[];
		draws?: fair.Draw[];
		open?: string[]; // of cards that the reader has been shown: "draw place card salt"
		secret?: string; // of this deal, once it is opened
		sitting_secret?: string; // once it is opened
		mine?: fair.Mine;
	}
	interface Report {
		level: 'none' | 'some' | 'whole';
		nonces: number; // how many chairs gave one that fits
		cards: number; // how many cards were opened and fit
		draws: number; // how many were made again and came out the same
		faults: fair.Fault[];
	}
	interface Void {
		number: number;
		chairs: number[]; // whose nonce didn't come; none: the table was given a new secret
	}
}

declare namespace httpd {
	interface Course {
		lessons: lessons.Lesson[];
	}
	interface Door {
		table: string;
		rules: variant.Variant;
		stage: string; // lobby, playing, between, paused, over
		chairs: number;
		free: number; // chairs that somebody can take
		people: number;
		host?: string;
		chair?: number; // one's own
		code?: string; // of a public table, while chairs are free
		money?: string; // as in the table's config
		deck?: string;
		watch?: boolean; // spectators may come
		delay?: number; // what they see is so old
	}
	interface Glossary {
		words: locale.Meaning[];
	}
	interface Option {
		key: string;
		kind: string; // enum, yesno, amount
		values?: string[]; // of an enum or yesno
		least?: number; // of an amount
		most?: number;
		default: string;
		ours?: boolean; // the sources leave it open
		source?: string;
	}
	interface Preset {
		name: string;
		seats: [number, number]; // least and most
		best: [number, number];
		options: httpd.Option[];
	}
	interface Problem {
		code: string; // stable
		detail?: string; // for developers
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
		points?: boolean;
		code?: string; // while chairs are free
		watch?: boolean; // spectators may come
		delay?: number; // what they see is so old
	}
	interface PublicTables {
		tables: httpd.PublicTable[];
	}
	interface Reading {
		hand?: page.Line;
		deal?: string;
		play?: httpd.Replaying; // absent: its cards aren't known well enough
		fault?: string; // in the reader's language
	}
	interface Replaying {
		rules: variant.Variant;
		chairs: number;
		practice: boolean;
		deal: table.Deal;
	}
	interface RuleBook {
		presets: httpd.Preset[];
		bots: string[];
		password: boolean; // making a table needs one
		public: boolean; // there is a list of tables
		defaults: table.Config;
	}
	interface Seat {
		table: string;
		chair: number;
		secret?: string;
		link: string; // with the secret
		code?: string; // for others, while chairs are free
		invite?: string; // a link with the code
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
		languages: Record<string, string>; // names of all, by tag
		texts: Record<string, string | Record<string, string>>; // a text, or its plural forms
		glossary: Record<string, string>;
	}
	interface Form {
		lang: string;
		rules: string; // as they stand, such as "chratze,susi=forced"
		preset: string;
		game: string;
		seats: [number, number]; // least and most
		best: [number, number];
		deck: string;
		money: string;
		groups: locale.Group[];
	}
	interface Group {
		key: string;
		name: string;
		options: locale.Option[];
	}
	interface Meaning {
		word: string;
		means: string;
		by: Record<string, string>;
	}
	interface Option {
		key: string;
		kind: string; // enum, yesno or amount
		unit?: string; // of an amount: money or count
		name: string;
		means: string; // a sentence
		value: string;
		default: string; // the preset's
		ours: boolean; // no text states the default
		least: number; // of an amount
		most: number;
		values?: locale.Value[];
		texts: locale.Text[]; // what the texts say
	}
	interface Text {
		source: string; // D, E, J or K (docs/rules.md)
		name: string;
		value: string;
		says: string;
		ours: boolean; // the text is silent, the choice is ours
	}
	interface Value {
		value: string;
		name: string;
		means: string;
		refused?: string; // why it doesn't go with the other options
	}
}

declare namespace table {
	interface Config {
		rules: variant.Variant;
		chairs: number;
		points?: boolean; // points instead of money
		pace?: number; // how long a settlement stays, and a bot thinks; 0 for programs
		decision?: number; // the clock: for each decision; 0: no clock
		bank?: number; // and beyond it, for the whole sitting
		away?: number; // who is away longer is played for; 0: never
		six_window?: number; // how long it is waited at most for what people say about the trump six (2.9)
		six_least?: number; // and at least, whoever has said what; 0: 800 ms
		settle?: number; // how long a settlement stays at most, until all people wish the next hand; 0: Pace, or one of them
		spectators?: boolean;
		public?: boolean; // the server's list of tables has it
		pay_leavers?: boolean; // who leaves is paid his part of the pot
		bot?: string; // the bot that fills free chairs and stands in; "": free chairs stay free
		practice?: boolean; // one person alone with bots
		deal?: table.Deal; // the first hand of a practice table; nobody is told it
		spectator_delay?: number; // how much later spectators are told everything
		money?: string; // what amounts are called: one of Monies; "": as the reader is used to
		deck?: string; // the cards by whose names the table talks: one of Decks; "": as the reader is used to
		shares?: string; // who gets a part of the pot that is left: SharesPlayed; "": all who sit, as in logs of before
		proof?: string; // when the secrets of the deals are opened: ProofSitting…; "": deals without a proof
	}
	interface Deal {
		pot?: number; // before the antes; all have paid it in equal parts
		dealer: number; // a chair
		muss?: boolean; // as in rams.Start
		redeal?: number; // as in rams.Start
		orders: string[]; // the shuffled pack, the top card first; then each reshuffle, as in rams-hand/1
		cuts?: number[]; // how many cards each cut leaves in the top packet
		acts?: string[]; // what has been decided, each by whose turn it was; it can't be taken back
		then?: string[][]; // by chair: what bots decide from there on, while it is legal
	}
	interface Gone {
		name: string;
		balance: number;
	}
	interface NextDeal {
		number: number;
		after?: number;
		void?: fair.Void[]; // those before it that were called off
		sitting: string;
		former?: string; // what Sitting was before the table was given a new secret
		promise: string;
		promises?: string[]; // present: now these chairs are to reveal
	}
	interface Practice {
		alone: boolean; // one person is alone with bots: only then anything is allowed
		open: boolean; // they see all hands
		back: boolean; // there is a decision to take back
		again: boolean; // the hand can be played again
	}
	interface ProofNews {
		next?: table.NextDeal; // the deal that comes next, if it has changed
		hand?: fair.Proof; // of the hand what hasn't been told
	}
	interface Right {
		n: number; // from 1 on, in the whole evening
		hand: number; // how many hands had begun
		by?: string; // the host's name; "": the rights passed on by themselves
		did: string; // key, leave, host, bot, pause, resume, last, end
		to?: string; // whom it was about; "": nobody
	}
}

declare namespace variant {
	type Variant = {preset: string} & Record<string, string | number>;
}

declare namespace wire {
	interface Chair {
		name: string; // "": it is free
		bot?: string;
		away?: boolean;
		stand_in?: boolean; // a bot decides for him
		leaving?: boolean;
		coming?: string; // who sits down here after the hand
		hints?: boolean; // agrees to hints
		ready?: boolean; // wishes the next hand, and others are waited for
	}
	interface Hello {
		t: string; // "hello"
		protocol: string;
		table: string; // its public number
		code?: string; // the code for friends, while chairs are free
		chair: number; // -1: a spectator
		now: number; // the server's clock, for deadlines
		config: table.Config;
		ante: number; // that the rules want, in Rappen
		antes: string; // and of whom, as the option antes of the rules: all, phase, dealer, empty
	}
	interface Info {
		stage: string; // with last, pot, next_at and dealer
		last?: boolean; // the next hand, or the one being played, is the last
		pot: number; // before the antes of a hand being played
		next_at?: number; // when the next hand begins; absent: that is not yet known
		dealer: number; // a chair, -1: none yet
		pays?: wire.Pay[]; // when the evening is over: who pays whom, the fewest payments
		host: number; // with seats; a chair, -1: nobody
		seats: number[]; // chairs by seat of the running or last hand
		chairs: wire.Chair[]; // with gone
		gone?: table.Gone[]; // those who have left
		balances: number[]; // by chair; with banks and result
		banks?: number[]; // by chair, what is left on the clock; only with a clock
		result?: wire.Result; // of the hand that has just ended
		practice?: table.Practice; // only at a practice table
		rights?: table.Right[]; // the last uses of the host's rights
	}
	interface Message {
		t: string;
		id?: number;
		q?: number; // act: the number of the question
		act?: string; // act, six: the words of rams-hand/1
		always?: boolean; // six: in the hands to come too
		chair?: number; // leave, host, key, bot: whom it is about
		bot?: string; // bot: which
		text?: string; // chat, note, promise, nonce
		hand?: number; // look, note: which hand
		at?: number; // look, note: at which moment
	}
	interface Past {
		course: number[][]; // by chair: the account of who sits there, after each hand
		susi?: number[]; // chairs whose people have been the Susi
	}
	interface Pay {
		from: string;
		to: string;
		amount: number;
	}
	interface Question {
		q: number;
		legal: string[];
		stakes?: wire.Stake[]; // by act, in the auction
		six?: boolean;
		due?: number;
	}
	interface Received {
		t?: string;
		id?: number;
		hand?: number;
		from?: number;
		start?: wire.Start;
		ev: string[];
		turn: number;
		due?: number;
		window?: number;
		six?: string;
		ask?: wire.Question;
		stakes?: wire.Stake[]; // by seat
		info?: Partial<wire.Info>;
		past?: wire.Past;
		proof?: table.ProofNews;
		back?: boolean;
		q?: number;
		hint?: {acts: coach.Act[], worlds: number, sure: boolean, why: coach.Reason}; // package coach's; absent: nothing can be said
		protocol?: string;
		table?: string;
		config?: table.Config;
		now?: number; // also of pong
		code?: string;
		chair?: number;
		text?: string;
		key?: string;
		name?: string;
		at?: number;
		rule?: string;
		cards?: string;
		least?: number;
		most?: number;
	}
	interface Result {
		payout: number[];
		penalty: number[];
		failed: boolean[]; // who did not make it
		played: number;
		left?: number;
		dealt: boolean; // false: nobody opened
		next: wire.Start;
	}
	type Stake = [tricks: number, pots: number, rappen: number] | 0;
	type Start = {pot: number, dealer: number, muss?: boolean, redeal?: number};
}
