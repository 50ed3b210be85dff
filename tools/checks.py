"""checks.py -- what check_docs, check_layers and check_style share: checks that are counted, and their report."""
failures, checks = [], 0


def expect(ok, words):
    global checks
    checks += 1
    if not ok:
        failures.append(words)


def report():
    """Print what failed and the line that ./check adds up; returns the exit status."""
    for words in failures:
        print("FAIL", words)
    print("%d passed, %d failed" % (checks - len(failures), len(failures)))
    return bool(failures)
