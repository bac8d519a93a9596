//! Evaluation order of method calls whose arguments use or change the receiver: elements of views, variables, and tile memory.
//! The host's results are the expected ones.

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
    fn record(self, n: u32) -> u32;
}

#[device]
impl Tick for Cells {
    fn tick(&mut self) -> u32 {
        self.one.next()
    }

    fn record(self, n: u32) -> u32 {
        self.one.v * 1000 + n
    }
}

#[device]
fn ticks<T: Tick + GpuType>(v: &mut ArrayViewMut<T>, at: usize) -> u32 {
    let record = v[at].record(v[at].tick());
    let mut own = v[at];
    record + own.record(own.tick())
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
    let mut own_section = c.section_mut(i, 1).unwrap();
    y[i] += own_section[0].first(own_section[0].step()).get() + ticks(&mut own_section, 0);
}

#[test]
fn receivers_in_views_are_copied_before_the_arguments() {
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
            y += c.first(c.step()).get() + c.record(c.tick());
            let mut own = c;
            y += own.record(own.tick());
            assert_eq!((cs[n], ys[n]), (c, y), "{n} on {}", accelerator.description());
        }
    });
}

/// The arguments read the variable that the method changes.
#[kernel]
fn variables(i: Index<1>, c: &mut ArrayViewMut<Cells>, y: &mut ArrayViewMut<u32>) {
    let mut cells = c[i].all;
    let at = i[0] % 3;
    cells[at].add(cells[1].get());
    cells[0].add({
        let value = cells[2].get() + cells[0].get();
        value + 1
    });
    cells[1] = cells[1].by(cells[at].next());
    cells[2] = cells[2].by({
        cells[2].v = 9;
        cells[2].add(1)
    });
    let mut one = c[i].one;
    one.add(one.get());
    one = one.by(one.next()).by(one.get());
    y[i] = cells[0].get() + cells[1].get() * 3 + cells[2].get() * 5 + one.get();
}

#[test]
fn receivers_in_variables_are_copied_before_the_arguments() {
    on_each(|accelerator| {
        let (mut cs, mut ys) = (cells(), vec![0; 16]);
        let (mut c, mut y) = (ArrayViewMut::new(&mut cs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(16, variables(&mut c, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, c) in cells().into_iter().enumerate() {
            let (mut cells, at, mut one) = (c.all, n % 3, c.one);
            cells[at].add(cells[1].get());
            let value = cells[2].get() + cells[0].get();
            cells[0].add(value + 1);
            cells[1] = cells[1].by(cells[at].next());
            cells[2] = cells[2].by(10);
            one.add(one.get());
            one = one.by(one.next()).by(one.get());
            let y = cells[0].get() + cells[1].get() * 3 + cells[2].get() * 5 + one.get();
            assert_eq!(ys[n], y, "{n} on {}", accelerator.description());
        }
    });
}

#[kernel(tile = [8])]
fn tiles(t: TiledIndex<1>, c: &ArrayView<Cells>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut cells: [Cell; 8];
    let own = t.local[0];
    cells[own] = c[t.global].one;
    let by = cells[own].by(cells[own].next());
    cells[own].add(cells[own].get());
    t.barrier.wait();
    y[t.global] = cells[7 - own].get() + by.get();
}

#[test]
fn receivers_in_tile_memory_are_copied_before_the_arguments() {
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
