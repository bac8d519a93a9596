//! Methods of `Option`s whose types are not written. The host's results are the expected ones.

use amp::prelude::*;

#[device]
fn untyped(k: u32, v: u32) -> u32 {
    let mut o = None;
    *o.get_or_insert(v) += 2;
    let mut sum = *o.insert(o.unwrap() + 1) + 1;
    let mut slot = None;
    if k % 2 == 0 {
        slot = Some(v);
    }
    *slot.get_or_insert_with(|| k * 3) += 1;
    let old = slot.take();
    sum += old.unwrap_or(0) * 5 + slot.unwrap_or(7);
    let inserted = slot.insert(k);
    *inserted += 4;
    for n in slot {
        sum += n;
    }
    let some = Some(v);
    sum += some.iter().chain([1, 2].iter()).sum::<u32>();
    sum += Some(v).into_iter().chain([1, 2]).sum::<u32>();
    sum + some.as_ref().map_or(0, |n| *n) + slot.replace(3).unwrap_or(1)
}

#[test]
fn untyped_options_have_methods() {
    amp_tests::on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([16], vec![0u32; 16]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut o = None;
            let value = untyped(i[0] as u32, i[0] as u32 * 3);
            y[i] = *o.insert(value) + o.unwrap_or(0);
        });
        accelerator.default_view().parallel_for_each(16, kernel).unwrap();
        let expected: Vec<_> = (0..16u32).map(|k| untyped(k, k * 3) * 2).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
