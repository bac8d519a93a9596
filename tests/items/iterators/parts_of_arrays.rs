//! Functions that return an iterator over a part of an array.

use amp::prelude::*;
use amp_tests::on_each;

mod parts_of_arrays_are_iterated {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    struct L {
        values: [u32; 5],
        len: usize,
    }
    #[device]
    impl L {
        fn as_slice(&self) -> &[u32] {
            &self.values[..self.len]
        }
        fn values(&self) -> impl Iterator<Item = u32> + '_ {
            self.values[..self.len].iter().copied()
        }
        fn all(&self) -> impl Iterator<Item = u32> + '_ {
            self.as_slice().iter().copied()
        }
        fn pairs(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
            self.values[1..self.len].iter().map(|v| v * 2).enumerate()
        }
    }
    #[device]
    fn g(w: &[u32], n: usize) -> impl Iterator<Item = u32> + '_ {
        w[n..].iter().rev().copied()
    }
    #[device]
    pub fn f(v: u32) -> u32 {
        let l = L { values: [v % 3, 4, 5, v % 7, 1], len: 1 + v as usize % 4 };
        let mut h = l.values().map(|x| x + 1).sum::<u32>();
        for x in l.all().fuse() {
            h = h * 3 + x;
        }
        for (k, x) in l.pairs().fuse() {
            h = h * 3 + x + k as u32;
        }
        h * 31 + g(&l.values, v as usize % 5).fuse().fold(0, |a, b| a * 5 + b)
    }
}

#[test]
fn parts_of_arrays_are_iterated() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..64u32).map(|k| k.wrapping_mul(0x9e37_79b1) ^ k).collect();
        let x = ArrayView::new(&source);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = parts_of_arrays_are_iterated::f(x[i]));
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(
            y.to_vec().unwrap(),
            source.iter().map(|&v| parts_of_arrays_are_iterated::f(v)).collect::<Vec<_>>()
        );
    });
}
