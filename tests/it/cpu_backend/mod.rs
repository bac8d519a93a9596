//! Regions of the CPU back end: what it computes once for a tile, once for a row, and for each lane.
//!
//! Each kernel runs on every accelerator over domains of one to four dimensions, full and ragged. The results are compared with a
//! loop on the host that runs the same tokens. The kernels have uniform and varying control flow, values that live across
//! barriers and loops, early returns, and indices along the lanes.

#![allow(unused, clippy::all)]

use amp::prelude::*;
use amp_tests::on_each;

/// Stands for `TiledIndex` when the tokens of a tiled kernel run on the host.
#[derive(Clone, Copy)]
struct HostTiled<const N: usize> {
    global: Index<N>,
    local: Index<N>,
    tile: Index<N>,
    tile_origin: Index<N>,
    barrier: HostBarrier,
}

#[derive(Clone, Copy)]
struct HostBarrier;

impl HostBarrier {
    fn wait(&self) {}
}

/// The index of the element with the row-major number `at`.
fn unfold<const N: usize>(extent: [usize; N], mut at: usize) -> [usize; N] {
    let mut index = [0; N];
    for d in (0..N).rev() {
        index[d] = at % extent[d];
        at /= extent[d];
    }
    index
}

fn input() -> Vec<u32> {
    (0..4096u32).map(|k| (k * 7919 + 13) % 97).collect()
}

fn start(len: usize) -> Vec<u32> {
    (0..len as u32).map(|k| k % 5).collect()
}

/// Defines a test for each untiled kernel. A line has the test's name, the rank, the domain (`dom`), the extent of
/// `y` (`ext`), the value of `n`, and the kernel.
macro_rules! untiled {
    ($($name:ident $N:literal dom $dom:expr, ext $ext:expr, n $n:expr => |$i:ident, $x:ident, $y:ident, $nn:ident| $body:block)*) => {$(
        #[test]
        fn $name() {
            let values = crate::cpu_backend::input();
            let dom: [usize; $N] = $dom;
            let ext: [usize; $N] = $ext;
            let $nn: usize = $n;
            let mut expected = crate::cpu_backend::start(ext.iter().product());
            {
                let $x = ArrayView::new(&values);
                let mut $y = ArrayViewMut::with_extent(ext, &mut expected).unwrap();
                for at in 0..dom.iter().product::<usize>() {
                    let $i = Index::<$N>::new(crate::cpu_backend::unfold(dom, at));
                    (|| $body)();
                }
            }
            on_each(|accelerator| {
                let mut found = crate::cpu_backend::start(ext.iter().product());
                {
                    let $x = ArrayView::new(&values);
                    let mut $y = ArrayViewMut::with_extent(ext, &mut found).unwrap();
                    let kernel = amp!(|$i: Index<$N>| $body);
                    accelerator.default_view().parallel_for_each(dom, kernel).unwrap();
                }
                assert_eq!(found, expected, "on {}", accelerator.description());
            });
        }
    )*};
}

/// Defines a test for each tiled kernel, like `untiled!`. The kernels do not use tile memory, so the host can run
/// their work-items one after another.
macro_rules! tiled {
    ($($name:ident $N:literal $tile:tt dom $dom:expr, ext $ext:expr, n $n:expr => |$t:ident, $x:ident, $y:ident, $nn:ident| $body:block)*) => {$(
        #[test]
        fn $name() {
            let values = crate::cpu_backend::input();
            let dom: [usize; $N] = $dom;
            let ext: [usize; $N] = $ext;
            let tile: [usize; $N] = $tile;
            let $nn: usize = $n;
            let mut expected = crate::cpu_backend::start(ext.iter().product());
            {
                let $x = ArrayView::new(&values);
                let mut $y = ArrayViewMut::with_extent(ext, &mut expected).unwrap();
                for at in 0..dom.iter().product::<usize>() {
                    let global = crate::cpu_backend::unfold(dom, at);
                    let id: [usize; $N] = std::array::from_fn(|d| global[d] / tile[d]);
                    let $t = crate::cpu_backend::HostTiled {
                        global: Index::new(global),
                        local: Index::new(std::array::from_fn(|d| global[d] % tile[d])),
                        tile: Index::new(id),
                        tile_origin: Index::new(std::array::from_fn(|d| id[d] * tile[d])),
                        barrier: crate::cpu_backend::HostBarrier,
                    };
                    (|| $body)();
                }
            }
            on_each(|accelerator| {
                let mut found = crate::cpu_backend::start(ext.iter().product());
                {
                    let $x = ArrayView::new(&values);
                    let mut $y = ArrayViewMut::with_extent(ext, &mut found).unwrap();
                    let domain = Extent::new(dom).tile(tile).unwrap();
                    let kernel = amp!(tile = $tile, |$t: TiledIndex<$N>| $body);
                    accelerator.default_view().parallel_for_each(domain, kernel).unwrap();
                }
                assert_eq!(found, expected, "on {}", accelerator.description());
            });
        }
    )*};
}

mod assertions;
mod control_flow;
mod flattened_domains;
mod guards;
mod joined_rows;
mod large_variables;
mod long_rows;
mod masked_indices;
mod masked_loops;
mod out_of_bounds;
mod periodic_indices;
mod variables;

#[kernel]
fn chain(i: Index<1>, n: usize, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let j = i[0];
    let k = j + 1;
    for q in 0..n {
        y[i] += x[k + q];
    }
}

#[device]
fn scale(v: u32) -> u32 {
    v * 3
}

#[kernel]
fn block(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let mut a = y[i];
    {
        let scale = 2u32;
        a += scale;
    }
    y[i] = scale(a);
}

#[test]
fn flattened_blocks_do_not_shadow_functions() {
    on_each(|accelerator| {
        let values = input();
        let mut found = vec![1u32; 100];
        {
            let x = ArrayView::new(&values);
            let mut y = ArrayViewMut::new(&mut found);
            accelerator.default_view().parallel_for_each(100, block(&mut y)).unwrap();
            accelerator.default_view().parallel_for_each(100, chain(3, &x, &mut y)).unwrap();
        }
        for n in 0..100 {
            assert_eq!(found[n], 9 + values[n + 1] + values[n + 2] + values[n + 3]);
        }
    });
}

/// On the CPU only: software drivers take minutes to compile an array of this size.
#[test]
fn large_arrays_do_not_need_a_large_stack() {
    let mut y = vec![0u32; 70];
    {
        let mut y = ArrayViewMut::new(&mut y);
        let n = 2000usize;
        let kernel = amp!(|i: Index<1>| {
            let mut a = [0u32; 2000];
            for k in 0..n {
                a[k] = k as u32 + 1;
            }
            let mut s = 0u32;
            for k in 0..50 {
                s += a[(k * 79 + i[0]) % n];
            }
            y[i] = s;
        });
        Accelerator::cpu().default_view().parallel_for_each(70, kernel).unwrap();
    }
    let expected = |i: u32| (0..50).map(|k| (k * 79 + i) % 2000 + 1).sum::<u32>();
    assert!(y.iter().zip(0..).all(|(y, i)| *y == expected(i)));
}
