//! Statements and expressions of the kernel language, compared with Rust on every accelerator.
//!
//! Each body runs as a host function, in an untiled kernel, and in a tiled kernel between barriers.

// The bodies use constructs that clippy would simplify.
#![allow(clippy::cast_abs_to_unsigned, clippy::collapsible_if, clippy::manual_is_multiple_of)]
#![allow(clippy::possible_missing_else, clippy::collapsible_else_if)]

use amp::prelude::*;
use amp_tests::on_each;

const LIMIT: u32 = 5;

const WORDS: [u32; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 99, 100, 101, 255,
    256, 1000, 12_345, 70_000,
];

/// Compares one body as a host function, in an untiled kernel and in a tiled kernel.
macro_rules! compare_with_host {
    ($(fn $name:ident($value:ident, $at:ident) $body:block)*) => {$(
        #[test]
        fn $name() {
            fn host($value: u32, $at: usize) -> u32 $body
            let expected: Vec<u32> = (0..96).map(|at| host(WORDS[at % 32], at)).collect();
            let words: Vec<u32> = (0..96).map(|at| WORDS[at % 32]).collect();
            on_each(|accelerator| {
                let mut results = vec![0u32; 96];
                let x = ArrayView::new(&words);
                let mut y = ArrayViewMut::new(&mut results);
                let kernel_domain = y.extent();
                accelerator.default_view().parallel_for_each(kernel_domain, amp!(|i: Index<1>| {
                    let $value = x[i];
                    let $at = i[0];
                    y[i] = $body;
                })).unwrap();
                drop(y);
                assert_eq!(results, expected, "untiled");

                let mut results = vec![0u32; 96];
                let mut y = ArrayViewMut::new(&mut results);
                let kernel_domain = y.extent().tile([16]).unwrap();
                accelerator.default_view().parallel_for_each(kernel_domain, amp!(tile = [16], |t: TiledIndex<1>| {
                    #[tile_static] let mut shared: [u32; 16];
                    shared[15 - t.local[0]] = x[t.global];
                    t.barrier.wait();
                    let $value = shared[15 - t.local[0]];
                    let $at = t.global[0];
                    let result = $body;
                    t.barrier.wait();
                    y[t.global] = result;
                })).unwrap();
                drop(y);
                assert_eq!(results, expected, "tiled");
            });
        }
    )*};
}

compare_with_host! {
    fn shadowing(v, at) {
        let a = v + 1;
        let a = a * 2 + at as u32;
        { let a = 7u32; let _b = a; }
        a
    }

    fn if_and_blocks_as_values(v, at) {
        let a = if v > 10 { let b = v * 2; b + 1 } else if v == 3 { 100 } else { v };
        let c = { let d = a / 2; d + (if at > 40 { 1 } else { 0 }) };
        a + c
    }

    fn match_patterns(v, at) {
        match v {
            0 => 10,
            1 | 2 => 20,
            LIMIT => 30,
            6..=8 => 40 + at as u32,
            k if k % 2 == 0 => k / 2,
            k @ 9..=64 => k + 1,
            _ => 99,
        }
    }

    fn match_on_tuples(v, at) {
        let mut r = 0u32;
        match (v % 3, at > 20) {
            (0, true) => r = 1,
            (0, false) => { r += 2; }
            (m, _) if m == 1 => r = m + 7,
            _ => {}
        }
        r
    }

    fn loops(v, at) {
        let mut sum = 0u32;
        for k in 0..v % 17 { sum += k; }
        for k in (1..=v % 5).rev() { sum = sum * 2 + k; }
        for k in (0..at).step_by(7) { sum += k as u32; }
        let mut n = v;
        while n > 1 { n = if n % 2 == 0 { n / 2 } else { n - 1 }; sum += 1; }
        sum
    }

    fn break_and_continue(v, at) {
        let mut sum = 0u32;
        for k in 0..20u32 {
            if k == v { continue; }
            if k > 15 { break; }
            sum += k;
        }
        'outer: for k in 0..10u32 {
            for j in 0..10u32 {
                if j > k { continue 'outer; }
                if j + k == v % 23 { break 'outer; }
                sum += j * k + at as u32;
            }
        }
        sum
    }

    fn loop_as_value(v, at) {
        let mut n = v % 100 + 1;
        let steps = loop {
            n += 3;
            if n % 7 == 0 { break n * 2; }
            if n > 500 { break 0; }
        };
        steps + at as u32
    }

    fn short_circuit_operators(v, at) {
        let mut calls = 0u32;
        let a = v > 5 && { calls += 1; at > 3 };
        let b = v < 50 || { calls += 10; at < 60 };
        calls + if a { 100 } else { 0 } + if b { 1000 } else { 0 }
    }

    fn arrays_and_tuples(v, at) {
        let mut table = [v, v + 1, v * 2, 5];
        table[at % 4] += 100;
        let (mut a, b) = (table[0], table[(at + 1) % 4]);
        let c = [a, b, 9u32];
        (a, _) = (c[1], 0);
        let pair = (a, c[2]);
        pair.0 * 2 + pair.1 + b
    }

    fn bit_operators(v, _at) {
        let mut a = v << 3 | v >> 2;
        a ^= 0xff;
        a &= !(v & 12);
        a <<= 1;
        a >>= 2u32;
        a % 1000 + (v ^ 5)
    }

    fn floats_and_casts(v, at) {
        let f = v as f32 * 0.5 - at as f32;
        let g = (f * f).sqrt().max(1.5).floor();
        let h = -f as i32;
        g as u32 + h.abs() as u32 % 100 + (f as u32)
    }

    fn deep_nesting(v, at) {
        let mut r = 0u32;
        if v > 0 { if v > 1 { if v > 2 { if v > 3 { for k in 0..3u32 { if k < v { while r < 50 { if at > 2 { r += 3; }
            else { r += 5; } if r % 4 == 0 { break; } } } } } } } }
        r
    }
}

const TABLE: [u32; 6] = [3, 1, 4, 1, 5, 9];
const SCALE: f32 = -2.5;
const CORNER: Vec3 = Vec3::new(1.0, 2.0, 3.0);

#[test]
fn constants() {
    mod inner {
        pub(super) const STEP: i32 = i32::MIN;
    }
    on_each(|accelerator| {
        const LOCAL: bool = true;
        let mut results = vec![0.0f32; 6];
        let mut y = ArrayViewMut::new(&mut results);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    const TWICE: u32 = 2;
                    let mut v = (TABLE[i[0]] * TWICE) as f32 * SCALE;
                    let corner: Vec3 = CORNER;
                    v += corner.y;
                    if LOCAL && inner::STEP < 0 {
                        v += f32::MAX.min(1.0) + std::f32::consts::PI;
                    }
                    y[i] = v;
                }),
            )
            .unwrap();
        drop(y);
        for (n, result) in results.iter().enumerate() {
            let expected = (TABLE[n] * 2) as f32 * -2.5 + 2.0 + 1.0 + std::f32::consts::PI;
            assert!((result - expected).abs() < 1e-5, "{result} {expected}");
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Particle {
    position: Vec4,
    velocity: Vec4,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    r#type: f32,
    count: u32,
}

#[device]
impl Particle {
    /// A particle without velocity.
    fn at(x: f32, y: f32) -> Particle {
        Particle { velocity: Vec4::ZERO, position: Vec4::new(x, y, 0.0, 1.0) }
    }

    fn moved(self, dt: f32) -> Self {
        Particle { position: self.position + self.velocity * dt, ..self }
    }

    fn speed(&self) -> f32 {
        self.velocity.length()
    }
}

#[test]
fn struct_methods() {
    on_each(|accelerator| {
        let mut particles: Vec<_> = (0..40).map(|n| Particle::at(n as f32, 1.0)).collect();
        let mut pairs = vec![Pair { r#type: 0.5, count: 7 }; 40];
        let mut v = ArrayViewMut::new(&mut particles);
        let mut p = ArrayViewMut::new(&mut pairs);
        let dt = 0.5f32;
        accelerator
            .default_view()
            .parallel_for_each(
                v.extent(),
                amp!(|i: Index<1>| {
                    let mut q = v[i];
                    q.velocity = Vec4::splat(2.0) + Vec4::new(q.position.x, 0.0, 0.0, 0.0);
                    q.velocity.z -= 1.0;
                    q = q.moved(dt);
                    if q.speed() > 5.0 {
                        q = Particle::at(-1.0, q.velocity.dot(Vec4::X));
                    }
                    v[i] = q;
                    let pair = p[i];
                    p[i] = Pair { count: pair.count + 1, r#type: pair.r#type * 2.0 + dt };
                    p[i].count += 1;
                }),
            )
            .unwrap();
        drop((v, p));
        for (n, found) in particles.iter().enumerate() {
            let mut q = Particle::at(n as f32, 1.0);
            q.velocity = Vec4::splat(2.0) + Vec4::new(q.position.x, 0.0, 0.0, 0.0);
            q.velocity.z -= 1.0;
            q = q.moved(dt);
            if q.speed() > 5.0 {
                q = Particle::at(-1.0, q.velocity.dot(Vec4::X));
            }
            assert_eq!(*found, q, "{n}");
        }
        assert_eq!(pairs[39], Pair { r#type: 1.5, count: 9 });
    });
}

/// A struct whose fields after the first all have another offset in WGSL's layout.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Tight {
    weight: f32,
    position: Vec3,
    pair: Vec2,
    rotation: Mat3,
    offsets: [Vec3; 2],
}

#[test]
fn struct_layout_equals_the_host_layout() {
    on_each(|accelerator| {
        let start = Tight {
            weight: 2.0,
            position: Vec3::new(1.0, 2.0, 3.0),
            pair: Vec2::new(4.0, 5.0),
            rotation: Mat3::from_cols(Vec3::X, Vec3::Z, Vec3::Y),
            offsets: [Vec3::splat(6.0), Vec3::splat(7.0)],
        };
        let mut elements = vec![start; 70];
        let points: Vec<Vec3> = (0..70).map(|n| Vec3::new(n as f32, 1.0, -1.0)).collect();
        let mut sums = vec![Vec3::ZERO; 70];
        let x = ArrayView::new(&points);
        let mut e = ArrayViewMut::new(&mut elements);
        let mut s = ArrayViewMut::new(&mut sums);
        accelerator
            .default_view()
            .parallel_for_each(
                e.extent(),
                amp!(|i: Index<1>| {
                    let t = e[i];
                    s[i] = t.rotation * x[i] + t.position * t.weight;
                    s[i].y += 0.5;
                    e[i].position = x[i];
                    e[i].position.z = t.pair.y;
                    e[i].pair.x *= 3.0;
                    e[i].offsets[1] += x[i];
                    e[i].weight = t.offsets[0].x;
                }),
            )
            .unwrap();
        drop((e, s));
        for n in 0..70 {
            let p = points[n];
            assert_eq!(sums[n], start.rotation * p + start.position * 2.0 + Vec3::new(0.0, 0.5, 0.0));
            let expected = Tight {
                weight: 6.0,
                position: Vec3::new(p.x, p.y, 5.0),
                pair: Vec2::new(12.0, 5.0),
                offsets: [start.offsets[0], start.offsets[1] + p],
                ..start
            };
            assert_eq!(elements[n], expected, "{n}");
        }
    });
}

#[test]
fn extent_contains_detects_the_border_of_a_stencil() {
    on_each(|accelerator| {
        let (h, w) = (20, 70);
        let values: Vec<u32> = (0..h * w).map(|k| (k % 13) as u32).collect();
        let mut sums = vec![0u32; (h * w) as usize];
        let x = ArrayView::with_extent([h as usize, w as usize], &values).unwrap();
        let mut y = ArrayViewMut::with_extent([h as usize, w as usize], &mut sums).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<2>| {
                    let mut sum = 0u32;
                    let left = i.offset([0, -1]);
                    if x.extent().contains(left) {
                        sum += x[left];
                    }
                    let below = i.offset([1, 2]);
                    if x.extent().contains(below) {
                        sum += 10 * x[below];
                    }
                    y[i] = sum + x.extent()[1] as u32;
                }),
            )
            .unwrap();
        drop(y);
        let at = |row: i32, col: i32| {
            let inside = (0..h).contains(&row) && (0..w).contains(&col);
            if inside { values[(row * w + col) as usize] } else { 0 }
        };
        for row in 0..h {
            for col in 0..w {
                let expected = at(row, col - 1) + 10 * at(row + 1, col + 2) + 70;
                assert_eq!(sums[(row * w + col) as usize], expected, "{row} {col}");
            }
        }
    });
}
