//! What the user allows is allowed in all that is made of it.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
#[allow(unreachable_patterns, clippy::match_same_arms, clippy::match_overlapping_arm)]
fn named(n: u32) -> u32 {
    match n {
        3 => 1,
        3 => 2,
        other => other,
    }
}

#[kernel]
#[allow(unreachable_patterns, clippy::match_same_arms, clippy::match_overlapping_arm)]
fn chosen(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = match y[i] {
        2 => named(3),
        2 => 9,
        n => named(n) + 10,
    };
}

#[test]
fn runs() {
    on_each(|on| {
        let mut ys = [2, 3, 4];
        let mut y = ArrayViewMut::new(&mut ys);
        on.default_view().parallel_for_each(3, chosen(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, [1, 11, 14]);
    });
}
