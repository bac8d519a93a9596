//! Structs without `#[repr(C)]`: values of kernels with fields of any value type.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
struct Best {
    found: bool,
    at: usize,
    pair: (f32, u32),
    next: Option<f32>,
    index: Index<1>,
}

#[device]
impl Best {
    fn offer(&mut self, at: usize, value: f32) {
        if !self.found || value < self.pair.0 {
            self.next = if self.found { Some(self.pair.0) } else { None };
            self.found = true;
            self.at = at;
            self.pair = (value, at as u32 * 2);
        }
    }
}

#[device]
fn smallest(v: f32, index: Index<1>) -> f32 {
    let values = [v, 0.5, -1.0, 2.0, v * 0.5];
    let mut best = Best { found: false, at: 0, pair: (0.0, 0), next: None, index };
    for k in 0..5 {
        best.offer(k, values[4 - k]);
    }
    let next = match best.next {
        Some(next) => next,
        None => 100.0,
    };
    best.at as f32 + best.pair.0 + best.pair.1 as f32 + next + best.index[0] as f32
}

#[test]
fn structs_with_flags_positions_and_options() {
    let xs: Vec<f32> = (0..48).map(|n| n as f32 * 0.375 - 4.0).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; xs.len()];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        let first = Best { found: true, at: 3, pair: (1.0, 2), next: Some(0.5), index: Index::new([4]) };
        let kernel = amp!(|i: Index<1>| {
            let mut own = first;
            own.offer(i[0], x[i]);
            y[i] = smallest(x[i], i) + own.pair.0 + own.at as f32;
        });
        accelerator.default_view().parallel_for_each([48], kernel).unwrap();
        drop(y);
        for (n, (x, y)) in xs.iter().zip(&ys).enumerate() {
            let mut own = first;
            own.offer(n, *x);
            assert_eq!(*y, smallest(*x, Index::new([n])) + own.pair.0 + own.at as f32, "{x}");
        }
    });
}

#[kernel(tile = [16])]
fn turns(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut kept: [Best; 16];
    let at = t.local[0];
    kept[at] = Best { found: at % 2 == 0, at, pair: (at as f32, 7), next: None, index: t.global };
    t.barrier.wait();
    let other = kept[15 - at];
    y[t.global] =
        other.at as u32 + u32::from(other.found) * 100 + other.pair.0 as u32 + other.index[0] as u32;
}

#[test]
fn structs_without_layout_in_tile_memory() {
    on_each(|accelerator| {
        let mut ys = vec![0u32; 64];
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = y.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, turns(&mut y)).unwrap();
        drop(y);
        for (n, y) in ys.iter().enumerate() {
            let other = 15 - n % 16;
            let global = n / 16 * 16 + other;
            assert_eq!(*y as usize, 2 * other + usize::from(other % 2 == 0) * 100 + global);
        }
    });
}
