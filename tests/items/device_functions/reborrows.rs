//! Reborrows: a `&mut T` argument for a `&T` parameter, references to block values, and indices that functions return. The host's
//! results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    n: u32,
    m: u32,
}

#[device]
impl Pair {
    fn bump(&mut self) {
        self.n += 1;
    }

    fn sum(&self, other: &Pair) -> u32 {
        self.n + 10 * other.m
    }

    fn doubled(&mut self) -> u32 {
        self.bump();
        read(self) + self.sum(&Pair { n: 0, m: 1 })
    }
}

#[device]
fn read(pair: &Pair) -> u32 {
    pair.n + pair.m
}

#[device]
fn changed(pair: &mut Pair) -> u32 {
    pair.bump();
    read(pair)
}

#[device]
fn ends(list: &[u32; 3], scale: &u32) -> u32 {
    list[0] + list[2] * *scale
}

#[device]
fn changed_list(list: &mut [u32; 3], scale: &mut u32) -> u32 {
    list[2] += 4;
    *scale += 1;
    ends(list, scale) + 100 * ends(list, &3) + 10_000 * ends(&[1, 2, 3], scale)
}

#[device]
fn added(by: &u32, to: &mut u32) {
    *to += *by;
}

#[device]
fn generic<T: Scalar>(a: &T, b: &T) -> T {
    *a + *b
}

#[device]
fn both<T: Scalar>(a: &mut T, b: &mut T) -> T {
    *a += *b;
    generic(a, b)
}

#[device]
fn three(a: &Pair, n: &u32, b: &Pair) -> u32 {
    a.n * 100 + *n * 10 + b.m
}

#[device]
impl Pair {
    fn thrice(&mut self) -> u32 {
        self.bump();
        three(self, &self.m, self) + self.sum(self)
    }
}

#[kernel]
fn reborrows(i: Index<1>, pairs: &mut ArrayViewMut<Pair>, y: &mut ArrayViewMut<u32>) {
    let first = changed(&mut pairs[i]);
    let pair = &mut pairs[i];
    pair.m += read(pair);
    let mut list = [1, 2, i[0] as u32];
    let mut scale = 2u32;
    y[i] = first + changed_list(&mut list, &mut scale);
    let mut copy = pairs[i];
    y[i] += copy.doubled() + Pair::sum(&mut copy, &pairs[i]);
    let mut a = 3u32;
    let mut b = 4u32;
    y[i] += both(&mut a, &mut b) * a;
    let p = &mut copy;
    y[i] += p.thrice() + three(p, &p.n, p);
    p.bump();
    y[i] += copy.n;
}

#[test]
fn mutable_reference_for_a_shared_parameter() {
    on_each(|accelerator| {
        let on = &accelerator.default_view();
        let mut pairs = vec![Pair { n: 1, m: 2 }; 40];
        let mut results = vec![0u32; 40];
        let mut expected = (pairs.clone(), results.clone());
        for (k, (pair, y)) in expected.0.iter_mut().zip(&mut expected.1).enumerate() {
            let first = changed(pair);
            pair.m += read(pair);
            let (mut list, mut scale) = ([1, 2, k as u32], 2);
            *y = first + changed_list(&mut list, &mut scale);
            let mut copy = *pair;
            *y += copy.doubled() + copy.sum(pair);
            let (mut a, mut b) = (3u32, 4u32);
            *y += both(&mut a, &mut b) * a;
            let p = &mut copy;
            *y += p.thrice() + three(p, &p.n, p);
            p.bump();
            *y += copy.n;
        }
        {
            let (mut pairs, mut y) = (ArrayViewMut::new(&mut pairs), ArrayViewMut::new(&mut results));
            on.parallel_for_each(40, reborrows(&mut pairs, &mut y)).unwrap();
        }
        assert_eq!((pairs, results), expected);
    });
}

#[test]
fn reference_to_a_block_value_refers_to_a_copy() {
    on_each(|accelerator| {
        let on = &accelerator.default_view();
        let mut y = Array::<u32>::new_on(on, 20).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut v = i[0] as u32 + 5;
            added(&{ v }, &mut v);
            added(&7, &mut { v });
            y[i] = v;
        });
        on.parallel_for_each(20, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..20).map(|k| 2 * (k + 5)).collect::<Vec<u32>>());
    });
}

#[device]
fn turned(i: Index<2>) -> Index<2> {
    Index::from([i[1], i[0]])
}

#[kernel]
fn transposed(i: Index<2>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let mirrored = turned(i);
    y[i] = x[mirrored] + 100 * x[turned(i)];
}

#[test]
fn index_returned_by_a_function() {
    on_each(|accelerator| {
        let on = &accelerator.default_view();
        let x: Vec<u32> = (0..12).collect();
        let mut y = Array::<u32, 2>::new_on(on, [4, 3]).unwrap();
        let x = ArrayView::with_extent([3, 4], &x).unwrap();
        on.parallel_for_each([4, 3], transposed(&x, &mut y.as_view_mut())).unwrap();
        let expected: Vec<u32> = (0..12).map(|n| 101 * (n % 3 * 4 + n / 3)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[device]
fn above(x: &ArrayView<f32>, n: &u32) -> bool {
    *n as f32 > x[0]
}

#[device]
fn first<T: Scalar, const N: usize>(x: &ArrayView<T>, by: &T, list: &[T; N]) -> T {
    *by + x[0] + list[0]
}

#[device]
impl Pair {
    fn looked_up(&self, x: &ArrayView<f32>, other: &Pair, n: &u32) -> u32 {
        self.n + other.m + *n + x[1] as u32
    }

    fn raised(&mut self, x: &ArrayView<f32>, n: &u32) -> u32 {
        self.n += *n + x[1] as u32;
        self.n
    }
}

#[kernel]
fn with_views(i: Index<1>, x: &ArrayView<f32>, z: &mut ArrayViewMut<[u32; 2]>, y: &mut ArrayViewMut<u32>) {
    for item in z[i].iter_mut() {
        y[i] += above(x, item) as u32 + above(x, &3) as u32;
        *item += 1;
    }
    let (mut by, mut pair, mut n) = (0.5, Pair { n: 1, m: 2 }, 1);
    let by_ref = &mut by;
    let pair_ref = &mut pair;
    let n_ref = &mut n;
    *by_ref += 1.0;
    *n_ref += 1;
    y[i] += first(x, by_ref, &[2.0, 3.0]) as u32 * 10 + first(x, &1.0, &[1.0]) as u32 * 100;
    y[i] += Pair { n: 5, m: 0 }.looked_up(x, pair_ref, n_ref) * 1000 + pair_ref.raised(x, n_ref) * 100_000;
}

/// Reborrows beside a view argument.
#[test]
fn reborrows_beside_view_arguments() {
    on_each(|accelerator| {
        let on = &accelerator.default_view();
        let x = ArrayView::new(&[1.0f32, 2.0]);
        let mut z = ArrayViewMut::<[u32; 2]>::from_vec(2, vec![[0, 1], [1, 2]]).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([2]).unwrap();
        on.parallel_for_each(2, with_views(&x, &mut z, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [511_342, 511_343]);
        assert_eq!(z.to_vec().unwrap(), [[1, 2], [2, 3]]);
    });
}
