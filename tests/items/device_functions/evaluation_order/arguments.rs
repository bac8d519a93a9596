//! Evaluation order of arguments and subscripts: from left to right, and a reference argument refers to its element before later
//! arguments change the subscript.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Sum {
    total: u32,
    count: u32,
}

#[device]
impl Sum {
    fn joined(self, more: u32) -> u32 {
        self.total * 10 + self.count + more
    }

    fn add(&mut self, more: u32) -> u32 {
        self.total += more;
        self.count += 1;
        self.total
    }
}

#[device]
fn raise(target: &mut u32, by: u32) -> u32 {
    *target += by;
    *target
}

/// Like the kernel `ordered`, but over variables.
#[device]
fn all(all: &mut [u32; 4], sums: &mut [Sum; 2]) -> u32 {
    let mut k = 1usize;
    let raised = raise(&mut all[k], {
        k = 3;
        7
    });
    let mut sum = Sum { total: 2, count: raised };
    let joined = sum.joined({
        sum.total = 90;
        k as u32
    });
    let mut at = 0usize;
    let added = sums[at].add({
        at = 1;
        4
    });
    joined * 100 + sum.total + added * 1000 + at as u32
}

#[kernel]
fn ordered(i: Index<1>, x: &mut ArrayViewMut<u32>, bins: &mut ArrayViewMut<u32>, y: &mut ArrayViewMut<u32>) {
    let mut values = [1, 2, 3, x[i]];
    let mut sums = [Sum { total: 1, count: 2 }, Sum { total: 3, count: 4 }];
    let first = all(&mut values, &mut sums);
    let mut total = 0u32;
    for k in 0..4usize {
        total += values[k] * (k as u32 + 1);
    }
    y[i] = first + total + sums[0].total * 7 + sums[1].total;
    // The bin depends on the old value of the element.
    atomic_fetch_add(&mut bins[x[i] as usize % 4], {
        x[i] += 1;
        x[i]
    });
}

#[test]
fn reference_arguments_are_evaluated_before_later_arguments() {
    on_each(|accelerator| {
        let mut xs: Vec<u32> = (0..16).collect();
        let (mut ys, mut found) = (vec![0u32; 16], vec![0u32; 4]);
        let (mut x, mut y) = (ArrayViewMut::new(&mut xs), ArrayViewMut::new(&mut ys));
        let mut bins = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(16, ordered(&mut x, &mut bins, &mut y)).unwrap();
        x.finish().unwrap();
        y.finish().unwrap();
        bins.finish().unwrap();
        let mut wanted = [0; 4];
        for n in 0..16u32 {
            let mut values = [1, 2, 3, n];
            let mut sums = [Sum { total: 1, count: 2 }, Sum { total: 3, count: 4 }];
            let first = all(&mut values, &mut sums);
            let total: u32 = values.iter().zip(1..).map(|(value, k)| value * k).sum();
            assert_eq!(ys[n as usize], first + total + sums[0].total * 7 + sums[1].total, "at {n}");
            wanted[n as usize % 4] += n + 1;
        }
        assert_eq!(found, wanted);
        assert!(xs.iter().zip(1..).all(|(x, n)| *x == n));
    });
}

/// The first subscript is evaluated before the second one changes its variable.
#[kernel]
fn subscripts(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let mut rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    let mut k = i[0] % 2;
    let read = rows[k][{
        k += 1;
        k
    }];
    k = 0;
    rows[k][{
        k += 1;
        k
    }] += 40;
    let changed = rows[1][{
        rows[1][2] += 3;
        2
    }];
    y[i] = read + rows[0][1] * 10 + rows[1][1] * 100 + changed * 1000;
}

#[test]
fn subscripts_are_computed_from_left_to_right() {
    on_each(|accelerator| {
        let mut ys = vec![0; 8];
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each(8, subscripts(&mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let read = if n % 2 == 0 { 2 } else { 6 };
            assert_eq!(*y, read + 420 + 500 + 9000, "{n} on {}", accelerator.description());
        }
    });
}
