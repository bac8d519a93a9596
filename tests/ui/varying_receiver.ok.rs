//! Call the method on a receiver that is uniform in the tile, or read the view at a uniform index.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[device]
impl Turns {
    fn take(&self, barrier: &TileBarrier) {
        for _ in 0..self.count {
            barrier.wait();
        }
    }

    fn twice(self, barrier: &TileBarrier) {
        self.take(barrier);
        self.take(barrier);
    }
}

#[kernel(tile = [16])]
fn in_turns(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let turns = Turns { count: t.tile[0] as u32 };
    turns.take(&t.barrier);
    y[t.global] += 1.0;
}

#[kernel(tile = [16])]
fn of_elements(t: TiledIndex<1>, x: &ArrayView<Turns>, y: &mut ArrayViewMut<f32>) {
    x[t.tile[0]].twice(&t.barrier);
    y[t.global] += 1.0;
}

#[device]
fn above(barrier: &TileBarrier, of: &ArrayView<u32>, at: usize) {
    if of[at] > 3 {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn at_elements(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    above(&t.barrier, x, t.tile[0]);
    y[t.global] += 1.0;
}

#[device]
impl Turns {
    fn grow(&mut self, by: u32) {
        self.count += by;
    }
}

#[kernel(tile = [16])]
fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let mut turns = Turns { count: 2 };
    turns.grow(t.tile[0] as u32);
    turns.take(&t.barrier);
    y[t.global] += 1.0;
}

#[kernel(tile = [16])]
fn grown_before(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let mut turns = Turns { count: 2 };
    turns.grow(1);
    turns.take(&t.barrier);
    if turns.count > 2 {
        t.barrier.wait();
    }
    y[t.global] += 1.0;
}

#[test]
fn runs() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let (turns, counts) = ([Turns { count: 0 }, Turns { count: 3 }], [3u32, 4]);
        let mut found = [0.0; 32];
        let (x, of) = (ArrayView::new(&turns), ArrayView::new(&counts));
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([16]).unwrap();
        on.parallel_for_each(domain, in_turns(&mut y)).unwrap();
        on.parallel_for_each(domain, of_elements(&x, &mut y)).unwrap();
        on.parallel_for_each(domain, at_elements(&of, &mut y)).unwrap();
        on.parallel_for_each(domain, grown(&mut y)).unwrap();
        on.parallel_for_each(domain, grown_before(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [5.0; 32]);
    });
}
