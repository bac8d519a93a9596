//! `flatten` and `flat_map` of values whose type only rustc knows.

use super::same_for_values;
use amp::prelude::*;

same_for_values!(
    fields_with_options,
    fields_with_results,
    fields_with_arrays,
    options_of_units,
    variables_without_types,
    functions_by_name,
    variables_with_iterators,
);

#[derive(Clone, Copy, GpuType)]
struct Grid<const N: usize> {
    cells: [Option<u32>; N],
    tries: [Result<u32, i32>; N],
    rows: [[u32; 3]; 2],
    marks: [Option<()>; 2],
}

#[device]
impl<const N: usize> Grid<N> {
    fn new(v: u32) -> Self {
        let (mut cells, mut tries) = ([None; N], [Err(-1); N]);
        for k in 0..N {
            if (v >> k) & 1 == 1 {
                cells[k] = Some(v % 50 + k as u32);
                tries[k] = Ok(v % 20 + 3 * k as u32);
            }
        }
        let rows = [[v % 9, 1, 2], [3, 4, v % 5]];
        Self { cells, tries, rows, marks: [Some(()), (v > 9).then_some(())] }
    }
}

#[device]
fn fields_with_options(v: u32) -> u32 {
    let grid = Grid::<5>::new(v);
    let sum: u32 = grid.cells.iter().flatten().sum();
    let most = grid.cells.into_iter().flatten().map(|cell| cell * 2).max().unwrap_or(7);
    let last = grid.cells.iter().flatten().chain(&[1, 2]).zip(0..).fold(0, |s, (cell, n)| s + cell * n);
    sum + 3 * most + 5 * last
}

#[device]
fn fields_with_results(v: u32) -> u32 {
    let grid = Grid::<5>::new(v);
    let sum: u32 = grid.tries.iter().copied().flatten().sum();
    sum + 100 * grid.tries.iter().flatten().count() as u32
}

#[device]
fn fields_with_arrays(v: u32) -> u32 {
    let grid = Grid::<5>::new(v);
    let squares: u32 = grid.rows.iter().flatten().map(|&cell| cell * cell).sum();
    squares + grid.rows.iter().rev().flatten().rev().fold(0, |code, cell| code * 3 + cell)
}

#[device]
fn options_of_units(v: u32) -> u32 {
    Grid::<5>::new(v).marks.iter().flatten().count() as u32
}

#[device]
fn variables_without_types(v: u32) -> u32 {
    let mut levels = [None; 5];
    levels[v as usize % 5] = Some(v % 100);
    levels[(v as usize % 5 + 3) % 5] = Some(v % 30);
    let code = levels.iter().rev().flatten().fold(1, |code, level| code * 7 + level);
    let first: u32 = levels.iter().flat_map(|level| *level).take(1).sum();
    code + first
}

#[device]
fn lifted(v: u32) -> Option<u32> {
    if v.is_multiple_of(3) { None } else { Some(v) }
}

#[device]
fn pair(v: u32) -> [u32; 2] {
    [v, v + 1]
}

#[device]
fn functions_by_name(v: u32) -> u32 {
    let n = v % 12;
    let options: u32 = (0..n).flat_map(lifted).sum();
    let arrays: u32 = (0..n).flat_map(pair).sum();
    let flattened: u32 = (0..n).map(lifted).flatten().sum();
    options + 3 * arrays + 5 * flattened + (0..n).map(pair).flatten().count() as u32
}

#[device]
fn variables_with_iterators(v: u32) -> u32 {
    let mut it = (0..v % 12).map(|k| lifted(k)).flatten();
    let (a, b) = (it.next().unwrap_or(99), it.next().unwrap_or(98));
    a + 7 * b + it.count() as u32
}
