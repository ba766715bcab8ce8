#include <stdint.h>

enum { SIZE = 280, HAND = 792, LEGAL = 330, OBSERVATION = 547, TOLD = 160 * 58, MASK = 64, SEATS = 8 }; // of env; native.go compares them

// What a hand waits for: env.Games.Turn.
typedef struct {
	int16_t turn, n;
	uint16_t legal[LEGAL];
} Ask;

// What an action is worth: think.Value.
typedef struct {
	int action;
	double mean, half;
} Value;

// How a hand begins: rams.Start.
typedef struct {
	int64_t pot;
	int32_t dealer, muss;
	uint32_t redeal, spared;
} Start;

// The memory of an env.Batch, in the order of its fields, each with its size in bytes.
enum { ARRAYS = 10 };
typedef struct {
	void *at[ARRAYS];
	int64_t size[ARRAYS];
	uint64_t seed;
	int32_t game, reset;
	const char *others; // names of bots by seat, each with a line end; "": a learner's. NULL: none
} Arrays;

enum { BATCH_BEGIN, BATCH_SAMPLE, BATCH_STEP };
