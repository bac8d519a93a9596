//! Numbers without a suffix that are lent to methods, and arrays that a `match` gives to a variable that has no value yet.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub(crate) struct Steps {
    x: f32,
}

/// Less visible than the type whose method takes it.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Hit {
    t: f32,
}

#[device]
trait Run {
    fn add(&self, sum: &mut f32);
    fn twice(&self, x: &f32) -> f32 {
        *x * 2.0
    }
}

#[device]
impl Run for Steps {
    fn add(&self, sum: &mut f32) {
        *sum += self.x;
    }
}

#[device]
impl Steps {
    fn shade(self, hit: &Hit) -> f32 {
        self.x + hit.t
    }

    fn taken(self, from: &ArrayView<f32>, scale: &f32) -> f32 {
        from[3] * *scale + self.x
    }
}

#[device]
fn added<T: Run>(it: T) -> f32 {
    let mut sum = 0.0;
    it.add(&mut sum);
    sum
}

#[test]
fn methods_are_lent_numbers() {
    on_each(|accelerator| {
        let mut sums = [0f32; 4];
        let mut y = ArrayViewMut::new(&mut sums);
        let (flag, steps) = (true, Steps { x: 3.0 });
        let kernel = amp!(|i: Index<1>| {
            let b;
            b = match flag {
                true => [1.0f32, 2.0],
                false => [3.0, 4.0],
            };
            y[i] = b[i[0] % 2] + added(steps) + steps.twice(&2.0) + steps.shade(&Hit { t: 0.5 });
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(sums, [11.5, 12.5, 11.5, 12.5]);
    });
}

/// Before anything else in the closure says what is a view, and what a number.
#[test]
fn methods_are_lent_what_is_captured() {
    on_each(|accelerator| {
        let from = [1.0, 2.0, 3.0, 4.0];
        let mut results = [0f32; 4];
        let (x, mut y) = (ArrayView::new(&from), ArrayViewMut::new(&mut results));
        let (steps, scale) = (Steps { x: 3.0 }, 2.0);
        let kernel = amp!(|i: Index<1>| {
            y[i] = steps.taken(&x, &scale);
            y[i] += x[i] * scale;
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(results, [13.0, 15.0, 17.0, 19.0]);
    });
}
