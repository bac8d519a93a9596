//! Structs of views, and functions that return iterators, as kernels support them.

use amp::prelude::*;

#[derive(Clone, Copy, GpuViews)]
struct Csr<'a> {
    rows: &'a ArrayView<'a, u32>,
    n: u32,
}

#[device]
impl Csr<'_> {
    fn added(&self) -> u32 {
        let mut n = self.n;
        n += 1;
        n
    }

    fn pair(&self) -> u32 {
        let pair = (self.rows[0], 1);
        pair.0 + pair.1
    }
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

#[derive(GpuViews)]
struct Lazy<F> {
    f: F,
    n: u32,
}

#[device]
impl<F: Fn(u32) -> u32> Lazy<F> {
    fn get(&self) -> u32 {
        (self.f)(self.n)
    }
}

#[device]
fn skipped(data: &[u32]) -> u32 {
    let mut r = Reader { data, pos: 0 };
    let last = r.len() - 1;
    let lazy = Lazy { f: |x| x * 2, n: 0 };
    r.skip(last) + lazy.get()
}

#[derive(GpuViews)]
struct Out<'a, 'b> {
    y: &'a mut ArrayViewMut<'b, u32>,
    w: [u32; 2],
}

#[device]
fn doubled(n: u32) -> impl Iterator<Item = u32> {
    (0..n).map(|k| k * 2)
}

#[device]
fn finds(n: u32) -> u32 {
    let mut found = 0;
    for v in doubled(n).filter(|v| *v > 2) {
        if v == 8 {
            found = 3;
            break;
        }
    }
    found + doubled(n).map(|v| v + 1).sum::<u32>()
}

#[kernel]
fn writes(i: Index<1>, a: &Csr, out: &mut Out) {
    out.y[i] = a.added() + a.pair() + out.w[0] + finds(5) + skipped(&[7, 0]);
}

#[test]
fn runs() {
    let rows = ArrayView::new(&[4]);
    let a = Csr { rows: &rows, n: 2 };
    crate::gives(&[3 + 5 + 7 + 3 + 25], &[0], |on, y| {
        on.parallel_for_each(1, writes(&a, &mut Out { y, w: [7, 8] }))
    });
}
