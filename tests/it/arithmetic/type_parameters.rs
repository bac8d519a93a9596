//! Methods of integers, called on a value of a type parameter.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn hashed<T: Int>(x: T, by: T) -> T {
    let mixed = x.wrapping_mul(by).rotate_left(5) ^ x.wrapping_add(by.wrapping_neg()).reverse_bits();
    mixed ^ x.saturating_sub(by).swap_bytes() ^ x.saturating_add(by).rotate_right(9) ^ x.wrapping_sub(by)
}

#[device]
fn bits<T: Int>(x: T) -> u32 {
    x.count_ones() * 1000 + x.leading_zeros() * 10 + x.trailing_zeros() + x.count_zeros()
}

#[kernel]
fn each<T: Int>(i: Index<1>, x: &ArrayView<T>, y: &mut ArrayViewMut<T>, n: &mut ArrayViewMut<u32>) {
    y[i] = hashed(x[i], x[0]);
    let one: T = T::ONE;
    n[i] = bits(x[i]) + bits((x[i] & one).pow(3));
}

fn check<T: Int>(xs: &[T]) {
    on_each(|on| {
        let (mut ys, mut ns) = (vec![T::default(); xs.len()], vec![0; xs.len()]);
        let x = ArrayView::new(xs);
        let (mut y, mut n) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut ns));
        on.default_view().parallel_for_each(x.extent(), each(&x, &mut y, &mut n)).unwrap();
        y.finish().unwrap();
        n.finish().unwrap();
        for (k, x) in xs.iter().enumerate() {
            assert_eq!(ys[k], hashed(*x, xs[0]));
            assert_eq!(ns[k], bits(*x) + bits((*x & T::ONE).pow(3)));
        }
    });
}

#[test]
fn int_methods_on_a_type_parameter() {
    check(&[77u32, 0, 1, 0x9e37_79b9, u32::MAX]);
    check(&[-77i32, 0, 1, i32::MIN, i32::MAX, -1]);
}
