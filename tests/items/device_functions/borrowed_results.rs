//! Uses of functions that return optional references and slices, with side effects, generics and views.

use amp::prelude::*;
use amp_tests::on_each;

mod more {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    pub struct Grid {
        pub cells: [[u32; 3]; 3],
        pairs: [u32; 4],
        pub best: Option<u32>,
    }

    #[device]
    impl Grid {
        pub fn new(k: u32) -> Self {
            Grid {
                cells: [[k, 1, 2], [3, k * 2, 5], [6, 7, k]],
                pairs: [k, k + 1, 9, 4],
                best: (k % 3 > 0).then_some(k),
            }
        }

        pub fn cell(&self, r: usize, c: usize) -> &u32 {
            &self.cells[r][c]
        }

        pub fn find(&self, v: u32) -> Option<&[u32; 3]> {
            for row in &self.cells {
                if row[1] == v {
                    return Some(row);
                }
            }
            None
        }

        pub fn position(&self, v: u32) -> Option<&u32> {
            let at = self.pairs.iter().position(|p| *p == v)?;
            Some(&self.pairs[at])
        }

        pub fn best(&self) -> Option<&u32> {
            self.best.as_ref()
        }

        pub fn rows(&self, n: usize) -> impl Iterator<Item = u32> + '_ {
            (0..n).map(|k| self.pairs[k % 4])
        }

        pub fn tail(&self, n: usize) -> &[u32] {
            &self.pairs[n % 4..]
        }

        pub fn row(&self, n: usize) -> &[u32; 3] {
            &self.cells[n]
        }

        pub fn pairs(&self, n: usize) -> &[u32] {
            if n > 2 { &self.pairs } else { &self.pairs[n..=n + 1] }
        }

        pub fn sum(&self, v: u32) -> Option<u32> {
            let row = self.find(v)?;
            let p = self.position(v).unwrap_or(&3);
            let tail: &[u32] = self.tail(v as usize);
            Some(row[0] + row.iter().sum::<u32>() + p + tail.len() as u32 + *self.best().unwrap_or(&1))
        }
    }

    #[device]
    pub fn next<'a>(list: &'a [u32], n: &mut u32) -> Option<&'a u32> {
        *n += 1;
        list.get(*n as usize)
    }

    #[device]
    pub fn rest<'a>(list: &'a [u32], n: &mut usize) -> &'a [u32] {
        *n += 1;
        &list[*n..]
    }

    #[device]
    pub fn larger<'a, T: amp::Value + PartialOrd>(a: &'a T, b: &'a T) -> Option<&'a T> {
        if a > b {
            Some(a)
        } else if b > a {
            Some(b)
        } else {
            None
        }
    }
}
use more::{Grid, larger, next, rest};

#[device]
fn calls(k: usize, v: u32) -> u32 {
    let grid = Grid::new(v % 7);
    let mut sum = *grid.cell(k % 3, 1) + grid.rows(k % 5).sum::<u32>();
    sum += grid.sum(v % 8).unwrap_or(1000);
    if grid.find(v % 4).is_some() {
        sum += 7;
    }
    sum += grid.find(1).map(|row| row[2] + row[0]).unwrap_or(0);
    let best = grid.best();
    sum += match best {
        Some(b) => b * 3,
        None => 2,
    };
    let list = [5, v, 7, 9];
    let mut n = 0;
    let mut steps = 0;
    while let Some(x) = next(&list, &mut n) {
        sum = sum * 2 % 10007 + x;
        steps += 1;
    }
    sum += n * 10 + steps;
    let mut at = k % 2;
    let part: &[u32] = rest(&list, &mut at);
    sum += part[0] + at as u32;
    let mut zero = 0;
    let again: &[u32] = rest(part, &mut zero);
    sum += again.len() as u32;
    let row: &[u32; 3] = grid.row(k % 3);
    let pairs: &[u32] = grid.pairs(k % 4);
    sum += row[2] + pairs[1];
    sum +=
        larger(&k, &3).copied().unwrap_or(50) as u32 + larger(&1.5f32, &(v as f32)).map_or(3, |x| *x as u32);
    sum + larger(&sum, &v).is_none() as u32
}

#[test]
fn results_are_used_as_in_rust() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..40).map(|k| k * k % 19).collect();
        let x = ArrayView::new(&source);
        let mut z = ArrayViewMut::<u32>::without_source([24]).unwrap();
        let queue = accelerator.default_view();
        queue
            .parallel_for_each(
                24,
                amp!(|i: Index<1>| {
                    let k = i[0];
                    let mut sum = calls(k, k as u32 * 5);
                    let mut n = k as u32 % 3;
                    if let Some(v) = next(&x[k..k + 8], &mut n)
                        && *v > 4
                    {
                        sum += *v * n;
                    }
                    let mut at = 1;
                    let part: &[u32] = rest(&x[k..k + 8], &mut at);
                    let mut grid = Grid::new(x[k]);
                    let found = grid.find(1).copied();
                    grid.cells[0][0] += 100;
                    let row: &[u32] = grid.pairs(0);
                    sum += row[0] + found.map_or(3, |row| row[0]) + part.iter().sum::<u32>() + at as u32;
                    z[i] = sum;
                }),
            )
            .unwrap();
        for k in 0..24 {
            let mut sum = calls(k, k as u32 * 5);
            let mut n = k as u32 % 3;
            if let Some(v) = next(&source[k..k + 8], &mut n)
                && *v > 4
            {
                sum += *v * n;
            }
            let mut at = 1;
            let part: &[u32] = rest(&source[k..k + 8], &mut at);
            let mut grid = Grid::new(source[k]);
            let found = grid.find(1).copied();
            grid.cells[0][0] += 100;
            let row: &[u32] = grid.pairs(0);
            sum += row[0] + found.map_or(3, |row| row[0]) + part.iter().sum::<u32>() + at as u32;
            assert_eq!(z[k], sum, "{k}");
        }
    });
}
