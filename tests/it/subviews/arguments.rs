//! Calls with subview arguments, in every position of an expression.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn fold(v: &ArrayView<u32>, f: impl Fn(u32) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..v.extent()[0] {
        sum += f(v[k]);
    }
    sum
}

#[device]
fn times(count: usize, f: impl Fn(usize) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..count {
        sum += f(k);
    }
    sum
}

#[device]
fn first(v: &ArrayView<u32>) -> u32 {
    v[0]
}

#[device]
fn bump(v: &mut ArrayViewMut<u32>, by: &mut u32) -> u32 {
    v[0] += *by;
    *by += 1;
    v[0]
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Scale(u32);

#[device]
impl Scale {
    fn of(self, v: &ArrayView<u32>) -> u32 {
        self.0 * v[1]
    }

    fn grow(&mut self, v: &ArrayView<u32>) {
        self.0 += v[0];
    }

    fn made(v: &ArrayView<u32>) -> Scale {
        Scale(v[2])
    }

    fn mapped(self, v: &ArrayView<u32>, f: impl Fn(u32) -> u32) -> u32 {
        f(v[0]) * self.0
    }
}

#[device]
fn deep(v: &ArrayView<u32, 2>, at: usize) -> u32 {
    if first(&v.project(at).unwrap()) > 3 {
        return fold(&v.project(at).unwrap(), |x| x + first(&v.project(0).unwrap()));
    }
    times(2, |k| first(&v.project(k).unwrap().section([k], [2]).unwrap()))
}

#[kernel]
fn calls(i: Index<1>, by: u32, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let own = x.project(i[0]).unwrap();
    let mut scale = Scale::made(&own);
    scale.grow(&x.project(0).unwrap());
    let mut sum = fold(&own.section([1], [3]).unwrap(), |v| v * by + first(&own)) + scale.of(&own);
    sum += times(3, |k| fold(&x.project(k).unwrap(), |v| v + k as u32) + own[k]);
    sum += scale.mapped(&own, |v| v + first(&x.project(1).unwrap()));
    let mut at = 0;
    while first(&own.section([at], [2]).unwrap()) < 9 && at < 3 {
        at += 1;
    }
    sum += match at {
        k if own[k] != 11 && first(&own.section([k], [1]).unwrap()) > 20 => own[k],
        1 if first(&x.project(at).unwrap()) == 5 => 1000,
        _ => 2000,
    };
    if let 4..=12 = own[1] {
        sum += deep(x, at % 3);
    }
    for k in own[0] as usize % 2..own.section([1], [3]).unwrap().extent()[0] {
        sum += own[k];
    }
    let mut row = y.project_mut(i[0]).unwrap();
    let mut step = 2;
    row[3] = bump(&mut row.section_mut([1], [1]).unwrap(), &mut step) * 10 + bump(&mut row, &mut step);
    row[2] = sum + step;
}

/// The expected results of the kernel `calls`, in plain Rust.
fn wanted(x: &[u32], i: usize, by: u32, y: &mut [u32]) {
    let row = |r: usize| &x[r * 4..][..4];
    let own = row(i);
    let scale = own[2] + row(0)[0];
    let mut sum: u32 = own[1..].iter().map(|v| v * by + own[0]).sum::<u32>() + scale * own[1];
    for k in 0..3 {
        sum += row(k).iter().map(|v| v + k as u32).sum::<u32>() + own[k];
    }
    sum += (own[0] + row(1)[0]) * scale;
    let at = (0..3).find(|at| own[*at] >= 9).unwrap_or(3);
    sum += match at {
        k if own[k] != 11 && own[k] > 20 => own[k],
        1 if row(1)[0] == 5 => 1000,
        _ => 2000,
    };
    if (4..=12).contains(&own[1]) {
        let r = row(at % 3);
        sum += if r[0] > 3 { r.iter().map(|x| x + x_first(x, row(0))).sum() } else { row(0)[0] + row(1)[1] };
    }
    sum += own[own[0] as usize % 2..3].iter().sum::<u32>();
    y[1] += 2;
    y[0] += 3;
    (y[3], y[2]) = (y[1] * 10 + y[0], sum + 4);
}

fn x_first(_: &u32, first: &[u32]) -> u32 {
    first[0]
}

#[test]
fn subview_arguments_in_every_position() {
    let xs: Vec<u32> = (0..16).map(|n| n * 5 % 17).collect();
    on_each(|accelerator| {
        let mut ys: Vec<u32> = (0..16).collect();
        let mut expected = ys.clone();
        let x = ArrayView::with_extent([4, 4], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([4, 4], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each([4], calls(3, &x, &mut y)).unwrap();
        y.finish().unwrap();
        expected.chunks_mut(4).enumerate().for_each(|(i, y)| wanted(&xs, i, 3, y));
        assert_eq!(ys, expected);
    });
}
