"""Applies rename tables: names with one definition in the library crates textually; the others are written to a table for rust-analyzer.
usage: sweep.py ROOT OUT TABLE.."""
import re, sys, os, subprocess, collections
root, out = sys.argv[1], sys.argv[2]
dry = 'DRY' in os.environ
crates = ('amp-lower/src', 'amp-shader/src', 'amp-runtime/src', 'amp-macros/src')
allfiles = subprocess.check_output(['git', 'ls-files', '*.rs'], cwd=root, text=True).split()
text = {f: open(os.path.join(root, f)).read() for f in allfiles}
lib = [f for f in allfiles if f.startswith(crates)]
D, B, V, N = (collections.Counter() for _ in range(4))
kw = re.compile(r'\b(?:fn|struct|enum|trait|type|const|static|mod|macro_rules!|union) (?:mut )?([A-Za-z_]\w*)')
let = re.compile(r'\b(?:let|for|ref|in|mut) (?:mut )?([a-z_]\w*)')
par = re.compile(r'(?:^|[({,|&]|\bpub\b|\bpub\([a-z]+\)|\bmut)\s*([a-z_]\w*): ')
bind = re.compile(r'[(,|&{] ?([a-z_]\w*) ?(?=[),|}])')
var = re.compile(r'^\s+([A-Z]\w*)(?:\(.*| \{.*| = .*)?,?$')
for f in lib:
    for l in text[f].split('\n'):
        l = l.split('//')[0]
        if not l.strip(): continue
        for w in re.findall(r'\b\w+\b', l): N[w] += 1
        for w in kw.findall(l): D[w] += 1
        for w in let.findall(l): B[w] += 1
        for w in par.findall(l): B[w] += 1
        for w in bind.findall(l): B[w] += 1
        for w in var.findall(l): V[w] += 1
entries = []
for t in sys.argv[3:]:
    for l in open(t):
        l = l.rstrip('\n')
        if not l.strip() or l.startswith('#'): continue
        f, rx, new = [x.strip() for x in l.split(' :: ')]
        s = text.get(f)
        m = re.search(rx, s, re.M) if s else None
        if not m: print('NOT FOUND', l); continue
        if m.group(1) != new: entries.append((m.group(1), new, f, rx, l))
olds = collections.Counter(e[0] for e in entries)
plain, ra = [], []
for old, new, f, rx, l in entries:
    is_mod = bool(re.match(r'(?:\^?\s*|.*)mod \(', rx))
    single = olds[old] == 1 and len(old) > 3 and ((D[old] == 1 and V[old] == 0) or (D[old] == 0 and V[old] == 1)) and B[old] == 0
    (plain if single and not is_mod else ra).append((old, new, l))
print('plain', len(plain), 'ra', len(ra), 'clashing new names', [n for o, n, l in plain if N[n]][:200] if dry else '')
open(out, 'w').write('\n'.join(l for *_, l in ra) + '\n')
if not dry:
    names = {o: n for o, n, l in plain}
    rx = re.compile(r'\b(' + '|'.join(sorted(map(re.escape, names), key=len, reverse=True)) + r')\b')
    sub = lambda s: rx.sub(lambda m: names[m.group(1)], s)
    for f in allfiles:
        lines = text[f].split('\n')
        for i, line in enumerate(lines):
            cut = line.find('//')
            if cut < 0 or line[:cut].count('"') % 2: head, tail = line, ''
            else: head, tail = line[:cut], line[cut:]
            lines[i] = sub(head) + re.sub(r'`[^`]*`', lambda q: sub(q.group(0)), tail)
        s2 = '\n'.join(lines)
        if s2 != text[f]: open(os.path.join(root, f), 'w').write(s2)
