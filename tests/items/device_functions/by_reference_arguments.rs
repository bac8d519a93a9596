//! By-reference arguments of methods: literals without a suffix, constants, captures, and the receiver itself. Deferred array
//! initialisation by `match`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub(crate) struct Steps {
    x: f32,
}

/// A private type that is a parameter of a method of `Steps`, which is `pub(crate)`.
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

    fn scaled_element(self, from: &ArrayView<f32>, scale: &f32) -> f32 {
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
fn literals_by_reference_to_methods() {
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

/// At the call, nothing yet shows which capture is a view and which is a scalar.
#[test]
fn captures_by_reference_to_methods() {
    on_each(|accelerator| {
        let from = [1.0, 2.0, 3.0, 4.0];
        let mut results = [0f32; 4];
        let (x, mut y) = (ArrayView::new(&from), ArrayViewMut::new(&mut results));
        let (steps, scale) = (Steps { x: 3.0 }, 2.0);
        let kernel = amp!(|i: Index<1>| {
            y[i] = steps.scaled_element(&x, &scale);
            y[i] += x[i] * scale;
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(results, [13.0, 15.0, 17.0, 19.0]);
    });
}

const STEPS: u32 = 4;
const HIT: Hit = Hit { t: 0.25 };

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Shade {
    Dark,
    Grey,
}

#[device]
trait Take {
    fn by_value(self, n: u32, shade: Shade) -> u32;
    fn by_reference(self, n: &u32, hit: &Hit) -> f32;
    fn both(self, n: &u32, m: u32) -> u32 {
        self.by_value(STEPS, Shade::Dark) + n + self.by_value(m, Shade::Grey)
    }
}

#[device]
impl Take for Steps {
    fn by_value(self, n: u32, shade: Shade) -> u32 {
        if shade == Shade::Dark { n } else { n * 10 }
    }

    fn by_reference(self, n: &u32, hit: &Hit) -> f32 {
        *n as f32 + hit.t + self.x
    }
}

#[device]
fn sum_of_calls<T: Take>(it: T) -> f32 {
    it.by_reference(&STEPS, &HIT)
        + it.by_reference(&1, &Hit { t: 0.5 })
        + it.both(&STEPS, 2) as f32
        + it.both(&3, STEPS) as f32
}

#[test]
fn constants_as_arguments_of_methods() {
    on_each(|accelerator| {
        let mut sums = [0f32; 2];
        let mut y = ArrayViewMut::new(&mut sums);
        let steps = Steps { x: 3.0 };
        let kernel = amp!(|i: Index<1>| {
            y[i] = sum_of_calls(steps)
                + steps.by_reference(&STEPS, &HIT)
                + steps.by_value(STEPS, Shade::Grey) as f32;
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        y.finish().unwrap();
        let by_reference = |n: f32, t: f32| n + t + 3.0;
        let expected = by_reference(4.0, 0.25)
            + by_reference(1.0, 0.5)
            + (4.0 + 4.0 + 20.0)
            + (4.0 + 3.0 + 40.0)
            + by_reference(4.0, 0.25)
            + 40.0;
        assert_eq!(sums, [expected; 2]);
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Weight {
    by: f32,
    of: f32,
}

#[device]
fn weighed(weight: &Weight) -> f32 {
    weight.by * weight.of
}

#[device]
fn both(a: &Weight, b: &Weight) -> f32 {
    weighed(a) - b.by
}

#[device]
fn heavier(weight: &mut Weight) {
    weight.by += 1.0;
}

#[device]
impl Weight {
    fn own(&self) -> f32 {
        weighed(self)
    }

    fn with(&self, other: &Weight) -> f32 {
        both(self, other) + other.over(self) + Self::over(self, other)
    }

    fn over(&self, other: &Weight) -> f32 {
        self.of - other.by
    }

    fn more(&mut self) -> f32 {
        heavier(self);
        weighed(self) + both(self, self)
    }

    fn again(&self) -> f32 {
        let this = self;
        this.over(self) + weighed(this)
    }

    fn spent(self) -> f32 {
        weighed(&self)
    }
}

#[device]
trait Weighs {
    fn first(&self) -> f32;
    fn twice(&self) -> f32 {
        self.first() * 2.0
    }
}

#[device]
impl Weighs for Weight {
    fn first(&self) -> f32 {
        both(self, self) + self.spent()
    }
}

#[test]
fn receiver_passed_on_by_reference() {
    fn host(n: usize) -> f32 {
        let mut weight = Weight { by: n as f32 + 1.0, of: 3.0 };
        let other = Weight { by: 0.5, of: n as f32 };
        weight.own() + 10.0 * weight.with(&other) + weight.more() + weight.again() + weight.twice()
    }
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut weight = Weight { by: i[0] as f32 + 1.0, of: 3.0 };
            let other = Weight { by: 0.5, of: i[0] as f32 };
            y[i] =
                weight.own() + 10.0 * weight.with(&other) + weight.more() + weight.again() + weight.twice();
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0, 1, 2, 3].map(host), "on {}", on.description());
    });
}
