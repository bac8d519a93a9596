//! Constants of any type in formulas.

use super::{Near, cases};
use amp::prelude::*;
use glam::{IVec2, UVec2, Vec2, Vec3, Vec4};

impl Near for Vec2 {
    fn is_near(&self, other: &Vec2) -> bool {
        self.x.is_near(&other.x) && self.y.is_near(&other.y)
    }
}

impl Near for Vec3 {
    fn is_near(&self, other: &Vec3) -> bool {
        self.truncate().is_near(&other.truncate()) && self.z.is_near(&other.z)
    }
}

impl Near for UVec2 {
    fn is_near(&self, other: &UVec2) -> bool {
        self == other
    }
}

/// The directions and weights of the lattice Boltzmann method D2Q9, with other weights.
const DIRECTIONS: [IVec2; 9] = [
    IVec2::new(0, 0),
    IVec2::new(1, 0),
    IVec2::new(0, 1),
    IVec2::new(-1, 0),
    IVec2::new(0, -1),
    IVec2::new(1, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, -1),
    IVec2::new(1, -1),
];
const WEIGHTS: [f32; 9] = [0.5, 0.25, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125, 0.125];

#[device]
fn equilibrium(q: usize, density: f32, velocity: Vec2) -> f32 {
    let along = DIRECTIONS[q].as_vec2().dot(velocity);
    WEIGHTS[q] * density * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * velocity.dot(velocity))
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Physics {
    gravity: Vec2,
    drag: f32,
    steps: u32,
}

const PHYSICS: Physics = Physics { gravity: Vec2::new(0.0, -9.5), drag: 0.5, steps: 3 };
const SHIFT: u32 = 3;
const MASK: u32 = (1 << SHIFT) - 1;
const OFFSET: i32 = -2;
const PAIRS: [(f32, u32); 3] = [(0.5, 1), (1.5, 2), (2.5, 3)];
const STENCIL: [[f32; 3]; 3] = [[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]];
const LOW: f32 = 1.0;
const HIGH: f32 = 4.0;
const AXIS: Vec3 = Vec3::new(0.0, 0.5, 1.0);
const PALETTE: [Vec4; 2] = [Vec4::ONE, Vec4::new(0.0, 0.25, 0.5, 1.0)];
const SIZE: UVec2 = UVec2::new(4, 2);
const AT: usize = 2;
const IS_DEBUG: bool = cfg!(debug_assertions);
static TABLE: [u32; 4] = [4, 3, 2, 1];

type Real = f32;
const HALF: Real = 0.5;

#[device]
fn half(x: Real) -> Real {
    (x * HALF).abs().max(HALF)
}

#[device]
fn fold(n: u32, f: impl Fn(f32, u32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..n {
        sum = f(sum, k);
    }
    sum
}

#[test]
fn captures_of_a_type_alias_have_built_in_methods() {
    let limit = 4.5;
    amp_tests::on_each(|on| {
        let mut values = [1.0, 2.0, 7.0];
        let mut x = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let bound: Real = limit;
            x[i] = x[i].max(bound) + limit.min(HALF);
        });
        on.default_view().parallel_for_each(3, kernel).unwrap();
        x.finish().unwrap();
        assert_eq!(values, [5.0, 5.0, 7.5]);
    });
}

cases! {
    lattice_boltzmann_with_constant_tables(v: f32 = |k| k as f32 * 0.125, |i| {
        let mut density = 0.0;
        let mut velocity = Vec2::ZERO;
        for q in 0..9 {
            density += WEIGHTS[q] * v;
            velocity += DIRECTIONS[q].as_vec2() * WEIGHTS[q];
        }
        equilibrium(i % 9, density, velocity)
    });
    fields_of_a_constant(v: Vec2 = |k| Vec2::new(k as f32, 1.0), |i| {
        let mut velocity = v;
        for _ in 0..PHYSICS.steps {
            velocity += PHYSICS.gravity * 0.5;
            velocity *= PHYSICS.drag;
        }
        velocity - PHYSICS.gravity.perp()
    });
    integers(v: i32 = |k| k * 9, |i| {
        let low = (v as u32) & MASK;
        let high = (v as u32) >> SHIFT;
        low as i32 * OFFSET + high as i32
    });
    shifts(v: u32 = |k| k as u32, |i| (1 << SHIFT) | (v << 2 >> SHIFT.min(1)) ^ !SHIFT & 0xff);
    tables_of_tuples_and_arrays(v: f32 = |k| k as f32, |i| {
        let (weight, count) = PAIRS[i % 3];
        let mut sum = 0.0;
        for row in 0..3 {
            for column in 0..3 {
                sum += STENCIL[row][column] * v * weight;
            }
        }
        sum + count as f32 * STENCIL[1][i % 3]
    });
    statics(v: u32 = |k| k as u32, |i| {
        let mut best = TABLE[0];
        for t in TABLE {
            if t < best {
                best = t;
            }
        }
        for t in &TABLE {
            best += *t;
        }
        best.max(TABLE[i % 4])
    });
    methods_of_constants(v: f32 = |k| k as f32, |i| {
        v.clamp(LOW, HIGH) + LOW.max(HIGH).sqrt() + HIGH.mul_add(LOW, 2.0) + (-HIGH).powi(2)
    });
    methods_of_formulas(v: f32 = |k| k as f32, |i| (LOW + HIGH * v).abs().min(HIGH * HIGH) - (LOW - HIGH).abs());
    vectors(v: Vec3 = |k| Vec3::splat(k as f32), |i| {
        let color = PALETTE[i % 2];
        (v + AXIS).cross(AXIS.zxy()) * color.w + color.truncate()
    });
    integer_vectors(v: UVec2 = |k| UVec2::new(k as u32, 7), |i| v % SIZE + SIZE.yx() * 2);
    subscripts(v: f32 = |k| k as f32, |i| {
        let list = [v, 1.0, 2.0];
        list[AT] + WEIGHTS[AT + i % 2] + list[AT - 1]
    });
    bools(v: u32 = |k| k as u32, |i| {
        let is_odd = v % 2 == 1;
        (is_odd && IS_DEBUG || !is_odd && !IS_DEBUG) as u32
    });
    loops_until_a_constant(v: f32 = |k| 1.0 + k as f32, |i| {
        let mut guess = HIGH;
        let mut n = 0;
        while n < 20 && (guess * guess - v).abs() > 0.001 {
            guess = 0.5 * (guess + v / guess);
            n += 1;
        }
        guess
    });
    closures_with_constants(v: f32 = |k| k as f32, |i| fold(4, |sum, k| sum + WEIGHTS[k as usize] * HIGH) + v);
    late_initialisation(v: u32 = |k| k as u32, |i| {
        let factor;
        if v > 3 {
            factor = MASK;
        } else {
            factor = 1;
        }
        let mut best = 0;
        for k in 0..4 {
            best = best.max(k * factor);
        }
        best
    });
    constants_of_a_type_alias(v: f32 = |k| k as f32, |i| {
        let r: Real = half(v);
        r.powi(2) + Real::MAX * 0.0
    });
    constants_in_the_body(v: i32 = |k| k, |i| {
        const K: i32 = -3;
        let positive = -K;
        (v - K) / positive % 2 + K.abs() + i32::MAX.count_ones() as i32
    });
    casts_to_an_inferred_type(v: u32 = |k| k as u32, |i| {
        let float: f32 = v as _;
        (float * 2.5) as _
    });
}
