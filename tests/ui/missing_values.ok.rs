//! Give each branch a value, or leave the branch.

use amp::prelude::*;

#[device]
fn store(_: f32) {}

#[kernel]
fn values(i: Index<1>, on: bool, n: u32, y: &mut ArrayViewMut<f32>) {
    let nothing = if on {
        store(1.0)
    } else {
        y[i] = 7.0;
    };
    let _ = nothing;
    let mut sum = if on { 1.0 } else { 2.0 };
    sum += match n {
        0 => 10.0,
        1 => 'found: {
            if on {
                break 'found 20.0;
            }
            30.0
        }
        2 => {
            loop {
                if i[0] < 5 {
                    break;
                }
            }
            40.0
        }
        _ => return,
    };
    sum += 'outer: loop {
        loop {
            if i[0] < 9 {
                break 'outer 100.0;
            }
        }
    };
    let whole = |q: f32| -> i32 { q as i32 };
    sum += if i[0] > 7 { unreachable!("{n}") } else { whole(1000.5) as f32 };
    y[i] = sum;
}

#[test]
fn branches_have_values() {
    for (on, n, expected) in [
        (true, 0, 1111.0),
        (false, 0, 1112.0),
        (true, 1, 1121.0),
        (false, 1, 1132.0),
        (true, 2, 1141.0),
        (false, 3, 7.0),
    ] {
        super::gives(&[expected; 4], &[0.0; 4], |on_view, y| {
            on_view.parallel_for_each([4], values(on, n, y))
        });
    }
}
