// Package trained has the policies that make train made, by which the bot best plays
// (docs/strength.md). A program for browsers has them as files beside it: it is a third smaller without,
// and who plays with other bots needs none.
//
//	file, err := trained.Read("chratze-4.policy") // for policy.Read
package trained

// Names returns the names of the policies: preset and seats, as in chratze-4.policy.
func Names() []string {
	return []string{"chratze-2.policy", "chratze-3.policy", "chratze-4.policy", "chratze-5.policy", "kratzen-4.policy", "zwicken-4.policy"}
}
