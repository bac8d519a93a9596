//! Conway's Game of Life, after the book "Rust and WebAssembly".
//!
//! Uses an enum of cells in a view, a `match` on a tuple with guards and a fallback, nested loops over arrays, and a method that
//! toggles.

use amp::prelude::*;

use super::on_each_queue;

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Cell {
    Dead = 0,
    Alive = 1,
}

#[device]
impl Cell {
    fn toggle(&mut self) {
        *self = match *self {
            Cell::Dead => Cell::Alive,
            Cell::Alive => Cell::Dead,
        };
    }
}

#[device]
impl From<bool> for Cell {
    fn from(alive: bool) -> Self {
        if alive { Cell::Alive } else { Cell::Dead }
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Universe {
    width: u32,
    height: u32,
}

#[device]
impl Universe {
    fn get_index(&self, row: u32, column: u32) -> usize {
        (row * self.width + column) as usize
    }

    fn live_neighbor_count(&self, cells: &[Cell], row: u32, column: u32) -> u8 {
        let mut count = 0;
        for delta_row in [self.height - 1, 0, 1].iter().cloned() {
            for delta_col in [self.width - 1, 0, 1].iter().cloned() {
                if delta_row == 0 && delta_col == 0 {
                    continue;
                }
                let neighbor_row = (row + delta_row) % self.height;
                let neighbor_col = (column + delta_col) % self.width;
                let idx = self.get_index(neighbor_row, neighbor_col);
                count += cells[idx] as u8;
            }
        }
        count
    }

    fn next(&self, cells: &[Cell], row: u32, column: u32) -> Cell {
        let cell = cells[self.get_index(row, column)];
        let live_neighbors = self.live_neighbor_count(cells, row, column);
        match (cell, live_neighbors) {
            (Cell::Alive, x) if x < 2 => Cell::Dead,
            (Cell::Alive, 2) | (Cell::Alive, 3) => Cell::Alive,
            (Cell::Alive, x) if x > 3 => Cell::Dead,
            (Cell::Dead, 3) => Cell::Alive,
            (otherwise, _) => otherwise,
        }
    }
}

#[kernel]
fn tick(i: Index<2>, universe: Universe, cells: &ArrayView<Cell>, next: &mut ArrayViewMut<Cell>) {
    let [row, column] = [i[0] as u32, i[1] as u32];
    next[universe.get_index(row, column)] = universe.next(&cells[..], row, column);
}

#[kernel]
fn glider(i: Index<1>, universe: Universe, cells: &mut ArrayViewMut<Cell>) {
    const SHAPE: [(u32, u32); 5] = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)];
    if i[0] == 0 {
        for &(row, column) in &SHAPE {
            cells[universe.get_index(row, column)].toggle();
        }
    }
}

#[test]
fn generations_are_those_of_the_host() {
    let universe = Universe { width: 12, height: 9 };
    let start: Vec<Cell> = (0..108u32).map(|k| Cell::from(k.is_multiple_of(2) || k % 7 == 0)).collect();
    let mut expected = start.clone();
    for (row, column) in [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
        expected[universe.get_index(row, column)].toggle();
    }
    for _ in 0..5 {
        expected = (0..108).map(|k| universe.next(&expected, k / 12, k % 12)).collect();
    }
    assert!(expected.contains(&Cell::Alive));
    on_each_queue(|queue| {
        let mut cells = ArrayViewMut::from_vec([108], start.clone())?;
        queue.parallel_for_each(1, glider(universe, &mut cells))?;
        for _ in 0..5 {
            let mut next = ArrayViewMut::without_source([108])?;
            queue.parallel_for_each([9, 12], tick(universe, &cells.as_view(), &mut next))?;
            cells = next;
        }
        assert_eq!(cells.to_vec()?, expected);
        Ok(())
    });
}
