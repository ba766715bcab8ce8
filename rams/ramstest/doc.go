// Package ramstest is a test kit for the kernel, for this module and for whoever
// builds on package rams.
//
//   - [Rand] is chance that a number repeats: it shuffles, cuts and chooses.
//     [Tape] writes down what nature did, so that a hand can be dealt again.
//   - [Play] plays a hand at random and shows every step.
//   - [Step], [Legal] and [Ended] say what is wrong with a step, a list of legal
//     actions, or a settlement: cards partition the pack, chips are conserved,
//     what is listed can be done, and nothing else can.
//   - [Perft] and [Divide] count the ways in which a scripted deal can go.
//   - [Known] is an account of the cards that each seat may know, kept apart from the
//     kernel's views; [Secret] deals a hand again with two cards exchanged that a
//     seat can't place, and expects that this seat is shown the same.
//
// The directory oracle holds a slow second opinion on the rules that shares
// nothing with the kernel.
package ramstest
