//! The cases of `bench` in CubeCL. Checks each result and prints it for `bench --join`.
//!
//! Usage: `bench-cubecl DEVICE [quick|usual|large] [wgpu|cpu|cuda] [CASE]`, where DEVICE is a name from `bench
//! devices`.

mod kernels;
mod programs;

use std::time::{Duration, Instant};

use cubecl::future::block_on;
use cubecl::prelude::*;
use cubecl::server::Handle;

/// The largest number of units in a cube (work-items in a workgroup) that this program uses.
const UNITS: u32 = 256;
/// The number of cubes in the first launch of the case `reduce`.
const CUBES: usize = 1024;

struct Bench {
    client: Client,
    on: String,
    backend: String,
    /// 0, 1, 2: quick, usual, large.
    scale: usize,
    only: Option<String>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| args.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let backend = word(2, "wgpu");
    let scale = ["quick", "usual", "large"].iter().position(|name| *name == word(1, "usual"));
    let scale = scale.expect("the scale is quick, usual or large");
    let start = Instant::now();
    let bench = Bench {
        client: device(&backend).client(),
        on: word(0, ""),
        backend,
        scale,
        only: args.get(3).cloned(),
    };
    if bench.wants("first") {
        bench.first(start);
    }
    let lanes = [(1, ""), (4, ", vectors of 4"), (16, ", vectors of 16")];
    // GPUs have no vectors of 16 elements.
    for (lanes, name) in &lanes[..if bench.backend == "cpu" { 3 } else { 2 }] {
        bench.saxpy(*lanes, name);
        bench.copy(*lanes, name);
    }
    bench.reduce();
    bench.reduce_by_library();
    bench.nbody();
    bench.matmul("matmul_naive", false);
    bench.matmul("matmul_tiled", true);
    bench.barriers();
    bench.stencil();
    bench.mandelbrot();
    bench.bitonic();
    bench.launches();
    bench.transfers();
}

fn device(backend: &str) -> cubecl::Device {
    match backend {
        #[cfg(feature = "wgpu")]
        "wgpu" => cubecl::Device::Wgpu(Default::default()),
        #[cfg(feature = "cpu")]
        "cpu" => cubecl::Device::Cpu(Default::default()),
        #[cfg(feature = "cuda")]
        "cuda" => cubecl::Device::Cuda(Default::default()),
        other => panic!("this program was built without the back end `{other}`"),
    }
}

/// A kernel argument: a buffer of `count` elements.
fn arg(handle: &Handle, count: usize) -> BufferArg {
    // SAFETY: every caller passes the number of elements with which it created the buffer.
    unsafe { BufferArg::from_raw_parts(handle.clone(), count) }
}

/// The same random numbers as those of `amp_examples::harness::data`.
fn random(count: usize, seed: u32) -> impl Iterator<Item = u32> {
    let mut random = fastrand::Rng::with_seed(seed.into());
    (0..count).map(move |_| random.u32(..))
}

fn floats(count: usize, seed: u32) -> Vec<f32> {
    random(count, seed).map(|random| (random >> 8) as f32 / (1 << 24) as f32).collect()
}

fn close(actual: f32, expected: f32) -> bool {
    (actual - expected).abs() <= 1e-3 * expected.abs().max(1e-3)
}

/// The tolerance of `bench` for the case `nbody`. The absolute term allows for values near zero, which are
/// differences of much larger ones.
fn near(actual: f32, expected: f32) -> bool {
    (actual - expected).abs() <= 1e-4 + 1e-3 * expected.abs()
}

impl Bench {
    fn wants(&self, case: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == case)
    }

    fn pick(&self, quick: usize, usual: usize, large: usize) -> usize {
        [quick, usual, large][self.scale]
    }

    fn sync(&self) {
        block_on(self.client.sync()).expect("the device is there");
    }

    fn upload(&self, x: &[f32]) -> Handle {
        self.client.create_from_slice(f32::as_bytes(x))
    }

    fn download(&self, x: &Handle) -> Vec<f32> {
        f32::from_bytes(&self.client.read_one(x.clone()).expect("it can be read")).to_vec()
    }

    /// The number of units in a cube: a power of two, at most `UNITS`. On the CPU, the limit is the number of
    /// cores.
    fn units(&self) -> u32 {
        let most = self.client.properties().hardware.max_units_per_cube.max(1);
        UNITS.min(1 << most.ilog2())
    }

    /// Cubes that cover a grid of `rows` by `columns` elements, with at least one unit for each element.
    fn grid(&self, rows: usize, columns: usize) -> (CubeCount, CubeDim) {
        let [x, y] = if self.units() == UNITS { [16, 16] } else { [self.units(), 1] };
        let cubes = CubeCount::Static((columns as u32).div_ceil(x), (rows as u32).div_ceil(y), 1);
        (cubes, CubeDim::new_2d(x, y))
    }

    fn line(&self, units: usize) -> (CubeCount, CubeDim) {
        let dim = CubeDim::new_1d(self.units());
        (cubecl::calculate_cube_count_elemwise(&self.client, units, dim), dim)
    }

    /// Measures as `bench` does, and prints the result.
    fn report(&self, case: &str, size: &str, name: &str, right: bool, mut run: impl FnMut()) {
        let mut turn = |batch: u32| {
            let start = Instant::now();
            (0..batch).for_each(|_| run());
            self.sync();
            start.elapsed() / batch
        };
        turn(1);
        // An idle card needs a while to raise its clock frequency.
        let (start, warm_up) = (Instant::now(), Duration::from_millis(if self.scale == 0 { 0 } else { 500 }));
        while self.backend != "cpu" && start.elapsed() < warm_up {
            turn(1);
        }
        let once = turn(1);
        let batch = (5.0 / (once.as_secs_f64() * 1e3).max(1e-6)).ceil().clamp(1.0, 64.0) as u32;
        let (start, mut times): (_, Vec<Duration>) = (Instant::now(), Vec::new());
        while times.len() < 5 || (times.len() < 15 && start.elapsed() < Duration::from_secs(5)) {
            times.push(turn(batch));
        }
        self.print(case, size, name, right, times);
    }

    fn print(&self, case: &str, size: &str, name: &str, right: bool, mut times: Vec<Duration>) {
        times.sort();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let (median, best) = (ms(times[times.len() / 2]), ms(times[0]));
        let verdict = if right { "ok" } else { "the result is wrong" };
        println!(
            "{case}\t{size}\t{}\tCubeCL 0.11.3, {}{name}\t{median}\t{best}\t{}\t{verdict}",
            self.on,
            self.backend,
            times.len()
        );
    }

    /// The time from the start of the program to the first result.
    fn first(&self, start: Instant) {
        let x: Vec<u32> = (0..256).collect();
        let handle = self.client.create_from_slice(u32::as_bytes(&x));
        let (count, dim) = self.line(256);
        kernels::step::launch(&self.client, count, dim, arg(&handle, 256));
        let result = self.client.read_one(handle).expect("it can be read");
        let time = start.elapsed();
        let right = u32::from_bytes(&result).iter().zip(&x).all(|(y, x)| *y == x * 3 + 1);
        self.print("first", "1", "", right, vec![time]);
    }

    fn saxpy(&self, lanes: usize, name: &str) {
        if !self.wants("saxpy") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 24, 1 << 28);
        let (x, y) = (floats(n, 1), floats(n, 2));
        let (hx, hy) = (self.upload(&x), self.upload(&y));
        let run = || {
            let (count, dim) = self.line(n / lanes);
            let (x, y) = (arg(&hx, n / lanes), arg(&hy, n / lanes));
            kernels::saxpy::launch(&self.client, count, dim, lanes, 2.5, x, y);
        };
        run();
        let right = self.download(&hy).iter().zip(x.iter().zip(&y)).all(|(r, (x, y))| close(*r, 2.5 * x + y));
        self.report("saxpy", &n.to_string(), name, right, run);
    }

    fn copy(&self, lanes: usize, name: &str) {
        if !self.wants("copy") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 24, 1 << 28);
        let from: Vec<u32> = random(n, 1).collect();
        let (source, to) = (self.client.create_from_slice(u32::as_bytes(&from)), self.client.empty(4 * n));
        let run = || {
            let (count, dim) = self.line(n / lanes);
            let (source, to) = (arg(&source, n / lanes), arg(&to, n / lanes));
            kernels::copy::launch(&self.client, count, dim, lanes, source, to);
        };
        run();
        let result = self.client.read_one(to.clone()).expect("it can be read");
        self.report("copy", &n.to_string(), name, u32::from_bytes(&result) == &from[..], run);
    }

    fn reduce(&self) {
        if !self.wants("reduce") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 24, 1 << 28);
        let x = floats(n, 1);
        let (hx, sums, sum) = (self.upload(&x), self.client.empty(4 * CUBES), self.client.empty(4));
        let run = || {
            let pass = |from: &Handle, count: usize, to: &Handle, cubes: usize| {
                let units = self.units();
                let (cubes, dim) = (CubeCount::Static(cubes as u32, 1, 1), (CubeDim::new_1d(units), cubes));
                let (from, to) = (arg(from, count), arg(to, dim.1));
                kernels::reduce::launch(&self.client, cubes, dim.0, from, to, units as usize);
            };
            pass(&hx, n, &sums, CUBES);
            pass(&sums, CUBES, &sum, 1);
        };
        run();
        let expected: f64 = x.iter().map(|x| f64::from(*x)).sum();
        let right = close(self.download(&sum)[0], expected as f32);
        self.report("reduce", &n.to_string(), "", right, run);
    }

    /// The case `reduce` with `cubek_reduce`, CubeCL's library of reductions.
    fn reduce_by_library(&self) {
        if !self.wants("reduce") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 24, 1 << 28);
        let x = floats(n, 1);
        let input = self.upload(&x);
        let add = |sum: &Handle| {
            // SAFETY: each handle has this number of elements.
            let (input, sum) = unsafe {
                let line = |handle: &Handle, n: usize| {
                    TensorBinding::from_raw_parts(handle.clone(), [1].into(), [n].into())
                };
                (line(&input, n), line(sum, 1))
            };
            cubek_reduce::shared_sum(&self.client, input, sum, 256, f32::elem_type_native()).expect("a sum");
        };
        // The library adds to the output: `once` is checked, and `often` receives the sums of the timed runs.
        let (once, often) = (self.upload(&[0.0]), self.upload(&[0.0]));
        add(&once);
        let expected: f64 = x.iter().map(|x| f64::from(*x)).sum();
        let right = close(self.download(&once)[0], expected as f32);
        self.report("reduce", &n.to_string(), ", cubek-reduce", right, || add(&often));
    }

    fn nbody(&self) {
        if !self.wants("nbody") {
            return;
        }
        let n = self.pick(1024, 10_240, 131_072);
        let (softening, dt) = (1e-4f32, 2e-3f32);
        let from = floats(8 * n, 3);
        let (source, to) = (self.upload(&from), self.client.empty(32 * n));
        let run = || {
            let (count, dim) = self.line(n);
            let (source, to) = (arg(&source, 8 * n), arg(&to, 8 * n));
            kernels::nbody::launch(&self.client, count, dim, source, to, n, softening, dt);
        };
        run();
        let result = self.download(&to);
        let right = (0..64).map(|k| k * n / 64).all(|i| {
            let mut sum = [0.0f64; 3];
            for other in from.chunks_exact(8) {
                let away: [f64; 3] =
                    std::array::from_fn(|d| f64::from(other[d]) - f64::from(from[8 * i + d]));
                let squared = away.iter().map(|a| a * a).sum::<f64>() + f64::from(softening);
                (0..3).for_each(|d| sum[d] += away[d] * f64::from(other[3]) / (squared * squared.sqrt()));
            }
            (0..3).all(|d| {
                let (place, velocity) = (f64::from(from[8 * i + d]), f64::from(from[8 * i + 4 + d]));
                let after = velocity + f64::from(dt) * sum[d];
                let moved = place + f64::from(dt) * after;
                near(result[8 * i + 4 + d], after as f32) && near(result[8 * i + d], moved as f32)
            })
        });
        self.report("nbody", &n.to_string(), "", right, run);
    }

    fn matmul(&self, case: &str, tiled: bool) {
        if !self.wants(case) {
            return;
        }
        let n = self.pick(256, 1024, 4096);
        let (a, b) = (floats(n * n, 1), floats(n * n, 2));
        let (ha, hb, hc) = (self.upload(&a), self.upload(&b), self.client.empty(4 * n * n));
        let units = self.units();
        let dim = match (units, tiled) {
            (256.., _) => [16, 16],
            (_, false) => [units, 1],
            (_, true) => [1 << (units.ilog2() / 2); 2],
        };
        let name =
            if dim[0] < 16 && tiled { format!(", tiles of {}x{}", dim[1], dim[0]) } else { String::new() };
        let run = || {
            let [x, y] = dim;
            let (count, dim) = (CubeCount::Static(n as u32 / x, n as u32 / y, 1), CubeDim::new_2d(x, y));
            let (a, b, c) = (arg(&ha, n * n), arg(&hb, n * n), arg(&hc, n * n));
            if tiled {
                kernels::matmul_tiled::launch(&self.client, count, dim, a, b, c, n, x as usize);
            } else {
                kernels::matmul_naive::launch(&self.client, count, dim, a, b, c, n);
            }
        };
        run();
        let c = self.download(&hc);
        let right = (0..1000).map(|k| (k * 7919) % (n * n)).all(|at| {
            let (row, column) = (at / n, at % n);
            close(c[at], (0..n).map(|k| a[row * n + k] * b[k * n + column]).sum())
        });
        self.report(case, &n.to_string(), &name, right, run);
    }

    fn launches(&self) {
        for (case, launches, count) in
            [("launches", self.pick(100, 1000, 1000), 256), ("launch_alone", 1, 256), ("launch_of_64", 1, 64)]
        {
            if !self.wants(case) {
                continue;
            }
            let x: Vec<u32> = (0..count as u32).collect();
            let handle = self.client.create_from_slice(u32::as_bytes(&x));
            let run = || {
                for _ in 0..launches {
                    let (cubes, dim) = self.line(count);
                    kernels::step::launch(&self.client, cubes, dim, arg(&handle, count));
                }
                self.sync();
            };
            run();
            let result = self.client.read_one(handle.clone()).expect("it can be read");
            let after = |x: &u32| (0..launches).fold(*x, |x, _| x.wrapping_mul(3).wrapping_add(1));
            let right = u32::from_bytes(&result).iter().zip(&x).all(|(y, x)| *y == after(x));
            self.report(case, &launches.to_string(), "", right, run);
        }
    }

    fn transfers(&self) {
        if !self.wants("transfer") {
            return;
        }
        let n = self.pick(1 << 18, 1 << 24, 1 << 28);
        let x = floats(n, 1);
        let handle = self.upload(&x);
        let mut result = Vec::new();
        let right = self.download(&handle) == x;
        self.report("upload", &n.to_string(), "", right, || drop(self.upload(&x)));
        self.report("download", &n.to_string(), "", right, || result = self.download(&handle));
    }
}
