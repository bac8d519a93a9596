//! The kernels in idiomatic CubeCL.

use cubecl::prelude::*;

#[cube(launch)]
pub fn saxpy<N: Size>(a: f32, x: &[Vector<f32, N>], y: &mut [Vector<f32, N>]) {
    if ABSOLUTE_POS < y.len() {
        y[ABSOLUTE_POS] = Vector::new(a) * x[ABSOLUTE_POS] + y[ABSOLUTE_POS];
    }
}

#[cube(launch)]
pub fn copy<N: Size>(from: &[Vector<u32, N>], to: &mut [Vector<u32, N>]) {
    if ABSOLUTE_POS < to.len() {
        to[ABSOLUTE_POS] = from[ABSOLUTE_POS];
    }
}

#[cube(launch)]
pub fn matmul_naive(a: &[f32], b: &[f32], c: &mut [f32], n: usize) {
    let row = ABSOLUTE_POS_Y as usize;
    let column = ABSOLUTE_POS_X as usize;
    if row < n && column < n {
        let mut sum = 0.0f32;
        for k in 0..n {
            sum += a[row * n + k] * b[k * n + column];
        }
        c[row * n + column] = sum;
    }
}

/// `n` is a multiple of `tile`, and a cube has `tile` squared units.
#[cube(launch)]
pub fn matmul_tiled(a: &[f32], b: &[f32], c: &mut [f32], n: usize, #[comptime] tile: usize) {
    let mut la = Shared::<[f32]>::new_slice(tile * tile);
    let mut lb = Shared::<[f32]>::new_slice(tile * tile);
    let y = UNIT_POS_Y as usize;
    let x = UNIT_POS_X as usize;
    let row = ABSOLUTE_POS_Y as usize;
    let column = ABSOLUTE_POS_X as usize;
    let mut sum = 0.0f32;
    for t in 0..n / tile {
        la[y * tile + x] = a[row * n + t * tile + x];
        lb[y * tile + x] = b[(t * tile + y) * n + column];
        sync_cube();
        for k in 0..tile {
            sum += la[y * tile + k] * lb[k * tile + x];
        }
        sync_cube();
    }
    c[row * n + column] = sum;
}

/// A body is eight floats: position, mass, velocity, and an unused one. CubeCL has no buffers of structs.
#[cube(launch)]
pub fn nbody(from: &[f32], to: &mut [f32], n: usize, softening: f32, dt: f32) {
    let i = ABSOLUTE_POS;
    if i < n {
        let xi = from[8 * i];
        let yi = from[8 * i + 1];
        let zi = from[8 * i + 2];
        let mut ax = 0.0f32;
        let mut ay = 0.0f32;
        let mut az = 0.0f32;
        for j in 0..n {
            let dx = from[8 * j] - xi;
            let dy = from[8 * j + 1] - yi;
            let dz = from[8 * j + 2] - zi;
            let inverse = (dx * dx + dy * dy + dz * dz + softening).inverse_sqrt();
            let pull = from[8 * j + 3] * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        let vx = from[8 * i + 4] + dt * ax;
        let vy = from[8 * i + 5] + dt * ay;
        let vz = from[8 * i + 6] + dt * az;
        to[8 * i] = xi + dt * vx;
        to[8 * i + 1] = yi + dt * vy;
        to[8 * i + 2] = zi + dt * vz;
        to[8 * i + 3] = from[8 * i + 3];
        to[8 * i + 4] = vx;
        to[8 * i + 5] = vy;
        to[8 * i + 6] = vz;
        to[8 * i + 7] = from[8 * i + 7];
    }
}

/// Each unit adds every stride-th element, then the cube does a tree reduction. `units` is a power of two.
#[cube(launch)]
pub fn reduce(from: &[f32], to: &mut [f32], #[comptime] units: usize) {
    let mut sums = Shared::<[f32]>::new_slice(units);
    let me = UNIT_POS as usize;
    let stride = CUBE_COUNT * units;
    let mut sum = 0.0f32;
    let mut i = ABSOLUTE_POS;
    while i < from.len() {
        sum += from[i];
        i += stride;
    }
    sums[me] = sum;
    sync_cube();
    // `units` is a compile-time constant in CubeCL. `runtime` makes `half` a variable, which the loop can change.
    let mut half = (units / 2).runtime();
    while half > 0 {
        if me < half {
            let other = sums[me + half];
            sums[me] += other;
        }
        sync_cube();
        half /= 2;
    }
    if me == 0 {
        to[CUBE_POS] = sums[0];
    }
}

/// Each launch reads the values that the previous launch wrote.
#[cube(launch)]
pub fn step(x: &mut [u32]) {
    if ABSOLUTE_POS < x.len() {
        x[ABSOLUTE_POS] = x[ABSOLUTE_POS] * 3u32 + 1u32;
    }
}

/// Sums of `tile` elements each. Each of the `units` units of a cube first adds `tile / units` elements. A tree
/// reduction adds the partial sums.
#[cube(launch)]
pub fn tile_sums(from: &[f32], to: &mut [f32], #[comptime] tile: usize, #[comptime] units: usize) {
    let mut sums = Shared::<[f32]>::new_slice(units);
    let me = UNIT_POS as usize;
    let first = CUBE_POS * tile;
    let mut sum = from[first + me];
    for k in 1..tile / units {
        sum += from[first + k * units + me];
    }
    sums[me] = sum;
    sync_cube();
    let mut half = (units / 2).runtime();
    while half > 0 {
        if me < half {
            let other = sums[me + half];
            sums[me] += other;
        }
        sync_cube();
        half /= 2;
    }
    if me == 0 {
        to[CUBE_POS] = sums[0];
    }
}

/// A step of heat diffusion on a square plate.
#[cube(launch)]
pub fn stencil(from: &[f32], to: &mut [f32], n: usize) {
    let row = ABSOLUTE_POS_Y as usize;
    let column = ABSOLUTE_POS_X as usize;
    if row < n && column < n {
        let i = row * n + column;
        let here = from[i];
        if row == 0 || row == n - 1 || column == 0 || column == n - 1 {
            to[i] = here;
        } else {
            let around = from[i - n] + from[i + n] + from[i - 1] + from[i + 1];
            to[i] = here + 0.24f32 * (around - 4.0f32 * here);
        }
    }
}

/// The smooth iteration count of each point; -1 for a point of the Mandelbrot set.
#[cube(launch)]
pub fn mandelbrot(steps: &mut [f32], rows: usize, columns: usize, pixel: f32) {
    let row = ABSOLUTE_POS_Y as usize;
    let column = ABSOLUTE_POS_X as usize;
    if row < rows && column < columns {
        let across = f32::cast_from(column) + 0.5f32 - f32::cast_from(columns) / 2.0f32;
        let up = f32::cast_from(rows) / 2.0f32 - f32::cast_from(row) - 0.5f32;
        let re = across * pixel - 0.65f32;
        let im = up * pixel;
        let mut x = re;
        let mut y = im;
        let mut step = 0u32;
        while step < 512 && x * x + y * y <= 256.0f32 {
            let next = x * x - y * y + re;
            y = x * y + y * x + im;
            x = next;
            step += 1;
        }
        if step < 512 {
            // The natural logarithm of 2. `v.ln() / two` is the base-2 logarithm of `v`.
            let two = 0.693_147_2f32;
            let leaves = (x * x + y * y).ln() / (8.0f32 * two);
            steps[row * columns + column] = f32::cast_from(step) + 1.0f32 - leaves.ln() / two;
        } else {
            steps[row * columns + column] = -1.0f32;
        }
    }
}

/// A level of bitonic sort that merges pairs of sorted runs of length `run`: compares the first element of a pair
/// with its last one, the second with the last but one, and so on.
#[cube(launch)]
pub fn orange(data: &mut [i32], run: usize) {
    let i = ABSOLUTE_POS;
    if i < data.len() / 2 {
        let place = i & (run - 1);
        let block = 2 * (i - place);
        let first = block + place;
        let second = block + 2 * run - 1 - place;
        let a = data[first];
        let b = data[second];
        data[first] = min(a, b);
        data[second] = max(a, b);
    }
}

/// A level of bitonic sort in blocks of `2 * half` elements: compares each element of the first half with the one
/// at the same position in the second half.
#[cube(launch)]
pub fn red(data: &mut [i32], half: usize) {
    let i = ABSOLUTE_POS;
    if i < data.len() / 2 {
        let first = 2 * i - (i & (half - 1));
        let second = first + half;
        let a = data[first];
        let b = data[second];
        data[first] = min(a, b);
        data[second] = max(a, b);
    }
}
