//! Methods that copy and exchange items of slices, and chunks from the end. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn contents(k: usize, v: u32) -> [u32; 8] {
    let mut a = [v, 1, 2, 3, 4, 5, 6, 7];
    let mut b = [10, 11, 12, v];
    a[2..6].swap_with_slice(&mut b);
    let (l, r) = a.split_at_mut(4);
    l.swap_with_slice(r);
    r[..2].clone_from_slice(&b[1..3]);
    let mut c = [0; 4];
    c.swap_with_slice(&mut a[k % 4..k % 4 + 4]);
    a[k % 2..][..4].copy_from_slice(&c);
    a.copy_within(..3, 4);
    a.copy_within(5.., k % 3);
    a.copy_within(1..=2, 6);
    a.copy_within(k % 4..k % 4 + 2, 1);
    let mut m = [[v, 2], [3, 4], [5, 6]];
    let (first, rest) = m.split_at_mut(1);
    first[0].swap_with_slice(&mut rest[k % 2]);
    a[7] += m[0][0] * 10 + m[1][1];
    a
}

#[device]
fn from_end(k: usize, v: u32) -> u32 {
    let mut a = [v, 1, 2, 3, 4, 5, 6];
    let mut sum = 0;
    for (n, part) in a.rchunks(3).enumerate() {
        sum = sum * 3 + part[0] * (n as u32 + 1) + part.len() as u32;
    }
    for part in a[k % 3..].rchunks(2).rev() {
        sum = sum * 2 + part.iter().sum::<u32>();
    }
    for part in a.rchunks_mut(k % 3 + 1) {
        part[0] += 100;
    }
    sum + a.chunks(2).rev().map(|part| part[0]).sum::<u32>()
        + a.rchunks(4).map(|part| part.len() as u32).sum::<u32>()
}

#[test]
fn contents_are_exchanged_and_copied() {
    const COUNT: usize = 24;
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![[0u32; 8]; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0];
            let mut out = contents(k, k as u32 * 3);
            out[0] += from_end(k, k as u32);
            y[i] = out;
        });
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT)
            .map(|k| {
                let mut out = contents(k, k as u32 * 3);
                out[0] += from_end(k, k as u32);
                out
            })
            .collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

mod short_slices_are_rotated {
    use amp::prelude::*;

    use crate::compare::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut w = [k as u32, 7, 8];
        w[..1].rotate_right(1);
        w[1..].rotate_left(1);
        w[..0].reverse();
        z[k] = w[0] * 100 + w[1] * 10 + w[2];
    }
}
