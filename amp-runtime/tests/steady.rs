//! A program that launches for days needs no more memory than one that launches for a minute. In a process of its own, so
//! that nobody else's memory is counted.
//!
//! `AMP_STEADY_LAUNCHES` is the number of launches on the CPU; a GPU, and the checked accelerator, have a tenth of it, unless
//! `AMP_STEADY_EVERYWHERE` is set: then all have as many.

#![cfg(not(miri))]

use amp::prelude::*;

const COUNT: usize = 300;

/// Bytes of memory that this process has now; none where nobody says.
fn resident() -> Option<usize> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Four launches with all that can be temporary: arrays, views of slices, of arrays and of nothing, sections, other shapes of
/// a view, futures, and now and then a look at the result.
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
        // Without this nothing would ever be waited for, and what is on its way is memory.
        4 => on.wait()?,
        _ => y.discard_data(),
    }
    Ok(())
}

#[test]
fn a_hundred_thousand_launches_leave_nothing_behind() {
    let wish = std::env::var("AMP_STEADY_LAUNCHES").ok().and_then(|wish| wish.parse().ok());
    let launches: usize = wish.unwrap_or(100_000);
    let everywhere = std::env::var_os("AMP_STEADY_EVERYWHERE").is_some_and(|wish| wish != "0");
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
                // Little and much, which goes other ways, and nobody launches anything after it.
                if round % 16 == 0 {
                    array.copy_from(&much).unwrap();
                    array.section_mut([0], [50_000]).unwrap().write().unwrap()[3] = 4;
                    array.as_view().synchronize_to(&on).unwrap();
                }
            }
            on.wait().unwrap();
            (0..rounds / 16).for_each(|_| array.copy_from(&much).unwrap());
        };
        // Pools, pipelines and the allocator's own lists fill.
        run(many / 40);
        // The smallest thing that can be left behind has 16 bytes; the rest is what the allocator does as it likes. What is
        // left behind is left behind each time; what is kept for the next time, once.
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
