//! Captures of `amp!` as by-reference arguments of collective functions: only rustc knows whether a capture is a scalar or a
//! view.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Passing {
    own: u32,
}

/// Gets a value from the right neighbour through tile memory, twice.
#[device]
fn pass_on(step: &u32, barrier: &TileBarrier, local: usize, shared: &mut [u32; 16]) -> u32 {
    shared[local] = local as u32 + *step;
    barrier.wait();
    let got = shared[(local + 1) % 16];
    barrier.wait();
    shared[local] = got * *step;
    barrier.wait();
    shared[(local + 1) % 16]
}

#[device]
fn read_from(steps: &ArrayView<u32>, barrier: &TileBarrier, local: usize, shared: &mut [u32; 16]) -> u32 {
    shared[local] = steps[local];
    barrier.wait();
    shared[15 - local]
}

#[device]
impl Passing {
    fn by_value(
        self,
        step: &u32,
        barrier: &TileBarrier,
        local: usize,
        shared: &mut [u32; 16],
        more: u32,
    ) -> u32 {
        pass_on(step, barrier, local, shared) + self.own + more
    }

    fn by_reference(
        &self,
        step: &Passing,
        barrier: &TileBarrier,
        local: usize,
        shared: &mut [u32; 16],
    ) -> u32 {
        pass_on(&step.own, barrier, local, shared) * self.own
    }
}

/// The result of `pass_on` for the work-item `at` of a tile.
fn round(step: u32, at: u32) -> u32 {
    ((at + 2) % 16 + step) * step
}

#[test]
fn captured_scalars_as_arguments_of_collective_functions() {
    on_each(|accelerator| {
        let (step, own) = (3u32, Passing { own: 7 });
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        let view = accelerator.default_view();
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut shared: [u32; 16];
            // The capture has no other use.
            y[t.global] = pass_on(&step, &t.barrier, t.local[0], &mut shared);
        });
        view.parallel_for_each(domain, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..64).map(|at| round(3, at % 16)).collect::<Vec<_>>());
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut shared: [u32; 16];
            let passing = Passing { own: 5 };
            let first = passing.by_value(&step, &t.barrier, t.local[0], &mut shared, step % 2);
            t.barrier.wait();
            let second = passing.by_reference(&own, &t.barrier, t.local[0], &mut shared);
            y[t.global] = first * 1000 + second;
        });
        view.parallel_for_each(domain, kernel).unwrap();
        let of = |at| (round(3, at) + 6) * 1000 + round(7, at) * 5;
        assert_eq!(y.to_vec().unwrap(), (0..64).map(|at| of(at % 16)).collect::<Vec<_>>());
    });
}

#[test]
fn captured_views_as_arguments_of_collective_functions() {
    on_each(|accelerator| {
        let steps: Vec<u32> = (0..16).map(|n| n * n).collect();
        let steps = ArrayView::new(&steps);
        let mut y = ArrayViewMut::without_source([32]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut shared: [u32; 16];
            y[t.global] = read_from(&steps, &t.barrier, t.local[0], &mut shared);
        });
        accelerator.default_view().parallel_for_each(domain, kernel).unwrap();
        let of = |at: u32| (15 - at % 16) * (15 - at % 16);
        assert_eq!(y.to_vec().unwrap(), (0..32).map(of).collect::<Vec<_>>());
    });
}
