//! A function of a type's own beside one of a trait's that has its name, and takes more.

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
fn each_is_found_by_the_number_of_its_arguments() {
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
