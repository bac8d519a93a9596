//! Heat on a chip, after `hotspot` of Rodinia.
//!
//! Uses an enum with a constant array of its variants, `checked_add_signed`, `?` in a chain of options, and a struct of
//! parameters with `Default`.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u8)]
enum Side {
    North,
    East,
    South,
    West,
}

#[device]
impl Side {
    const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    const fn step(self) -> (isize, isize) {
        match self {
            Side::North => (-1, 0),
            Side::East => (0, 1),
            Side::South => (1, 0),
            Side::West => (0, -1),
        }
    }

    fn is_vertical(self) -> bool {
        matches!(self, Self::North | Self::South)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Chip {
    capacity: f32,
    rx: f32,
    ry: f32,
    rz: f32,
    ambient: f32,
}

impl Default for Chip {
    fn default() -> Self {
        Chip { capacity: 0.5, rx: 2.0, ry: 3.0, rz: 20.0, ambient: 80.0 }
    }
}

const ROWS: usize = 12;
const COLUMNS: usize = 16;

#[device]
fn neighbour(row: usize, column: usize, side: Side) -> Option<(usize, usize)> {
    let (down, right) = side.step();
    let row = row.checked_add_signed(down).filter(|&row| row < ROWS)?;
    let column = column.checked_add_signed(right).filter(|&column| column < COLUMNS)?;
    Some((row, column))
}

#[device]
fn next_temperature(chip: &Chip, grid: &[f32], power: &[f32], row: usize, column: usize) -> f32 {
    let at = |(row, column): (usize, usize)| grid[row * COLUMNS + column];
    let here = at((row, column));
    let flow: f32 = Side::ALL
        .iter()
        .map(|&side| {
            let there = neighbour(row, column, side).map_or(here, at);
            (there - here) / if side.is_vertical() { chip.ry } else { chip.rx }
        })
        .sum();
    let lost = (chip.ambient - here) / chip.rz;
    here + (power[row * COLUMNS + column] + flow + lost) * chip.capacity / 4.0
}

#[kernel]
fn step(
    i: Index<2>,
    chip: Chip,
    power: &ArrayView<f32>,
    grid: &ArrayView<f32>,
    next: &mut ArrayViewMut<f32>,
) {
    next[i[0] * COLUMNS + i[1]] = next_temperature(&chip, &grid[..], &power[..], i[0], i[1]);
}

#[test]
fn temperatures_are_those_of_the_host() {
    let chip = Chip { rz: 25.0, ..Chip::default() };
    let power = amp_tests::numbers(ROWS * COLUMNS, 3);
    let start: Vec<f32> = amp_tests::numbers(ROWS * COLUMNS, 4).iter().map(|x| 60.0 + 40.0 * x).collect();
    let mut expected = start.clone();
    for _ in 0..6 {
        let next = |k| next_temperature(&chip, &expected, &power, k / COLUMNS, k % COLUMNS);
        expected = (0..ROWS * COLUMNS).map(next).collect();
    }
    on_each_queue(|queue| {
        let power = ArrayView::new(&power);
        let mut grid = ArrayViewMut::from_vec([start.len()], start.clone())?;
        for _ in 0..6 {
            let mut next = ArrayViewMut::without_source([start.len()])?;
            queue.parallel_for_each([ROWS, COLUMNS], step(chip, &power, &grid.as_view(), &mut next))?;
            grid = next;
        }
        assert!(amp_tests::close(&grid.to_vec()?, &expected));
        Ok(())
    });
}
