//! Long rows in which somebody leaves a view.

use super::*;

/// Sums so many lines of 5000 numbers, for so many work-items; what they have written, and how it ended.
fn summed(on: &AcceleratorView, lines: usize, items: usize) -> (Vec<u32>, amp::Result<()>) {
    let data: Vec<u32> = (0..4 * 5000).map(streams::value).collect();
    let mut found = vec![u32::MAX; 5200];
    let x = ArrayView::with_extent([4, 5000], &data).unwrap();
    let mut y = ArrayViewMut::new(&mut found);
    let kernel = amp!(|i: Index<1>| {
        let mut sum = 0u32;
        for k in 0..lines {
            sum += x[[k, i[0]]];
        }
        y[i] = sum;
    });
    let result = on.parallel_for_each(items, kernel);
    y.finish().unwrap();
    (found, result)
}

/// A line that ends too early is found in the work-item that asks for too much, and in no other; so is a line too many.
#[test]
fn who_reads_beyond_a_line_is_named() {
    let sum = |n: usize| (0..4).map(|k| streams::value(k * 5000 + n)).sum::<u32>();
    let cpu = Accelerator::cpu();
    for (accelerator, in_order) in
        [(cpu.serial(), true), (Accelerator::cpu_checked_with_seed(0), true), (cpu, false)]
    {
        let on = accelerator.default_view();
        let (found, result) = summed(&on, 4, 5000);
        result.unwrap();
        assert!(found.iter().enumerate().all(|(n, y)| *y == if n < 5000 { sum(n) } else { u32::MAX }));

        for (lines, first, ends) in [(4, 5000, 5200), (5, 0, 5000)] {
            let (found, result) = summed(&on, lines, ends);
            let Err(amp::Error::KernelPanicked { index, message, .. }) = result else {
                panic!("{result:?} on {}", accelerator.description());
            };
            // Threads take lines in any order; one work-item is named, and what it asked for.
            let [item] = index[..] else { panic!("{index:?}") };
            assert!((first..ends).contains(&item), "{item} of {lines} on {}", accelerator.description());
            assert!(!in_order || item == first, "{item} of {lines} on {}", accelerator.description());
            let line = if lines == 4 { 0 } else { 4 };
            let asked = format!("index [{line}, {item}] is out of range for `x` of extent [4, 5000]");
            assert!(message.starts_with(&asked), "{message}");
            // Nobody has written what is not so.
            let right = |(n, y): (usize, &u32)| *y == u32::MAX || lines == 4 && n < 5000 && *y == sum(n);
            assert!(found.iter().enumerate().all(right), "on {}", accelerator.description());
        }
    }
}

/// The line of the source that a message names, of this file.
fn line_of(result: amp::Result<()>, on: &AcceleratorView) -> u32 {
    let Err(amp::Error::KernelPanicked { message, .. }) = result else {
        panic!("{result:?} on {}", on.accelerator().description());
    };
    let (_, line) = message.split_once("tests/regions/beyond.rs:").unwrap_or_else(|| panic!("{message}"));
    line.parse().unwrap()
}

#[kernel]
fn gathers(i: Index<1>, order: &ArrayView<u32>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let from = order[i] as usize;
    y[i] = order[i] + x[from];
}

#[kernel(tile = [16])]
fn counts(t: TiledIndex<1>, order: &ArrayView<u32>, bins: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut at: [u32; 16];
    at[t.local[0]] = order[t.global];
    t.barrier.wait();
    let bin = at[15 - t.local[0]] as usize;
    atomic_fetch_add(&mut bins[bin], 1);
}

#[device]
fn kept(list: &mut ArrayViewMut<u32>, at: usize) {
    list[at] = 7;
}

#[device]
fn fetched(list: &ArrayView<u32>, at: usize) -> u32 {
    list[at] + 1
}

#[device]
fn last_of_part(list: &ArrayView<u32>, at: usize) -> u32 {
    let part = list.section([at], [2]).unwrap();
    part[1]
}

/// Whoever leaves a view is told at the line where it does.
#[test]
fn the_line_is_named() {
    let data: Vec<u32> = (0..64).map(|n| if n == 37 { 64 } else { n }).collect();
    let lines = || include_str!("beyond.rs").lines();
    let wanted = |text: &str| lines().position(|line| line.trim() == text).unwrap() as u32 + 1;
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
        let on = accelerator.default_view();
        let (order, x) = (ArrayView::new(&data), ArrayView::new(&data));
        let mut y = ArrayViewMut::from_vec([64], data.clone()).unwrap();
        let result = on.parallel_for_each(64, gathers(&order, &x, &mut y));
        assert_eq!(line_of(result, &on), wanted("y[i] = order[i] + x[from];"));
        let tiles = y.extent().tile([16]).unwrap();
        let result = on.parallel_for_each(tiles, counts(&order, &mut y));
        assert_eq!(line_of(result, &on), wanted("atomic_fetch_add(&mut bins[bin], 1);"));
        let kernel = amp!(|i: Index<1>| {
            let next = i[0] + 1;
            y[i] = x[next];
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("y[i] = x[next];"));
        let kernel = amp!(|i: Index<1>| {
            let to = order[i] as usize;
            if to > 3 {
                y[to] = 3;
            }
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("y[to] = 3;"));
        let kernel = amp!(|i: Index<1>| kept(&mut y, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("list[at] = 7;"));
        let kernel = amp!(|i: Index<1>| y[i] = fetched(&x, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("list[at] + 1"));
        let part = x.section([0], [64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = fetched(&part, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("list[at] + 1"));
        let kernel = amp!(|i: Index<1>| y[i] = last_of_part(&x, order[i] as usize));
        let found = line_of(on.parallel_for_each(64, kernel), &on);
        assert_eq!(found, wanted("let part = list.section([at], [2]).unwrap();"));
        let kernel = amp!(|i: Index<1>| {
            let own = x.section([0], [32]).unwrap();
            y[i] = own[i[0]];
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("y[i] = own[i[0]];"));
        let kernel = amp!(|i: Index<1>| {
            let mut own = y.section_mut([i[0]], [1]).unwrap();
            own[order[i] as usize / 64] = 3;
        });
        assert_eq!(
            line_of(on.parallel_for_each(64, kernel), &on),
            wanted("own[order[i] as usize / 64] = 3;")
        );
    }
}

#[kernel(tile = [16])]
fn divides(t: TiledIndex<1>, by: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut seen: [u32; 16];
    seen[t.local[0]] = by[t.global];
    t.barrier.wait();
    y[t.global] = 100 % seen[15 - t.local[0]];
}

#[device]
fn checked_half(of: u32) -> u32 {
    assert!(of % 2 == 0, "{of} is odd");
    of / 2
}

/// So is whoever makes Rust itself panic.
#[test]
fn the_line_of_a_panic_is_named() {
    let data: Vec<u32> = (0..64).map(|n| if n == 37 { 0 } else { 2 * n + 2 }).collect();
    let odd: Vec<u32> = data.iter().map(|n| if *n == 0 { 1 } else { *n }).collect();
    let lines = || include_str!("beyond.rs").lines();
    let wanted = |text: &str| lines().position(|line| line.trim() == text).unwrap() as u32 + 1;
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
        let on = accelerator.default_view();
        let (by, odd) = (ArrayView::new(&data), ArrayView::new(&odd));
        let mut y = ArrayViewMut::from_vec([64], data.clone()).unwrap();
        let tiles = y.extent().tile([16]).unwrap();
        let result = on.parallel_for_each(tiles, divides(&by, &mut y));
        assert_eq!(line_of(result, &on), wanted("y[t.global] = 100 % seen[15 - t.local[0]];"));
        let kernel = amp!(|i: Index<1>| {
            let twice = by[i] * 2;
            y[i] = 100 / twice;
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), wanted("y[i] = 100 / twice;"));
        let kernel = amp!(|i: Index<1>| y[i] = checked_half(odd[i]));
        let found = line_of(on.parallel_for_each(64, kernel), &on);
        assert_eq!(found, wanted("assert!(of % 2 == 0, \"{of} is odd\");"));
    }
}
