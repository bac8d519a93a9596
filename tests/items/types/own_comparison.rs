//! Comparisons of enums are those of their `PartialEq` and `PartialOrd`, derived or written by hand. Patterns compare discriminants.

use std::cmp::Ordering;

use amp::prelude::*;
use amp_tests::on_each;

/// Compared by hand: equal if both are even or both are odd, ordered backwards.
#[derive(Clone, Copy, Debug, GpuType)]
#[repr(u32)]
enum Step {
    None,
    One,
    Two,
    Seven = 7,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        *self as u32 % 2 == *other as u32 % 2
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Step::Seven, _) | (_, Step::Seven) => None,
            _ => (*other as u32).partial_cmp(&(*self as u32)),
        }
    }
}

/// Compared by hand, in an `impl` with the attribute `#[device]`, which is optional.
#[derive(Clone, Copy, Debug, GpuType)]
#[repr(i32)]
enum Side {
    Left = -1,
    Middle,
    Right,
}

#[device]
impl PartialEq for Side {
    fn eq(&self, other: &Side) -> bool {
        (*self as i32).abs() == (*other as i32).abs()
    }
}

/// An enum with derived comparisons. The order of its discriminants, one of which is negative, is not the order of
/// declaration.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
#[repr(i32)]
enum Level {
    High = 5,
    Low = -3,
    Zero = 0,
}

/// An enum without any comparison.
#[derive(Clone, Copy, GpuType)]
#[repr(u32)]
enum Mode {
    Off,
    On,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Stride {
    step: Step,
    sides: [Side; 2],
}

const FIRST: Level = Level::High;

#[device]
fn steps(a: Step, b: Step) -> u32 {
    let mut bits = 0;
    if a == b {
        bits += 1;
    }
    if a != b {
        bits += 2;
    }
    if a < b {
        bits += 4;
    }
    if a <= b {
        bits += 8;
    }
    if a > b {
        bits += 16;
    }
    if a >= b {
        bits += 32;
    }
    if (a, 1u32) == (b, 1) {
        bits += 64;
    }
    if [a, b] == [b, b] {
        bits += 128;
    }
    if (a, 2u32) < (b, 1) {
        bits += 256;
    }
    bits
}

#[device]
fn patterns(a: Step, level: Level) -> u32 {
    let exact = match a {
        Step::None => 1,
        Step::One => 2,
        Step::Two => 3,
        Step::Seven => 4,
    };
    let named = match level {
        FIRST => 10,
        _ => 20,
    };
    exact + named + if matches!(a, Step::Two) { 100 } else { 0 }
}

#[device]
fn structs(a: Step, b: Step, side: Side) -> u32 {
    let one = Stride { step: a, sides: [side, Side::Left] };
    let other = Stride { step: b, sides: [Side::Right, Side::Right] };
    if one == other { 1 } else { 0 }
}

#[device]
fn levels(a: Level, b: Level) -> u32 {
    let order = if a < b { 1 } else { 0 } + if a >= b { 2 } else { 0 } + if a == b { 4 } else { 0 };
    order + ((a as i32 + 10) * 10) as u32
}

#[kernel]
fn all(
    i: Index<2>,
    steps_of: &ArrayView<Step>,
    sides: &ArrayView<Side>,
    levels_of: &ArrayView<Level>,
    modes: &ArrayView<Mode>,
    y: &mut ArrayViewMut<[u32; 6], 2>,
) {
    let (a, b) = (steps_of[i[0]], steps_of[i[1]]);
    let (side, level) = (sides[i[0] % 3], levels_of[i[0] % 3]);
    let on = match modes[i[0] % 2] {
        Mode::Off => 0,
        Mode::On => 1,
    };
    let alike = if side == sides[i[1] % 3] { 1 } else { 0 };
    y[i] =
        [steps(a, b), patterns(a, level), structs(a, b, side), levels(level, levels_of[i[1] % 3]), alike, on];
}

#[test]
fn enum_comparisons_are_those_of_rust() {
    let steps_of = [Step::None, Step::One, Step::Two, Step::Seven];
    let sides = [Side::Left, Side::Middle, Side::Right];
    let levels_of = [Level::High, Level::Low, Level::Zero];
    let modes = [Mode::Off, Mode::On];
    let mut expected = Vec::new();
    for k in 0..16 {
        let (a, b) = (k / 4, k % 4);
        let (side, level) = (sides[a % 3], levels_of[a % 3]);
        let (step, other) = (steps_of[a], steps_of[b]);
        let last = [u32::from(side == sides[b % 3]), modes[a % 2] as u32];
        let first = [steps(step, other), patterns(step, level), structs(step, other, side)];
        expected.push([first[0], first[1], first[2], levels(level, levels_of[b % 3]), last[0], last[1]]);
    }
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([4, 4]).unwrap();
        let views = (&ArrayView::new(&steps_of), &ArrayView::new(&sides), &ArrayView::new(&levels_of));
        let modes = ArrayView::new(&modes);
        let kernel = all(views.0, views.1, views.2, &modes, &mut y);
        on.default_view().parallel_for_each([4, 4], kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

/// A comparison that always panics. Only kernels that compare may be affected.
#[derive(Clone, Copy, GpuType)]
#[repr(u32)]
enum Never {
    Here,
    There,
}

impl PartialEq for Never {
    fn eq(&self, _: &Self) -> bool {
        panic!("never compared")
    }
}

#[test]
fn a_comparison_that_is_not_used_is_not_evaluated() {
    on_each(|on| {
        let never = [Never::Here, Never::There];
        let mut y = ArrayViewMut::without_source([2]).unwrap();
        let x = ArrayView::new(&never);
        let kernel = amp!(|i: Index<1>| y[i] = if matches!(x[i], Never::There) { 1u32 } else { 0 });
        on.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0, 1], "on {}", on.description());
    });
}

#[test]
fn negative_discriminants_are_extended() {
    let sides = [Side::Left, Side::Middle, Side::Right];
    on_each(|on| {
        let x = ArrayView::new(&sides);
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = (x[i] as i32 * 2) as f32);
        on.default_view().parallel_for_each(3, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [-2.0, 0.0, 2.0], "on {}", on.description());
        if on.supports_i64() {
            let mut y = ArrayViewMut::without_source([3]).unwrap();
            on.default_view().parallel_for_each(3, amp!(|i: Index<1>| y[i] = x[i] as i64)).unwrap();
            assert_eq!(y.to_vec().unwrap(), [-1i64, 0, 1], "on {}", on.description());
        }
    });
}
