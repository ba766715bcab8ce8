package coach

// Trifle is what no mark is given for, in percent of the pot.
const Trifle = 1
