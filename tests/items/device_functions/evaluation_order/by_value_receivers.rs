//! Evaluation order of receivers: a by-value receiver is copied before the arguments change the variable; a `&mut` receiver is
//! changed after the arguments are read. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    x: i32,
    y: i32,
}

#[device]
impl Pair {
    fn by_value(self, a: Pair, f: impl Fn(i32) -> i32, b: Pair) -> i32 {
        f(self.x) + a.x + b.y
    }

    fn by_reference(&self, a: Pair, f: impl Fn(i32) -> i32, b: Pair) -> i32 {
        f(self.x) + a.x + b.y
    }

    fn bump(&mut self, a: i32, f: impl Fn(i32) -> i32, b: i32) -> i32 {
        self.x += f(a);
        b
    }

    fn first(self, a: i32) -> i32 {
        self.x * 100 + a
    }

    fn first_of(self, a: i32, f: impl Fn(i32) -> i32) -> i32 {
        f(self.x) * 100 + a
    }

    fn beside(self, to: &mut i32) -> i32 {
        *to += 1;
        self.x + self.y
    }

    fn counted(self, n: &mut ArrayViewMut<u32>, i: Index<1>, to: &mut i32) -> i32 {
        n[i] += 1;
        *to += 1;
        self.x + self.y
    }

    fn counted_by(self, n: &mut ArrayViewMut<u32>, i: Index<1>, a: Pair, f: impl Fn(i32) -> i32) -> i32 {
        n[i] += 1;
        f(self.x) + a.x
    }

    fn bumped(&mut self, n: &mut ArrayViewMut<u32>, i: Index<1>, a: i32, f: impl Fn(i32) -> i32) -> i32 {
        n[i] += 1;
        self.x += f(a);
        a
    }
}

#[device]
fn all_of(from: Pair) -> [i32; 8] {
    let mut p = from;
    [
        p.by_value(p, |v| v * 2, p),
        p.by_value(p, |v| v * p.y, p),
        p.by_reference(p, |v| v * p.y, p),
        p.bump(p.x, |v| v * 2, p.y) + 10 * p.x,
        p.first({
            p.x = 3;
            1
        }),
        p.first_of(
            {
                p.x = 5;
                1
            },
            |v| v + 1,
        ),
        p.first_of(p.y, |v| v + p.x),
        p.beside(&mut p.y) + 10 * p.y,
    ]
}

/// The same expressions in a kernel.
#[kernel]
fn in_kernel(i: Index<1>, from: &ArrayView<Pair>, y: &mut ArrayViewMut<[i32; 8]>) {
    let mut p = from[i];
    y[i] = [
        p.by_value(p, |v| v * 2, p),
        p.by_value(p, |v| v * p.y, p),
        p.by_reference(p, |v| v * p.y, p),
        p.bump(p.x, |v| v * 2, p.y) + 10 * p.x,
        p.first({
            p.x = 3;
            1
        }),
        p.first_of(
            {
                p.x = 5;
                1
            },
            |v| v + 1,
        ),
        p.first_of(p.y, |v| v + p.x),
        p.beside(&mut p.y) + 10 * p.y,
    ];
}

#[kernel]
fn with_views(
    i: Index<1>,
    from: &ArrayView<Pair>,
    n: &mut ArrayViewMut<u32>,
    y: &mut ArrayViewMut<[i32; 4]>,
) {
    let mut p = from[i];
    let a = p.counted(n, i, &mut p.y) + 10 * p.y;
    let b = p.counted_by(n, i, p, |v| v + p.x);
    let c = p.bumped(n, i, p.x, |v| v + 1) + 10 * p.x;
    y[i] = [a, b, c, p.y];
}

const FROM: [Pair; 2] = [Pair { x: 1, y: 2 }, Pair { x: -4, y: 7 }];

#[test]
fn by_value_receiver_is_copied_before_the_arguments() {
    // The host runs the same source.
    let expected = FROM.map(all_of);
    on_each(|on| {
        let view = on.default_view();
        let mut results = [[0; 8]; 2];
        let from = ArrayView::new(&FROM);
        let mut y = ArrayViewMut::new(&mut results);
        view.parallel_for_each(y.extent(), in_kernel(&from, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(results, expected);
        let mut y = ArrayViewMut::new(&mut results);
        view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = all_of(from[i]))).unwrap();
        y.finish().unwrap();
        assert_eq!(results, expected);
    });
}

#[test]
fn by_value_receiver_beside_view_arguments() {
    on_each(|on| {
        let view = on.default_view();
        let (mut results, mut counts) = ([[0; 4]; 2], [0; 2]);
        let from = ArrayView::new(&FROM);
        let (mut y, mut n) = (ArrayViewMut::new(&mut results), ArrayViewMut::new(&mut counts));
        view.parallel_for_each(y.extent(), with_views(&from, &mut n, &mut y)).unwrap();
        y.finish().unwrap();
        n.finish().unwrap();
        assert_eq!(counts, [3; 2]);
        // 33 = 1 + 2 + 10 * 3, 3 = 1 + 1 + 1, 31 = 1 + 10 * (1 + 1 + 1).
        assert_eq!(results, [[33, 3, 31, 3], [3 + 80, -12, -4 - 70, 8]]);
    });
}
