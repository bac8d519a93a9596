//! Macro hygiene: a variable of a `macro_rules!` macro and a variable of its caller are distinct even if they have one name.

use crate::positions::everywhere;
use amp::prelude::*;

/// The elements after three work-items ran `$body` with index `$i` and view `$y`.
macro_rules! results_of {
    ($on:ident, |$i:ident, $y:ident| $body:block) => {{
        let mut values = [0u32; 3];
        let mut $y = ArrayViewMut::new(&mut values);
        $on.parallel_for_each(3, amp!(|$i: Index<1>| $body)).unwrap();
        $y.finish().unwrap();
        values
    }};
}

/// The argument captures a variable with the name of a variable of the macro.
macro_rules! with_macro_variable {
    ($on:ident, $e:expr) => {{
        results_of!($on, |i, y| {
            let t = 1u32;
            let before = $e;
            let t = t + 2;
            y[i] = before * 100 + $e * 10 + t;
        })
    }};
}

#[test]
fn capture_and_macro_variable_of_one_name_are_distinct() {
    for on in everywhere() {
        let t = 4u32;
        assert_eq!(with_macro_variable!(on, t), [443; 3]);
        // The macro's `y`, `i` and `values` are distinct from these variables, too.
        let (i, values) = (2u32, 3u32);
        assert_eq!(with_macro_variable!(on, i * values), [663; 3]);
        assert_eq!(
            with_macro_variable!(on, {
                let t = i + 3;
                t
            }),
            [553; 3]
        );
    }
}

/// Declares a variable with the name that the caller passes as `$x`, and a variable `x` of the macro. Adds `x` to
/// the caller's variable.
macro_rules! increased {
    ($on:ident, $x:ident, $first:expr, $by:expr) => {{
        results_of!($on, |i, y| {
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
fn caller_and_macro_variables_of_one_name_are_distinct() {
    for on in everywhere() {
        // 1 + 4, and 0 + 1 + 2 + 3.
        assert_eq!(increased!(on, x, 1u32, 4u32), [1104; 3]);
        // The caller's variable is added with its current value: 2 + 2, and then 0 + 1 + 2 + 3.
        assert_eq!(increased!(on, x, 2u32, x), [1002; 3]);
    }
}

/// A device function whose second parameter is named by the caller of the macro.
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
fn device_function_parameter_and_macro_variable_are_distinct() {
    assert_eq!(of_k(1, 5), 63);
    for on in everywhere() {
        assert_eq!(
            results_of!(on, |i, y| {
                y[i] = of_k(1, 5);
            }),
            [63; 3]
        );
    }
}

/// A kernel whose captured value has the name of a variable of the macro.
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
fn kernel_parameter_and_macro_variable_are_distinct() {
    for on in everywhere() {
        let mut values = [0; 2];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, of_v(3, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [709; 2]);
    }
}

/// Bindings in patterns, closures and loops of the macro, none of which captures a name in `$e`.
macro_rules! nested_uses {
    ($on:ident, $e:expr) => {{
        results_of!($on, |at, out| {
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

/// The result that `nested_uses` must have, for an argument with the value `e`.
fn nested_uses_on_host(e: u32) -> u32 {
    (1 + e + e) + 2 * e + 3 * e + e
}

#[test]
fn bindings_of_a_macro_do_not_capture_its_arguments() {
    for on in everywhere() {
        let (p, q) = (5u32, 2u32);
        assert_eq!(nested_uses!(on, p), [nested_uses_on_host(5); 3]);
        assert_eq!(nested_uses!(on, p + q), [nested_uses_on_host(7); 3]);
    }
}

/// Nested loops of which one has a label of the caller and one has a label of the macro.
macro_rules! labelled {
    ($on:ident, $label:lifetime, |$n:ident| $body:block) => {{
        results_of!($on, |at, out| {
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
fn labels_of_caller_and_macro_are_distinct() {
    for on in everywhere() {
        let found = labelled!(on, 'outer, |n| { if n > 30 { break 'outer; } });
        assert_eq!(found, [31; 3]);
    }
}

/// A macro refers to the variable that is in scope at its definition.
#[test]
fn macro_uses_the_variable_at_its_definition() {
    for on in everywhere() {
        let t = 1u32;
        macro_rules! with_first {
            ($e:expr) => {{
                results_of!(on, |i, y| {
                    y[i] = t * 10 + $e;
                })
            }};
        }
        assert_eq!(with_first!(7), [17; 3]);
        let t = 8u32;
        assert_eq!(with_first!(t), [18; 3]);
    }
}
