//! Fourier transforms along one axis: the Stockham algorithm with mixed radices.
//!
//! Each pass combines `radix` transforms to one that is `radix` times as long, and sorts the results on the way, so no pass
//! reverses bits. A work-item computes one butterfly. Pass `p` reads the elements at distances of `n / radix`, so
//! neighbouring work-items read neighbouring elements.
//!
//! On a GPU, a tile performs all passes of short transforms in tile memory, if their length is a power of two.

use amp::Result;
use amp::prelude::*;

use crate::elementwise::write_each;
use crate::input::Input;
use crate::plan::{self, Kernels, TILE};
use crate::scratch::undefined;
use crate::signal::bluestein;
use crate::signal::complex::Complex32;
use crate::signal::twiddles::Twiddles;

/// The transform of two numbers.
#[device]
fn butterfly2(v: [Complex32; 2]) -> [Complex32; 2] {
    [v[0] + v[1], v[0] - v[1]]
}

/// The transform of three numbers.
#[device]
fn butterfly3(v: [Complex32; 3]) -> [Complex32; 3] {
    let sum = v[1] + v[2];
    let middle = v[0] - sum.scale(0.5);
    let turned = (v[1] - v[2]).scale(0.866_025_4).times_i();
    [v[0] + sum, middle - turned, middle + turned]
}

/// The transform of four numbers.
#[device]
fn butterfly4(v: [Complex32; 4]) -> [Complex32; 4] {
    let (a, b) = (v[0] + v[2], v[0] - v[2]);
    let (c, d) = (v[1] + v[3], (v[1] - v[3]).times_i());
    [a + c, b - d, a - c, b + d]
}

/// The transform of five numbers.
#[device]
fn butterfly5(v: [Complex32; 5]) -> [Complex32; 5] {
    let (cos1, cos2, sin1, sin2) = (0.309_017, -0.809_017, 0.951_056_5, 0.587_785_24);
    let (s1, s2) = (v[1] + v[4], v[2] + v[3]);
    let (d1, d2) = (v[1] - v[4], v[2] - v[3]);
    let m1 = v[0] + s1.scale(cos1) + s2.scale(cos2);
    let m2 = v[0] + s1.scale(cos2) + s2.scale(cos1);
    let t1 = (d1.scale(sin1) + d2.scale(sin2)).times_i();
    let t2 = (d1.scale(sin2) - d2.scale(sin1)).times_i();
    [v[0] + s1 + s2, m1 - t1, m2 - t2, m2 + t2, m1 + t1]
}

/// The transform of seven numbers.
#[device]
fn butterfly7(v: [Complex32; 7]) -> [Complex32; 7] {
    let (cos1, cos2, cos3) = (0.623_489_8, -0.222_520_93, -0.900_968_9);
    let (sin1, sin2, sin3) = (0.781_831_5, 0.974_927_9, 0.433_883_73);
    let (s1, s2, s3) = (v[1] + v[6], v[2] + v[5], v[3] + v[4]);
    let (d1, d2, d3) = (v[1] - v[6], v[2] - v[5], v[3] - v[4]);
    let m1 = v[0] + s1.scale(cos1) + s2.scale(cos2) + s3.scale(cos3);
    let m2 = v[0] + s1.scale(cos2) + s2.scale(cos3) + s3.scale(cos1);
    let m3 = v[0] + s1.scale(cos3) + s2.scale(cos1) + s3.scale(cos2);
    let t1 = (d1.scale(sin1) + d2.scale(sin2) + d3.scale(sin3)).times_i();
    let t2 = (d1.scale(sin2) - d2.scale(sin3) - d3.scale(sin1)).times_i();
    let t3 = (d1.scale(sin3) - d2.scale(sin1) + d3.scale(sin2)).times_i();
    [v[0] + s1 + s2 + s3, m1 - t1, m2 - t2, m3 - t3, m3 + t3, m2 + t2, m1 + t1]
}

/// The transform of eight numbers.
#[device]
fn butterfly8(v: [Complex32; 8]) -> [Complex32; 8] {
    let half = 0.707_106_77;
    let even = butterfly4([v[0], v[2], v[4], v[6]]);
    let odd = butterfly4([v[1], v[3], v[5], v[7]]);
    let o1 = (odd[1] - odd[1].times_i()).scale(half);
    let o2 = -odd[2].times_i();
    let o3 = (odd[3] + odd[3].times_i()).scale(-half);
    [
        even[0] + odd[0],
        even[1] + o1,
        even[2] + o2,
        even[3] + o3,
        even[0] - odd[0],
        even[1] - o1,
        even[2] - o2,
        even[3] - o3,
    ]
}

/// The sizes of a pass, in elements.
#[derive(Clone, Copy, GpuType)]
struct Pass {
    /// All interleaved transforms: their length times their number.
    row: usize,
    /// The distance between two inputs of a butterfly.
    part: usize,
    /// The distance between two outputs of a butterfly.
    stride: usize,
    /// The number of interleaved transforms.
    inner: usize,
    /// The distance between two twiddle factors in the table.
    step: usize,
    /// The number of low bits of an index of a twiddle factor.
    shift: u32,
}

macro_rules! passes {
    ($($name:ident $radix:literal $butterfly:ident)*) => {
        $(
            /// A pass. Work-item `[o, q]` computes butterfly `q` of the interleaved transforms `o`.
            #[kernel]
            fn $name(
                i: Index<2>,
                p: Pass,
                twiddles: &ArrayView<Complex32>,
                x: &ArrayView<Complex32>,
                y: &mut ArrayViewMut<Complex32>,
            ) {
                let q = i[1];
                let from = i[0] * p.row + q;
                let to = from + q / p.stride * p.stride * ($radix - 1);
                let mut v = [Complex32::new(0.0, 0.0); $radix];
                for r in 0..$radix {
                    v[r] = x[from + r * p.part];
                }
                if p.stride > p.inner {
                    let turn = q % p.stride / p.inner * p.step;
                    let low = 1usize << p.shift;
                    for r in 1..$radix {
                        let k = r * turn;
                        v[r] = v[r] * (twiddles[k & (low - 1)] * twiddles[low + (k >> p.shift)]);
                    }
                }
                let w = $butterfly(v);
                for r in 0..$radix {
                    y[to + r * p.stride] = w[r];
                }
            }
        )*

        /// The radices of the passes of a transform of length `n`; `None` if `n` has another prime factor.
        fn radices(n: usize) -> Option<Vec<usize>> {
            let (mut rest, mut radices) = (n, Vec::new());
            for radix in [7, 5, 3] {
                while rest % radix == 0 {
                    radices.push(radix);
                    rest /= radix;
                }
            }
            while rest % 8 == 0 && rest != 16 {
                radices.push(8);
                rest /= 8;
            }
            for radix in [4, 2] {
                while rest % radix == 0 {
                    radices.push(radix);
                    rest /= radix;
                }
            }
            (rest == 1).then_some(radices)
        }

        /// Runs a pass.
        fn run_pass(
            queue: &AcceleratorView,
            radix: usize,
            domain: [usize; 2],
            p: Pass,
            twiddles: &ArrayView<'_, Complex32>,
            x: &ArrayViewMut<'_, Complex32>,
            y: &mut ArrayViewMut<'_, Complex32>,
        ) -> Result<()> {
            match radix {
                $($radix => queue.parallel_for_each(domain, $name(p, twiddles, x, y)),)*
                _ => unreachable!("`radices` returns no other radix"),
            }
        }
    };
}

passes! {
    pass2 2 butterfly2
    pass3 3 butterfly3
    pass4 4 butterfly4
    pass5 5 butterfly5
    pass7 7 butterfly7
    pass8 8 butterfly8
}

/// The number of elements that a tile transforms.
const LOCAL: usize = 4 * TILE;

/// Each tile transforms `LOCAL` elements: sequences of `n` elements, where `n` is a power of two from 2 to `LOCAL`.
#[kernel(tile = [TILE])]
fn transform_tiles(
    t: TiledIndex<1>,
    n: usize,
    size: usize,
    twiddles: &ArrayView<Complex32>,
    x: &ArrayView<Complex32>,
    y: &mut ArrayViewMut<Complex32>,
) {
    let me = t.local[0];
    let first = t.tile[0] * LOCAL;
    #[tile_static]
    let mut values: [Complex32; LOCAL];
    for k in (me..LOCAL).step_by(TILE) {
        let mut v = Complex32::new(0.0, 0.0);
        if first + k < size {
            v = x[first + k];
        }
        values[k] = v;
    }
    t.barrier.wait();
    let mut stride = 1;
    while 4 * stride <= n {
        let part = n / 4;
        let (from, q) = (me / part * n + me % part, me % part);
        let turn = q % stride * (n / (4 * stride));
        let mut v = [values[from]; 4];
        for r in 1..4 {
            v[r] = values[from + r * part] * twiddles[r * turn];
        }
        let w = butterfly4(v);
        t.barrier.wait();
        let to = from + q / stride * stride * 3;
        for r in 0..4 {
            values[to + r * stride] = w[r];
        }
        t.barrier.wait();
        stride *= 4;
    }
    if stride < n {
        // The last pass combines pairs. It reads and writes the same elements, so it needs no barrier.
        for b in (me..LOCAL / 2).step_by(TILE) {
            let k = b % stride;
            let from = b / stride * n + k;
            let w = butterfly2([values[from], values[from + stride] * twiddles[k]]);
            values[from] = w[0];
            values[from + stride] = w[1];
        }
        t.barrier.wait();
    }
    for k in (me..LOCAL).step_by(TILE) {
        if first + k < size {
            y[first + k] = values[k];
        }
    }
}

/// Transforms `x` along the middle axis of the shape `[outer, n, inner]`. There must be elements.
pub(crate) fn transform(
    queue: &AcceleratorView,
    shape: [usize; 3],
    x: ArrayViewMut<'static, Complex32>,
    out: &mut ArrayViewMut<'_, Complex32>,
) -> Result<()> {
    let [outer, n, inner] = shape;
    let Some(radices) = radices(n) else { return bluestein::transform(queue, shape, x, out) };
    let Some((last, others)) = radices.split_last() else { return write_each(queue, (&x).load(), out) };
    let twiddles = Twiddles::new(n)?;
    let is_local = inner == 1 && n <= LOCAL && n.is_power_of_two();
    if is_local && plan::kernels(queue) == Kernels::Tiles {
        let kernel = transform_tiles(n, x.len(), &twiddles.table, &x, out);
        return queue.parallel_for_each(plan::tiles(x.len().div_ceil(LOCAL))?, kernel);
    }
    let (mut x, mut done) = (x, 1);
    let pass = |radix: usize, done: usize| Pass {
        row: n * inner,
        part: n / radix * inner,
        stride: done * inner,
        inner,
        step: n / (done * radix),
        shift: twiddles.shift,
    };
    for &radix in others {
        let (pass, mut y) = (pass(radix, done), undefined(x.len())?);
        run_pass(queue, radix, [outer, pass.part], pass, &twiddles.table, &x, &mut y)?;
        x = y;
        done *= radix;
    }
    let pass = pass(*last, done);
    run_pass(queue, *last, [outer, pass.part], pass, &twiddles.table, &x, out)
}
