//! References that functions return, in variables and as targets of assignments: `let cell = grid.cell_mut(r, c);`. The
//! host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Default, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    count: u32,
    sum: u32,
}

#[device]
impl Cell {
    fn sum_mut(&mut self) -> &mut u32 {
        &mut self.sum
    }

    fn add(&mut self, v: u32) -> u32 {
        self.count += 1;
        self.sum += v;
        self.sum
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Row {
    cells: [Cell; 3],
}

#[device]
impl Row {
    fn cell_mut(&mut self, c: usize) -> &mut Cell {
        &mut self.cells[c % 3]
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Grid {
    rows: [Row; 2],
    total: Cell,
    steps: u32,
}

#[device]
fn bump(cell: &mut Cell, by: u32) {
    cell.sum += by;
}

#[device]
impl Grid {
    fn row_mut(&mut self, r: usize) -> &mut Row {
        &mut self.rows[r % 2]
    }

    fn cell_mut(&mut self, r: usize, c: usize) -> &mut Cell {
        if r == 7 {
            return &mut self.total;
        }
        &mut self.rows[r % 2].cells[c % 3]
    }

    fn at(&mut self, r: usize) -> &mut Cell {
        &mut self.rows[r % 2].cells[0]
    }

    /// Two statements for one reference.
    fn add(&mut self, r: usize, c: usize, v: u32) {
        let cell = self.cell_mut(r, c);
        cell.count += 1;
        cell.sum += v;
        self.total.sum += 1;
    }

    /// The arguments change after the reference is made.
    fn moving(&mut self, mut r: usize, v: u32) {
        let cell = self.at(r);
        r += 1;
        cell.sum += v + r as u32;
        let cell = self.at(r);
        *cell = Cell { count: cell.count + 5, sum: v };
    }

    /// Branches, loops and early exits, after which the target is accessed directly.
    fn branches(&mut self, k: usize, v: u32) -> u32 {
        let cell = self.cell_mut(k, k);
        if v % 2 == 0 {
            cell.sum += v;
            self.rows[k % 2].cells[k % 3].sum *= 2;
            self.total.sum += 3;
            return self.total.sum;
        }
        for n in 0..k {
            if n == 3 {
                break;
            }
            cell.count += 1;
            cell.sum += n as u32;
        }
        match v % 3 {
            0 => cell.sum = 9,
            1 => {
                let Cell { count, sum } = cell;
                *count += 2;
                *sum += *count;
            }
            _ => {}
        }
        self.rows[k % 2].cells[k % 3].count
    }

    /// Methods, arguments, parts and references to parts.
    fn uses(&mut self, k: usize, v: u32) -> u32 {
        let cell = self.cell_mut(k, 1);
        let before = cell.add(v);
        bump(cell, 3);
        bump(&mut *cell, 4);
        let sum = &mut cell.sum;
        *sum += 1;
        let part = cell.sum_mut();
        *part *= 2;
        let add = |cell: &mut Cell, n: u32| cell.count += n;
        add(cell, 2);
        std::mem::swap(&mut cell.sum, &mut cell.count);
        before + cell.count
    }

    /// Nested calls.
    fn nested(&mut self, k: usize, v: u32) {
        let row = self.row_mut(k);
        row.cells[0].sum += v;
        let cell = row.cell_mut(k);
        cell.sum += 1;
        *cell.sum_mut() += 2;
        row.cells.swap(0, 1);
        self.row_mut(k).cell_mut(k + 1).count += 7;
        *self.row_mut(k + 1).cell_mut(k).sum_mut() += 4;
    }

    fn first_free_mut(&mut self) -> &mut Cell {
        for k in 0..3 {
            if self.rows[0].cells[k].count == 0 {
                return &mut self.rows[0].cells[k];
            }
        }
        &mut self.total
    }

    /// The modified part decides which part the function finds.
    fn claim(&mut self, v: u32) -> u32 {
        let cell = self.first_free_mut();
        cell.count = 1;
        if v % 4 == 0 {
            cell.sum = v;
            return cell.sum;
        }
        for n in 0..3 {
            cell.sum += n;
            if cell.sum > 2 {
                break;
            }
            cell.count += 1;
        }
        let mut tries = 0;
        while tries < 2 {
            tries += 1;
            let free = self.first_free_mut();
            free.count += 3;
            free.sum += tries;
            if v % 3 == 0 {
                continue;
            }
            free.sum += v % 2;
        }
        self.total.sum
    }

    fn chosen<'a>(&'a mut self, order: &[usize; 2]) -> &'a mut Cell {
        &mut self.rows[1].cells[order[0] % 3]
    }

    /// An argument changes while the reference is in use.
    fn by_order(&mut self, k: usize) {
        let mut order = [k, 1];
        let cell = self.chosen(&order);
        order[0] += 1;
        cell.sum += 1;
        order[1] = 5;
        cell.count += (order[0] + order[1]) as u32;
    }

    fn next(&mut self) -> usize {
        self.steps += 1;
        self.steps as usize
    }

    /// Assignments to parts, with calls on both sides.
    fn parts(&mut self, k: usize, v: u32) {
        self.cell_mut(k, 2).sum += v * 3;
        (*self.cell_mut(k, k + 1)).sum += v.pow(2) + k as u32;
        self.cell_mut(k, 2).count = v;
        *self.cell_mut(k, 0) = Cell { count: 1, sum: v };
        let n = self.next();
        self.cell_mut(n, k).sum -= self.total.sum.min(0);
        let step = self.next() as u32;
        self.cell_mut(0, 0).sum += step;
        bump(self.cell_mut(k, 1), 6);
        self.cell_mut(k, k).count +=
            self.row_mut(n).cell_mut(k).add(2) + self.cell_mut(k, 0).sum_mut().min(9);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Bounds {
    min: u32,
    max: u32,
}

#[device]
impl Bounds {
    fn grow(&mut self, v: u32) -> &mut Self {
        self.min = self.min.min(v);
        self.max = self.max.max(v);
        self
    }

    fn grow_odd(&mut self, v: u32) -> &mut Bounds {
        if v % 2 == 0 {
            return self;
        }
        self.max += v;
        self
    }
}

#[device]
fn growing(v: u32) -> u32 {
    let mut bounds = Bounds { min: 50, max: 50 };
    bounds.grow(v + 1).grow(70).grow_odd(3).grow(v % 5 + 20);
    let grown = bounds.grow(v);
    grown.max += 1;
    grown.min += 1;
    bounds.grow_odd(v).max += 3;
    *bounds.grow(v * 2) = Bounds { min: 1, max: v };
    bounds.grow_odd(v + 1).min += 2;
    bounds.min * 1000 + bounds.max
}

#[device]
fn largest<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 {
    if *a > *b { a } else { b }
}

#[device]
fn free(v: u32) -> u32 {
    let (mut a, mut b) = (v, 10);
    let most = largest(&mut a, &mut b);
    *most /= 2;
    *largest(&mut a, &mut b) += 100 + v;
    let mut w = [v, 3, 5];
    let mut k = 0;
    let most: &mut u32 = largest(&mut b, &mut w[k]);
    k += 1;
    *most += 10 + k as u32;
    a * 7 + b * 3 + w[0] + w[1]
}

#[device]
fn all(k: usize, v: u32) -> [u32; 4] {
    let mut grid = Grid::default();
    let mut out = 0;
    for n in 0..k + 3 {
        grid.add(n, n * k, v + n as u32);
        grid.moving(n, v);
        out = out * 3 + grid.branches(n, v + n as u32);
        out += grid.uses(n, v);
        grid.nested(n, v);
        grid.parts(n, v);
        out += grid.claim(v + n as u32);
        grid.by_order(n);
        if n % 3 == 2 {
            grid.rows[0] = Row::default();
        }
    }
    let mut sum = grid.total.sum + grid.total.count;
    for (n, row) in grid.rows.iter().enumerate() {
        for cell in &row.cells {
            sum = sum.wrapping_mul(31).wrapping_add(cell.sum * 3 + cell.count + n as u32);
        }
    }
    [sum, out, growing(v), free(v)]
}

const COUNT: usize = 24;

#[test]
fn references_are_variables_and_targets() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![[0u32; 4]; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = all(i[0] % 7, i[0] as u32 * 3));
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT).map(|n| all(n % 7, n as u32 * 3)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[kernel]
fn on_elements(i: Index<1>, v: u32, grids: &mut ArrayViewMut<Grid>, y: &mut ArrayViewMut<u32>) {
    let mut k = i[0];
    let cell = grids[k].cell_mut(k, 1);
    k += 1;
    cell.sum += v;
    cell.count = k as u32;
    grids[i].cell_mut(k, 2).sum += 3;
    let mut own = grids[i];
    let total = own.cell_mut(7, 0);
    total.sum = v;
    y[i] = own.total.sum + grids[i].total.sum;
}

#[test]
fn references_into_elements_of_views() {
    on_each(|accelerator| {
        let mut grids = ArrayViewMut::from_vec([COUNT], vec![Grid::default(); COUNT]).unwrap();
        let mut y = ArrayViewMut::from_vec([COUNT], vec![0u32; COUNT]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(COUNT, on_elements(5, &mut grids, &mut y)).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let cell = grids[i].cell_mut(i[0], 0);
            cell.sum += 40;
            cell.add(2);
            grids[i].cell_mut(7, 0).sum += 1;
        });
        queue.parallel_for_each(COUNT, kernel).unwrap();
        let expected = (0..COUNT).map(|n| {
            let mut grid = Grid::default();
            *grid.cell_mut(n, 1) = Cell { count: n as u32 + 1, sum: 5 };
            grid.cell_mut(n + 1, 2).sum += 3;
            *grid.cell_mut(n, 0) = Cell { count: 1, sum: 42 };
            if n == 7 {
                grid = Grid::default();
                grid.total = Cell { count: 9, sum: 48 };
                grid.cell_mut(8, 2).sum += 3;
            }
            grid.total.sum += 1;
            grid
        });
        let (grids, expected) = (grids.to_vec().unwrap(), expected.collect::<Vec<_>>());
        for n in (0..COUNT).filter(|n| *n != 7) {
            assert_eq!(grids[n], expected[n], "{n}");
        }
        assert_eq!(y.to_vec().unwrap()[3], 5);
    });
}

mod names_that_are_declared_again {
    use amp::prelude::*;

    use super::Grid;
    use crate::compare::same_on_host;

    #[derive(Clone, Copy, Default, GpuType)]
    struct HitResult {
        hits: u32,
    }

    #[device]
    impl HitResult {
        fn count_of(&self, k: usize) -> u32 {
            self.hits + k as u32
        }
    }

    #[device]
    impl std::iter::Sum for HitResult {
        fn sum<I: Iterator<Item = HitResult>>(iter: I) -> Self {
            iter.fold(HitResult { hits: 0 }, |a, b| a + b)
        }
    }

    #[device]
    impl std::ops::Add for HitResult {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            HitResult { hits: self.hits + other.hits }
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut grid = Grid::default();
        let all = HitResult { hits: 3 };
        let cell = all.count_of(k);
        let mut w = [1u32, 2, 3];
        for cell in w.iter_mut() {
            *cell += 1;
        }
        let n = all.count_of(1);
        {
            let n = |v: u32| v + 1;
            w[0] += n(2);
        }
        let total = all.count_of(2);
        if let Some(total) = w.first_mut() {
            *total += 5;
        }
        *grid.cell_mut(0, 1).sum_mut() += cell;
        let hits = (0..k as u32).map(|hits| HitResult { hits }).sum::<HitResult>();
        z[k] = w[0] * 1000 + w[2] * 100 + n + total + grid.rows[0].cells[1].sum + hits.hits;
        y[k] = x[k];
    }
}
