//! A method, a field or a loop directly after `?`, `unwrap` or `expect` of an `Option` with a reference.

use amp::prelude::*;
use amp_tests::on_each;

mod methods_follow_question_marks {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    struct Cell {
        a: u32,
        b: [u32; 3],
    }
    #[device]
    impl Cell {
        fn grow(&mut self, by: u32) -> u32 {
            self.a += by;
            self.a
        }
        fn at(&self, k: usize) -> Option<&u32> {
            self.b.get(k)
        }
    }
    #[derive(Clone, Copy, GpuType)]
    struct Grid {
        cells: [[u32; 4]; 3],
        list: [Cell; 2],
    }
    #[device]
    impl Grid {
        fn at(&self, y: usize, x: usize) -> Option<u32> {
            self.cells.get(y)?.get(x).copied()
        }
        fn twice(&self, y: usize, x: usize) -> Option<u32> {
            Some(self.cells.get(y)?.get(x)? * 2)
        }
        fn first(&self) -> Option<u32> {
            Some(self.list.first()?.a + self.list.last()?.b[1])
        }
        fn grow(&mut self, k: usize) -> Option<u32> {
            let n = self.list.get_mut(k)?.grow(3);
            self.list.get_mut(k)?.a += n;
            self.list.get_mut(k)?.b[1] += 7;
            self.list.get_mut(k)?.b.swap(0, 1);
            self.list.last_mut()?.b.fill(2);
            Some(self.list.get(k)?.at(1)? + n)
        }
        fn set(&mut self, y: usize, x: usize, v: u32) -> Option<()> {
            *self.cells.get_mut(y)?.get_mut(x)? = v;
            Some(())
        }
    }
    #[device]
    fn sum(w: &[u32], a: usize, b: usize) -> Option<u32> {
        let s: u32 = w.get(a..b)?.iter().sum();
        let mut t = 0;
        for v in w.get(a..b)? {
            t += *v;
        }
        for (k, &v) in w.get(a..)?.iter().enumerate() {
            t += v * k as u32;
        }
        let m = w.get(a..b)?.iter().max()?;
        let n = w.get(a..b)?.len() as u32 + w.get(a..b)?.first()?.count_ones();
        let d = match w.get(a..b)? {
            [x, y] => x ^ y,
            [x, ..] => *x,
            [] => 9,
        };
        let e = if let [x, rest @ ..] = w.get(a..)? { x + rest.len() as u32 } else { 1 };
        Some(s + t + m * n + d * 3 + e + w.get(a..b)?.windows(2).filter(|p| p[0] < p[1]).count() as u32)
    }
    #[device]
    fn copy(out: &mut [u32; 6], a: usize, b: usize, s: &[u32]) -> Result<u32, u32> {
        if s.len() != b - a {
            return Err(9);
        }
        out.get_mut(a..b).ok_or(b as u32)?.copy_from_slice(s);
        out.get_mut(a..b).ok_or(b as u32)?.reverse();
        Ok(out.first().unwrap().pow(2) + out.last().expect("some"))
    }
    #[device]
    pub fn f(v: u32) -> u32 {
        let mut g = Grid { cells: [[v % 3, 1, 2, 3]; 3], list: [Cell { a: v % 7, b: [1, v % 5, 3] }; 2] };
        let (y, x) = (v as usize % 4, v as usize / 4 % 5);
        let mut r = g.at(y, x).unwrap_or(77) + g.twice(y, x).unwrap_or(3) + g.first().unwrap_or(0);
        r = r * 31 + g.grow(v as usize % 3).unwrap_or(11);
        g.set(y, x, 99);
        r = r * 31 + g.cells.iter().flatten().sum::<u32>() + g.list[0].a + g.list[1].b.iter().sum::<u32>();
        let w = [v % 9, v % 5, 7, v % 2];
        r = r * 31 + sum(&w, y, (v as usize / 8) % 5).unwrap_or(5);
        let mut out = [v % 3; 6];
        let b = v as usize / 16 % 9;
        let a = b.saturating_sub(2);
        r = r * 31
            + match copy(&mut out, a, b, &w[..b - a]) {
                Ok(n) => n,
                Err(e) => e * 100,
            };
        r * 31 + out.iter().sum::<u32>()
    }
}

#[test]
fn methods_follow_question_marks() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..64u32).map(|k| k.wrapping_mul(0x9e37_79b1) ^ k).collect();
        let x = ArrayView::new(&source);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = methods_follow_question_marks::f(x[i]));
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(
            y.to_vec().unwrap(),
            source.iter().map(|&v| methods_follow_question_marks::f(v)).collect::<Vec<_>>()
        );
    });
}
