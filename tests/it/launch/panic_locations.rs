//! Panics of a kernel on the CPU: the message ends with the line in the user's source.

#![allow(clippy::todo)]

use amp::prelude::*;

const FIRST: u32 = line!() + 14;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    one: u32,
    more: [u32; 3],
}

#[kernel]
fn panics(i: Index<1>, case: u32, n: u32, y: &mut ArrayViewMut<u32>, p: &mut ArrayViewMut<Pair>) {
    let mut list = [1u32, 2, 3];
    let mut sum = 1u32;
    match case {
        0 => assert!(i[0] > 3, "too small"),
        1 => panic!("as {case}"),
        2 => y[i] = todo!(),
        3 => assert_eq!(n, case + 1),
        4 => y[i] -= n,
        5 => p[i].one -= n,
        6 => p[i].more[2] -= n,
        7 => list[i[0]] -= n,
        8 => sum -= n,
        9 => y[i] = sum / (n - 3),
        10 => y[i] = list[n as usize],
        _ => {
            y[i] = match n {
                0 => 1,
                _ => unreachable!(),
            }
        }
    }
    y[i] += sum + list[0];
}

#[test]
fn kernel_panic_reports_the_source_line() {
    for accelerator in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let view = accelerator.default_view();
        for (case, (below, text)) in [
            (0, "too small"),
            (1, "as 1"),
            (2, "not yet implemented"),
            (3, "assertion failed: n == case + 1"),
            (4, "attempt to subtract with overflow"),
            (5, "attempt to subtract with overflow"),
            (6, "attempt to subtract with overflow"),
            (7, "attempt to subtract with overflow"),
            (8, "attempt to subtract with overflow"),
            (9, "attempt to divide by zero"),
            (10, "3"),
            (14, "internal error: entered unreachable code"),
        ]
        .into_iter()
        .enumerate()
        {
            // A release build wraps on the unchecked CPU accelerator.
            if text.contains("overflow") && !cfg!(debug_assertions) && accelerator == Accelerator::cpu() {
                continue;
            }
            let (mut ones, mut pairs) = ([1; 2], [Pair { one: 1, more: [1; 3] }; 2]);
            let (mut y, mut p) = (ArrayViewMut::new(&mut ones), ArrayViewMut::new(&mut pairs));
            match view.parallel_for_each(2, panics(case as u32, 3, &mut y, &mut p)) {
                Err(amp::Error::KernelPanicked { kernel, message, .. }) => {
                    let line = format!(", at {}:{}", file!(), FIRST + below);
                    assert!(message.contains(text) && message.ends_with(&line), "{case}: {message}");
                    assert_eq!(kernel, "panics");
                }
                other => panic!("{case}: {other:?}"),
            }
        }
    }
}
