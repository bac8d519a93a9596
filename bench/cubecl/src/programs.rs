//! The cases with more than one kind of operation: sums with barriers, a stencil, the Mandelbrot set, and a sort.

use cubecl::prelude::*;

use super::{Bench, UNITS, arg, close, floats, kernels, random};

impl Bench {
    /// Sums of 256 elements each. If a cube has fewer units, each unit first adds several elements.
    pub(super) fn barriers(&self) {
        if !self.wants("barriers") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 22, 1 << 28);
        let (tile, units) = (UNITS as usize, self.units());
        let tiles = n / tile;
        let x = floats(n, 1);
        let (hx, sums) = (self.upload(&x), self.client.empty(4 * tiles));
        let run = || {
            // A device has a limit of cubes in one dimension.
            let (width, cubes) = ((tiles as u32).min(1 << 15), tiles as u32);
            let (cubes, dim) = (CubeCount::Static(width, cubes / width, 1), CubeDim::new_1d(units));
            let (from, to) = (arg(&hx, n), arg(&sums, tiles));
            kernels::tile_sums::launch(&self.client, cubes, dim, from, to, tile, units as usize);
        };
        run();
        let result = self.download(&sums);
        let right = result.iter().zip(x.chunks(tile)).all(|(sum, x)| close(*sum, x.iter().sum()));
        let name = if units < UNITS { format!(", cubes of {units}") } else { String::new() };
        self.report("barriers", &n.to_string(), &name, right, run);
    }

    pub(super) fn stencil(&self) {
        if !self.wants("stencil") {
            return;
        }
        let n = self.pick(512, 2048, 16_384);
        let start = floats(n * n, 1);
        let (from, to) = (self.upload(&start), self.client.empty(4 * n * n));
        let run = || {
            let (count, dim) = self.grid(n, n);
            kernels::stencil::launch(&self.client, count, dim, arg(&from, n * n), arg(&to, n * n), n);
        };
        run();
        let result = self.download(&to);
        let right = (0..n * n).all(|i| {
            let ([row, column], here) = ([i / n, i % n], start[i]);
            let border = row == 0 || row == n - 1 || column == 0 || column == n - 1;
            let around = |i: usize| start[i - n] + start[i + n] + start[i - 1] + start[i + 1];
            close(result[i], if border { here } else { here + 0.24 * (around(i) - 4.0 * here) })
        });
        self.report("stencil", &n.to_string(), "", right, run);
    }

    pub(super) fn mandelbrot(&self) {
        if !self.wants("mandelbrot") {
            return;
        }
        let [rows, columns] = [[108, 192], [1080, 1920], [8640, 15_360]][self.scale];
        let pixel = 3.6 / columns as f32;
        let steps = self.client.empty(4 * rows * columns);
        let run = || {
            let (count, dim) = self.grid(rows, columns);
            let to = arg(&steps, rows * columns);
            kernels::mandelbrot::launch(&self.client, count, dim, to, rows, columns, pixel);
        };
        run();
        let result = self.download(&steps);
        // The tolerance of `bench`: one pixel in fifty may differ. At some points, a rounding error of one bit
        // changes the iteration count.
        let off = (0..rows * columns).filter(|at| {
            let (row, column) = (at / columns, at % columns);
            let re = (column as f32 + 0.5 - columns as f32 / 2.0) * pixel - 0.65;
            let im = (rows as f32 / 2.0 - row as f32 - 0.5) * pixel;
            let (mut x, mut y, mut step) = (re, im, 0);
            while step < 512 && x * x + y * y <= 256.0 {
                (x, y) = (x * x - y * y + re, x * y + y * x + im);
                step += 1;
            }
            let smooth = step as f32 + 1.0 - ((x * x + y * y).log2() / 8.0).log2();
            let expected = if step < 512 { smooth } else { -1.0 };
            let off = (result[*at] - expected).abs();
            off > 0.01 || off.is_nan()
        });
        let right = off.count() * 50 <= rows * columns;
        self.report("mandelbrot", &format!("{rows}x{columns}"), "", right, run);
    }

    /// Sorts random data once and checks the result. The timed runs then sort the sorted data, as in `bench`.
    pub(super) fn bitonic(&self) {
        if !self.wants("bitonic") {
            return;
        }
        let n: usize = self.pick(1 << 14, 1 << 20, 1 << 26);
        let mut source: Vec<i32> = random(n, 1).map(|random| random as i32).collect();
        let data = self.client.create_from_slice(i32::as_bytes(&source));
        let run = || {
            for run in (0..n.ilog2()).map(|power| 1usize << power) {
                let (count, dim) = self.line(n / 2);
                kernels::orange::launch(&self.client, count, dim, arg(&data, n), run);
                for half in (0..run.ilog2()).rev().map(|power| 1usize << power) {
                    let (count, dim) = self.line(n / 2);
                    kernels::red::launch(&self.client, count, dim, arg(&data, n), half);
                }
            }
        };
        run();
        let result = self.client.read_one(data.clone()).expect("it can be read");
        source.sort_unstable();
        self.report("bitonic", &n.to_string(), "", i32::from_bytes(&result) == &source[..], run);
    }
}
