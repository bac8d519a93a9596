//! Memory growth: a program that launches many kernels needs no more memory than one that launches few. The
//! test runs in its own process, so that no other test's memory is measured.
//!
//! `AMP_STEADY_LAUNCHES` is the number of launches on the CPU. Other accelerators run a tenth of the
//! launches, or all of them if `AMP_STEADY_EVERYWHERE` is set.

#![cfg(not(miri))]

use amp::prelude::*;

const COUNT: usize = 300;

/// The resident memory of this process in bytes, if the system reports it.
fn resident() -> Option<usize> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Runs four launches, which create every kind of temporary object: arrays, views of slices, of arrays and
/// without a source, sections, reinterpreted views and futures. In some rounds, reads the result.
fn four(on: &AcceleratorView, round: usize, source: &[u32], target: &mut [u32]) -> amp::Result<()> {
    let x = ArrayView::new(source);
    let mut array = Array::<u32>::new_on(on, COUNT)?;
    on.parallel_for_each(COUNT, amp!(|i: Index<1>| array[i] = x[i] + 1))?;
    let mut nothing = ArrayViewMut::<u32, 2>::without_source([3, COUNT / 3])?;
    {
        let flat = array.as_view().view_as([3, COUNT / 3])?;
        on.parallel_for_each(nothing.extent(), amp!(|i: Index<2>| nothing[i] = flat[i] * 2))?;
        let mut row = nothing.project_mut(1)?;
        on.parallel_for_each(row.extent(), amp!(|i: Index<1>| row[i] += 1))?;
    }
    let mut y = ArrayViewMut::new(target);
    y.discard_data();
    let bits = nothing.reinterpret_as::<u32>()?;
    let all = y.extent();
    on.parallel_for_each(all, amp!(|i: Index<1>| y[i] = bits[i]))?;
    match round % 8 {
        0 => y.finish()?,
        1 => drop(on.create_marker()),
        2 => y.synchronize_async().wait()?,
        3 => drop(array.to_vec_async()),
        // Without a wait, pending work would occupy memory.
        4 => on.wait()?,
        _ => y.discard_data(),
    }
    Ok(())
}

#[test]
fn many_launches_leak_no_memory() {
    let setting = std::env::var("AMP_STEADY_LAUNCHES").ok().and_then(|setting| setting.parse().ok());
    let launches: usize = setting.unwrap_or(100_000);
    let everywhere = std::env::var_os("AMP_STEADY_EVERYWHERE").is_some_and(|setting| setting != "0");
    for accelerator in Accelerator::all() {
        let on = accelerator.default_view();
        let all = everywhere || accelerator == Accelerator::cpu();
        let many = if all { launches } else { launches / 10 };
        let source: Vec<u32> = (0..COUNT as u32).collect();
        let mut target = vec![0; COUNT];
        let much = vec![1u32; 100_000];
        let mut array = Array::<u32>::new_on(&on, [100_000]).unwrap();
        let mut run = |rounds: usize| {
            for round in 0..rounds {
                four(&on, round, &source, &mut target).unwrap();
                // Small and large uploads, which use different methods. No launch over the array follows
                // them.
                if round % 16 == 0 {
                    array.copy_from(&much).unwrap();
                    array.section_mut([0], [50_000]).unwrap().write().unwrap()[3] = 4;
                    array.as_view().synchronize_to(&on).unwrap();
                }
            }
            on.wait().unwrap();
            (0..rounds / 16).for_each(|_| array.copy_from(&much).unwrap());
        };
        // The first launches fill pools, pipeline caches and the allocator's lists, so they are not measured.
        run(many / 40);
        // A leak of 16 bytes in each launch would exceed this limit. The constant is for the allocator and
        // for caches, which grow once.
        let limit = (1 << 20) + 8 * many;
        let mut grown = Vec::new();
        while grown.len() < 4 && grown.last().is_none_or(|grown| *grown >= limit) {
            let before = resident();
            run(many / 4);
            let (Some(before), Some(after)) = (before, resident()) else {
                eprintln!("skipped: this system does not say how much memory a process has");
                return;
            };
            grown.push(after.saturating_sub(before));
            eprintln!(
                "on {accelerator}: {many} launches, {} KiB, then {} KiB more",
                before >> 10,
                grown[grown.len() - 1] >> 10
            );
        }
        let found = grown.last().is_some_and(|grown| *grown < limit);
        assert!(found, "{accelerator}: {many} launches, again and again, left {grown:?} bytes behind");
    }
}
