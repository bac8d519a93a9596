//! Captures of fields: `self.x[i]`, `data.rows[i]`, `views.0[i]`.

use amp::op;
use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Settings {
    gain: f32,
    weights: [f32; 3],
    wind: Vec3,
}

#[device]
fn next(x: &ArrayView<f32>, k: usize) -> f32 {
    x[k] + 1.0
}

#[device]
fn add_one(x: &mut ArrayViewMut<f32>, k: usize) {
    x[k] += 1.0;
}

#[device]
fn gain(settings: &Settings) -> f32 {
    settings.gain
}

#[kernel]
fn map(i: Index<1>, f: impl Fn(f32) -> f32, y: &mut ArrayViewMut<f32>) {
    y[i] = f(y[i]);
}

struct Simulation<'a> {
    x: ArrayViewMut<'a, f32>,
    v: &'a ArrayView<'a, f32>,
    settings: Settings,
    dt: &'a f32,
    pair: (usize, f32),
    count: ArrayViewMut<'a, u32>,
    queue: AcceleratorView,
}

impl Simulation<'_> {
    fn step(&mut self) -> amp::Result<()> {
        self.queue.parallel_for_each(
            self.x.extent(),
            amp!(|i: Index<1>| {
                let weights = self.settings.weights;
                let size = self.x.extent()[0];
                assert!(self.pair.0 == 1 && self.x[i] >= 0.0, "{}", 1);
                self.x[i] += self.v[i] * *self.dt + self.settings.gain * weights[1];
                self.x[i] += self.pair.1 + self.settings.wind.y + next(self.v, self.pair.0);
                self.x[i] += gain(&self.settings) + size as f32;
                add_one(&mut self.x, i[0]);
                let shifted = |v: f32| v + self.pair.1;
                self.x[i] = shifted(self.x[i]);
                atomic_fetch_add(&mut self.count[0], 1);
            }),
        )?;
        self.queue.parallel_for_each(2, map(op!(|v: f32| v * *self.dt + self.v[0]), &mut self.x))
    }
}

#[test]
fn methods_capture_fields_of_self() {
    let v = ArrayView::from_vec([2], vec![1.0, 3.0]).unwrap();
    on_each(|accelerator| {
        let settings = Settings { gain: 1.0, weights: [1.0, 2.0, 3.0], wind: Vec3::new(1.0, 5.0, 6.0) };
        let mut simulation = Simulation {
            x: ArrayViewMut::from_vec([2], vec![1.0, 2.0]).unwrap(),
            v: &v,
            settings,
            dt: &2.0,
            pair: (1, 0.5),
            count: ArrayViewMut::from_vec([1], vec![0]).unwrap(),
            queue: accelerator.default_view(),
        };
        simulation.step().unwrap();
        assert_eq!(simulation.x.to_vec().unwrap(), [39.0, 49.0]);
        assert_eq!(simulation.count.to_vec().unwrap(), [2]);
    });
}

struct Grid<'a> {
    data: ArrayViewMut<'a, f32, 2>,
    source: ArrayView<'a, f32, 2>,
}

#[test]
fn kernels_capture_views_in_structs() {
    on_each(|accelerator| {
        let queue = accelerator.default_view();
        let mut grid = Grid {
            data: ArrayViewMut::from_vec([2, 2], vec![0.0; 4]).unwrap(),
            source: ArrayView::from_vec([2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap(),
        };
        let extent = grid.data.extent();
        queue
            .parallel_for_each(extent, amp!(|i: Index<2>| { grid.data[i] = grid.source[[i[1], i[0]]] }))
            .unwrap();
        assert_eq!(grid.data.to_vec().unwrap(), [1.0, 3.0, 2.0, 4.0]);
        let kernel = amp!(tile = [2, 2], |t: TiledIndex<2>| {
            #[tile_static]
            let mut s: [[f32; 2]; 2];
            s[t.local] = grid.source[t.global];
            t.barrier.wait();
            (grid).data[t.global] = s[1 - t.local[0]][t.local[1]];
        });
        queue.parallel_for_each(extent.tile([2, 2]).unwrap(), kernel).unwrap();
        assert_eq!(grid.data.to_vec().unwrap(), [3.0, 4.0, 1.0, 2.0]);
    });
}

#[test]
fn kernels_capture_views_in_tuples() {
    on_each(|accelerator| {
        let source = ArrayView::from_vec([3], vec![1.0, 2.0, 3.0]).unwrap();
        let mut views = (ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap(), source, 3.0);
        let kernel = amp!(|i: Index<1>| {
            let rest = views.1.section(1, 2).unwrap();
            views.0[i] = rest[i] + views.2
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(views.0.to_vec().unwrap(), [5.0, 6.0]);
    });
}

/// A struct whose fields are all values is one capture, also if a field is an array.
#[test]
fn structs_of_values_are_captured_whole() {
    on_each(|accelerator| {
        let settings = Settings { gain: 1.0, weights: [1.0, 2.0, 3.0], wind: Vec3::new(1.0, 5.0, 6.0) };
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = settings.weights[i[0]] + settings.wind.x + settings.gain);
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [3.0, 4.0]);
    });
}
