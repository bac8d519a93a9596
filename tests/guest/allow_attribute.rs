//! `#[allow(..)]` on a kernel or device function applies to its whole expansion.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
#[allow(unreachable_patterns, clippy::match_same_arms, clippy::match_overlapping_arm)]
fn device_match(n: u32) -> u32 {
    match n {
        3 => 1,
        3 => 2,
        other => other,
    }
}

#[kernel]
#[allow(unreachable_patterns, clippy::match_same_arms, clippy::match_overlapping_arm)]
fn kernel_match(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = match y[i] {
        2 => device_match(3),
        2 => 9,
        n => device_match(n) + 10,
    };
}

#[test]
fn allow_attribute_applies_to_the_expansion() {
    on_each(|on| {
        let mut ys = [2, 3, 4];
        let mut y = ArrayViewMut::new(&mut ys);
        on.default_view().parallel_for_each(3, kernel_match(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, [1, 11, 14]);
    });
}
