//! Flow in a channel, after `lbm` of Parboil and the D2Q9 programs of lattice-Boltzmann tutorials.
//!
//! Uses parallel constant tables, a tuple struct with `Index` and `IndexMut`, `from_fn` with captured values, `zip` of three
//! arrays, and `rem_euclid`.

use std::ops;

use amp::prelude::*;

use super::on_each_queue;

const Q: usize = 9;
const E: [(i32, i32); Q] = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const W: [f32; Q] = [4. / 9., 1. / 9., 1. / 9., 1. / 9., 1. / 9., 1. / 36., 1. / 36., 1. / 36., 1. / 36.];
const OPPOSITE: [usize; Q] = [0, 3, 4, 1, 2, 7, 8, 5, 6];
const OMEGA: f32 = 1.2;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Cell([f32; Q]);

#[device]
impl ops::Index<usize> for Cell {
    type Output = f32;

    fn index(&self, direction: usize) -> &Self::Output {
        &self.0[direction]
    }
}

#[device]
impl ops::IndexMut<usize> for Cell {
    fn index_mut(&mut self, direction: usize) -> &mut Self::Output {
        &mut self.0[direction]
    }
}

#[device]
impl Cell {
    fn equilibrium(density: f32, (ux, uy): (f32, f32)) -> Self {
        let square = 1.5 * (ux * ux + uy * uy);
        Cell(std::array::from_fn(|q| {
            let (ex, ey) = E[q];
            let eu = 3.0 * (ex as f32 * ux + ey as f32 * uy);
            density * W[q] * (1.0 + eu + 0.5 * eu * eu - square)
        }))
    }

    fn density(&self) -> f32 {
        self.0.iter().sum()
    }

    fn velocity(&self) -> (f32, f32) {
        let (x, y) = self
            .0
            .iter()
            .zip(&E)
            .fold((0.0, 0.0), |(x, y), (f, &(ex, ey))| (x + f * ex as f32, y + f * ey as f32));
        let density = self.density();
        (x / density, y / density)
    }

    fn collide(mut self) -> Self {
        let target = Self::equilibrium(self.density(), self.velocity());
        self.0.iter_mut().zip(target.0).for_each(|(f, eq)| *f += OMEGA * (eq - *f));
        self
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Grid {
    width: u32,
    height: u32,
}

#[device]
impl Grid {
    fn at(self, x: i32, y: i32) -> usize {
        let (w, h) = (self.width as i32, self.height as i32);
        (y.rem_euclid(h) * w + x.rem_euclid(w)) as usize
    }

    fn is_wall(&self, x: u32, y: u32) -> bool {
        y == 0 || y == self.height - 1 || (3..5).contains(&x) && (4..=6).contains(&y)
    }
}

#[device]
fn streamed(grid: Grid, cells: &[Cell], x: u32, y: u32) -> Cell {
    let mut incoming = cells[grid.at(x as i32, y as i32)];
    for (q, &(ex, ey)) in E.iter().enumerate().skip(1) {
        incoming[q] = cells[grid.at(x as i32 - ex, y as i32 - ey)][q];
    }
    if grid.is_wall(x, y) {
        let bounced = OPPOSITE.map(|q| incoming[q]);
        return Cell(bounced);
    }
    incoming.collide()
}

#[kernel]
fn step(i: Index<2>, grid: Grid, cells: &ArrayView<Cell>, next: &mut ArrayViewMut<Cell>) {
    let (x, y) = (i[1] as u32, i[0] as u32);
    next[grid.at(x as i32, y as i32)] = streamed(grid, &cells[..], x, y);
}

#[test]
fn flow_is_that_of_the_host() {
    let grid = Grid { width: 14, height: 10 };
    let start: Vec<Cell> =
        (0..140).map(|k| Cell::equilibrium(1.0 + (k % 5) as f32 / 50.0, (0.1, 0.0))).collect();
    let mut expected = start.clone();
    for _ in 0..4 {
        expected = (0..140).map(|k| streamed(grid, &expected, k % 14, k / 14)).collect();
    }
    on_each_queue(|queue| {
        let mut cells = ArrayViewMut::from_vec([140], start.clone())?;
        for _ in 0..4 {
            let mut next = ArrayViewMut::without_source([140])?;
            queue.parallel_for_each([10, 14], step(grid, &cells.as_view(), &mut next))?;
            cells = next;
        }
        assert!(cells.to_vec()?.iter().zip(&expected).all(|(a, b)| amp_tests::close(&a.0, &b.0)));
        Ok(())
    });
}
