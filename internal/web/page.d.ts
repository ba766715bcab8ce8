// What the pages' modules agree on among themselves; what they agree on with the server
// is in wire.d.ts.

declare namespace page {
	/** An event of a hand, as rams-hand/1 has it (lib/event.js). */
	interface Event {
		t: string;
		seat?: number;
		cards?: string;
		card?: string;
		suit?: string;
		act?: string;
		amount?: number;
		shown?: string;
		at?: number;
		up?: string;
		n?: number;
	}
	interface Played {
		seat: number;
		card: string;
	}
	interface Trick {
		cards: Played[];
		winner: number;
	}
	interface Seat {
		count: number; // cards in the hand
		open: string[]; // those that everybody has seen
		said: string; // last in the auction
		exchanged: number; // how many cards; -1: not asked
		tricks: number;
		ante: number; // put into the pot in this hand
		susi: boolean;
	}

	/** What a seat knows of a hand (table/view.js). */
	interface View {
		seats: Seat[];
		hand: string[]; // the cards one sees of one's own, in the order of the pack
		hidden: number; // how many more one holds, face down
		upcards: string[];
		stale: number; // how many of them, the first ones, no longer give the trump
		taken: string; // the upcard that somebody took
		taker: number; // and who
		turned: string[];
		shown: string[]; // by a cut
		cuts: Event[]; // what cuts showed, and whom they made the dealer
		trump: string;
		dealer: number;
		declarer: number;
		contract: string;
		antes: number;
		lying: Played[]; // the trick on the table, finished or not
		winner: number; // of it; -1: it isn't finished
		tricks: Trick[];
		playing: boolean;
		forced: string; // why nobody is asked and everybody plays: muss, seven, ten; '': it isn't so
	}

	/** A line of rams-hand/1. */
	interface Line {
		format: string;
		rules: variant.Variant;
		seats: number;
		names?: string[];
		view?: number | 'public';
		dealer: number;
		muss: boolean;
		pot: number;
		events: Event[];
		payout?: number[];
		penalty?: number[];
		next?: rams.Start;
		fair?: fair.Proof;
		id?: string;
		seat?: number; // one's own, in a hand of which one may see everything
		notes?: {at: number; name: string; text: string}[];
	}

	/** A moment of a hand (table/stilltable.js). */
	interface Moment {
		line?: Line; // absent: nothing lies there
		names?: string[];
		at?: number; // so many events have happened; absent: all
		chair?: number; // one's own; absent: one only looks
		hand?: number; // its number
		ask?: wire.Question | null;
		stakes?: talk.Taken[]; // what the seats have taken on, from which moments on
		result?: table.Result; // how the hand ended, and why
	}

	/** How a view is looked at (table/layout.js). */
	interface Seen {
		w: number;
		h: number;
		me: number;
		clockwise?: boolean;
		selected: Set<string>;
		over: boolean;
		last: boolean;
		tossed?: boolean; // what is selected goes
		foot?: number; // how high what stands at the foot is
	}

	/** The middle of a card, and its width. */
	interface Place {
		x: number;
		y: number;
		w: number;
		turn?: number;
		z?: number;
		face?: boolean;
		dim?: boolean;
		gone?: boolean;
	}

	/** Where everything lies (table/layout.js). */
	interface Layout {
		cards: Map<string, Place>;
		seats: places.Point[];
		pot: places.Point;
		stock: places.Point;
		up: places.Point; // below the upcard
		folded: boolean; // the stock and what is turned up have no room beside the trick
		edge: number; // where the lower edge of the table is, behind one's hand
		panel: number; // the upper edge of what is told when a hand is over; 0: the style sheet says it
		small: number; // width of the cards on the table
		hidden: Place[]; // my cards that lie face down
	}

	/** What a field of a form tells when it has changed. */
	type Changed<T = HTMLInputElement & HTMLSelectElement & {files: FileList}> = globalThis.Event & {target: T; currentTarget: T};

	/** A chair with its account. */
	type Chair = table.Chair & {balance: number};

	/** A table as its page knows it: what a live one tells, put together. */
	type Info = Omit<table.InfoParts, 'chairs' | 'balances' | 'players'> & {chairs: Chair[]; balances?: number[]; players?: number[]};

	/** Where a hand is played, or lies: what the parts of a table ask of it (net.js, still.js). */
	interface Table {
		readonly id: string;
		readonly open: boolean; // there is a connection
		readonly hello: {chair: number; code?: string; config: Config; ante?: number; antes?: string; stand_in?: number[]};
		readonly info: Info;
		readonly hand: number;
		readonly start: {dealer: number; muss?: boolean} | null | undefined;
		readonly events: page.Event[];
		readonly turn: number;
		readonly ask: wire.Question | null;
		readonly stakes: wire.Stake[];
		readonly held: string;
		readonly bye: string;
		readonly window: number;
		readonly due: number;
		readonly skew: number;
		readonly lost?: number; // since when there is no connection; 0: there is one
		retry?(): void;
		six: string;
		send(message: Message): number;
		release(): void;
		readonly forced: string; // how the deal was forced: muss, seven, ten, all; otherwise players are asked
	}

	/**
	 * What a table tells its page: a message of the server, or its news. A method, so that
	 * each kind of page takes it for what it is.
	 */
	type Told = {told(what: string, message: object): void}['told'];

	/** A message of the server: all that one of its kind has is there. */
	type Said = Required<wire.Received>;

	/** What has come since the news before. */
	interface News {
		fresh: boolean; // it is another hand
		events: page.Event[];
		past?: table.Past | null; // of the evening; undefined: it is told once a connection
		back?: boolean; // something has been taken back
	}

	/** A message to the server. */
	type Message = Partial<wire.Message> & {t: string};

	/** What a table has agreed; of a recorded hand only the rules are known. */
	type Config = Partial<Omit<table.Config, 'rules'>> & {rules: table.Config['rules']};

	type Timeline = import('./static/replay/timeline.js').Timeline;
	type Words = import('./static/lib/words.js').Words;
	type Voice = import('./static/table/voice.js').Voice;
	type Ear = import('./static/ear/ear.js').Ear;
	type App = import('./static/live/app.js').App;
	type Page = import('./static/live/page.js').Page;
	type Replay = import('./static/replay/replay.js').Replay;

	/** Those who sit at a table (live/people.js). */
	type People = Pick<import('./static/live/people.js').People, 'susi' | 'who' | 'bubble' | 'unread' | 'key' | 'lines' | 'balances' | 'watchers'> & {muted: Set<number> | null};
}

// Where things stand on a table without its cards (table/places.js).
declare namespace places {
	type Point = {x: number; y: number};
	type Size = {w: number; h: number};

	/** Around its middle. */
	type Box = Point & Size;

	/** Where the grid has put everything; deck is where the stock lies while one plays, rail the height of its upper edge, foot how high the foot is. */
	interface Measured {
		stage: Box;
		deck?: Box;
		hand?: Box;
		rail: number;
		foot: number;
		seats: Point[];
		pot: Point;
	}

	/** What lies in the middle; cells are the stock and what is turned up, spots the cards of the trick from yours on, w wide. */
	interface Middle {
		small: number;
		cells: Point[];
		trick: {w: number; spots: Point[]};
	}

	/** What the middle depends on. */
	interface Table {
		n: number;
		ups: number;
		stage: Box;
		deck: Box;
		clockwise?: boolean;
	}
}

// The page of the cash desk gets its JSON from Go too, in WebAssembly: internal/desk
// writes it by hand (desk/page.go), so that a phone has less to load.
declare namespace desk {
	/** All that is shown of an evening. */
	interface Page {
		name: string;
		money: string;
		cash?: true; // not on credit
		rules: string;
		preset: string;
		race?: Race; // no pot
		size: number; // cards in a hand
		declares?: true; // the game has a declarer
		trumpless?: true; // a dealer left alone may have to leave the pot
		seven?: true;
		lost?: true;
		forpot?: true; // the dealer may play the spare hand for the pot
		lastword?: true;
		ante: number;
		cuts: string[];
		contracts: string[];
		blinds: string[]; // contracts of the dealer
		prices?: number[]; // that a declarer can name, in antes
		people: string[];
		lines: number;
		undo?: true;
		redo?: true;
		now: Position;
		orders: Order[];
		prizes: Handover[]; // that still have to change hands
		repriced: {hand: number; was: number; now: number}[]; // by the last correction
		only: string; // the line that, after undo, corrects that hand alone
		steps: Step[];
		payments: {from: number; to: number; amount: number}[];
		susis: number[][]; // by person: hands
		draft: Draft;
	}
	interface Race {
		up?: true;
		goal: number;
		back: number;
		fines: number[]; // without a trick, breaking a rule, taking a prize
		prizes: string[];
	}
	/** What a form says of a race. */
	interface RaceForm {
		way: string;
		goal: string;
		back: string;
		without: string;
		rule: string;
		prize: string;
		prizes?: string; // none typed: a sausage each
	}
	interface Position {
		points?: number[]; // strokes of a race
		through?: number[]; // persons
		seats: number[]; // persons
		dealer: number;
		pot: number;
		balance: number[];
		won: number[];
		hands: number;
		muss?: true;
		all?: true; // everybody plays, in a Muss or because the pot was empty
		last?: true;
		over?: true;
		players?: Fault; // too few, or too many
	}
	type Coins = [value: number, n: number][];
	/** What hands still have to do. */
	interface Order {
		name: string;
		take: number;
		give: number; // either this or take
		coins: Coins;
		why: Reason[];
	}
	interface Reason {
		verb: string; // seats: the first antes; '': an entry; fix, drop or insert
		kind: string;
		hand: number; // 0: none
		n: number;
		undone?: true;
		net: number;
		payout: number;
	}
	interface Handover {
		from: string;
		to: string;
		prize: string;
	}
	interface Step {
		kind: string;
		line: string;
		time?: string;
		hand?: number;
		dealer?: number;
		declarer?: number;
		susi?: number;
		played?: number;
		left?: number;
		muss?: true;
		unopened?: true;
		alone?: true;
		shares: Share[];
		points?: number[];
		prizes?: {who: number; name: string}[];
		pot: number;
		balances: number[];
	}
	interface Share {
		who: number;
		paid: number;
		payout: number;
		penalty: number;
		price?: number; // that they have paid to play
		end?: number;
		failed?: true;
		share?: string; // why the payout is this much, if it isn't all of the pot
		won?: number; // with it: tricks
	}
	/** The hand that is being said. */
	interface Draft {
		cuts: string[];
		seven?: true;
		nobody?: true;
		claimed: string;
		lost: string;
		price?: number; // in antes
		now: Position;
		seats: Seat[];
		missing?: Fault;
		line?: string;
		step?: Step;
		after?: Position;
	}
	interface Seat {
		who: number;
		in?: true;
		declares?: true;
		contract: string;
		tricks: number; // -1: not said
		filled?: true; // it follows from the others
		most: number;
	}
	/** Why something can't be. */
	interface Fault {
		code: string;
		line?: number;
		word?: number;
		text?: string;
		name?: string;
		n?: number;
		want?: number;
		entry?: number;
		rule?: string;
		reason?: string;
		preset?: string;
		option?: string;
		value?: string;
		allowed?: string[];
		least?: number;
		most?: number;
		needs?: string;
		cards?: number; // needed
		have?: number; // in the pack
	}
	interface Option {
		key: string;
		value: string;
		changed?: true;
		amount?: true;
		values: string[];
	}
	type App = import('./static/kasse/main.js').Desk;

	/** An evening as the phone keeps it (keep.js). */
	interface Kept {
		id: string;
		text: string;
		draft: string;
		changed: number;
		hand?: number; // how many hands were booked when this one was begun
		link?: {id: string; secret: string; write: boolean; n: number; read?: string};
	}

	/** A dialog, with what it is about; of kind '' none. */
	interface Sheet {
		kind: string;
		home?: string;
		n?: number;
		verb?: string;
		draft?: string;
		step?: Step;
		rules?: string;
		race?: RaceForm;
		lines?: string[];
		like?: string; // who may be meant
		name?: string;
	}

	/** What is agreed for a new evening. */
	interface Setup {
		name: string;
		people: string[];
		dealer: number;
		rules: string;
		race: RaceForm | null;
		money: string;
		cash: boolean;
	}

	/** What a picture shows (table/picture.js): this page, or a table's evening put so. */
	type Evening = Pick<Page, 'people' | 'payments'> & {
		now: {won: number[]; points?: number[]};
		steps: {hand?: number; kind?: string; balances: number[]; points?: number[]; prizes?: {who: number; name: string}[]}[];
	};

	/** What says it. */
	interface Says {
		balance(n: number): string;
		sum(n: number): string;
		t(key: string, args?: object): string;
	}

	/** What the desk answers, by the operation. */
	interface Answer {
		error?: Fault;
		page: Page; // show
		text: string; // append, csv, json, rebase
		draft: string; // tap
		refused: string[]; // rebase
		near: string; // like
		rules: string; // rules
		presets: string[];
		race?: Race; // what is agreed, if they are of a race
		least: number;
		limit: number; // of the pot, that is offered; 0: none
		most: number;
		options: Option[];
	}
}
