//! Methods of structs with the names of scalar and vector methods, where only rustc knows the receiver's type. The host's results
//! are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec3;

type Real = f32;
type Count = u32;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Spot {
    x: f32,
    y: Real,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u32)]
enum Level {
    Low = 0,
    High = 5,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pin {
    at: Spot,
    up: Vec3,
    all: [Spot; 2],
    level: Level,
    count: Count,
}

#[device]
impl Spot {
    fn of(x: f32) -> Spot {
        Spot { x, y: -x }
    }

    fn length(self) -> f32 {
        self.x.abs() + self.y.abs()
    }

    /// The parameter has another type than that of `f32::min`.
    fn min(self, limit: f32) -> Spot {
        Spot { x: self.x.min(limit), y: self.y.min(limit) }
    }

    fn distance(&self, other: Spot) -> Real {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    fn abs(self) -> f32 {
        Spot { x: self.x * 2.0, ..self }.length()
    }

    fn is_nan(self) -> bool {
        self.x > self.y
    }

    fn clamp(&mut self, low: f32, high: f32) -> f32 {
        let before = self.x;
        self.x = self.x.clamp(low, high);
        before
    }
}

#[device]
impl Level {
    fn max(self, other: Level) -> Level {
        if (other as u32) > (self as u32) { other } else { self }
    }
}

#[device]
fn root(x: Real) -> Real {
    let half: Real = x.max(0.0);
    half.sqrt()
}

#[device]
fn nearest(spots: [Spot; 2], to: Spot) -> f32 {
    spots[0].distance(to).min(spots[1].distance(to))
}

#[kernel]
fn annotated(
    i: Index<1>,
    by: Real,
    p: &ArrayView<Pin>,
    y: &mut ArrayViewMut<Real>,
    z: &mut ArrayViewMut<Count>,
) {
    let mut pin = p[i];
    let spot = Spot::of(2.0);
    // The type annotation is required, because the method changes the variable.
    let mut at: Spot = pin.at;
    let before = at.clamp(0.0, 2.5);
    pin.at = at;
    y[i] = pin.at.length() + pin.at.min(by).abs() + spot.length() + Spot::of(1.0).min(0.5).distance(spot);
    y[i] += root(pin.up.length()) + nearest(pin.all, pin.at) + pin.all[1].abs() + before.abs();
    let count: Count = pin.count.pow(2).max(3);
    z[i] = count + pin.level.max(Level::High) as u32;
    if p[i].at.is_nan() {
        z[i] += p[i].count.count_ones().min(2);
    }
}

fn expected(pin: Pin, by: f32) -> (f32, u32) {
    let mut at = pin.at;
    let before = at.clamp(0.0, 2.5);
    let spot = Spot::of(2.0);
    let mut y = at.length() + at.min(by).abs() + spot.length() + Spot::of(1.0).min(0.5).distance(spot);
    y += root(pin.up.length()) + nearest(pin.all, at) + pin.all[1].abs() + before.abs();
    let mut z = pin.count.pow(2).max(3) + pin.level.max(Level::High) as u32;
    if pin.at.is_nan() {
        z += pin.count.count_ones().min(2);
    }
    (y, z)
}

fn pins() -> Vec<Pin> {
    let pin = |n: u32| {
        let x = n as f32;
        let all = [Spot { x: x * 0.5, y: 3.0 }, Spot { x: 4.0, y: -x }];
        let level = if n % 3 == 0 { Level::High } else { Level::Low };
        Pin { at: Spot { x: x - 4.0, y: 2.0 - x }, up: Vec3::new(x, 0.0, 0.0), all, level, count: n }
    };
    (0..12).map(pin).collect()
}

#[test]
fn methods_with_names_of_scalar_methods() {
    let pins = pins();
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let (mut ys, mut zs) = (vec![0.0; 12], vec![0u32; 12]);
        let p = ArrayView::new(&pins);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
        on.parallel_for_each(12, annotated(1.5, &p, &mut y, &mut z)).unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        for (n, pin) in pins.iter().enumerate() {
            let (y, z) = expected(*pin, 1.5);
            assert!(amp_tests::close(&ys[n..=n], &[y]), "{} {y}", ys[n]);
            assert_eq!(zs[n], z);
        }
    });
}

/// The types of captures are unknown to the macro.
#[test]
fn methods_with_names_of_scalar_methods_in_closures() {
    let (pins, xs): (_, Vec<Real>) = (pins(), (0..12).map(|n| n as Real - 5.5).collect());
    let center = Spot { x: 1.0, y: 0.25 };
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let (mut ys, mut zs) = (vec![0.0; 12], vec![0u32; 12]);
        let (p, x) = (ArrayView::new(&pins), ArrayView::new(&xs));
        let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
        on.parallel_for_each(
            12,
            amp!(|i: Index<1>| {
                let limit = x[i].max(0.5).min(x[i].abs());
                let spot = p[i].at;
                y[i] = spot.length() + p[i].at.min(limit).abs() + p[i].up.length() + spot.distance(center);
                y[i] += p[i].all[1].abs() + center.length().max(x[i]) + x[i].abs().sqrt().floor();
                z[i] = p[i].level.max(Level::Low) as u32 + p[i].count.pow(2).max(3).min(100);
                if spot.is_nan() || x[i].is_nan() {
                    z[i] += 1;
                }
            }),
        )
        .unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        for (n, (pin, x)) in pins.iter().zip(&xs).enumerate() {
            let limit = x.max(0.5).min(x.abs());
            let spot = pin.at;
            let mut y = spot.length() + pin.at.min(limit).abs() + pin.up.length() + spot.distance(center);
            y += pin.all[1].abs() + center.length().max(*x) + x.abs().sqrt().floor();
            let z = pin.level.max(Level::Low) as u32 + pin.count.pow(2).clamp(3, 100) + spot.is_nan() as u32;
            assert!(amp_tests::close(&ys[n..=n], &[y]), "{} {y}", ys[n]);
            assert_eq!(zs[n], z);
        }
    });
}

/// A struct whose methods have the names of array methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Arrow {
    x: f32,
    y: f32,
}

#[device]
impl Arrow {
    fn len(&self) -> f32 {
        self.x.abs() + self.y.abs()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0.0
    }

    fn per(self, other: Arrow) -> f32 {
        if self.is_empty() { -1.0 } else { Arrow::len(&other) / self.len() }
    }
}

#[test]
fn methods_with_names_of_array_methods() {
    let arrows = [Arrow { x: 3.0, y: -1.0 }, Arrow::default(), Arrow { x: -8.0, y: 0.0 }];
    on_each(|on| {
        let mut results = [0.0; 3];
        let (x, mut y) = (ArrayView::new(&arrows), ArrayViewMut::new(&mut results));
        on.default_view().parallel_for_each(3, amp!(|i: Index<1>| y[i] = x[i].per(x[2]))).unwrap();
        y.finish().unwrap();
        assert_eq!(results, [2.0, -1.0, 1.0]);
    });
}
