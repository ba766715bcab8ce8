package web_test

import "testing"

// TestFollower: a phone that follows a desk knows its own lines when they come back, sees a conflict only where lines differ,
// and asks no more once it is told so, or in a circle.
func TestFollower(t *testing.T) {
	t.Parallel()
	got := inNode[map[string]string](t, nowhere, `import('/web/kasse/follow.js').then(async ({Follower}) => {
		// follow returns what a phone with these lines, of which it knows n as the server's, says until it waits for news.
		const follow = (lines, n, server, before = (asked, answer) => answer()) => new Promise((done) => {
			const mine = [...lines], said = [], k = {link: {id: 'x', secret: 's', write: true, n}};
			let asked = 0;
			globalThis.setTimeout = (f, ms) => { said.push(ms / 1000 + ' s'); setImmediate(f); };
			const end = () => {
				f.stop();
				setImmediate(() => done([...said, 'mine ' + mine.join(''), 'server ' + server.join(''), 'knows ' + k.link.n].join(', ')));
			};
			globalThis.fetch = async (path, {method = 'GET', body, signal}) => {
				if (asked++ > 9) { said.push('asks on'); end(); return new Promise(() => {}); }
				const answer = () => {
					const from = method === 'POST' ? JSON.parse(body).from : +/from=(\d+)/.exec(path)[1];
					if (method === 'GET' && from === server.length) { end(); return new Promise(() => {}); }
					const status = method === 'GET' ? 200 : from > server.length ? 400 : from < server.length ? 409 : 200;
					if (method === 'POST' && status === 200) { server.push(...JSON.parse(body).lines); return {status, json: () => ({lines: [], n: server.length, write: true})}; }
					return {status, json: () => ({lines: server.slice(from), n: server.length, write: true})};
				};
				return before(method + asked, answer, {server, end, mine, signal});
			};
			const f = new Follower(k, () => [...mine], (theirs, conflict) => {
				if (conflict) { said.push('conflict ' + theirs.join('')); end(); } else if (theirs.length > mine.length) mine.splice(0, mine.length, ...theirs);
			}, (how) => said.at(-1) !== how && said.push(how));
		});
		let late = () => {}; // a request has had its time
		AbortSignal.timeout = () => {
			const of = new AbortController();
			late = () => of.abort(new DOMException('', 'TimeoutError'));
			return of.signal;
		};
		const refuses = (status, when = /POST/) => (asked, answer) => when.test(asked) ? {status, json: () => ({})} : answer();
		return {
			'a booking': await follow([...'abc'], 2, [...'ab']),
			'others book': await follow([...'ab'], 2, [...'abx']),
			'the answer is lost': await follow([...'abc'], 2, [...'ab'], (asked, answer) => { const a = answer(); if (asked === 'POST2') throw new TypeError(); return a; }),
			'another window has told it': await follow([...'ab'], 2, [...'ab'], (asked, answer, {server, mine}) => {
				if (asked === 'GET2') { mine.push('c'); server.push('c'); }
				return answer();
			}),
			'another window was quicker': await follow([...'abc'], 2, [...'ab'], (asked, answer, {server}) => { if (asked === 'POST2') server.push('c'); return answer(); }),
			'a window has told part of it': await follow([...'abcd'], 2, [...'abc']),
			'others book meanwhile': await follow([...'abc'], 2, [...'ab'], (asked, answer, {server}) => { if (asked === 'POST2') server.push('x'); return answer(); }),
			'an answer comes after the evening was left': await follow([...'abc'], 2, [...'ab'], (asked, answer, {server, end}) => {
				if (asked === 'POST2') { server.push('x'); end(); }
				return answer();
			}),
			'the answer never comes': await follow([...'abc'], 2, [...'ab'], (asked, answer, {end, signal}) => asked !== 'POST2' ? answer()
				: new Promise((_, fail) => { signal ? signal.onabort = () => fail(signal.reason) : end(); late(); })),
			'forgotten': await follow([...'abc'], 2, [...'ab'], (asked, answer, {end}) => { if (asked === 'POST2') setImmediate(end); return refuses(404)(asked, answer); }),
			'refused': await follow([...'abc'], 2, [...'ab'], refuses(422)),
			'from a backup': await follow([...'abcd'], 4, [...'ab']),
			'from a backup while it is open': await follow([...'abcd'], 4, [...'abcd'], (asked, answer, {server}) => {
				if (asked === 'GET2') server.length = 2;
				return answer();
			}),
			'from a backup, and others have booked': await follow([...'abcd'], 4, [...'abxy']),
		};
	})`)
	want := map[string]string{
		"a booking":                                  "live, mine abc, server abc, knows 3",
		"others book":                                "live, mine abx, server abx, knows 3",
		"the answer is lost":                         "live, offline, 1 s, live, mine abc, server abc, knows 3",
		"another window has told it":                 "live, mine abc, server abc, knows 3",
		"another window was quicker":                 "live, mine abc, server abc, knows 3",
		"a window has told part of it":               "live, mine abcd, server abcd, knows 4",
		"others book meanwhile":                      "live, conflict abx, mine abc, server abx, knows 2",
		"an answer comes after the evening was left": "live, mine abc, server abx, knows 2",
		"the answer never comes":                     "live, offline, 1 s, live, mine abc, server abc, knows 3",
		"forgotten":                                  "live, gone, mine abc, server ab, knows 2",
		"refused":                                    "live, refused, 1 s, live, refused, 2 s, live, refused, 4 s, live, refused, 8 s, live, refused, 15 s, asks on, mine abc, server ab, knows 2",
		"from a backup":                              "live, mine abcd, server abcd, knows 4",
		"from a backup while it is open":             "live, mine abcd, server abcd, knows 4",
		"from a backup, and others have booked":      "live, conflict abxy, mine abcd, server abxy, knows 4",
	}
	for what, want := range want {
		if got[what] != want {
			t.Errorf("%s: %s; want %s", what, got[what], want)
		}
	}
}
