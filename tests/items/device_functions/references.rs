//! By-reference arguments: variables, their fields and items, tile memory, elements of views, captures, constants and literals.

use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec4;

#[device]
fn swap_if_greater(a: &mut u32, b: &mut u32) {
    if *a > *b {
        let old_a = *a;
        *a = *b;
        *b = old_a;
    }
}

#[device]
fn bump(x: &mut f32, by: f32) -> f32 {
    let old = *x;
    *x += by;
    old
}

/// Passes its reference on.
#[device]
fn bump_twice(x: &mut f32, by: f32) -> f32 {
    bump(x, by);
    bump(&mut *x, by * 2.0)
}

#[device]
fn sum(row: &[u32; 4]) -> u32 {
    let mut total = 0;
    for k in 0..4 {
        total += row[k];
    }
    total
}

#[device]
fn fill(row: &mut [u32; 4], from: u32) {
    for k in 0..4 {
        row[k] = from + k as u32;
    }
}

#[device]
fn put(row: &mut [u32; 4], at: usize, value: u32) {
    row[at] = value;
}

#[device]
fn first_two(rows: &mut [[u32; 4]; 2]) {
    fill(&mut rows[0], 10);
    fill(&mut rows[1], 20);
    let last = rows[1][3];
    put(&mut rows[0], 0, last);
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    position: Vec4,
    velocity: Vec4,
}

#[device]
impl Body {
    fn advance(&mut self, dt: f32) {
        self.velocity.y -= 9.5 * dt;
        self.position += self.velocity * dt;
    }

    fn height(&self) -> f32 {
        self.position.y
    }

    fn height_over(self, other: Body) -> f32 {
        self.position.y - other.position.y
    }

    #[allow(clippy::explicit_auto_deref)] // the test needs this form
    fn higher(&self, by: f32) -> Body {
        let mut other = *self;
        other.position.y = (*self).position.y + by;
        other
    }

    fn falls(self) -> bool {
        self.velocity.y < 0.0
    }
}

#[device]
fn lift(position: &mut Vec4, by: f32) {
    position.y += by;
}

#[device]
fn generic_swap<T: amp::Value>(a: &mut T, b: &mut T) {
    let old_a = *a;
    *a = *b;
    *b = old_a;
}

const ROW: [u32; 4] = [1, 20, 300, 4000];
const TEN: u32 = 10;

#[device]
fn scaled(x: u32, by: &u32, more: &mut u64) -> u32 {
    *more += 1;
    x * *by + *more as u32
}

fn check(kernel: impl Fn(&AcceleratorView, &mut ArrayViewMut<u32>), expected: impl Fn(u32) -> u32) {
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..128).map(|n| n * 7 % 31).collect();
        let wanted: Vec<u32> = values.iter().map(|&v| expected(v)).collect();
        let mut view = ArrayViewMut::new(&mut values);
        kernel(&accelerator.default_view(), &mut view);
        drop(view);
        assert_eq!(values, wanted);
    });
}

#[test]
fn references_to_variables_and_items() {
    check(
        |on, y| {
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let mut a = y[i];
                    let mut b = 13u32;
                    swap_if_greater(&mut a, &mut b);
                    let mut rows = [[a; 4]; 2];
                    first_two(&mut rows);
                    let mut list = [b, a, 5, 6];
                    swap_if_greater(&mut list[0], &mut list[2]);
                    put(&mut list, (a % 2) as usize, a);
                    y[i] = a + 100 * b + sum(&rows[0]) + sum(&list) * 3 + rows[1][a as usize % 4];
                }),
            )
            .unwrap();
        },
        |v| {
            let (mut a, mut b) = (v, 13);
            swap_if_greater(&mut a, &mut b);
            let mut rows = [[a; 4]; 2];
            first_two(&mut rows);
            let mut list = [b, a, 5, 6];
            if list[0] > list[2] {
                list.swap(0, 2);
            }
            put(&mut list, (a % 2) as usize, a);
            a + 100 * b + sum(&rows[0]) + sum(&list) * 3 + rows[1][a as usize % 4]
        },
    );
}

#[test]
fn references_to_uniform_and_varying_variables() {
    check(
        |on, y| {
            let step = 3.0f32;
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let mut shared = 1.0;
                    let mut own = y[i] as f32;
                    for _ in 0..3 {
                        bump(&mut shared, step);
                        let old = bump_twice(&mut own, shared);
                        own += old;
                        if y[i] % 3 == 0 {
                            bump(&mut own, 1.0);
                        }
                    }
                    y[i] = (own + shared) as u32;
                }),
            )
            .unwrap();
        },
        |v| {
            let (mut shared, mut own) = (1.0, v as f32);
            for _ in 0..3 {
                bump(&mut shared, 3.0);
                let old = bump_twice(&mut own, shared);
                own += old;
                if v.is_multiple_of(3) {
                    bump(&mut own, 1.0);
                }
            }
            (own + shared) as u32
        },
    );
}

#[test]
fn references_to_elements_of_views() {
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..64).rev().collect();
        let mut view = ArrayViewMut::new(&mut values);
        accelerator
            .default_view()
            .parallel_for_each(
                [32],
                amp!(|i: Index<1>| {
                    let at = 2 * i[0];
                    swap_if_greater(&mut view[at], &mut view[at + 1]);
                }),
            )
            .unwrap();
        drop(view);
        let expected: Vec<u32> = (0..32u32).rev().flat_map(|k| [2 * k, 2 * k + 1]).collect();
        assert_eq!(values, expected);
    });
}

#[test]
fn references_to_tile_memory() {
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..128).map(|n| n * 7 % 31).collect();
        let before = values.clone();
        let mut view = ArrayViewMut::new(&mut values);
        let domain = view.extent().tile([16]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                domain,
                amp!(tile = [16], |t: TiledIndex<1>| {
                    #[tile_static]
                    let mut rows: [[u32; 4]; 4];
                    let own = t.local[0];
                    // Each work-item writes its own item of a shared row.
                    put(&mut rows[own / 4], own % 4, view[t.global]);
                    t.barrier.wait();
                    if own < 8 {
                        swap_if_greater(&mut rows[own / 2][own % 2 * 2], &mut rows[own / 2][own % 2 * 2 + 1]);
                    }
                    t.barrier.wait();
                    view[t.global] = sum(&rows[own / 4]) + 1000 * rows[own / 4][own % 4];
                }),
            )
            .unwrap();
        drop(view);
        for (row, old) in before.chunks(4).enumerate() {
            let mut sorted = old.to_vec();
            sorted[..2].sort_unstable();
            sorted[2..].sort_unstable();
            let total: u32 = old.iter().sum();
            let expected: Vec<u32> = sorted.iter().map(|v| total + 1000 * v).collect();
            assert_eq!(values[4 * row..4 * row + 4], expected, "row {row}");
        }
    });
}

#[test]
fn methods_with_mutable_receivers() {
    on_each(|accelerator| {
        let start = |n: usize| Body {
            position: Vec4::new(n as f32, 10.0, 0.0, 1.0),
            velocity: Vec4::new(1.0, n as f32, 0.0, 0.0),
        };
        let mut bodies: Vec<Body> = (0..100).map(start).collect();
        let mut heights = vec![0.0f32; 100];
        let mut view = ArrayViewMut::new(&mut bodies);
        let mut height = ArrayViewMut::new(&mut heights);
        accelerator
            .default_view()
            .parallel_for_each(
                view.extent(),
                amp!(|i: Index<1>| {
                    let mut body = view[i];
                    while !body.falls() {
                        body.advance(0.125);
                    }
                    lift(&mut body.position, 0.5);
                    // An argument that is computed from the receiver.
                    height[i] = body.higher(0.0).height() + body.height_over(body.higher(1.0)) + 1.0;
                    view[i] = body;
                }),
            )
            .unwrap();
        drop((view, height));
        for n in 0..100 {
            let mut body = start(n);
            while !body.falls() {
                body.advance(0.125);
            }
            lift(&mut body.position, 0.5);
            assert!((heights[n] - body.height()).abs() < 1e-3, "{n}: {} {}", heights[n], body.height());
            assert!((bodies[n].position - body.position).length() < 1e-3);
        }
    });
}

#[test]
fn generic_references() {
    check(
        |on, y| {
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let mut a = (y[i], 1.5f32);
                    let mut b = (7u32, 2.5f32);
                    generic_swap(&mut a, &mut b);
                    let mut c = [a.0, b.0];
                    let (mut d, mut e) = (b.1, 4.0);
                    generic_swap(&mut d, &mut e);
                    c[0] += d as u32;
                    y[i] = c[0] * 10 + c[1] + e as u32;
                }),
            )
            .unwrap();
        },
        |v| (7 + 4) * 10 + v + 1,
    );
}

#[device]
fn first_of(v: &ArrayView<f32>) -> f32 {
    v[0]
}

#[device]
fn store(v: &mut ArrayViewMut<f32>, at: usize, value: f32) {
    v[at] = value;
}

#[device]
fn doubled(value: &f32) -> f32 {
    *value * 2.0
}

/// The first use of a capture is a borrow: of a view, a value, an array.
#[test]
fn captures_are_borrowed_first() {
    on_each(|on| {
        let (data, a, table) = ([1.0f32, 2.0, 3.0], 10.0f32, [0.25f32, 0.5, 0.75]);
        let mut found = [0.0f32; 3];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        let view = on.default_view();
        let kernel = amp!(|i: Index<1>| {
            let v = &x;
            let w = v;
            let b = &a;
            let c: &f32 = &a;
            let t = &table;
            y[i] = v[i] + w.extent()[0] as f32 + *b * 2.0 + c + t[1];
        });
        view.parallel_for_each(3, kernel).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let to = &mut y;
            let (v, b) = (to[i], 1.0);
            let from: &ArrayView<f32> = &x;
            let n = &a;
            store(to, i[0], v + b + first_of(from) + doubled(n));
        });
        view.parallel_for_each(3, kernel).unwrap();
        drop(y);
        assert_eq!(found, [56.5, 57.5, 58.5]);
    });
}

/// By-reference constants, literals and blocks have the type of the parameter.
#[test]
fn constants_and_literals_by_reference() {
    let plain = |v: u32| {
        let mut more = 7;
        sum(&ROW) + scaled(v, &TEN, &mut more) + scaled(v, &{ TEN }, &mut more) + scaled(v, &3, &mut more)
    };
    check(
        |on, y| {
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let v = y[i];
                    let mut more = 7;
                    y[i] = sum(&ROW)
                        + scaled(v, &TEN, &mut more)
                        + scaled(v, &{ TEN }, &mut more)
                        + scaled(v, &3, &mut more);
                }),
            )
            .unwrap();
        },
        plain,
    );
}
