//! Methods whose arguments change what they are called on, or only look at it: by value they are given what was there before.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    v: u32,
    w: u32,
}

#[device]
impl Cell {
    fn next(&mut self) -> u32 {
        self.v += 1;
        self.v
    }

    fn add(&mut self, n: u32) -> u32 {
        self.v += n;
        self.w += 1;
        self.v
    }

    fn get(&self) -> u32 {
        self.v * 3 + self.w
    }

    fn by(self, n: u32) -> Cell {
        Cell { v: self.v * 5 + n, w: self.w }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Cells {
    one: Cell,
    all: [Cell; 3],
}

#[device]
impl Cells {
    fn step(&mut self) -> u32 {
        self.all[0].add(self.one.get()) + self.all[1].by(self.all[1].next()).v
    }

    fn first(self, n: u32) -> Cell {
        self.all[0].by(n)
    }
}

#[device]
trait Tick {
    fn tick(&mut self) -> u32;
    fn took(self, n: u32) -> u32;
}

#[device]
impl Tick for Cells {
    fn tick(&mut self) -> u32 {
        self.one.next()
    }

    fn took(self, n: u32) -> u32 {
        self.one.v * 1000 + n
    }
}

#[device]
fn ticks<T: Tick + GpuType>(v: &mut ArrayViewMut<T>, at: usize) -> u32 {
    let took = v[at].took(v[at].tick());
    let mut own = v[at];
    took + own.took(own.tick())
}

fn cells() -> Vec<Cells> {
    let cell = |v| Cell { v, w: v % 3 };
    (0..16).map(|n| Cells { one: cell(n), all: [cell(n + 1), cell(n + 2), cell(n + 3)] }).collect()
}

#[kernel]
fn elements(i: Index<1>, c: &mut ArrayViewMut<Cells>, y: &mut ArrayViewMut<u32>) {
    y[i] = c[i].first(c[i].step()).v;
    c[i].one = c[i].all[1].by(c[i].all[1].next());
    let cells = &mut c[i];
    y[i] += cells.first(cells.step()).get();
    let mut part = c.section_mut(i, 1).unwrap();
    y[i] += part[0].first(part[0].step()).get() + ticks(&mut part, 0);
}

#[test]
fn elements_as_they_were() {
    on_each(|accelerator| {
        let (mut cs, mut ys) = (cells(), vec![0; 16]);
        let (mut c, mut y) = (ArrayViewMut::new(&mut cs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(16, elements(&mut c, &mut y)).unwrap();
        c.finish().unwrap();
        y.finish().unwrap();
        for (n, mut c) in cells().into_iter().enumerate() {
            let mut y = c.first(c.step()).v;
            c.one = c.all[1].by(c.all[1].next());
            y += c.first(c.step()).get();
            y += c.first(c.step()).get() + c.took(c.tick());
            let mut own = c;
            y += own.took(own.tick());
            assert_eq!((cs[n], ys[n]), (c, y), "{n} on {}", accelerator.description());
        }
    });
}

/// The arguments look at what the method changes.
#[kernel]
fn variables(i: Index<1>, c: &mut ArrayViewMut<Cells>, y: &mut ArrayViewMut<u32>) {
    let mut held = c[i].all;
    let at = i[0] % 3;
    held[at].add(held[1].get());
    held[0].add({
        let looked = held[2].get() + held[0].get();
        looked + 1
    });
    held[1] = held[1].by(held[at].next());
    held[2] = held[2].by({
        held[2].v = 9;
        held[2].add(1)
    });
    let mut one = c[i].one;
    one.add(one.get());
    one = one.by(one.next()).by(one.get());
    y[i] = held[0].get() + held[1].get() * 3 + held[2].get() * 5 + one.get();
}

#[test]
fn variables_as_they_were() {
    on_each(|accelerator| {
        let (mut cs, mut ys) = (cells(), vec![0; 16]);
        let (mut c, mut y) = (ArrayViewMut::new(&mut cs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(16, variables(&mut c, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, c) in cells().into_iter().enumerate() {
            let (mut held, at, mut one) = (c.all, n % 3, c.one);
            held[at].add(held[1].get());
            let looked = held[2].get() + held[0].get();
            held[0].add(looked + 1);
            held[1] = held[1].by(held[at].next());
            held[2] = held[2].by(10);
            one.add(one.get());
            one = one.by(one.next()).by(one.get());
            let y = held[0].get() + held[1].get() * 3 + held[2].get() * 5 + one.get();
            assert_eq!(ys[n], y, "{n} on {}", accelerator.description());
        }
    });
}

#[kernel(tile = [8])]
fn tiles(t: TiledIndex<1>, c: &ArrayView<Cells>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut held: [Cell; 8];
    let own = t.local[0];
    held[own] = c[t.global].one;
    let by = held[own].by(held[own].next());
    held[own].add(held[own].get());
    t.barrier.wait();
    y[t.global] = held[7 - own].get() + by.get();
}

#[test]
fn tile_memory_as_it_was() {
    let cs = cells();
    on_each(|accelerator| {
        let mut ys = vec![0; 16];
        let (c, mut y) = (ArrayView::new(&cs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([8]).unwrap();
        accelerator.default_view().parallel_for_each(domain, tiles(&c, &mut y)).unwrap();
        y.finish().unwrap();
        let changed = |n: usize| {
            let mut one = cs[n].one;
            let by = one.by(one.next());
            one.add(one.get());
            (one.get(), by.get())
        };
        for (n, y) in ys.iter().enumerate() {
            let other = n / 8 * 8 + 7 - n % 8;
            assert_eq!(*y, changed(other).0 + changed(n).1, "{n} on {}", accelerator.description());
        }
    });
}
