//! Chapters 7 and 8 of the C++ AMP specification: domains, tiles, captures and the choice of the queue. `tests/ui` tests
//! invalid kernels. The largest rank is 8; C++ AMP's suite has ranks up to 128.

use amp::Error;
use amp::prelude::*;

use crate::conformance::{on_each_queue, refused};

/// Launches a kernel that adds its flat index plus one to its element, and checks every element.
macro_rules! counted {
    ($on:expr, $rank:literal, $extent:expr) => {{
        let extent: [usize; $rank] = $extent;
        let size: usize = extent.iter().product();
        let mut values = vec![0u32; size];
        let mut y = ArrayViewMut::with_extent(extent, &mut values).unwrap();
        let kernel = amp!(|i: Index<$rank>| {
            let mut flat = 0;
            for d in 0..$rank {
                flat = flat * y.extent()[d] + i[d];
            }
            y[i] += flat as u32 + 1;
        });
        $on.parallel_for_each(extent, kernel).unwrap();
        y.finish().unwrap();
        assert!(values.iter().zip(1..).all(|(&value, wanted)| value == wanted), "over {extent:?}");
    }};
}

#[test]
fn p_01_every_index_of_a_domain_runs_once() {
    on_each_queue(|on| {
        for size in [1, 255, 1024, 1025] {
            counted!(on, 1, [size]);
        }
        for extent in [[1, 1], [1, 255], [32, 8], [25, 41]] {
            counted!(on, 2, extent);
        }
        for extent in [[1, 10, 1], [3, 5, 17], [256, 2, 2], [5, 5, 41]] {
            counted!(on, 3, extent);
        }
        counted!(on, 5, [2, 3, 1, 4, 5]);
        counted!(on, 8, [2, 1, 3, 1, 2, 2, 1, 3]);
    });
}

/// GPUs linearise these domains, because most work-items of a multi-dimensional workgroup would be outside.
#[test]
fn every_index_of_a_linearised_domain_runs_once() {
    on_each_queue(|on| {
        for extent in [[3, 2200], [2500, 4], [700, 33]] {
            counted!(on, 2, extent);
        }
        counted!(on, 3, [31, 41, 11]);
        counted!(on, 4, [9, 7, 41, 3]);
        counted!(on, 6, [2, 3, 40, 3, 2, 5]);
        // This domain exceeds one dimension of the grid, so a GPU folds it. The CPU has no such limit.
        if amp::interop::is_wgpu(on.accelerator()) {
            counted!(on, 2, [5_600_000, 3]);
        }
    });
}

#[kernel(tile = [19])]
fn by_19(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] += 1;
}

#[kernel(tile = [1, 16])]
fn by_1_and_16(t: TiledIndex<2>, y: &mut ArrayViewMut<u32, 2>) {
    y[t.global] += 1;
}

#[kernel(tile = [2, 3, 4])]
fn by_2_3_and_4(t: TiledIndex<3>, y: &mut ArrayViewMut<u32, 3>) {
    y[t.global] += 1;
}

#[test]
fn p_02_empty_domain_is_an_error() {
    on_each_queue(|on| {
        let mut y = Array::<u32>::new_on(on, [19]).unwrap();
        let empty = Extent::from([0]).tile([19]).unwrap();
        let launched = on.parallel_for_each(empty, by_19(&mut y.as_view_mut()));
        assert!(matches!(launched, Err(Error::InvalidComputeDomain { .. })));
        let refused = |result: amp::Result<()>| {
            assert!(matches!(&result, Err(Error::InvalidComputeDomain { .. })), "{result:?}");
        };
        // A zero in each dimension of a tiled domain.
        let mut y = ArrayViewMut::without_source([2, 16]).unwrap();
        for extent in [[0, 16], [1, 0], [0, 0]] {
            refused(on.parallel_for_each(Extent::from(extent).tile([1, 16]).unwrap(), by_1_and_16(&mut y)));
        }
        assert_eq!(y.to_vec().unwrap(), [0; 32]);
        let mut y = ArrayViewMut::without_source([2, 3, 4]).unwrap();
        for extent in [[0, 3, 4], [2, 0, 4], [2, 3, 0], [0, 0, 0]] {
            refused(
                on.parallel_for_each(Extent::from(extent).tile([2, 3, 4]).unwrap(), by_2_3_and_4(&mut y)),
            );
        }
        assert_eq!(y.to_vec().unwrap(), [0; 24]);
        let mut y = Array::<u32>::new_on(on, [19]).unwrap();
        let mut extent = [1; 8];
        extent[5] = 0;
        let kernel = amp!(|i: Index<8>| y[i[7]] = 1);
        assert!(matches!(on.parallel_for_each(extent, kernel), Err(Error::InvalidComputeDomain { .. })));
        assert_eq!(y.to_vec().unwrap(), [0; 19]);
    });
}

#[test]
fn p_03_tiles_must_divide_the_domain() {
    on_each_queue(|on| {
        let refused = |result: amp::Result<()>| {
            assert!(matches!(&result, Err(Error::InvalidComputeDomain { .. })), "{result:?}");
        };
        let mut y = ArrayViewMut::without_source([1764]).unwrap();
        refused(on.parallel_for_each(y.extent().tile([19]).unwrap(), by_19(&mut y)));
        // One work-item more than a tile, and one fewer.
        let mut y = ArrayViewMut::<u32>::without_source([1024]).unwrap();
        let kernel = amp!(tile = [1023], |t: TiledIndex<1>| y[t.global] += 1);
        refused(on.parallel_for_each(Extent::from([1024]).tile([1023]).unwrap(), kernel));
        let kernel = amp!(tile = [1024], |t: TiledIndex<1>| y[t.global] += 1);
        refused(on.parallel_for_each(Extent::from([1023]).tile([1024]).unwrap(), kernel));
        assert_eq!(y.to_vec().unwrap(), [0; 1024]);
        let mut y = ArrayViewMut::without_source([4, 40]).unwrap();
        refused(on.parallel_for_each(y.extent().tile([1, 16]).unwrap(), by_1_and_16(&mut y)));
        for extent in [[3, 3, 4], [2, 4, 4], [2, 3, 6]] {
            let mut y = ArrayViewMut::without_source(extent).unwrap();
            refused(on.parallel_for_each(y.extent().tile([2, 3, 4]).unwrap(), by_2_3_and_4(&mut y)));
        }
        // The tile of the domain must equal the tile of the kernel.
        let mut y = ArrayViewMut::without_source([38]).unwrap();
        refused(on.parallel_for_each(y.extent().tile([38]).unwrap(), by_19(&mut y)));
        on.parallel_for_each(y.extent().tile([19]).unwrap(), by_19(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1; 38]);
    });
}

/// A vector sum with tiles of the largest size, if the accelerator supports them.
macro_rules! summed {
    ($on:expr, $rank:literal, [$($tile:literal),+]) => {{
        let tile: [usize; $rank] = [$($tile),+];
        if tile.iter().product::<usize>() <= $on.accelerator().limits().tile_size as usize {
            let extent: [usize; $rank] = std::array::from_fn(|d| 2 * tile[d]);
            let size: usize = extent.iter().product();
            let (a, b): (Vec<u32>, Vec<u32>) = ((0..size as u32).collect(), (7..size as u32 + 7).collect());
            let (x, z) = (ArrayView::with_extent(extent, &a).unwrap(), ArrayView::with_extent(extent, &b).unwrap());
            let mut y = ArrayViewMut::without_source(extent).unwrap();
            let domain = y.extent().tile(tile).unwrap();
            let kernel = amp!(tile = [$($tile),+], |t: TiledIndex<$rank>| y[t.global] = x[t.global] + z[t.global]);
            $on.parallel_for_each(domain, kernel).unwrap();
            let found = y.to_vec().unwrap();
            assert!(found.iter().zip(0..).all(|(&sum, at): (_, u32)| sum == 2 * at + 7), "tiles of {tile:?}");
        }
    }};
}

#[test]
fn p_04_tiles_of_1024_work_items() {
    on_each_queue(|on| {
        summed!(on, 1, [1024]);
        summed!(on, 2, [1, 1024]);
        summed!(on, 2, [1024, 1]);
        summed!(on, 2, [128, 8]);
        summed!(on, 2, [32, 32]);
        summed!(on, 3, [1, 1, 1024]);
        summed!(on, 3, [1, 1024, 1]);
        summed!(on, 3, [64, 4, 4]);
    });
}

#[test]
fn p_05_tiled_index_fields_are_consistent() {
    on_each_queue(|on| {
        let tiles = if on.accelerator().device_path() == "cpu-checked" { [9, 2, 3] } else { [78, 13, 3] };
        let extent = [tiles[0] * 7, tiles[1] * 15, tiles[2] * 3];
        let mut wrong = Array::<u32, 3>::new_on(on, extent).unwrap();
        let domain = wrong.extent().tile([7, 15, 3]).unwrap();
        let kernel = amp!(tile = [7, 15, 3], |t: TiledIndex<3>| {
            let sizes = [7, 15, 3];
            let mut mistakes = 1;
            for d in 0..3 {
                let size = sizes[d];
                if t.local[d] != t.global[d] % size {
                    mistakes += 1;
                }
                if t.tile[d] != t.global[d] / size {
                    mistakes += 1;
                }
                if t.tile_origin[d] != t.tile[d] * size {
                    mistakes += 1;
                }
            }
            wrong[t.global] = mistakes;
        });
        on.parallel_for_each(domain, kernel).unwrap();
        assert!(wrong.to_vec().unwrap().iter().all(|&mistakes| mistakes == 1));
    });
}

#[test]
fn p_06_65535_tiles_in_a_dimension() {
    on_each_queue(|on| {
        if on.accelerator().device_path() == "cpu-checked" {
            return; // too slow
        }
        let all_one = |values: Vec<u32>| assert!(values.iter().all(|&value| value == 1));
        let mut y = ArrayViewMut::without_source([65535]).unwrap();
        on.parallel_for_each(
            y.extent().tile([1]).unwrap(),
            amp!(tile = [1], |t: TiledIndex<1>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([65535 * 2]).unwrap();
        on.parallel_for_each(
            y.extent().tile([2]).unwrap(),
            amp!(tile = [2], |t: TiledIndex<1>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([65535, 1]).unwrap();
        on.parallel_for_each(
            y.extent().tile([1, 1]).unwrap(),
            amp!(tile = [1, 1], |t: TiledIndex<2>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([1, 65535 * 2]).unwrap();
        on.parallel_for_each(
            y.extent().tile([1, 2]).unwrap(),
            amp!(tile = [1, 2], |t: TiledIndex<2>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([65535 * 2, 1, 1]).unwrap();
        on.parallel_for_each(
            y.extent().tile([2, 1, 1]).unwrap(),
            amp!(tile = [2, 1, 1], |t: TiledIndex<3>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([1, 1, 65535]).unwrap();
        on.parallel_for_each(
            y.extent().tile([1, 1, 1]).unwrap(),
            amp!(tile = [1, 1, 1], |t: TiledIndex<3>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
        let mut y = ArrayViewMut::without_source([1, 65535, 2]).unwrap();
        on.parallel_for_each(
            y.extent().tile([1, 1, 2]).unwrap(),
            amp!(tile = [1, 1, 2], |t: TiledIndex<3>| y[t.global] += 1),
        )
        .unwrap();
        all_one(y.to_vec().unwrap());
    });
}

#[test]
fn p_06_65535_tiles_of_1024_work_items() {
    on_each_queue(|on| {
        let limits = on.accelerator().limits();
        // The checked accelerator is too slow, and a device need not support such tiles.
        if on.accelerator().device_path() == "cpu-checked" || limits.tile_size < 1024 {
            return;
        }
        let assert_all_1024 = |counts: Vec<u32>| assert!(counts.iter().all(|&count| count == 1024));
        if limits.tile_extent[2] >= 1024 {
            let mut counts = ArrayViewMut::<u32>::without_source([65535]).unwrap();
            let domain = Extent::new([65535 * 1024]).tile([1024]).unwrap();
            on.parallel_for_each(
                domain,
                amp!(tile = [1024], |t: TiledIndex<1>| {
                    atomic_fetch_add(&mut counts[t.tile], 1);
                }),
            )
            .unwrap();
            assert_all_1024(counts.to_vec().unwrap());
        }
        let mut counts = ArrayViewMut::<u32, 3>::without_source([1, 65535, 1]).unwrap();
        let domain = Extent::new([4, 65535 * 16, 16]).tile([4, 16, 16]).unwrap();
        on.parallel_for_each(
            domain,
            amp!(tile = [4, 16, 16], |t: TiledIndex<3>| {
                atomic_fetch_add(&mut counts[t.tile], 1);
            }),
        )
        .unwrap();
        assert_all_1024(counts.to_vec().unwrap());
    });
}

#[test]
fn p_07_captured_arrays_choose_the_queue() {
    on_each_queue(|on| {
        let mut sum = Array::<u32>::new_on(on, [100]).unwrap();
        let (x, values) = (Array::from_slice_on(on, [100], &[1u32; 100]).unwrap(), [2u32; 100]);
        let z = ArrayView::new(&values);
        // A launch that names no queue runs on the queue of its arrays. The second launch names the same queue.
        parallel_for_each(100, amp!(|i: Index<1>| sum[i] = x[i] + z[i])).unwrap();
        assert_eq!(sum.transfers().downloads, 0);
        on.parallel_for_each(100, amp!(|i: Index<1>| sum[i] += x[i] + z[i])).unwrap();
        assert_eq!(sum.to_vec().unwrap(), [6; 100]);
        // A queue of another device is an error.
        for other in Accelerator::all() {
            let other = other.create_view(QueuingMode::Automatic).unwrap();
            let launched = other.parallel_for_each(100, amp!(|i: Index<1>| sum[i] = 0));
            let host = |view: &AcceleratorView| view.accelerator().device_path().starts_with("cpu");
            match host(on) && host(&other) {
                true => launched.unwrap(),
                false => assert!(matches!(launched, Err(Error::AcceleratorMismatch { .. })), "{launched:?}"),
            }
        }
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Adder {
    step: i32,
    unused: i32,
}

#[device]
impl Adder {
    fn add(self, a: i32, b: i32) -> i32 {
        a + b * self.step
    }
}

#[test]
fn p_08_kernel_captures_values_and_calls_their_methods() {
    on_each_queue(|on| {
        let (flag, adder) = (true, Adder { step: 1, unused: 0 });
        let mut y = Array::<i32>::new_on(on, [10]).unwrap();
        let kernel = amp!(|i: Index<1>| if flag {
            y[i] = adder.add(i[0] as i32, 20);
        });
        on.parallel_for_each(10, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), (20..30).collect::<Vec<_>>());
    });
}

#[test]
fn p_09_references_and_collections_cannot_be_captured() {
    use amp::__private::{CaptureView, Value};
    // Kernels that capture these types do not compile.
    refused!(&'static u32: Value);
    refused!(*const u32: Value);
    refused!(Vec<u32>: Value);
    refused!(String: Value);
    refused!(Option<String>: Value);
    refused!(&'static Vec<u32>: CaptureView);
    refused!(&'static [u32]: CaptureView);
}

// P-10, barriers in divergent control flow: `tests/ui/amp013_untiled_barrier.rs`, `tests/ui/amp014_divergent_barrier.rs`.
