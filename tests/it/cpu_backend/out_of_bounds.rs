//! Out-of-bounds accesses and panics in long rows: the error names the work-item, the index and the source line.

use super::*;

/// Sums the first `rows` rows of a view with 4 rows of 5000 elements. Returns what `items` work-items wrote, and the outcome.
fn summed(on: &AcceleratorView, rows: usize, items: usize) -> (Vec<u32>, amp::Result<()>) {
    let data: Vec<u32> = (0..4 * 5000).map(long_rows::value).collect();
    let mut found = vec![u32::MAX; 5200];
    let x = ArrayView::with_extent([4, 5000], &data).unwrap();
    let mut y = ArrayViewMut::new(&mut found);
    let kernel = amp!(|i: Index<1>| {
        let mut sum = 0u32;
        for k in 0..rows {
            sum += x[[k, i[0]]];
        }
        y[i] = sum;
    });
    let result = on.parallel_for_each(items, kernel);
    y.finish().unwrap();
    (found, result)
}

/// Only work-items beyond the last column read a missing column, so the error names one of them. All work-items read a
/// missing row.
#[test]
fn out_of_bounds_read_names_the_work_item() {
    let sum = |n: usize| (0..4).map(|k| long_rows::value(k * 5000 + n)).sum::<u32>();
    let cpu = Accelerator::cpu();
    for (accelerator, in_order) in
        [(cpu.serial(), true), (Accelerator::cpu_checked_with_seed(0), true), (cpu, false)]
    {
        let on = accelerator.default_view();
        let (found, result) = summed(&on, 4, 5000);
        result.unwrap();
        assert!(found.iter().enumerate().all(|(n, y)| *y == if n < 5000 { sum(n) } else { u32::MAX }));

        for (rows, first, end) in [(4, 5000, 5200), (5, 0, 5000)] {
            let (found, result) = summed(&on, rows, end);
            let Err(amp::Error::KernelPanicked { index, message, .. }) = result else {
                panic!("{result:?} on {}", accelerator.description());
            };
            // Threads take rows in any order. The error names one work-item and its index.
            let [item] = index[..] else { panic!("{index:?}") };
            assert!((first..end).contains(&item), "{item} of {rows} on {}", accelerator.description());
            assert!(!in_order || item == first, "{item} of {rows} on {}", accelerator.description());
            let row = if rows == 4 { 0 } else { 4 };
            let start = format!("index [{row}, {item}] is out of range for `x` of extent [4, 5000]");
            assert!(message.starts_with(&start), "{message}");
            // No work-item has written a wrong sum.
            let valid = |(n, y): (usize, &u32)| *y == u32::MAX || rows == 4 && n < 5000 && *y == sum(n);
            assert!(found.iter().enumerate().all(valid), "on {}", accelerator.description());
        }
    }
}

/// The line of this file that a message names.
fn line_of(result: amp::Result<()>, on: &AcceleratorView) -> u32 {
    let Err(amp::Error::KernelPanicked { message, .. }) = result else {
        panic!("{result:?} on {}", on.accelerator().description());
    };
    let (_, line) =
        message.split_once("tests/it/cpu_backend/out_of_bounds.rs:").unwrap_or_else(|| panic!("{message}"));
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
fn store(list: &mut ArrayViewMut<u32>, at: usize) {
    list[at] = 7;
}

#[device]
fn load(list: &ArrayView<u32>, at: usize) -> u32 {
    list[at] + 1
}

#[device]
fn last_of_section(list: &ArrayView<u32>, at: usize) -> u32 {
    let section = list.section([at], [2]).unwrap();
    section[1]
}

/// An access outside a view is reported with its line.
#[test]
fn out_of_bounds_access_reports_its_line() {
    let data: Vec<u32> = (0..64).map(|n| if n == 37 { 64 } else { n }).collect();
    let lines = || include_str!("out_of_bounds.rs").lines();
    let line_with = |text: &str| lines().position(|line| line.trim() == text).unwrap() as u32 + 1;
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
        let on = accelerator.default_view();
        let (order, x) = (ArrayView::new(&data), ArrayView::new(&data));
        let mut y = ArrayViewMut::from_vec([64], data.clone()).unwrap();
        let result = on.parallel_for_each(64, gathers(&order, &x, &mut y));
        assert_eq!(line_of(result, &on), line_with("y[i] = order[i] + x[from];"));
        let tiles = y.extent().tile([16]).unwrap();
        let result = on.parallel_for_each(tiles, counts(&order, &mut y));
        assert_eq!(line_of(result, &on), line_with("atomic_fetch_add(&mut bins[bin], 1);"));
        let kernel = amp!(|i: Index<1>| {
            let next = i[0] + 1;
            y[i] = x[next];
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("y[i] = x[next];"));
        let kernel = amp!(|i: Index<1>| {
            let to = order[i] as usize;
            if to > 3 {
                y[to] = 3;
            }
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("y[to] = 3;"));
        let kernel = amp!(|i: Index<1>| store(&mut y, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("list[at] = 7;"));
        let kernel = amp!(|i: Index<1>| y[i] = load(&x, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("list[at] + 1"));
        let section = x.section([0], [64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = load(&section, order[i] as usize));
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("list[at] + 1"));
        let kernel = amp!(|i: Index<1>| y[i] = last_of_section(&x, order[i] as usize));
        let found = line_of(on.parallel_for_each(64, kernel), &on);
        assert_eq!(found, line_with("let section = list.section([at], [2]).unwrap();"));
        let kernel = amp!(|i: Index<1>| {
            let own = x.section([0], [32]).unwrap();
            y[i] = own[i[0]];
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("y[i] = own[i[0]];"));
        let kernel = amp!(|i: Index<1>| {
            let mut own = y.section_mut([i[0]], [1]).unwrap();
            own[order[i] as usize / 64] = 3;
        });
        assert_eq!(
            line_of(on.parallel_for_each(64, kernel), &on),
            line_with("own[order[i] as usize / 64] = 3;")
        );
    }
}

#[kernel(tile = [16])]
fn divides(t: TiledIndex<1>, by: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut scratch: [u32; 16];
    scratch[t.local[0]] = by[t.global];
    t.barrier.wait();
    y[t.global] = 100 % scratch[15 - t.local[0]];
}

#[device]
fn checked_half(of: u32) -> u32 {
    assert!(of % 2 == 0, "{of} is odd");
    of / 2
}

/// A panic of an operator or an assertion is reported with its line.
#[test]
fn panic_reports_its_line() {
    let data: Vec<u32> = (0..64).map(|n| if n == 37 { 0 } else { 2 * n + 2 }).collect();
    let odd: Vec<u32> = data.iter().map(|n| if *n == 0 { 1 } else { *n }).collect();
    let lines = || include_str!("out_of_bounds.rs").lines();
    let line_with = |text: &str| lines().position(|line| line.trim() == text).unwrap() as u32 + 1;
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
        let on = accelerator.default_view();
        let (by, odd) = (ArrayView::new(&data), ArrayView::new(&odd));
        let mut y = ArrayViewMut::from_vec([64], data.clone()).unwrap();
        let tiles = y.extent().tile([16]).unwrap();
        let result = on.parallel_for_each(tiles, divides(&by, &mut y));
        assert_eq!(line_of(result, &on), line_with("y[t.global] = 100 % scratch[15 - t.local[0]];"));
        let kernel = amp!(|i: Index<1>| {
            let twice = by[i] * 2;
            y[i] = 100 / twice;
        });
        assert_eq!(line_of(on.parallel_for_each(64, kernel), &on), line_with("y[i] = 100 / twice;"));
        let kernel = amp!(|i: Index<1>| y[i] = checked_half(odd[i]));
        let found = line_of(on.parallel_for_each(64, kernel), &on);
        assert_eq!(found, line_with("assert!(of % 2 == 0, \"{of} is odd\");"));
    }
}
