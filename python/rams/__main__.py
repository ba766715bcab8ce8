"""python3 -m rams seats|acts HANDS.jsonl OUT.csv: hands as a table (.csv or .jsonl)."""

import sys

from .columns import act_rows, read_hands, seat_rows, write_csv, write_jsonl


def main(args):
    rows = {"seats": seat_rows, "acts": act_rows}
    if len(args) != 3 or args[0] not in rows:
        print(__doc__, file=sys.stderr)
        return 2
    write = write_jsonl if args[2].endswith(".jsonl") else write_csv
    try:
        print(write(args[2], rows[args[0]](read_hands(args[1]))), "rows")
    except OSError as err:
        print("%s: %s" % (str(err.filename).removesuffix(".part"), err.strerror), file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError) as err:
        what = err if isinstance(err, ValueError) else "no hands of rams-hand/1 (%r)" % err
        print("%s: %s" % (args[1], what), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
