//! References that an `if`, a `match` or a method chooses.

use amp::prelude::*;
use amp_tests::on_each;

mod references_depend_on_conditions {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    struct Acc {
        n: u32,
        list: [u32; 3],
    }
    #[device]
    impl Acc {
        fn add(&mut self, v: u32) {
            self.n += v;
            self.list[(v % 3) as usize] += 1;
        }
        fn sum(&self) -> u32 {
            self.n + self.list[0] * 3 + self.list[1] * 5 + self.list[2] * 7
        }
    }
    #[device]
    fn bump(v: &mut u32, by: u32) {
        *v = v.wrapping_mul(3).wrapping_add(by);
    }
    #[device]
    fn total(w: &[u32]) -> u32 {
        w.iter().sum()
    }
    #[device]
    fn larger(a: &Acc, b: &Acc) -> u32 {
        let m = if a.n > b.n { a } else { b };
        m.sum() + m.list[1]
    }
    #[device]
    pub fn f(v: u32) -> u32 {
        let mut h = 0u32;
        let (mut left, mut right) = (Acc { n: v % 7, list: [1, 2, 3] }, Acc { n: v % 5, list: [0; 3] });
        for k in 0..6 {
            let side = if v >> k & 1 == 0 { &mut left } else { &mut right };
            side.add(k);
            side.n += 1;
            if k == 3 {
                continue;
            }
            side.list[0] ^= k;
        }
        h = h * 31 + left.sum() + right.sum() * 3 + larger(&left, &right);
        let (mut lo, mut hi) = (0u32, 100u32);
        for _ in 0..5 {
            let mid = lo.midpoint(hi);
            *(if mid > v % 100 { &mut hi } else { &mut lo }) = mid;
        }
        h = h * 31 + lo * 3 + hi;
        let mut w = [v % 3, 4, 5, 6];
        let cell = if v % 2 == 0 { &mut w[(v % 4) as usize] } else { &mut w[3] };
        *cell += 9;
        bump(cell, 2);
        let [a, b] = [&w[0], &w[3]];
        h = h.wrapping_mul(31).wrapping_add(a * 2 + b);
        bump(if v % 3 == 0 { &mut lo } else { &mut hi }, v % 10);
        h = h.wrapping_mul(31) ^ lo ^ hi.rotate_left(3);
        let s: &[u8; 3] = if v % 7 > 3 { b"abc" } else { b"xyz" };
        h = h.wrapping_mul(31).wrapping_add(u32::from(s[(v % 3) as usize]));
        let (x, y, z) = ([1u32, v % 9], [v % 11, 2], [5u32; 2]);
        let chosen = match v % 3 {
            0 => &x,
            1 => &y,
            _ => &z,
        };
        h = h.wrapping_mul(31).wrapping_add(chosen[0] * 2 + chosen.iter().sum::<u32>() + total(chosen));
        let pick = match v % 4 {
            0 => &mut w[0],
            1 | 2 => {
                h ^= 1;
                &mut hi
            }
            _ => &mut lo,
        };
        *pick = pick.wrapping_add(5);
        let n = if *pick > 7 { &x[0] } else { &y[1] };
        h = h.wrapping_mul(31) ^ n.wrapping_add(*pick);
        let (name, part) = if v % 5 == 0 { (1, &left.list) } else { (2, &right.list) };
        h = h.wrapping_mul(31).wrapping_add(name * part[2] + total(part));
        let best = (if left.n > right.n { &left } else { &right }).sum();
        for t in if v % 2 == 1 { &left.list } else { &right.list } {
            h = h.wrapping_mul(7).wrapping_add(*t);
        }
        let o = w.get_mut((v % 6) as usize).unwrap_or(&mut lo);
        *o = 1;
        h.wrapping_mul(31).wrapping_add(best) ^ w.iter().fold(0, |s: u32, v| s.wrapping_add(*v)) ^ lo
    }
}

#[test]
fn references_depend_on_conditions() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..64u32).map(|k| k.wrapping_mul(0x9e37_79b1) ^ k).collect();
        let x = ArrayView::new(&source);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = references_depend_on_conditions::f(x[i]));
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(
            y.to_vec().unwrap(),
            source.iter().map(|&v| references_depend_on_conditions::f(v)).collect::<Vec<_>>()
        );
    });
}
