// The types of rams._native: State, a hand, and Batch, many at once. They hold their own memory, so that a clone is a copy of it, and call the
// exported functions of native.go. Everything is of the limited API of Python 3.9.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include "_cgo_export.h"

static PyObject *error; // rams.RamsError
static int forked;      // this process is a fork of one that had Go in it

static void in_child(void) { forked = 1; }

static int usable(void) {
	if (!forked) return 1;
	PyErr_SetString(PyExc_RuntimeError, "rams: this process was forked, and the extension can't be used in it: start workers by "
		"multiprocessing.get_context(\"spawn\") or \"forkserver\", or set RAMS_DOOR=pipe");
	return 0;
}

static const char *const faults[] = {"", "no such game", "this is no hand", "it isn't legal", "there is no such seat", "the memory has another size", "the hand isn't over",
	"the hand doesn't remember its actions", "with these opponents a learner is never asked"};

// failed raises what a code of env says. It returns NULL.
static PyObject *failed(int code, const char *what, PyObject *value) {
	if (code >= (int)(sizeof faults / sizeof *faults))
		return PyErr_Format(PyExc_SystemError, "rams: %s %R: a fault of the extension; please report it", what, value);
	return PyErr_Format(error, "%s %R: %s", what, value, faults[code]);
}

// told raises the text of a fault and frees it. It returns NULL.
static PyObject *told(char *fault) {
	PyErr_SetString(error, strncmp(fault, "env: ", 5) ? fault : fault + 5);
	free(fault);
	return NULL;
}

typedef struct {
	PyObject_HEAD
	PyObject *game; // the object that it was made with
	int number, seats;
	unsigned char hand[HAND];
	Ask ask;
} State;

// whole reads a whole number; -1 with an exception: it is none. One that is too large is -1.
static long long whole(const char *what, PyObject *o) {
	PyObject *n = PyNumber_Index(o);
	if (!n && PyErr_ExceptionMatches(PyExc_TypeError)) {
		PyErr_Clear();
		PyErr_Format(error, "%s: %R, expected a whole number", what, o);
	}
	if (!n) return -1;
	long long v = PyLong_AsLongLong(n);
	Py_DECREF(n);
	if (v == -1 && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_OverflowError)) PyErr_Clear();
	return v;
}

static PyObject *state_alloc(PyTypeObject *type, PyObject *game, int number, int seats) {
	State *s = (State *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
	if (!s) return NULL;
	Py_INCREF(game);
	s->game = game;
	s->number = number;
	s->seats = seats;
	return (PyObject *)s;
}

static PyObject *state_new(PyTypeObject *type, PyObject *args, PyObject *kw) {
	PyObject *game;
	int number, seats, automatic;
	unsigned long long seed;
	if (!usable() || !PyArg_ParseTuple(args, "OiiKp", &game, &number, &seats, &seed, &automatic)) return NULL;
	State *s = (State *)state_alloc(type, game, number, seats);
	if (!s) return NULL;
	int code = RamsBegin(s->hand, number, seed, automatic, &s->ask);
	if (!code) return (PyObject *)s;
	Py_DECREF(s);
	return failed(code, "game", game);
}

static void state_dealloc(State *s) {
	PyTypeObject *type = Py_TYPE(s);
	Py_XDECREF(s->game);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(s);
	Py_DECREF(type);
}

static PyObject *state_clone(State *s, PyObject *none) {
	State *c = (State *)state_alloc(Py_TYPE(s), s->game, s->number, s->seats);
	if (c) memcpy(c->hand, s->hand, HAND + offsetof(Ask, legal) + 2 * s->ask.n);
	return (PyObject *)c;
}

static PyObject *list(const Ask *ask) {
	PyObject *l = PyList_New(ask->n);
	for (int i = 0; l && i < ask->n; i++) {
		PyObject *n = PyLong_FromLong(ask->legal[i]);
		if (!n || PyList_SetItem(l, i, n)) {
			Py_DECREF(l);
			return NULL;
		}
	}
	return l;
}

static PyObject *state_legal(State *s, PyObject *args) {
	PyObject *player = NULL;
	if (!PyArg_UnpackTuple(args, "legal_actions", 0, 1, &player)) return NULL;
	if (player && player != Py_None) {
		long long p = whole("player", player);
		if (p == -1 && PyErr_Occurred()) return NULL;
		if (p != s->ask.turn) return PyList_New(0);
	}
	return list(&s->ask);
}

static PyObject *state_mask(State *s, PyObject *none) {
	char mask[MASK] = {0};
	for (int i = 0; s->ask.turn >= 0 && i < s->ask.n; i++) mask[s->ask.legal[i] >> 3] |= 1 << (s->ask.legal[i] & 7);
	return PyBytes_FromStringAndSize(mask, MASK);
}

static PyObject *state_apply(State *s, PyObject *action) {
	if (!usable()) return NULL;
	long long id = whole("action", action);
	if (id == -1 && PyErr_Occurred()) return NULL;
	int code = RamsApply(s->hand, id, &s->ask);
	if (!code) Py_RETURN_NONE;
	PyObject *legal = list(&s->ask);
	if (legal && code < 100) PyErr_Format(error, "action %R isn't legal: expected one of %R", action, legal);
	Py_XDECREF(legal);
	return code < 100 ? NULL : failed(code, "action", action);
}

static PyObject *state_player(State *s, PyObject *none) { return PyLong_FromLong(s->ask.turn); }
static PyObject *state_terminal(State *s, PyObject *none) { return PyBool_FromLong(s->ask.turn == -4); }
static PyObject *state_chance(State *s, PyObject *none) { return PyBool_FromLong(s->ask.turn == -1); }

static PyObject *state_returns(State *s, PyObject *none) {
	double r[SEATS] = {0};
	if (!usable()) return NULL;
	int code = RamsReturns(s->hand, r);
	if (code) return failed(code, "state", (PyObject *)s);
	PyObject *l = PyList_New(s->seats);
	for (int i = 0; l && i < s->seats; i++) PyList_SetItem(l, i, PyFloat_FromDouble(r[i]));
	return l;
}

static PyObject *state_sample(State *s, PyObject *random) {
	int id = 0;
	if (!usable()) return NULL;
	unsigned long long r = PyLong_AsUnsignedLongLongMask(random);
	if (PyErr_Occurred()) return NULL;
	if (s->ask.turn != -1) return PyErr_Format(error, "it isn't nature's turn but that of %d", s->ask.turn);
	int code = RamsSample(s->hand, r, &id);
	return code ? failed(code, "state", (PyObject *)s) : PyLong_FromLong(id);
}

static PyObject *state_observe(State *s, PyObject *seat) {
	if (!usable()) return NULL;
	long long n = whole("player", seat);
	if (n == -1 && PyErr_Occurred()) return NULL;
	PyObject *b = PyBytes_FromStringAndSize(NULL, OBSERVATION);
	int code = b ? RamsObserve(s->hand, n, PyBytes_AsString(b)) : 0;
	if (!code) return b;
	Py_DECREF(b);
	return failed(code, "player", seat);
}

static PyObject *state_recall(State *s, PyObject *seat) {
	char *fault = NULL;
	if (!usable()) return NULL;
	long long n = whole("player", seat);
	if (n == -1 && PyErr_Occurred()) return NULL;
	PyObject *b = PyBytes_FromStringAndSize(NULL, TOLD);
	if (b) RamsRecall(s->hand, n, PyBytes_AsString(b), &fault);
	if (!fault) return b;
	Py_DECREF(b);
	return told(fault);
}

// What takes long looks at a copy of the hand, without the GIL.
static PyObject *state_bot(State *s, PyObject *args) {
	const char *name;
	unsigned long long seed;
	unsigned char hand[HAND];
	char *fault = NULL;
	int id;
	if (!usable() || !PyArg_ParseTuple(args, "sK", &name, &seed)) return NULL;
	memcpy(hand, s->hand, HAND);
	Py_BEGIN_ALLOW_THREADS
	id = RamsBot(hand, (char *)name, seed, &fault);
	Py_END_ALLOW_THREADS
	return fault ? told(fault) : PyLong_FromLong(id);
}

static PyObject *state_values(State *s, PyObject *args) {
	const char *name;
	unsigned long long seed;
	unsigned char hand[HAND];
	Value values[LEGAL];
	char *fault = NULL;
	int n;
	if (!usable() || !PyArg_ParseTuple(args, "sK", &name, &seed)) return NULL;
	memcpy(hand, s->hand, HAND);
	Py_BEGIN_ALLOW_THREADS
	n = RamsValues(hand, (char *)name, seed, values, &fault);
	Py_END_ALLOW_THREADS
	if (fault) return told(fault);
	PyObject *l = PyList_New(n);
	for (int i = 0; l && i < n; i++) {
		PyObject *v = Py_BuildValue("(idd)", values[i].action, values[i].mean, values[i].half);
		if (!v || PyList_SetItem(l, i, v)) Py_CLEAR(l);
	}
	return l;
}

// world makes one of the worlds of a state, with its weight.
static PyObject *world(State *s, const char *hand, double weight) {
	State *w = (State *)state_alloc(Py_TYPE(s), s->game, s->number, s->seats);
	if (!w) return NULL;
	memcpy(w->hand, hand, SIZE);
	int code = RamsTurn(w->hand, &w->ask);
	if (!code) return Py_BuildValue("(Nd)", w, weight);
	Py_DECREF(w);
	return failed(code, "world of", (PyObject *)s);
}

static PyObject *state_worlds(State *s, PyObject *args) {
	long long seat, n;
	unsigned long long seed;
	int flat;
	const char *like;
	unsigned char hand[HAND];
	char *fault = NULL;
	if (!usable() || !PyArg_ParseTuple(args, "LLKsp", &seat, &n, &seed, &like, &flat)) return NULL;
	if (n < 1 || n > 1000000) return PyErr_Format(error, "%lld worlds: expected 1 to 1000000", n);
	char *worlds = malloc(n * SIZE);
	double *weights = calloc(n, sizeof *weights);
	PyObject *l = NULL;
	if (!worlds || !weights) {
		PyErr_NoMemory();
		goto done;
	}
	memcpy(hand, s->hand, HAND);
	Py_BEGIN_ALLOW_THREADS
	RamsWorlds(hand, seat, seed, (char *)like, flat, n, worlds, weights, &fault);
	Py_END_ALLOW_THREADS
	l = fault ? told(fault) : PyList_New(n);
	for (long long i = 0; l && i < n; i++) {
		PyObject *w = world(s, worlds + i * SIZE, weights[i]);
		if (!w || PyList_SetItem(l, i, w)) Py_CLEAR(l);
	}
done:
	free(worlds);
	free(weights);
	return l;
}

// tell returns a text of RamsTell, or its bytes.
static PyObject *tell(State *s, char what, long long n) {
	char *fault = NULL;
	long long size = 0;
	if (!usable()) return NULL;
	char *text = RamsTell(s->hand, what, n, &size, &fault);
	if (fault) return told(fault);
	PyObject *o = what == 's' ? PyBytes_FromStringAndSize(text, size) : PyUnicode_FromStringAndSize(text, size);
	free(text);
	return o;
}

static PyObject *number_of(State *s, PyObject *value, char what) {
	long long n = whole(what == 't' ? "action" : "player", value);
	return n == -1 && PyErr_Occurred() ? NULL : tell(s, what, n);
}

static PyObject *state_view(State *s, PyObject *seat) { return number_of(s, seat, 'v'); }
static PyObject *state_text(State *s, PyObject *id) { return number_of(s, id, 't'); }
static PyObject *state_save(State *s, PyObject *none) { return tell(s, 's', 0); }

static PyObject *state_number(State *s, PyObject *text) {
	int id = 0;
	if (!usable()) return NULL;
	PyObject *b = PyUnicode_AsUTF8String(text);
	if (!b) return NULL;
	int code = RamsNumber(s->hand, PyBytes_AsString(b), &id);
	Py_DECREF(b);
	return code ? failed(code, "action", text) : PyLong_FromLong(id);
}

static PyObject *state_restore(State *s, PyObject *saved) {
	char *b, *fault = NULL;
	Py_ssize_t n;
	if (!usable() || PyBytes_AsStringAndSize(saved, &b, &n)) return NULL;
	RamsRestore(s->hand, b, n, &s->ask, &fault);
	if (fault) return told(fault);
	uint32_t number;
	memcpy(&number, s->hand, 4);
	if (number != (uint32_t)s->number + 1) {
		RamsBegin(s->hand, s->number, 0, 0, &s->ask);
		return PyErr_Format(error, "the saved hand is of another game");
	}
	Py_RETURN_NONE;
}

static PyObject *state_game(State *s, void *none) {
	Py_INCREF(s->game);
	return s->game;
}

static PyMethodDef state_methods[] = {
	{"apply_action", (PyCFunction)state_apply, METH_O, "Makes an action; raises RamsError and changes nothing if it isn't legal."},
	{"legal_actions", (PyCFunction)state_legal, METH_VARARGS, "The numbers of what the player on turn may do, in ascending order; of another player none."},
	{"current_player", (PyCFunction)state_player, METH_NOARGS, "A seat; -1: nature; -4: nobody, the hand is over."},
	{"is_terminal", (PyCFunction)state_terminal, METH_NOARGS, "Whether the hand is over."},
	{"is_chance_node", (PyCFunction)state_chance, METH_NOARGS, "Whether it is nature's turn."},
	{"clone", (PyCFunction)state_clone, METH_NOARGS, "A copy of the hand."},
	{"returns", (PyCFunction)state_returns, METH_NOARGS, "What each seat has won, in percent of the pot; zeros while the hand goes on."},
	{"mask", (PyCFunction)state_mask, METH_NOARGS, "The legal actions as 64 bytes with a bit for each action, the first in the lowest bit."},
	{"_sample", (PyCFunction)state_sample, METH_O, NULL},
	{"_observe", (PyCFunction)state_observe, METH_O, NULL},
	{"_recall", (PyCFunction)state_recall, METH_O, NULL},
	{"_bot", (PyCFunction)state_bot, METH_VARARGS, NULL},
	{"_values", (PyCFunction)state_values, METH_VARARGS, NULL},
	{"_worlds", (PyCFunction)state_worlds, METH_VARARGS, NULL},
	{"_view", (PyCFunction)state_view, METH_O, NULL},
	{"_text", (PyCFunction)state_text, METH_O, NULL},
	{"_number", (PyCFunction)state_number, METH_O, NULL},
	{"_save", (PyCFunction)state_save, METH_NOARGS, NULL},
	{"_restore", (PyCFunction)state_restore, METH_O, NULL},
	{NULL, NULL, 0, NULL},
};
static PyGetSetDef state_getset[] = {{"game", (getter)state_game, NULL, "The game that the hand is of.", NULL}, {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot state_slots[] = {{Py_tp_new, state_new}, {Py_tp_dealloc, state_dealloc}, {Py_tp_methods, state_methods}, {Py_tp_getset, state_getset}, {0, NULL}};
static PyType_Spec state_spec = {"rams._native.State", sizeof(State), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, state_slots};

// Batch is the memory of an env.Batch: bytearrays, each held by a memoryview, so that it can't be resized.
typedef struct {
	PyObject_HEAD
	PyObject *held; // a list of them; NULL: closed
	Arrays arrays;
	int busy;
} Batch;

static PyObject *batch_do(Batch *b, int what, uint64_t source) {
	long long wrong = 0;
	int code;
	if (!usable()) return NULL;
	if (!b->held) return PyErr_Format(error, "the batch is closed");
	if (b->busy) return PyErr_Format(PyExc_RuntimeError, "rams: another thread is stepping this batch: give each thread its own");
	b->busy = 1;
	Py_BEGIN_ALLOW_THREADS
	code = RamsBatch(&b->arrays, what, &source, &wrong);
	Py_END_ALLOW_THREADS
	b->busy = 0;
	if (!code) Py_RETURN_NONE;
	PyObject *at = PyLong_FromLongLong(wrong);
	if (code == 3) PyErr_Format(error, "action %d in hand %lld isn't legal: expected one of its legal actions", ((uint16_t *)b->arrays.at[5])[wrong], wrong);
	else failed(code, "hand", at);
	Py_XDECREF(at);
	return NULL;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *kw) {
	PyObject *arrays, *others;
	int game, reset;
	unsigned long long seed;
	if (!usable() || !PyArg_ParseTuple(args, "iKpO!S", &game, &seed, &reset, &PyTuple_Type, &arrays, &others)) return NULL;
	if (PyTuple_Size(arrays) != ARRAYS) return PyErr_Format(error, "%zd arrays: expected %d", PyTuple_Size(arrays), ARRAYS);
	Batch *b = (Batch *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
	if (!b) return NULL;
	b->held = PyList_New(0);
	b->arrays.seed = seed;
	b->arrays.game = game;
	b->arrays.reset = reset;
	for (int i = 0; b->held && i < ARRAYS; i++) {
		PyObject *a = PyTuple_GetItem(arrays, i), *view = NULL;
		if (!PyObject_TypeCheck(a, &PyByteArray_Type)) PyErr_SetString(PyExc_TypeError, "expected bytearrays");
		else view = PyMemoryView_FromObject(a);
		if (!view || PyList_Append(b->held, view)) {
			Py_XDECREF(view);
			Py_DECREF(b);
			return NULL;
		}
		Py_DECREF(view);
		b->arrays.at[i] = PyByteArray_AsString(a);
		b->arrays.size[i] = PyByteArray_Size(a);
	}
	if (b->held && PyList_Append(b->held, others)) {
		Py_DECREF(b);
		return NULL;
	}
	b->arrays.others = PyBytes_Size(others) ? PyBytes_AsString(others) : NULL;
	PyObject *done = batch_do(b, BATCH_BEGIN, 0);
	Py_XDECREF(done);
	if (done) return (PyObject *)b;
	Py_DECREF(b);
	return NULL;
}

static void batch_dealloc(Batch *b) {
	PyTypeObject *type = Py_TYPE(b);
	Py_XDECREF(b->held);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(b);
	Py_DECREF(type);
}

static PyObject *batch_step(Batch *b, PyObject *none) { return batch_do(b, BATCH_STEP, 0); }

static PyObject *batch_sample(Batch *b, PyObject *random) {
	unsigned long long r = PyLong_AsUnsignedLongLongMask(random);
	return PyErr_Occurred() ? NULL : batch_do(b, BATCH_SAMPLE, r);
}

static PyObject *batch_close(Batch *b, PyObject *none) {
	if (b->busy) return PyErr_Format(PyExc_RuntimeError, "rams: another thread is stepping this batch");
	Py_CLEAR(b->held);
	Py_RETURN_NONE;
}

static PyMethodDef batch_methods[] = {
	{"step", (PyCFunction)batch_step, METH_NOARGS, NULL},
	{"sample", (PyCFunction)batch_sample, METH_O, NULL},
	{"close", (PyCFunction)batch_close, METH_NOARGS, NULL},
	{NULL, NULL, 0, NULL},
};
static PyType_Slot batch_slots[] = {{Py_tp_new, batch_new}, {Py_tp_dealloc, batch_dealloc}, {Py_tp_methods, batch_methods}, {0, NULL}};
static PyType_Spec batch_spec = {"rams._native.Batch", sizeof(Batch), 0, Py_TPFLAGS_DEFAULT, batch_slots};

static PyObject *load(PyObject *module, PyObject *args) {
	const char *rules;
	int seats, muss;
	long long pot;
	Start start = {0};
	char *fault = NULL;
	if (!usable() || !PyArg_ParseTuple(args, "siLipII", &rules, &seats, &pot, &start.dealer, &muss, &start.redeal, &start.spared)) return NULL;
	start.pot = pot;
	start.muss = muss;
	double bound = 0;
	int number = RamsLoad((char *)rules, &seats, &start, &bound, &fault);
	return fault ? told(fault) : Py_BuildValue("(iid)", number, seats, bound);
}

static PyObject *games(PyObject *module, PyObject *none) {
	char *fault = NULL;
	if (!usable()) return NULL;
	char *text = RamsGames(&fault);
	if (fault) return told(fault);
	PyObject *list = PyUnicode_FromString(text);
	free(text);
	return list;
}

// raises sets the class of exceptions.
static PyObject *raises(PyObject *module, PyObject *class) {
	Py_INCREF(class);
	Py_XDECREF(error);
	error = class;
	Py_RETURN_NONE;
}

static PyObject *width(PyObject *module, PyObject *game) {
	long n = PyLong_AsLong(game);
	return PyErr_Occurred() ? NULL : PyLong_FromLong(RamsWidth(n));
}

static PyMethodDef functions[] = {{"games", games, METH_NOARGS, NULL}, {"load", load, METH_VARARGS, NULL}, {"width", width, METH_O, NULL}, {"raises", raises, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) {
	PyObject *m = PyModule_Create(&module);
	if (!m) return NULL;
	Py_INCREF(PyExc_ValueError);
	error = PyExc_ValueError;
	pthread_atfork(NULL, NULL, in_child);
	PyObject *state = PyType_FromSpec(&state_spec), *batch = PyType_FromSpec(&batch_spec);
	if (!state || !batch || PyModule_AddIntConstant(m, "SIZE", SIZE) || PyModule_AddIntConstant(m, "HAND", HAND) || PyModule_AddObject(m, "State", state) || PyModule_AddObject(m, "Batch", batch)) {
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
