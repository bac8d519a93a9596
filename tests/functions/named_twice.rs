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
