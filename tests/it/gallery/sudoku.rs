//! Checks and a solver of Sudoku, after the examples of Exercism and of solvers with bit masks.
//!
//! Uses closures as views of rows, columns and boxes, `all`, `any`, `Option<Digit>` cells, and a search with a stack.

use amp::prelude::*;

use super::on_each_queue;

type Grid = [[u8; 4]; 4];

#[device]
fn is_complete(cell: impl Fn(usize) -> u8) -> bool {
    (0..4).map(cell).fold(0u32, |seen, digit| seen | 1 << digit) == 0b1_1110
}

#[device]
fn is_solved(grid: &Grid) -> bool {
    let rows = (0..4).all(|row| is_complete(|k| grid[row][k]));
    let columns = (0..4).all(|column| is_complete(|k| grid[k][column]));
    let boxes = (0..4).all(|b| is_complete(|k| grid[b / 2 * 2 + k / 2][b % 2 * 2 + k % 2]));
    rows && columns && boxes
}

/// The digits that a cell may have, as bits.
#[device]
fn candidates(grid: &Grid, row: usize, column: usize) -> u8 {
    let mut used = 0;
    for k in 0..4 {
        used |=
            1 << grid[row][k] | 1 << grid[k][column] | 1 << grid[row / 2 * 2 + k / 2][column / 2 * 2 + k % 2];
    }
    !used & 0b1_1110
}

/// The empty cell with the fewest candidates.
#[device]
fn best_cell(grid: &Grid) -> Option<(usize, usize)> {
    (0..16)
        .map(|k| (k / 4, k % 4))
        .filter(|&(row, column)| grid[row][column] == 0)
        .min_by_key(|&(row, column)| candidates(grid, row, column).count_ones())
}

#[derive(Clone, Copy, GpuType)]
struct Frame {
    cell: (usize, usize),
    choices: u8,
}

#[device]
fn solve(mut grid: Grid) -> Option<Grid> {
    let mut stack = [None; 16];
    let mut depth = 0;
    'search: loop {
        let Some((row, column)) = best_cell(&grid) else {
            return Some(grid);
        };
        stack[depth] = Some(Frame { cell: (row, column), choices: candidates(&grid, row, column) });
        loop {
            let Some(frame) = &mut stack[depth] else { unreachable!() };
            let (row, column) = frame.cell;
            if frame.choices != 0 {
                let digit = frame.choices.trailing_zeros();
                frame.choices &= frame.choices - 1;
                grid[row][column] = digit as u8;
                depth += 1;
                continue 'search;
            }
            grid[row][column] = 0;
            if depth == 0 {
                return None;
            }
            depth -= 1;
        }
    }
}

#[device]
fn puzzle(seed: u32) -> Grid {
    const SOLVED: Grid = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]];
    let mut grid = SOLVED;
    for (k, cell) in grid.iter_mut().flatten().enumerate() {
        if seed.wrapping_mul(2_654_435_761) >> k & 1 == 1 {
            *cell = 0;
        }
    }
    if seed % 5 == 0 {
        grid.iter_mut().for_each(|row| row.swap(0, 3));
    }
    grid
}

#[device]
fn answer(seed: u32) -> u32 {
    match solve(puzzle(seed)) {
        Some(grid) if is_solved(&grid) => {
            grid.iter().flatten().fold(0, |code, &digit| code * 4 + u32::from(digit - 1))
        }
        Some(_) => 1,
        None => 0,
    }
}

#[kernel]
fn solve_all(i: Index<1>, answers: &mut ArrayViewMut<u32>) {
    answers[i] = answer(i[0] as u32);
}

#[test]
fn answers_are_those_of_the_host() {
    let expected: Vec<u32> = (0..60).map(answer).collect();
    assert!(expected.iter().any(|&answer| answer == 0) && expected.iter().any(|&answer| answer > 1));
    on_each_queue(|queue| {
        let mut answers = ArrayViewMut::without_source([60])?;
        queue.parallel_for_each(60, solve_all(&mut answers))?;
        assert_eq!(answers.to_vec()?, expected);
        Ok(())
    });
}
