//! Periodic indices (`%`, `/`, `&`) and shared views: the CPU back end vectorises them by rows where the results stay the same.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn rows_and_columns(i: Index<1>, n: usize, mask: usize, table: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let (row, column) = (i[0] / n, i[0] % n);
    let low = (i[0] + 3) & mask;
    y[i] = (row * 1000 + column) as u32 + table[low] + 7 * table[column];
}

#[test]
fn quotients_and_remainders() {
    let table: Vec<u32> = (0..4096).map(|n| n * n % 1009).collect();
    let view = ArrayView::new(&table);
    on_each(|on| {
        for count in [1usize, 63, 64, 200, 1000] {
            for n in [1, 2, 7, 8, 9, 16, 63, 64, 65, 128, 200, 999, 4000] {
                for mask in [0, 1, 5, 7, 8, 63, 64, 127, 1023, 2048] {
                    let mut ys = vec![0; count];
                    let mut y = ArrayViewMut::new(&mut ys);
                    let kernel = rows_and_columns(n, mask, &view, &mut y);
                    on.default_view().parallel_for_each(count, kernel).unwrap();
                    y.finish().unwrap();
                    let expected = (0..count)
                        .map(|i| (i / n * 1000 + i % n) as u32 + table[(i + 3) & mask] + 7 * table[i % n]);
                    assert!(ys.into_iter().eq(expected), "{count} by {n} under {mask}");
                }
            }
        }
    });
}

#[kernel]
fn guarded_remainder(i: Index<1>, n: usize, y: &mut ArrayViewMut<u32>) {
    if n > 0 {
        y[i] = (i[0] % n) as u32;
    }
}

#[test]
fn division_in_a_branch_that_is_not_taken() {
    on_each(|on| {
        for n in [0, 100] {
            let mut ys = vec![5; 300];
            let mut y = ArrayViewMut::new(&mut ys);
            on.default_view().parallel_for_each(300, guarded_remainder(n, &mut y)).unwrap();
            y.finish().unwrap();
            assert!(ys.iter().zip(0..).all(|(y, i)| *y == if n > 0 { i % 100 } else { 5 }));
        }
    });
}

/// Each pair of elements belongs to one work-item.
#[kernel]
fn exchange(i: Index<1>, half: usize, y: &mut ArrayViewMut<i32>) {
    let offset = i[0] & (half - 1);
    let block = 2 * (i[0] - offset);
    let (a, b) = (block + offset, block + 2 * half - 1 - offset);
    (y[a], y[b]) = (y[b] + 1, y[a] - 1);
}

#[test]
fn pairs_are_exchanged() {
    on_each(|on| {
        for half in (0..11).map(|power| 1usize << power) {
            let mut ys: Vec<i32> = (0..2048).collect();
            let mut expected = ys.clone();
            for block in expected.chunks_mut(2 * half) {
                block.reverse();
                let (low, high) = block.split_at_mut(half);
                low.iter_mut().for_each(|it| *it += 1);
                high.iter_mut().for_each(|it| *it -= 1);
            }
            let mut y = ArrayViewMut::new(&mut ys);
            on.default_view().parallel_for_each(1024, exchange(half, &mut y)).unwrap();
            y.finish().unwrap();
            assert_eq!(ys, expected, "{half}");
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Three {
    a: u32,
    b: f32,
    c: [u32; 1],
}

/// Accesses elements forwards, backwards and by field. The last statements read elements of `z` that earlier statements have
/// written.
#[kernel]
fn move_elements(i: Index<1>, n: usize, y: &mut ArrayViewMut<Three>, z: &mut ArrayViewMut<u32>) {
    let back = 3 * n - 1 - i[0];
    y[i[0] + n] = Three { a: y[i].a + 1, b: y[i].b, c: [7] };
    y[back].a += 5;
    z[2 * n - 1 - i[0]] = z[i[0]];
    z[i[0]] += 1;
    let seen = z[i];
    z[i] = 2 * seen;
}

#[test]
fn elements_of_several_words_forwards_and_backwards() {
    on_each(|on| {
        for n in [1, 5, 64, 130, 1000] {
            let three = |at: usize| Three { a: at as u32, b: at as f32 / 2.0, c: [at as u32] };
            let mut ys: Vec<_> = (0..3 * n).map(three).collect();
            let mut zs: Vec<u32> = (0..2 * n as u32).collect();
            let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
            on.default_view().parallel_for_each(n, move_elements(n, &mut y, &mut z)).unwrap();
            y.finish().unwrap();
            z.finish().unwrap();
            for at in 0..n {
                assert_eq!(ys[at], three(at));
                assert_eq!(ys[at + n], Three { a: at as u32 + 1, b: at as f32 / 2.0, c: [7] });
                assert_eq!(ys[at + 2 * n], Three { a: (at + 2 * n) as u32 + 5, ..three(at + 2 * n) });
                assert_eq!((zs[at] as usize, zs[2 * n - 1 - at] as usize), (2 * at + 2, at));
            }
        }
    });
}

#[kernel]
fn shifted(i: Index<2>, n: usize, y: &mut ArrayViewMut<u32, 2>) {
    let value = y[[i[0], i[1] + n]];
    y[[i[0], i[1]]] = value + 1;
}

#[test]
fn section_keeps_the_elements_around_it() {
    on_each(|on| {
        let on = on.default_view();
        let mut ys: Vec<u32> = (0..400 * 7).collect();
        let before = ys.clone();
        let mut y = ArrayViewMut::with_extent([7, 400], &mut ys).unwrap();
        let mut section = y.section_mut([2, 10], [3, 300]).unwrap();
        on.parallel_for_each([3, 150], shifted(150, &mut section)).unwrap();
        drop(section);
        y.finish().unwrap();
        for (at, (after, before)) in ys.iter().zip(&before).enumerate() {
            let (row, column) = (at / 400, at % 400);
            let inside = (2..5).contains(&row) && (10..160).contains(&column);
            assert_eq!(*after, if inside { before + 151 } else { *before }, "[{row}, {column}]");
        }
    });
}

#[test]
fn out_of_bounds_access_reports_the_index() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = on.default_view();
        let mut ys = vec![0u32; 3 * 280];
        let mut y = ArrayViewMut::with_extent([3, 280], &mut ys).unwrap();
        match on.parallel_for_each([3, 140], shifted(150, &mut y)) {
            Err(Error::KernelPanicked { kernel, message, index, .. }) => {
                assert_eq!(kernel, "shifted");
                let column = index.get(1).map(|column| column + 150);
                assert!(
                    column.is_some_and(|column| message.contains(&format!(", {column}] is out of range"))),
                    "{message}"
                );
                assert!(column >= Some(280), "{message}");
            }
            other => panic!("{other:?}"),
        }
        let mut ys = vec![0i32; 200];
        let mut y = ArrayViewMut::new(&mut ys);
        match on.parallel_for_each(128, exchange(128, &mut y)) {
            Err(Error::KernelPanicked { message, .. }) => {
                assert!(message.contains("is out of range for `y` of extent [200]"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}

const TILE: usize = 100;

/// A tiled kernel accesses a view along its rows.
#[kernel(tile = [TILE])]
fn reverse(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut scratch: [u32; TILE];
    let (me, first) = (t.local[0], t.tile_origin[0]);
    scratch[me] = y[first + me];
    t.barrier.wait();
    y[first + TILE - 1 - me] = scratch[me] + 1;
}

#[test]
fn tiles_reverse_their_elements() {
    on_each(|on| {
        let mut ys: Vec<u32> = (0..1000).collect();
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = Extent::new([1000]).tile([TILE]).unwrap();
        on.default_view().parallel_for_each(domain, reverse(&mut y)).unwrap();
        y.finish().unwrap();
        assert!(ys.iter().zip(0..).all(|(y, at)| *y == at / 100 * 100 + 99 - at % 100 + 1));
    });
}

#[kernel]
fn remainder_by_difference(i: Index<1>, n: usize, m: usize, y: &mut ArrayViewMut<u32>) {
    y[i] = (i[0] % (n - m)) as u32;
}

#[kernel]
fn difference_divided(i: Index<1>, n: usize, m: usize, y: &mut ArrayViewMut<u32>) {
    y[i] = ((i[0] - m) / n) as u32;
}

#[kernel]
fn falling_index(i: Index<1>, n: usize, m: usize, y: &mut ArrayViewMut<u32>) {
    y[(n - i[0]) + m] = 1;
}

#[kernel]
fn nested_differences(i: Index<1>, n: usize, m: usize, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[n - (m - i[0])];
}

#[test]
fn overflow_in_one_lane_panics_as_in_rust() {
    let xs = [0; 200];
    let x = ArrayView::new(&xs);
    let on = Accelerator::cpu().default_view();
    for (case, n, m) in [(0, 3, 5), (1, 1000, 64), (1, 1000, 1), (2, 10, 64), (3, 100, 10)] {
        let mut ys = vec![0; 200];
        let mut y = ArrayViewMut::new(&mut ys);
        let result = match case {
            0 => on.parallel_for_each(64, remainder_by_difference(n, m, &mut y)),
            1 => on.parallel_for_each(64, difference_divided(n, m, &mut y)),
            2 => on.parallel_for_each(64, falling_index(n, m, &mut y)),
            _ => on.parallel_for_each(64, nested_differences(n, m, &x, &mut y)),
        };
        match result {
            Err(Error::KernelPanicked { message, .. }) => assert!(message.contains("overflow"), "{message}"),
            // A release build wraps.
            result => assert!(!cfg!(debug_assertions), "{case}: {result:?}"),
        }
    }
}

const ZERO: usize = 0;

/// Unreachable divisions by a constant zero, which rustc sees.
#[kernel]
fn unreachable_divisions(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    if ZERO > 0 {
        y[i] = (i[0] % ZERO) as u32;
    }
    if ZERO != 0 && i[0] / ZERO > 3 {
        y[i] = 1;
    }
}

#[test]
fn unreachable_division_by_a_constant_zero() {
    on_each(|on| {
        let mut ys = vec![3; 200];
        let mut y = ArrayViewMut::new(&mut ys);
        on.default_view().parallel_for_each(200, unreachable_divisions(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, [3; 200]);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Large {
    list: [u32; 4096],
}

/// Elements so large that those of a row of work-items do not fit on the stack.
#[kernel]
fn large(i: Index<1>, n: usize, y: &mut ArrayViewMut<Large>) {
    y[2 * n - 1 - i[0]].list[4095] = y[i].list[1] + 1;
}

#[test]
fn large_elements_are_not_copied_to_the_stack() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let mut ys = vec![Large { list: [7; 4096] }; 256];
        let mut y = ArrayViewMut::new(&mut ys);
        on.default_view().parallel_for_each(128, large(128, &mut y)).unwrap();
        y.finish().unwrap();
        for (at, element) in ys.iter().enumerate() {
            assert_eq!((element.list[1], element.list[4095]), (7, if at < 128 { 7 } else { 8 }));
        }
    }
}
