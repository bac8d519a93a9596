//! Methods on elements of views, `bodies[i].step(dt)`, with each kind of receiver. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Body {
    at: [f32; 2],
    speed: f32,
    turns: u32,
}

#[device]
impl Body {
    fn step(&mut self, dt: f32) -> f32 {
        self.at[0] += self.speed * dt;
        self.turns += 1;
        self.at[0]
    }

    fn far(&self) -> f32 {
        self.at[0] + self.at[1]
    }

    fn turned(self) -> Body {
        Body { at: [self.at[1], self.at[0]], ..self }
    }

    /// Takes a view beside the receiver.
    fn pulled(&mut self, by: &ArrayView<f32>, at: usize, f: impl Fn(f32) -> f32) -> f32 {
        self.at[1] += f(by[at]);
        self.at[1]
    }

    fn weighed(&self, by: &mut ArrayViewMut<f32>, at: usize) -> f32 {
        by[at] += self.speed;
        by[at]
    }

    fn scaled(&self, f: impl Fn(f32) -> f32) -> f32 {
        f(self.at[0])
    }

    fn stretched(&mut self, f: impl Fn(f32) -> f32) {
        self.at[0] = f(self.at[0]);
    }

    fn onto(self, sum: &mut f32) -> u32 {
        *sum += self.speed;
        self.turns
    }

    fn exchange(&mut self, other: &mut Body) {
        let mine = *self;
        *self = *other;
        *other = mine;
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    first: Body,
    all: [Body; 2],
    count: u32,
}

fn bodies() -> Vec<Body> {
    (0..40).map(|n| Body { at: [n as f32, 1.0], speed: (n % 3) as f32, turns: n }).collect()
}

#[kernel]
fn moves(i: Index<1>, b: &mut ArrayViewMut<Body>, p: &mut ArrayViewMut<Pair>, y: &mut ArrayViewMut<f32>) {
    b[i].step(2.0);
    y[i] = b[i].far() + b[i].step(1.0);
    p[i].all[i[0] % 2].step(b[i].step(0.5));
    if p[i].first.step(3.0) >= 0.0 && p[i].all[1].far() < 50.0 {
        p[i].count += 1;
    }
    b[i] = b[i].turned();
    let mut spare = b[i];
    p[i].first.exchange(&mut spare);
    y[i] += spare.far();
}

#[test]
fn methods_with_mutable_and_shared_receivers() {
    on_each(|accelerator| {
        let (mut bs, mut ps, mut ys) = (bodies(), vec![Pair::default(); 40], vec![0.0; 40]);
        let (mut b, mut p, mut y) =
            (ArrayViewMut::new(&mut bs), ArrayViewMut::new(&mut ps), ArrayViewMut::new(&mut ys));
        let view = accelerator.default_view();
        view.parallel_for_each(40, moves(&mut b, &mut p, &mut y)).unwrap();
        b.finish().unwrap();
        p.finish().unwrap();
        y.finish().unwrap();
        for (n, mut b) in bodies().into_iter().enumerate() {
            let mut p = Pair::default();
            b.step(2.0);
            let mut y = b.far() + b.step(1.0);
            p.all[n % 2].step(b.step(0.5));
            if p.first.step(3.0) >= 0.0 && p.all[1].far() < 50.0 {
                p.count += 1;
            }
            b = b.turned();
            let mut spare = b;
            p.first.exchange(&mut spare);
            y += spare.far();
            assert_eq!((bs[n], ps[n], ys[n]), (b, p, y), "{n} on {}", accelerator.description());
        }
    });
}

/// In a closure, only the method call shows that the view is written.
#[test]
fn methods_on_elements_in_closures() {
    on_each(|accelerator| {
        let (mut bs, mut ys) = (bodies(), vec![0.0; 40]);
        let (mut b, mut y) = (ArrayViewMut::new(&mut bs), ArrayViewMut::new(&mut ys));
        let view = accelerator.default_view();
        view.parallel_for_each(40, amp!(|i: Index<1>| b[i].step(1.0))).unwrap();
        view.parallel_for_each(
            40,
            amp!(|i: Index<1>| {
                let _ = b[i].step(0.0);
            }),
        )
        .unwrap();
        let kernel = amp!(|i: Index<1>| {
            let first = b[i].step(0.5);
            if i[0] % 2 == 0 {
                b[i].step(2.0);
            }
            y[i] = b[i].step(1.0) + first;
        });
        view.parallel_for_each(40, kernel).unwrap();
        // Other work-items may read an element that a method only reads.
        let b = b.as_view();
        view.parallel_for_each(40, amp!(|i: Index<1>| y[i] += b[0].far() + b[39 - i[0]].turned().at[0]))
            .unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut sum = 0.0;
            let _ = b[39 - i[0]].onto(&mut sum);
            y[i] += sum;
        });
        view.parallel_for_each(40, kernel).unwrap();
        y.finish().unwrap();
        let mut expected = bodies();
        let mut ys_expected = Vec::new();
        for (n, b) in expected.iter_mut().enumerate() {
            b.step(1.0);
            b.step(0.0);
            let first = b.step(0.5);
            if n % 2 == 0 {
                b.step(2.0);
            }
            ys_expected.push(b.step(1.0) + first);
        }
        for n in 0..40 {
            ys_expected[n] += expected[0].far() + expected[39 - n].turned().at[0];
            ys_expected[n] += expected[39 - n].speed;
        }
        assert_eq!(ys, ys_expected, "{}", accelerator.description());
    });
}

#[device]
trait Grow {
    fn grow(&mut self, by: u32);
    fn size(&self) -> u32;

    fn grow_twice(&mut self, by: u32) {
        self.grow(by);
        self.grow(by + 1);
    }

    fn half(&self) -> u32 {
        self.size() / 2
    }
}

#[device]
impl Grow for Body {
    fn grow(&mut self, by: u32) {
        self.turns += by;
    }

    fn size(&self) -> u32 {
        self.turns
    }
}

#[device]
fn grown<T: Grow + GpuType>(v: &mut ArrayViewMut<T>, at: usize) -> u32 {
    v[at].grow_twice(2);
    v[at].half()
}

#[kernel(tile = [8])]
fn of_traits<T: Grow + GpuType>(t: TiledIndex<1>, b: &mut ArrayViewMut<T>, y: &mut ArrayViewMut<u32>) {
    let i = t.global;
    b[i].grow(3);
    t.barrier.wait();
    // An element of another work-item, which is not changed between the barriers.
    y[i] = b[t.tile_origin[0] + (t.local[0] + 1) % 8].size();
    t.barrier.wait();
    y[i] += grown(b, i[0]);
}

#[test]
fn trait_methods_on_elements() {
    on_each(|accelerator| {
        let (mut bs, mut ys) = (bodies(), vec![0; 40]);
        let (mut b, mut y) = (ArrayViewMut::new(&mut bs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([8]).unwrap();
        accelerator.default_view().parallel_for_each(domain, of_traits(&mut b, &mut y)).unwrap();
        b.finish().unwrap();
        y.finish().unwrap();
        for n in 0..40 {
            let next = n / 8 * 8 + (n + 1) % 8;
            let turns = n as u32 + 3 + 2 + 3;
            assert_eq!(bs[n].turns, turns, "{}", accelerator.description());
            assert_eq!(ys[n], next as u32 + 3 + turns / 2, "{n} on {}", accelerator.description());
        }
    });
}

/// A variable without `mut` may be initialised later. Methods only read it.
#[kernel]
fn deferred(i: Index<1>, b: &mut ArrayViewMut<Body>, y: &mut ArrayViewMut<f32>) {
    let chosen;
    if i[0] % 3 == 0 {
        chosen = b[i];
    } else {
        chosen = b[i].turned();
    }
    let turned;
    match i[0] % 2 {
        0 => turned = IVec3::new(i[0] as i32, 1, 2),
        _ => turned = IVec3::new(3, 4, i[0] as i32),
    }
    y[i] = chosen.far() + chosen.scaled(|v| v * 2.0);
    if turned.cmpgt(turned.yzx()).any() {
        y[i] += turned.zyx().x as f32;
    }
}

#[test]
fn methods_on_variables_with_deferred_initialisation() {
    on_each(|accelerator| {
        let (mut bs, mut ys) = (bodies(), vec![0.0; 40]);
        let (mut b, mut y) = (ArrayViewMut::new(&mut bs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(40, deferred(&mut b, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, b) in bodies().into_iter().enumerate() {
            let chosen = if n % 3 == 0 { b } else { b.turned() };
            let index = n as i32;
            let turned = if n % 2 == 0 { IVec3::new(index, 1, 2) } else { IVec3::new(3, 4, index) };
            let more = if turned.cmpgt(turned.yzx()).any() { turned.z as f32 } else { 0.0 };
            let expected = chosen.far() + chosen.at[0] * 2.0 + more;
            assert_eq!(ys[n], expected, "{n} on {}", accelerator.description());
        }
    });
}

#[kernel]
fn with_arguments(
    i: Index<1>,
    x: &ArrayView<f32>,
    b: &mut ArrayViewMut<Body>,
    y: &mut ArrayViewMut<f32>,
    z: &mut ArrayViewMut<f32>,
) {
    y[i] = b[i].pulled(x, i[0], |v| v * 2.0) + b[i].weighed(z, i[0]);
    b[i].stretched(|v| v + 1.0);
    y[i] += b[i].scaled(|v| v * 3.0);
}

/// Reads an element that other work-items read too.
#[kernel]
fn reads_shared(
    i: Index<1>,
    b: &mut ArrayViewMut<Body>,
    y: &mut ArrayViewMut<f32>,
    z: &mut ArrayViewMut<f32>,
) {
    y[i] += b[7].scaled(|v| v * 3.0) + b[7].weighed(z, i[0]);
}

#[test]
fn methods_on_elements_beside_views_and_closures() {
    let xs: Vec<f32> = (0..40).map(|n| (n * n % 11) as f32).collect();
    on_each(|accelerator| {
        let (mut bs, mut ys, mut zs) = (bodies(), vec![0.0; 40], vec![1.0; 40]);
        let (x, mut b) = (ArrayView::new(&xs), ArrayViewMut::new(&mut bs));
        let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
        let view = accelerator.default_view();
        view.parallel_for_each(40, with_arguments(&x, &mut b, &mut y, &mut z)).unwrap();
        view.parallel_for_each(40, reads_shared(&mut b, &mut y, &mut z)).unwrap();
        b.finish().unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        let seventh = bodies()[7];
        for (n, mut b) in bodies().into_iter().enumerate() {
            b.at[1] += xs[n] * 2.0;
            let mut z = 1.0 + b.speed;
            let mut y = b.at[1] + z;
            b.at[0] += 1.0;
            y += b.at[0] * 3.0;
            z += seventh.speed;
            y += (seventh.at[0] + 1.0) * 3.0 + z;
            assert_eq!((bs[n], ys[n], zs[n]), (b, y, z), "{n} on {}", accelerator.description());
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Span {
    from: f32,
    to: f32,
}

#[device]
impl Span {
    fn normalize(&mut self) {
        self.to /= 2.0;
    }

    fn min(&mut self, other: Span) -> f32 {
        self.from += other.to;
        self.to
    }
}

#[kernel]
fn scalar_names(i: Index<1>, all: &mut ArrayViewMut<Span>) {
    all[i].normalize();
    all[i].min(all[i]);
    let _ = all[i].min(Span { from: 0.0, to: 1.0 });
    let mut copy = all[i];
    copy.normalize();
    all[i] = copy;
}

#[test]
fn methods_on_elements_with_names_of_scalar_methods() {
    on_each(|accelerator| {
        let mut spans: Vec<_> = (0..9).map(|n| Span { from: 1.0, to: n as f32 * 8.0 }).collect();
        let mut all = ArrayViewMut::new(&mut spans);
        let extent = all.extent();
        accelerator.default_view().parallel_for_each(extent, scalar_names(&mut all)).unwrap();
        // In a closure, the macro does not know the type of `all[i]`. It knows that no scalar has a method `normalize`.
        let kernel = amp!(|i: Index<1>| all[i].normalize());
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(all);
        for (n, span) in spans.into_iter().enumerate() {
            let n = n as f32;
            assert_eq!(span, Span { from: 1.0 + n * 4.0 + 1.0, to: n });
        }
    });
}
