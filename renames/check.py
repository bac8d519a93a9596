import re,sys
root=sys.argv[1]
for t in sys.argv[2:]:
    for l in open(t):
        l=l.rstrip('\n')
        if not l.strip() or l.startswith('#'): continue
        f,rx,new=[x.strip() for x in l.split(' :: ')]
        try: s=open(root+'/'+f).read()
        except OSError: print('NOFILE',l); continue
        m=list(re.finditer(rx,s,re.M))
        if len(m)!=1: print(len(m),l)
