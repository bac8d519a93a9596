//! `const` blocks as values and as checks.

use amp::prelude::*;
use amp_tests::on_each;

const SIDE: usize = 8;

#[device]
fn mean<const N: usize>(w: [u32; N]) -> u32 {
    const { assert!(N > 0, "no items") };
    const { assert!(N < 100) }
    w.iter().sum::<u32>() / const { N as u32 } + const { if N > 2 { 1u32 } else { 2 } }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct List<const N: usize> {
    items: [u32; N],
}

#[device]
impl<const N: usize> List<N> {
    fn last(self) -> u32 {
        self.items[const { N - 1 }]
    }
}

#[device]
fn values(k: usize) -> u32 {
    const { assert!(SIDE.is_power_of_two()) };
    let last = const { SIDE - 1 };
    let mask = const { (1u32 << 4) - 1 };
    let squares = const {
        let mut squares = [0u32; SIDE];
        let mut k = 0;
        while k < SIDE {
            squares[k] = (k * k) as u32;
            k += 1;
        }
        squares
    };
    let half = const { 0.5f32 };
    let wide = const { -5i64 };
    squares[k % SIDE]
        + squares[last]
        + (k as u32 * 7 & mask)
        + mean([k as u32 % 7, 3, 5])
        + List { items: [1, 2, k as u32 % 5] }.last()
        + (half * k as f32) as u32
}

#[kernel]
fn run(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    const { assert!(SIDE > 1) }
    y[i] = values(i[0]) + const { SIDE as u32 };
}

#[test]
fn const_blocks_have_the_values_of_rust() {
    let expected: Vec<u32> = (0..64).map(|k| values(k) + 8).collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, run(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            const { assert!(SIDE > 2) };
            y[i] = values(i[0]) + const { SIDE as u32 };
        });
        on.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
