//! Forked processes: accelerators that the parent had used return an error in the child, and all others work. Each case
//! runs in its own process, because the order of the fork and the first use matters.

#![cfg(all(unix, not(miri)))]

use std::ffi::c_int;
use std::process::Command;
use std::time::{Duration, Instant};

use amp::prelude::*;
use amp::{Error, interop};

unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

const WNOHANG: c_int = 1;
const SIGKILL: c_int = 9;

/// Runs a function in a forked process, and asserts that the function returns true. Kills a child that hangs.
fn in_child(run: impl FnOnce() -> bool) {
    // SAFETY: the child has only this thread. The child allocates memory, which the C library permits after a
    // fork. It ends by `_exit`, so no exit handler of the parent runs in the child.
    let child = unsafe { fork() };
    assert!(child >= 0, "`fork` failed");
    if child == 0 {
        let right = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or(false);
        // SAFETY: `_exit` accepts any integer.
        unsafe { _exit(if right { 0 } else { 1 }) };
    }
    let (start, mut status) = (Instant::now(), 0);
    // SAFETY: `child` is a child of this process, and `status` is valid during the call.
    while unsafe { waitpid(child, &mut status, WNOHANG) } == 0 {
        if start.elapsed() > Duration::from_secs(60) {
            // SAFETY: the child was not reaped yet, so the id is still valid.
            unsafe { kill(child, SIGKILL) };
            panic!("the child hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(status, 0, "the child failed");
}

/// Launches `count` work-items, and returns whether the result is correct.
fn launch(on: &AcceleratorView, count: usize) -> amp::Result<bool> {
    let mut y = ArrayViewMut::<u32>::without_source([count])?;
    let kernel = amp!(|i: Index<1>| {
        let mut x = i[0] as u32;
        for _ in 0..64 {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        y[i] = x;
    });
    on.parallel_for_each(count, kernel)?;
    let last = (0..64).fold(count as u32 - 1, |x, _| x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    Ok(y.to_vec()?[count - 1] == last)
}

/// The number of work-items is large enough that a launch uses several threads.
const MANY: usize = 1 << 18;

fn is_refused<T>(result: amp::Result<T>) -> bool {
    matches!(result, Err(Error::Forked { .. }))
}

/// Runs an ignored test of this file in its own process.
fn alone(test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).env("AMP_NUM_THREADS", "2");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
#[ignore = "run by another test, in its own process"]
fn forks_after_a_launch_on_the_cpu() {
    let cpu = Accelerator::cpu();
    assert_eq!(launch(&cpu.default_view(), MANY), Ok(true));
    in_child(|| {
        is_refused(launch(&cpu.default_view(), MANY))
            && is_refused(launch(&cpu.default_view(), 1))
            && launch(&cpu.serial().default_view(), MANY) == Ok(true)
            && launch(&Accelerator::cpu_checked().default_view(), 100) == Ok(true)
    });
    assert_eq!(launch(&cpu.default_view(), MANY), Ok(true), "the parent continues");
}

#[test]
fn cpu_used_by_the_parent_returns_forked_in_the_child() {
    alone("forks_after_a_launch_on_the_cpu");
}

#[test]
#[ignore = "run by another test, in its own process"]
fn forks_before_a_launch_on_the_cpu() {
    in_child(|| launch(&Accelerator::cpu().default_view(), MANY) == Ok(true));
    assert_eq!(launch(&Accelerator::cpu().default_view(), MANY), Ok(true));
}

#[test]
fn cpu_first_used_in_the_child_works() {
    alone("forks_before_a_launch_on_the_cpu");
}

#[test]
#[ignore = "run by another test, in its own process"]
fn forks_after_launches_on_gpus() {
    for gpu in Accelerator::all().iter().filter(|it| interop::is_wgpu(it)) {
        let view = gpu.default_view();
        let mut array = Array::<u32>::new_on(&view, [100]).unwrap();
        let array = &mut array;
        view.parallel_for_each(100, amp!(|i: Index<1>| array[i] = 7)).unwrap();
        in_child(|| {
            is_refused(view.parallel_for_each(100, amp!(|i: Index<1>| array[i] = 8)))
                && is_refused(array.to_vec())
                && is_refused(view.flush())
                && is_refused(view.wait())
                && is_refused(view.create_marker().wait())
                && is_refused(gpu.create_view(QueuingMode::Immediate))
                && is_refused(pollster::block_on(array.to_vec_async()))
                && launch(&Accelerator::cpu().default_view(), MANY) == Ok(true)
        });
        assert_eq!(array.to_vec().unwrap(), [7; 100], "the parent continues");
    }
}

#[test]
fn gpus_used_by_the_parent_return_forked_in_the_child() {
    alone("forks_after_launches_on_gpus");
}
