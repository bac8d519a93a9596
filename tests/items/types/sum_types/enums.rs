//! Enums with fields: values, patterns, references to fields, and `?`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Shape {
    Circle(f32),
    Rect { w: f32, h: f32 },
    Empty,
}

#[device]
impl Shape {
    const UNIT: Shape = Shape::Rect { w: 1.0, h: 1.0 };

    fn area(&self) -> f32 {
        match self {
            Shape::Circle(r) => 3.0 * r * r,
            Shape::Rect { w, h } => w * h,
            Self::Empty => 0.0,
        }
    }

    fn grown(self, by: f32) -> Self {
        match self {
            Self::Circle(r) => Self::Circle(r + by),
            Self::Rect { w, h } => Self::Rect { w: w + by, h: h + by },
            other => other,
        }
    }

    fn grow(&mut self, by: f32) {
        match self {
            Shape::Circle(r) => *r += by,
            Shape::Rect { w, .. } => *w += by,
            Shape::Empty => *self = Shape::UNIT,
        }
    }
}

/// An enum in an enum, with types that views cannot hold.
#[derive(Clone, Copy, GpuType)]
enum Event {
    Hit { shape: Shape, at: (usize, bool) },
    Miss(Option<u32>),
}

#[device]
fn shape(n: u32) -> Shape {
    match n % 3 {
        0 => Shape::Circle(n as f32),
        1 => Shape::Rect { w: 2.0, h: n as f32 },
        _ => Shape::Empty,
    }
}

#[device]
fn event(n: u32) -> Event {
    if n < 4 {
        Event::Hit { shape: shape(n), at: (n as usize + 1, n % 2 == 0) }
    } else {
        Event::Miss(if n > 5 { Some(n) } else { None })
    }
}

#[device]
fn score(n: u32) -> f32 {
    let event = event(n);
    match event {
        Event::Hit { shape: s @ Shape::Circle(r), at: (k, true) } if r > 0.5 => s.area() + k as f32,
        Event::Hit { shape: Shape::Circle(_) | Shape::Empty, .. } => -1.0,
        Event::Hit { shape, at: (_, even) } => shape.grown(1.0).area() + if even { 100.0 } else { 0.0 },
        Event::Miss(Some(n)) => n as f32 * 0.5,
        Event::Miss(None) => -3.0,
    }
}

#[device]
fn changed(n: u32) -> f32 {
    let mut s = shape(n);
    s.grow(0.5);
    if let Shape::Rect { h, .. } = &mut s {
        *h *= 2.0;
    }
    let mut best: Option<(u32, f32)> = None;
    for k in 0..n {
        let v = (k * 7 % 5) as f32;
        match best {
            Some((_, b)) if b >= v => {}
            _ => best = Some((k, v)),
        }
    }
    if let Some((k, v)) = &mut best {
        *k += 1;
        *v *= 2.0;
    }
    let Some((k, v)) = best else { return s.area() };
    s.area() + k as f32 * 1000.0 + v
}

#[device]
fn parse(x: u32) -> Result<u32, i32> {
    if x > 3 { Err(-(x as i32)) } else { Ok(x * 10) }
}

#[device]
fn parsed_twice(x: u32) -> Result<u32, i32> {
    let first = parse(x)?;
    let second = parse(first / 10 + 1)?;
    Ok(first + second)
}

#[device]
fn quarter(x: u32) -> Option<u32> {
    let half = (x % 2 == 0).then_some(x / 2)?;
    (half % 2 == 0).then(|| half / 2)
}

#[device]
fn returned(n: u32) -> i32 {
    let parsed = match parsed_twice(n) {
        Ok(v) => v as i32,
        Err(e) => e,
    };
    parsed * 100 + quarter(n).map_or(-1, |q| q as i32)
}

#[kernel]
fn enums(
    i: Index<1>,
    scores: &mut ArrayViewMut<f32>,
    changes: &mut ArrayViewMut<f32>,
    returns: &mut ArrayViewMut<i32>,
) {
    let n = i[0] as u32;
    scores[i] = score(n);
    changes[i] = changed(n);
    returns[i] = returned(n);
}

#[test]
fn enums_with_fields() {
    let numbers = 0..10u32;
    on_each(|accelerator| {
        let (mut a, mut b, mut c) = ([0.0; 10], [0.0; 10], [0; 10]);
        let (mut scores, mut changes) = (ArrayViewMut::new(&mut a), ArrayViewMut::new(&mut b));
        let mut returns = ArrayViewMut::new(&mut c);
        let kernel = enums(&mut scores, &mut changes, &mut returns);
        accelerator.default_view().parallel_for_each(10, kernel).unwrap();
        assert_eq!(scores.to_vec().unwrap(), numbers.clone().map(score).collect::<Vec<_>>());
        assert_eq!(changes.to_vec().unwrap(), numbers.clone().map(changed).collect::<Vec<_>>());
        assert_eq!(returns.to_vec().unwrap(), numbers.clone().map(returned).collect::<Vec<_>>());
    });
}

#[test]
fn enum_captured_by_a_closure() {
    on_each(|accelerator| {
        for captured in [Shape::Circle(2.0), Shape::Rect { w: 2.0, h: 5.0 }, Shape::Empty, Shape::UNIT] {
            let mut y = [0.0f32; 2];
            let mut view = ArrayViewMut::new(&mut y);
            let kernel = amp!(|i: Index<1>| {
                view[i] = match captured {
                    Shape::Circle(r) => r,
                    Shape::UNIT => -1.0,
                    Shape::Rect { w, h } => w * h,
                    Shape::Empty => 7.0,
                }
            });
            accelerator.default_view().parallel_for_each(2, kernel).unwrap();
            let expected = match captured {
                Shape::Circle(r) => r,
                Shape::UNIT => -1.0,
                Shape::Rect { w, h } => w * h,
                Shape::Empty => 7.0,
            };
            assert_eq!(view.to_vec().unwrap(), [expected; 2]);
        }
    });
}

/// A message with a derived `==`, which kernels use by `#[device]`.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Message<T> {
    Quit,
    Move { x: T, y: T },
    Write(Key, Option<T>),
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Key {
    number: u32,
    weight: f32,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Level {
    Low,
    High,
}

/// A key whose comparison is hand-written and ignores the weight.
#[derive(Clone, Copy, Debug, GpuType)]
struct Loose {
    number: u32,
    weight: f32,
}

#[device]
impl PartialEq for Loose {
    fn eq(&self, rhs: &Self) -> bool {
        self.number == rhs.number
    }
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Slot {
    Empty,
    Full(Loose),
}

#[device]
fn message(n: u32) -> Message<f32> {
    let x = (n % 4) as f32;
    match n % 5 {
        0 => Message::<f32>::Quit,
        1 => Message::Move { x, y: f32::NAN },
        2 => Message::Move { x, y: 2.0 },
        3 => Message::Write(Key { number: n % 2, weight: 1.0 }, Some(x)),
        _ => Message::Write(Key { number: n % 2, weight: 1.0 }, None),
    }
}

#[device]
fn equalities(n: u32) -> [u32; 8] {
    let (a, b) = (message(n / 4), message(n % 7));
    let key = Key { number: n % 2, weight: 0.5 };
    let level = if n % 3 == 0 { Level::High } else { Level::Low };
    let slot = if n % 3 == 0 { Slot::Empty } else { Slot::Full(Loose { number: n % 2, weight: n as f32 }) };
    [
        u32::from(a == b),
        u32::from(a != b),
        u32::from(a == a),
        u32::from(key == Key { number: 1, weight: 0.5 }),
        u32::from(level == Level::High),
        u32::from(slot == Slot::Full(Loose { number: 1, weight: 0.0 })),
        u32::from(slot != Slot::Empty),
        u32::from(b == Message::Move { x: 1.0, y: 2.0 }),
    ]
}

#[kernel]
fn compare_messages(i: Index<1>, y: &mut ArrayViewMut<[u32; 8]>) {
    y[i] = equalities(i[0] as u32);
}

#[test]
fn derived_equality() {
    let expected: Vec<_> = (0..40).map(equalities).collect();
    on_each(|accelerator| {
        let mut y = vec![[9; 8]; 40];
        let mut view = ArrayViewMut::new(&mut y);
        accelerator.default_view().parallel_for_each(40, compare_messages(&mut view)).unwrap();
        assert_eq!(view.to_vec().unwrap(), expected);
    });
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Corner {
    at: u32,
    size: f32,
}

/// A struct in one variant does not have a built-in `==`, but patterns compare it field by field.
#[derive(Clone, Copy, Debug, GpuType)]
enum Part {
    Nothing,
    Corner(Corner),
    Corners([Corner; 2], Vec2),
}

#[device]
impl Part {
    const FIRST: Part = Part::Nothing;
}

#[device]
fn part(n: u32) -> Part {
    let corner = Corner { at: n, size: 2.0 };
    match n % 3 {
        0 => Part::Nothing,
        1 => Part::Corner(corner),
        _ => Part::Corners([corner; 2], Vec2::new(1.0, 2.0)),
    }
}

#[device]
fn worth(n: u32) -> u32 {
    let empty = if let Part::Nothing = part(n) { 100 } else { 0 };
    let first = if matches!(Part::FIRST, Part::Nothing) { 7 } else { 0 };
    empty
        + first
        + match part(n + 1) {
            Part::Corner(corner) => corner.at,
            Part::Nothing => 50,
            Part::Corners([a, _], v) => a.at + v.y as u32,
        }
}

#[kernel]
fn parts_of_corners(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = worth(i[0] as u32);
}

#[test]
fn unit_variant_patterns_beside_variants_of_structs() {
    let expected: Vec<_> = (0..12).map(worth).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([12]).unwrap();
        accelerator.default_view().parallel_for_each(12, parts_of_corners(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(C)]
struct Cells {
    values: [u32; 2],
}

#[device]
impl Cells {
    /// The subscript of the target declares a variable of an enum.
    fn set(&mut self, second: bool, to: u32) {
        self.values[if second {
            let mut unit = Distance::Metres(to);
            unit = Distance::Feet(1.0, 2);
            matches!(unit, Distance::Feet(..)) as usize
        } else {
            0
        }] = to;
    }
}

#[derive(Clone, Copy, PartialEq, GpuType)]
enum Distance {
    Metres(u32),
    Feet(f32, u32),
}

#[test]
fn variable_in_the_subscript_of_a_target() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut cells = Cells { values: [1, 2] };
            cells.set(i[0] % 2 == 1, 7 + i[0] as u32);
            y[i] = cells.values[0] * 100 + cells.values[1];
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [702, 108, 902, 110]);
    });
}
