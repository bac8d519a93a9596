//! Variables of a macro and of its caller that have one name are two, as in all of Rust.

use crate::places::everywhere;
use amp::prelude::*;

/// What three work-items write, on an accelerator: `$body` in `$y` for each of the indices `$i`.
macro_rules! written {
    ($on:ident, |$i:ident, $y:ident| $body:block) => {{
        let mut values = [0u32; 3];
        let mut $y = ArrayViewMut::new(&mut values);
        $on.parallel_for_each(3, amp!(|$i: Index<1>| $body)).unwrap();
        $y.finish().unwrap();
        values
    }};
}

/// What is captured has the name of a variable of the macro's.
macro_rules! with_own {
    ($on:ident, $e:expr) => {{
        written!($on, |i, y| {
            let t = 1u32;
            let before = $e;
            let t = t + 2;
            y[i] = before * 100 + $e * 10 + t;
        })
    }};
}

#[test]
fn a_capture_and_a_variable_of_the_macro() {
    for on in everywhere() {
        let t = 4u32;
        assert_eq!(with_own!(on, t), [443; 3]);
        // The macro's own `y`, `i` and `values` are not these, either.
        let (i, values) = (2u32, 3u32);
        assert_eq!(with_own!(on, i * values), [663; 3]);
        assert_eq!(
            with_own!(on, {
                let t = i + 3;
                t
            }),
            [553; 3]
        );
    }
}

/// Variables of the macro's beside the caller's, which it changes.
macro_rules! grown {
    ($on:ident, $x:ident, $first:expr, $by:expr) => {{
        written!($on, |i, y| {
            let mut $x = $first;
            let x = $by;
            $x += x;
            for k in 0..$by {
                $x += k;
            }
            y[i] = $x * 100 + x;
        })
    }};
}

#[test]
fn a_variable_of_each() {
    for on in everywhere() {
        // 1 + 4, and 0 + 1 + 2 + 3.
        assert_eq!(grown!(on, x, 1u32, 4u32), [1104; 3]);
        // What is added is the caller's, as it was by then: 2 + 2, and then 0 + 1 + 2 + 3.
        assert_eq!(grown!(on, x, 2u32, x), [1002; 3]);
    }
}

/// A device function of a macro, whose parameter has the name of what its caller uses.
macro_rules! device_of {
    ($name:ident($x:ident) $body:expr) => {
        #[device]
        fn $name(k: u32, $x: u32) -> u32 {
            let n = k + 1;
            $body * 10 + n + k
        }
    };
}

device_of!(of_k(n) n + 1);

#[test]
fn a_parameter_of_a_device_function() {
    assert_eq!(of_k(1, 5), 63);
    for on in everywhere() {
        assert_eq!(
            written!(on, |i, y| {
                y[i] = of_k(1, 5);
            }),
            [63; 3]
        );
    }
}

/// A kernel that a macro makes; its value has the name of the macro's variable.
macro_rules! kernel_of {
    ($name:ident, $value:ident, $body:expr) => {
        #[kernel]
        fn $name(k: Index<1>, $value: u32, y: &mut ArrayViewMut<u32>) {
            let v = 7;
            y[k] = $body + v * 100;
        }
    };
}

kernel_of!(of_v, v, v * v);

#[test]
fn a_value_of_a_kernel() {
    for on in everywhere() {
        let mut values = [0; 2];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, of_v(3, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [709; 2]);
    }
}

/// Patterns, closures and loops of the macro's; what `$e` names is none of theirs.
macro_rules! deeply {
    ($on:ident, $e:expr) => {{
        written!($on, |at, out| {
            let add = |p: u32| p + $e;
            let mut sum = 0;
            for p in 0..3u32 {
                let (p, q) = (p + 1, $e);
                sum += match p {
                    q @ 2..=3 if $e > 0 => q * $e,
                    p => p + $e + q,
                };
            }
            out[at] = add(sum);
        })
    }};
}

/// The same in Rust.
fn deeply_in_rust(e: u32) -> u32 {
    (1 + e + e) + 2 * e + 3 * e + e
}

#[test]
fn patterns_closures_and_loops() {
    for on in everywhere() {
        let (p, q) = (5u32, 2u32);
        assert_eq!(deeply!(on, p), [deeply_in_rust(5); 3]);
        assert_eq!(deeply!(on, p + q), [deeply_in_rust(7); 3]);
    }
}

/// A loop with the label of one around `$body`.
macro_rules! labelled {
    ($on:ident, $label:lifetime, |$n:ident| $body:block) => {{
        written!($on, |at, out| {
            let mut $n = 0;
            $label: for _ in 0..4u32 {
                'outer: for k in 0..4u32 {
                    if k == 2 {
                        break 'outer;
                    }
                    $n += 10;
                    $body
                }
                $n += 1;
            }
            out[at] = $n;
        })
    }};
}

#[test]
fn labels() {
    for on in everywhere() {
        let found = labelled!(on, 'outer, |n| { if n > 30 { break 'outer; } });
        assert_eq!(found, [31; 3]);
    }
}

/// A macro that names what stands where it was declared.
#[test]
fn what_a_macro_saw_where_it_was_declared() {
    for on in everywhere() {
        let t = 1u32;
        macro_rules! with_first {
            ($e:expr) => {{
                written!(on, |i, y| {
                    y[i] = t * 10 + $e;
                })
            }};
        }
        assert_eq!(with_first!(7), [17; 3]);
        let t = 8u32;
        assert_eq!(with_first!(t), [18; 3]);
    }
}
