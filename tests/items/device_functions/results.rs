//! Results of functions whose types only rustc knows: shifts, loops, patterns, operators, and long chains of operations.

use amp::glam::Vec3;
use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn halves(x: u32) -> (u32, u32) {
    (x >> 16, x & 0xffff)
}

#[test]
fn field_of_a_result_is_shifted() {
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..64).map(|n| n * 0x0012_3457).collect();
        let expected: Vec<u32> =
            values.iter().map(|x| (((x >> 16) + 1) << 3) ^ (((x & 0xffff) >> (x & 7)) & 1023)).collect();
        let mut y = ArrayViewMut::new(&mut values);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let (high, low) = halves(y[i]);
            // Shifts fields of the result by a literal, and by a value computed from a field.
            y[i] = ((high + 1) << 3) ^ ((low >> (low & 7)) & 1023);
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        assert_eq!(values, expected);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Stencil {
    weights: [f32; 3],
    offset: u32,
}

#[device]
fn powers(x: f32) -> [f32; 4] {
    [1.0, x, x * x, x * x * x]
}

#[device]
impl Stencil {
    fn doubled(self) -> [f32; 3] {
        let [a, b, c] = self.weights;
        [a * 2.0, b * 2.0, c * 2.0]
    }
}

#[device]
fn emptied(list: &mut [f32; 3], pairs: &[(f32, u32); 2]) -> f32 {
    let mut sum = 0.0;
    for x in *list {
        list[0] = 0.0;
        sum += x;
    }
    for (x, n) in *pairs {
        sum += x * n as f32;
    }
    sum
}

#[kernel]
fn sums(i: Index<1>, stencils: &ArrayView<Stencil>, y: &mut ArrayViewMut<f32>) {
    let stencil = stencils[i];
    let mut sum = 0.0;
    for weight in stencil.weights {
        sum += weight;
    }
    for power in powers(sum) {
        y[i] += power;
    }
    for weight in stencil.doubled() {
        y[i] += weight;
    }
    let mut list = stencil.weights;
    y[i] += emptied(&mut list, &[(1.0, 2), (0.5, 4)]) + list[0];
    y[i] += (stencil.weights.len() * 1000) as f32 + stencil.offset as f32;
}

/// Loops over arrays whose lengths only rustc knows.
#[test]
fn loops_over_arrays_of_unknown_length() {
    on_each(|accelerator| {
        let stencils = [
            Stencil { weights: [0.5, 1.0, 0.5], offset: 7 },
            Stencil { weights: [1.0, 1.0, 1.0], offset: 0 },
        ];
        let mut found = [0.0; 2];
        let stencils = ArrayView::new(&stencils);
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(y.extent(), sums(&stencils, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(
            found,
            [1.0 + 2.0 + 4.0 + 8.0 + 4.0 + 6.0 + 3007.0, 1.0 + 3.0 + 9.0 + 27.0 + 6.0 + 7.0 + 3000.0]
        );
    });
}

#[device]
fn half(x: f32) -> f32 {
    x * 0.5
}

/// Operators on results of functions whose arguments are captures or constants. In a closure, the macro does not know the
/// types of captures.
#[test]
fn operators_join_results_of_captures_and_constants() {
    on_each(|accelerator| {
        let (mut found, factors) = ([4.0f32, 8.0], [2.0f32, 3.0]);
        let b = ArrayView::new(&factors);
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            y[i] = (half(y[i]) + half(0.0)) * half(2.0f32 + 2.0) + (half(1.0) + 2.0) * b[i] - half(1.0) % 2.0;
            if matches!(y[i] as u32, 8 | 20..) {
                y[i] += 100.0;
            }
        });
        accelerator.default_view().parallel_for_each([2], kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [108.5, 15.0]);
    });
}

#[device]
fn third(v: (usize, usize, u32)) -> u32 {
    v.2
}

/// The value of the `if` needs a slot for each lane. Its type is that of the result of `third`.
#[kernel(tile = [4])]
fn lane_slots(t: TiledIndex<1>, y: &mut ArrayViewMut<i32>) {
    #[tile_static]
    let mut s: [i32; 4];
    let l = t.local[0];
    s[l] = (if y[t.global] > 0 {
        third((l, 1, 7))
    } else {
        let mut k = 0;
        while k < 2 {
            k += 1;
        }
        k + l as u32
    }) as i32;
    t.barrier.wait();
    y[t.global] = s[3 - l];
}

#[test]
fn result_in_a_variable_with_lane_slots() {
    on_each(|accelerator| {
        let mut found = [1, -1, 1, -1];
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, lane_slots(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [5, 7, 3, 7]);
    });
}

/// A closure indexes captured arrays.
#[test]
fn captured_arrays_are_indexed() {
    on_each(|accelerator| {
        let weights = [0.25f32, 0.5, 0.25];
        let offsets = [[1u32, 2], [3, 4]];
        let mut found = [0.0f32; 5];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            y[i] = weights[i[0] % 3] + (offsets[i[0] % 2][1] * 10) as f32;
        });
        accelerator.default_view().parallel_for_each([5], kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [20.25, 40.5, 20.25, 40.25, 20.5]);
    });
}

#[device]
fn runs(from: u32) -> [u32; 5] {
    [from, from + 1, from + 2, from + 3, from + 4]
}

#[device]
fn ends_of(list: &[u32; 5], (a, [.., b]): (u32, [u32; 5])) -> u32 {
    let [first, .., before, last] = list;
    first * 1000 + before * 100 + last * 10 + a + b
}

/// Slice patterns count items from the end of an array whose length only rustc knows.
#[test]
fn slice_patterns_of_arrays_of_unknown_length() {
    let of = |n: u32| {
        let [first, .., last] = runs(n);
        let lead = if let [.., 4..=20, _] = runs(n) { 1 } else { 2 };
        let kind = match runs(n) {
            [0, .., 4] => 7,
            [.., a, 5..=9] if a % 2 == 0 => a,
            [a, .., b] => a ^ b,
        };
        first * 10 + last + lead * 100 + kind * 1000 + ends_of(&runs(n), (n, runs(n + 1)))
    };
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..64).collect();
        let expected: Vec<u32> = values.iter().map(|n| of(*n)).collect();
        let mut y = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let n = y[i];
            let [first, .., last] = runs(n);
            let lead = if let [.., 4..=20, _] = runs(n) { 1 } else { 2 };
            let kind = match runs(n) {
                [0, .., 4] => 7,
                [.., a, 5..=9] if a % 2 == 0 => a,
                [a, .., b] => a ^ b,
            };
            y[i] = first * 10 + last + lead * 100 + kind * 1000 + ends_of(&runs(n), (n, runs(n + 1)));
        });
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        drop(y);
        assert_eq!(values, expected);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Tick {
    count: u32,
}

/// The result has another scalar type than the operands.
#[device]
impl std::ops::Sub for Tick {
    type Output = i32;

    fn sub(self, other: Tick) -> i32 {
        self.count as i32 - other.count as i32
    }
}

#[device]
impl std::ops::Mul<u32> for Tick {
    type Output = f32;

    fn mul(self, by: u32) -> f32 {
        (self.count * by) as f32
    }
}

#[test]
fn operators_with_another_result_type() {
    let ticks: Vec<_> = (0..16).map(|count| Tick { count }).collect();
    on_each(|on| {
        let x = ArrayView::new(&ticks);
        let mut y = ArrayViewMut::<f32>::without_source([16]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let distance = x[i] - x[5];
            let twice = distance * 2 - 1;
            let scaled = x[i] * 3;
            let half = scaled * 0.5 + 1.0;
            y[i] = twice as f32 + half;
        });
        on.default_view().parallel_for_each(16, kernel).unwrap();
        let expected = |n: i32| ((n - 5) * 2 - 1) as f32 + (n * 3) as f32 * 0.5 + 1.0;
        assert_eq!(y.to_vec().unwrap(), (0..16).map(expected).collect::<Vec<_>>(), "on {}", on.description());
    });
}

#[device]
fn many_steps(v: Vec3) -> Vec3 {
    let a = v * 0.5 + 1.0;
    let b = a * 2.0 - 0.5;
    let c = b * 0.25 + 1.0;
    let d = c * 4.0 - 2.0;
    let e = d * 0.5 + 3.0;
    let f = e * 2.0 - 0.5;
    let g = f * 0.25 + 1.0;
    g * 4.0 - 2.0
}

/// In `many_steps`, each variable has the type of the previous result. The generated names of these types must not double in
/// length with each step.
#[test]
fn long_chain_of_operator_results() {
    on_each(|on| {
        let mut y = ArrayViewMut::<Vec3>::without_source([16]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = many_steps(Vec3::splat(i[0] as f32)));
        on.default_view().parallel_for_each(16, kernel).unwrap();
        let expected: Vec<_> = (0..16).map(|n| many_steps(Vec3::splat(n as f32))).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}
