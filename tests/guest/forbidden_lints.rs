//! Kernels in a module that forbids lints. An expansion that contained `#[allow(..)]` for one of them would not compile.
#![forbid(unused_variables, unused_mut, unused_assignments, unused_imports, unused_parens, unused_braces)]
#![forbid(
    unused_labels,
    unused_must_use,
    unused_unsafe,
    unused_doc_comments,
    unused_macros,
    unused_qualifications
)]
#![forbid(dead_code, unreachable_code, unreachable_patterns, path_statements, redundant_semicolons)]
#![forbid(non_snake_case, non_camel_case_types, non_upper_case_globals, unexpected_cfgs)]

use amp::prelude::*;

#[device]
fn twice(x: f32) -> f32 {
    x * 2.0
}

#[device]
trait Shape {
    fn area(self) -> f32;

    fn more(self) -> f32 {
        twice(self.area()) + 1.0
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[device]
impl Shape for Square {
    fn area(self) -> f32 {
        self.side * self.side
    }
}

#[device]
impl std::ops::Add for Square {
    type Output = Square;

    fn add(self, other: Square) -> Square {
        Square { side: self.side + other.side }
    }
}

#[device]
fn reversed(barrier: &TileBarrier, all: &mut [f32; 4], local: usize, own: f32) -> f32 {
    all[local] = own;
    barrier.wait();
    all[3 - local]
}

#[device]
fn put(v: &mut ArrayViewMut<f32>, at: usize, value: f32) {
    v[at] = value;
}

mod imports {
    use amp::prelude::*;

    #[device]
    pub(super) trait Perimeter {
        fn perimeter(self) -> f32;

        /// The body imports a module. A part of the expansion that does not use the module must not cause
        /// `unused_imports`.
        fn half(self) -> f32 {
            use std::mem;
            let mut own = self.perimeter();
            let mut half = 0.5;
            mem::swap(&mut own, &mut half);
            own * half
        }
    }

    #[device]
    impl Perimeter for super::Square {
        fn perimeter(self) -> f32 {
            use super::twice as double;
            double(self.side)
        }
    }
}

/// Only method calls use the imported trait, so no path names it. The import must not count as unused.
#[device]
fn perimeter_of(square: Square) -> f32 {
    use imports::Perimeter;
    square.perimeter() + square.half()
}

/// A function that ends with `panic!` and has no value there. The expansion must cause no `unreachable_code`.
#[device]
fn half_or_panic(at: usize) -> f32 {
    if at < 8 {
        return 0.5;
    }
    panic!("there is no {at}")
}

#[device]
fn quarter_or_panic(at: usize) -> f32 {
    match at {
        0..=7 => 0.25,
        8 => panic!("there is none"),
        _ => unreachable!(),
    }
}

#[kernel]
fn sums(i: amp::Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let mut sum = 0.0;
    let at = i[0];
    'all: for k in 0..4usize {
        let left = i.offset([-1]);
        match k {
            n if n > 2 => break 'all,
            n @ 0..=1 => sum += x[n],
            _ => sum += if x.extent().contains(left) { x[left] } else { 0.0 },
        }
    }
    if sum > 1.0 {
        y[at] = twice(sum) + (half_or_panic(at) - quarter_or_panic(at) * 2.0);
    } else {
        put(&mut y, at, sum);
    }
}

#[kernel(tile = [4])]
fn reverse(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut all: [f32; 4];
    let [at] = t.local.into();
    let own = y[t.global];
    y[t.global] = reversed(&t.barrier, &mut all, at, own);
}

#[test]
fn kernels_compile_under_forbidden_lints() {
    let data = [0.25f32, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    let square = Square { side: 1.0 };
    for on in super::positions::everywhere() {
        let mut found = [0.0f32; 8];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        on.parallel_for_each(8, sums(&x, &mut y)).unwrap();
        on.parallel_for_each(y.extent().tile([4]).unwrap(), reverse(&mut y)).unwrap();
        on.parallel_for_each(
            8,
            amp!(|i: Index<1>| {
                use imports::Perimeter as _;
                y[i] += (square + square).more() + square.half() + perimeter_of(square);
            }),
        )
        .unwrap();
        y.finish().unwrap();
        let sum = |n: usize| {
            let sum = data[0] + data[1] + if n > 0 { data[n - 1] } else { 0.0 };
            sum * if sum > 1.0 { 2.0 } else { 1.0 }
        };
        let expected: [f32; 8] = std::array::from_fn(|n| sum(n / 4 * 4 + 3 - n % 4) + 13.0);
        assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits));
    }
}
