"""Semantic renames by rust-analyzer. usage: ra.py ROOT TABLE  -- TABLE lines: `path :: regex with one (group) on the name :: new` ; `mod path new` to rename a module file."""
import json, os, re, subprocess, sys, threading, time, queue
root, table = os.path.abspath(sys.argv[1]), sys.argv[2]
def uri(p): return 'file://' + p
def path(u): return u[len('file://'):]
class Server:
    def __init__(s):
        s.p = subprocess.Popen(['/usr/bin/rust-analyzer'], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        s.n = 0; s.q = {}; s.prog = set(); s.ready = threading.Event(); s.status = None
        threading.Thread(target=s.read, daemon=True).start()
    def send(s, m):
        b = json.dumps(m).encode(); s.p.stdin.write(b'Content-Length: %d\r\n\r\n' % len(b) + b); s.p.stdin.flush()
    def read(s):
        while True:
            n = 0
            while True:
                l = s.p.stdout.readline()
                if not l: return
                if l == b'\r\n': break
                if l.lower().startswith(b'content-length'): n = int(l.split(b':')[1])
            m = json.loads(s.p.stdout.read(n))
            if 'method' in m and 'id' in m: s.send({'jsonrpc': '2.0', 'id': m['id'], 'result': [None] * len(m['params'].get('items', [])) if m['method'] == 'workspace/configuration' else None})
            elif 'method' in m:
                if m['method'] == 'experimental/serverStatus': s.status = m['params']
            else: s.q.setdefault(m['id'], queue.Queue()).put(m)
    def call(s, method, params):
        s.n += 1; i = s.n; s.q[i] = queue.Queue(); s.send({'jsonrpc': '2.0', 'id': i, 'method': method, 'params': params})
        m = s.q[i].get(timeout=600)
        if 'error' in m: raise RuntimeError(m['error']['message'])
        return m['result']
    def note(s, method, params): s.send({'jsonrpc': '2.0', 'method': method, 'params': params})
srv = Server()
opts = {'cargo': {'sysroot': subprocess.check_output(['rustc', '--print', 'sysroot'], text=True).strip(), 'sysrootSrc': '/usr/src/rustc-1.96.0/library', 'buildScripts': {'enable': False}, 'allTargets': True, 'targetDir': True},
        'procMacro': {'enable': False, 'attributes': {'enable': False}}, 'checkOnSave': False, 'cachePriming': {'enable': False}, 'files': {'watcher': 'client', 'excludeDirs': ['target', 'bench', 'fuzz', 'amp-examples']}, 'numThreads': 2, 'rename': {'allowExternalItems': True}}
srv.call('initialize', {'processId': os.getpid(), 'rootUri': uri(root), 'capabilities': {'workspace': {'configuration': False, 'workspaceEdit': {'documentChanges': True, 'resourceOperations': ['rename', 'create', 'delete']}, 'didChangeWatchedFiles': {'dynamicRegistration': False}}, 'experimental': {'serverStatusNotification': True}, 'general': {'positionEncodings': ['utf-8']}, 'textDocument': {'rename': {'prepareSupport': True}}}, 'initializationOptions': opts, 'workspaceFolders': [{'uri': uri(root), 'name': 'amp'}]})
srv.note('initialized', {})
t = time.time()
while not (srv.status and srv.status.get('quiescent')):
    time.sleep(0.5)
    if time.time() - t > 600: print('not ready', srv.status); break
print('ready %.0fs' % (time.time() - t), srv.status)
def apply(edit):
    files = set()
    changes = edit.get('documentChanges') or [{'textDocument': {'uri': u}, 'edits': e} for u, e in edit.get('changes', {}).items()]
    events = []
    for c in [c for c in changes if 'kind' not in c]:
        p = path(c['textDocument']['uri']); files.add(p)
        b = open(p, 'rb').read(); lines = b.split(b'\n'); starts = [0]
        for l in lines: starts.append(starts[-1] + len(l) + 1)
        off = lambda q: starts[q['line']] + q['character']
        for e in sorted(c['edits'], key=lambda e: -off(e['range']['start'])):
            b = b[:off(e['range']['start'])] + e['newText'].encode() + b[off(e['range']['end']):]
        open(p, 'wb').write(b); events.append({'uri': uri(p), 'type': 2})
    for c in [c for c in changes if c.get('kind') == 'rename']:
        a, z = path(c['oldUri']), path(c['newUri'])
        os.makedirs(os.path.dirname(z), exist_ok=True)
        subprocess.run(['git', 'mv', a, z], cwd=root, check=True); print('  mv', os.path.relpath(a, root), os.path.relpath(z, root))
        if os.path.isdir(z):
            for d, _, fs in os.walk(z):
                for f in fs: q = os.path.join(d, f); events += [{'uri': uri(q), 'type': 1}, {'uri': uri(q.replace(z, a, 1)), 'type': 3}]
        else: events += [{'uri': uri(a), 'type': 3}, {'uri': uri(z), 'type': 1}]
    srv.note('workspace/didChangeWatchedFiles', {'changes': events})
    return len(files)
bad = 0
for line in open(table):
    line = line.rstrip('\n')
    if not line.strip() or line.startswith('#'): continue
    try:
        f, rx, new = [x.strip() for x in line.split(' :: ')]
        p = os.path.join(root, f); text = open(p, 'rb').read().decode()
        m = re.search(rx, text, re.M)
        if not m: print('NOT FOUND', line); bad += 1; continue
        s = m.start(1); ln = text.count('\n', 0, s); ch = len(text[text.rfind('\n', 0, s) + 1:s].encode())
        for attempt in range(6):
            try: e = srv.call('textDocument/rename', {'textDocument': {'uri': uri(p)}, 'position': {'line': ln, 'character': ch}, 'newName': new}); break
            except RuntimeError as x:
                if 'content modified' in str(x).lower() or 'No references' in str(x): time.sleep(0.7); continue
                raise
        else: raise RuntimeError('gave up: ' + str(x) if False else 'gave up')
        n = apply(e) if e else 0
        print(f'{m.group(1)} -> {new}: {n} files')
    except Exception as x: print('FAILED', line, '|', x); bad += 1
srv.p.kill(); print('bad', bad)
