package table

import (
	"errors"
	"fmt"

	"chratze/internal/fair"
	"chratze/internal/session"
)

// Create makes a table with its maker on chair 0 and, if the table has bots, a bot on each
// other chair. key is the SHA-256 of the maker's secret, in hexadecimal. If the table has a
// proof, the deals follow from secret.
func Create(now Millis, cfg Config, name, key string, secret fair.Secret) (*Table, Ready, error) {
	if name = CleanName(name); name == "" {
		return nil, Ready{}, refuse(RefusedName)
	}
	first := Record{Kind: KindCreate, At: now, Config: &cfg}
	t, err := create(&cfg)
	if err != nil {
		return nil, Ready{}, &Refused{Code: RefusedConfig, Detail: err.Error()}
	}
	if cfg.Proof != "" {
		first.Secret = secret.Hex()
		t.proof = newProof(secret)
		t.proof.next.since = now
	}
	if cfg.Deal != nil {
		if err := cfg.Deal.check(&cfg); err != nil {
			return nil, Ready{}, &Refused{Code: RefusedDeal, Detail: err.Error()}
		}
	}
	all := Ready{Append: [][]byte{first.Encode()}}
	for c := range cfg.Chairs {
		r := Record{Kind: KindSit, Chair: c, Name: name, Key: key}
		if c > 0 {
			if cfg.Bot == "" {
				break
			}
			r = Record{Kind: KindSit, Chair: c, Name: t.botName(), Bot: cfg.Bot}
		}
		ready, err := t.commit(now, r, nil)
		if err != nil {
			return nil, Ready{}, err
		}
		all.Append = append(all.Append, ready.Append...)
	}
	return t, all, nil
}

func create(cfg *Config) (*Table, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	t := &Table{seq: 1, company: company{cfg: *cfg, chairs: make([]chair, cfg.Chairs), host: -1, session: session.New(cfg.Chairs)}}
	t.session.Coin = t.coin()
	t.session.Run(session.RaceOf(cfg.Variant.Rules()))
	if cfg.Practice {
		t.practice = &practice{}
	}
	return t, nil
}

// Replay makes a table from its records. The error wraps ErrLog.
func Replay(records [][]byte) (*Table, error) {
	return ReplayEach(records, func(*Table, *Record) bool { return true })
}

// ReplayEach makes a table from its records. It calls after for each record, and stops if that
// returns false. The error wraps ErrLog.
func ReplayEach(records [][]byte, after func(*Table, *Record) bool) (*Table, error) {
	if len(records) == 0 {
		return nil, logError(0, "the log is empty")
	}
	var t *Table
	for i, b := range records {
		r, err := DecodeRecord(b)
		switch {
		case err != nil:
		case (i == 0) != (r.Kind == KindCreate && r.Config != nil):
			err = errors.New("first record must create the table, and only the first")
		case i == 0:
			t, err = restore(&r)
		default:
			err = t.replay(&r)
		}
		if err != nil {
			return nil, logError(i, err.Error())
		}
		if !after(t, &r) {
			break
		}
	}
	return t, nil
}

// restore makes the table from the first record of a log.
func restore(r *Record) (*Table, error) {
	t, err := create(r.Config)
	if err != nil || r.Config.Proof == "" {
		return t, err
	}
	secret, ok := fair.ParseSecret(r.Secret)
	if !ok {
		return nil, errors.New("secret of the deals is missing")
	}
	t.proof = newProof(secret)
	return t, nil
}

// replay applies a record of a log.
func (t *Table) replay(r *Record) error {
	err := t.check(r)
	if err == nil {
		err = t.apply(r, nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.Kind, err)
	}
	return nil
}
