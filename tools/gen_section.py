"""gen_section.py FILE NAME -- print FILE with what comes in on stdin between <!-- NAME: ... --> and <!-- end NAME -->."""
import re
import sys

path, name = sys.argv[1:]
text = open(path, encoding="utf-8").read()
fresh = sys.stdin.read().strip()
found = re.search(r"(<!-- %s: [^\n]*-->\n).*?(\n<!-- end %s -->)" % (name, name), text, re.S)
if not found or not fresh:
    sys.exit("%s: no marks for %s, or nothing to put between them" % (path, name))
sys.stdout.write(text[:found.end(1)] + fresh + text[found.start(2):])
