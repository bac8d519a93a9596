//! An inherent method and a trait method of the same name, with different parameters.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Plot {
    a: f32,
    b: f32,
}

#[device]
impl Plot {
    fn area(self) -> f32 {
        self.a * self.b
    }
}

#[device]
trait Land {
    fn area(self, unit: f32) -> f32;
}

#[device]
impl Land for Plot {
    fn area(self, unit: f32) -> f32 {
        self.a * self.b * unit
    }
}

#[device]
fn of_land<T: Land>(plot: T) -> f32 {
    plot.area(10.0)
}

#[test]
fn inherent_method_takes_precedence_over_a_trait_method() {
    let plot = Plot { a: 2.0, b: 3.0 };
    on_each(|accelerator| {
        let mut y = [0.0f32; 2];
        let mut view = ArrayViewMut::new(&mut y);
        let kernel = amp!(|i: Index<1>| view[i] = plot.area() + of_land(plot));
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        view.finish().unwrap();
        assert_eq!(y, [66.0; 2], "on {}", accelerator.description());
    });
}

mod shapes {
    use amp::prelude::*;

    #[device]
    pub(super) trait Weighed {
        fn weight(&self) -> f32;
        fn of(x: f32) -> Self;
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Scale {
    by: f32,
    at: f32,
}

#[device]
impl Scale {
    fn grow(&mut self, more: f32) -> f32 {
        self.by += more;
        self.by
    }

    fn peek(&self, other: &Scale) -> f32 {
        self.by + other.at
    }

    fn twice(self) -> f32 {
        Self::peek(&self, &self) + Scale::once(self)
    }

    fn once(self) -> f32 {
        self.by
    }
}

#[device]
impl shapes::Weighed for Scale {
    fn weight(&self) -> f32 {
        self.by * self.at
    }

    fn of(x: f32) -> Scale {
        Scale { by: x, at: x + 1.0 }
    }
}

#[device]
fn made<T: shapes::Weighed>(x: f32) -> f32 {
    let it = <T as shapes::Weighed>::of(x);
    it.weight()
}

#[kernel]
fn by_paths(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut scale = Scale { by: i[0] as f32, at: 2.0 };
    let grown = Scale::grow(&mut scale, 1.5);
    let peeked = Scale::peek(&scale, &Scale { by: 0.0, at: grown });
    // Without the trait in scope, and with qualified paths of scalar types.
    let of = <Scale as shapes::Weighed>::of(grown);
    let larger = <f32>::max(peeked, f32::min(grown, 3.0)) + <f32>::from_bits(0x3f80_0000);
    y[i] = grown + peeked + of.at + larger + scale.twice() + made::<Scale>(grown) + <Scale>::once(scale);
}

#[test]
fn methods_called_by_path() {
    on_each(|accelerator| {
        let mut ys = vec![0.0; 6];
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each(6, by_paths(&mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let grown = n as f32 + 1.5;
            let peeked = grown + grown;
            let larger = peeked.max(grown.min(3.0)) + 1.0;
            let twice = grown + 2.0 + grown;
            let wanted = grown + peeked + grown + 1.0 + larger + twice + grown * (grown + 1.0) + grown;
            assert_eq!(*y, wanted, "at {n}");
        }
    });
}
