//! Closures that take references, arrays of references, and iterators of an `Option` or a `Result`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
struct Rgb {
    r: u32,
    g: u32,
    b: u32,
    weights: [u32; 3],
}

#[device]
impl Rgb {
    fn brighten(&mut self, by: u32) {
        for c in [&mut self.r, &mut self.g, &mut self.b] {
            *c = c.saturating_add(by);
        }
    }

    fn clamp(&mut self, k: usize) -> u32 {
        let mut count = 0;
        'all: for (c, limit) in [(&mut self.r, 3u32), (&mut self.g, 5), (&mut self.weights[k], 7)] {
            if *c == 2 {
                continue;
            }
            if *c == 4 {
                break 'all;
            }
            *c = (*c).min(limit);
            count += limit;
        }
        count
    }

    fn total(&self) -> u32 {
        [&self.r, &self.g, &self.b].into_iter().sum::<u32>()
            + [&self.r, &self.b].iter().map(|v| **v * 2).sum::<u32>()
            + [&self.g, &self.b].into_iter().rev().enumerate().map(|(n, v)| n as u32 * v).max().unwrap_or(0)
    }

    fn has(&self, wanted: u32) -> bool {
        for c in [&self.r, &self.g, &self.b] {
            if *c == wanted {
                return true;
            }
        }
        false
    }
}

#[device]
fn options(v: u32) -> u32 {
    let mut seen = 0;
    let a = Some(v).filter(|n| n % 3 != 0).unwrap_or(50);
    let b = Some(v).filter(|n| *n > 3).map_or(60, |n| n + 1);
    let c = Some(v).filter(|&n| n > 3).unwrap_or(70);
    let o = (v > 5).then_some(v);
    let d = o.filter(|n| n & 1 == 0).map_or(3, |n| n + 1);
    let e = o.inspect(|n| seen += n % 7).is_none_or(|n| n > 6) as u32;
    let f = v.checked_sub(4).filter(|n| n.count_ones() > 1).unwrap_or(80);
    let pair = Some((v, v + 1)).filter(|(a, b)| a * b % 4 == 2).map_or(90, |(a, _)| a);
    let r: Result<u32, u32> = if v % 2 == 0 { Ok(v) } else { Err(3) };
    let g = r.inspect(|n| seen += n * 2).inspect_err(|n| seen += n).unwrap_or(1);
    let h = r.as_ref().map_or(1, |n| n + 1) + r.as_ref().map_err(|e| *e + 1).err().unwrap_or(9);
    a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11 + pair * 13 + g * 17 + h * 19 + seen * 1000
}

#[device]
fn iterated(v: u32) -> u32 {
    let o = Some(v);
    let mut sum: u32 = Some(v).into_iter().chain([1, 2]).sum();
    for n in o.iter() {
        sum += n * 3;
    }
    for n in v.checked_sub(3) {
        sum += n * 5;
    }
    let r = if v > 4 { Ok(v) } else { Err(0.5f32) };
    sum + o.iter().chain(&[7]).map(|n| n + 1).sum::<u32>() + r.into_iter().count() as u32 * 100
}

#[device]
fn operands(w: [u32; 3]) -> u32 {
    let a = &w[0];
    let most = *w.iter().min().unwrap().max(&5);
    let b = if a > &20 { 1 } else { 2 };
    let c = if &w[1] == a { 4 } else { 8 };
    most + b * 100 + c * 1000 + (a + &w[2]) + (&w[1] * 2 - w[1]) + *a.min(&w[1]).clamp(&2, &9)
}

#[device]
fn all(v: u32) -> [u32; 4] {
    let mut c = Rgb { r: v, g: v / 2, b: u32::MAX - 3, weights: [1, v * 4, 3] };
    c.brighten(2);
    let total = c.r + c.g * 10 + (c.b - 0xffff_ff00) * 100;
    c.b = 6;
    let count = c.clamp(v as usize % 3);
    let colors = total + count * 7 + c.r + c.g * 3 + c.weights[1] * 5 + c.total() * 11 + c.has(5) as u32;
    [options(v), iterated(v), operands([v, 7, v * 3]), colors]
}

#[kernel]
fn uses(i: Index<1>, y: &mut ArrayViewMut<[u32; 4]>) {
    y[i] = all(i[0] as u32 * 3 % 25);
}

#[test]
fn references_are_items() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<[u32; 4]>::without_source([25]).unwrap();
        accelerator.default_view().parallel_for_each(25, uses(&mut y)).unwrap();
        let expected: Vec<_> = (0..25).map(|k| all(k * 3 % 25)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut z = ArrayViewMut::<u32>::without_source([25]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] as u32;
            let (mut a, mut b) = (k, k * 2);
            for v in [&mut a, &mut b] {
                *v += 3;
            }
            z[i] = a * b + Some(k).filter(|n| n % 3 == 1).unwrap_or(9) + Some(k).into_iter().sum::<u32>();
        });
        accelerator.default_view().parallel_for_each(25, kernel).unwrap();
        let expected = |k: u32| (k + 3) * (k * 2 + 3) + if k % 3 == 1 { k } else { 9 } + k;
        assert_eq!(z.to_vec().unwrap(), (0..25).map(expected).collect::<Vec<_>>());
    });
}
