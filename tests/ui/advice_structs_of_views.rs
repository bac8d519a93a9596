use amp::prelude::*;

#[derive(Clone, Copy, GpuViews)]
struct Csr<'a> {
    rows: &'a ArrayView<'a, u32>,
    n: u32,
}

#[device]
impl Csr<'_> {
    fn cut(&mut self) {
        self.rows = self.rows;
    }

    fn copy(&self) -> Csr<'_> {
        *self
    }

    fn add(&self) {
        self.n += 1;
    }

    fn pair(&self) -> u32 {
        let _pair = (self, 1);
        self.rows[0]
    }
}

trait Count {
    fn count(&self) -> u32;
}

#[device]
impl Count for Csr<'_> {
    fn count(&self) -> u32 {
        self.n
    }
}

#[derive(GpuViews)]
struct Nested<'a> {
    inner: Csr<'a>,
    x: &'a ArrayView<'a, u32>,
}

#[derive(GpuViews)]
struct Plain {
    n: u32,
}

#[derive(GpuViews)]
struct Out<'a, 'b> {
    y: &'a mut ArrayViewMut<'b, u32>,
    w: &'a [u32; 2],
}

#[kernel]
fn shared(i: Index<1>, a: &Out) {
    let k = a.w[0];
}

struct Other<'a> {
    x: &'a ArrayView<'a, u32>,
}

#[device]
fn first(o: &Other<'_>) -> u32 {
    o.x[0]
}

#[device]
fn doubled(n: u32) -> impl Iterator<Item = u32> {
    (0..n).map(|k| k * 2)
}

#[device]
fn halves(n: u32) -> impl DoubleEndedIterator<Item = u32> {
    (0..n).map(|k| k / 2)
}

#[device]
fn references(w: &[u32; 2]) -> impl Iterator<Item = &u32> {
    w.iter()
}

#[device]
fn finds(n: u32) -> u32 {
    for v in doubled(n).filter(|v| *v > 2) {
        if v == 8 {
            return 3;
        }
    }
    halves(n).map(|v| v + 1).rev().sum()
}

#[derive(Clone, Copy, GpuViews)]
struct Reader<'a> {
    data: &'a [u32],
    pos: usize,
}

#[device]
impl Reader<'_> {
    fn len(&self) -> usize {
        self.data.len()
    }

    fn skip(&mut self, n: usize) -> u32 {
        self.pos += n;
        self.data[self.pos]
    }
}

#[device]
fn skipped(data: &[u32]) -> u32 {
    let mut r = Reader { data, pos: 0 };
    r.skip(r.len() - 1)
}

#[derive(GpuViews)]
struct Counter<F> {
    f: F,
    n: u32,
}

#[device]
impl<F: FnMut(u32)> Counter<F> {
    fn count(&self) -> u32 {
        self.n
    }
}

fn main() {}
