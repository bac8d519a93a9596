//! Functions whose results contain slices: in tuples, in an `Option` and in a `Result`. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

mod slices_are_parts_of_results {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    enum Bad {
        Empty,
        Digit(u8),
    }
    #[device]
    fn varint(input: &[u8]) -> Option<(u32, &[u8])> {
        let mut value = 0u32;
        for (k, &byte) in input.iter().enumerate().take(5) {
            value |= u32::from(byte & 0x7f) << (7 * k);
            if byte & 0x80 == 0 {
                return Some((value, &input[k + 1..]));
            }
        }
        None
    }
    #[device]
    fn pair(input: &[u8]) -> Option<(u32, u32, &[u8])> {
        let (a, rest) = varint(input)?;
        let (b, rest) = varint(rest)?;
        Some((a, b, rest))
    }
    #[device]
    fn twice(input: &[u8]) -> Option<(u32, &[u8])> {
        varint(&input[1..]).map(|(v, rest)| (v * 2, rest))
    }
    #[device]
    fn either(input: &[u8]) -> Option<(u32, &[u8])> {
        if input[0] > 9 { varint(input) } else { twice(input) }
    }
    #[device]
    fn digit(input: &[u8]) -> Result<(u8, &[u8]), Bad> {
        match input {
            [] => Err(Bad::Empty),
            [d, rest @ ..] if *d < 100 => Ok((*d, rest)),
            [d, ..] => Err(Bad::Digit(*d)),
        }
    }
    #[device]
    fn digits(mut input: &[u8]) -> Result<(u32, &[u8]), Bad> {
        let (first, rest) = digit(input)?;
        let mut n = u32::from(first);
        input = rest;
        while let Ok((d, rest)) = digit(input) {
            n = n.wrapping_mul(10).wrapping_add(d.into());
            input = rest;
        }
        Ok((n, input))
    }
    #[device]
    fn halves(w: &[u32]) -> (&[u32], &[u32]) {
        w.split_at(w.len() / 2)
    }
    #[device]
    fn ends(w: &[u32]) -> Option<(&u32, &[u32])> {
        let (first, rest) = w.split_first()?;
        Some((first, rest))
    }
    #[device]
    fn sign(text: &[u8]) -> (u32, &[u8]) {
        match text {
            [b'-', rest @ ..] => (7, rest),
            _ => (1, text),
        }
    }
    #[derive(Clone, Copy, GpuType)]
    struct List {
        items: [u32; 6],
        len: usize,
    }
    #[device]
    impl List {
        fn used(&self) -> &[u32] {
            &self.items[..self.len]
        }
        fn parts(&self, k: usize) -> Option<(&[u32], u32)> {
            (k < self.len).then(|| (&self.items[k..self.len], self.items[k]))
        }
        fn total(&self) -> u32 {
            let mut sum: u32 = self.used().iter().sum();
            for v in self.used() {
                sum += *v;
            }
            if let Some((list, v)) = self.parts(1) {
                sum += list.len() as u32 * v;
            }
            sum + self.used()[0] + count(self.used())
        }
    }
    #[device]
    fn count(w: &[u32]) -> u32 {
        w.len() as u32
    }
    #[device]
    pub fn f(v: u32) -> u32 {
        let b = v.to_le_bytes();
        let mut h = 0u32;
        if let Some((a, c, rest)) = pair(&b) {
            h = h.wrapping_mul(31) ^ a ^ c.rotate_left(9) ^ rest.len() as u32;
        }
        let third: Option<(u32, &[u8])> = varint(&b);
        match third {
            Some((second, _)) => h ^= second,
            None => h = h.wrapping_add(1),
        }
        let Some((first, rest)) = either(&b) else { return h };
        h = h.wrapping_mul(31) ^ first;
        for &x in rest {
            h = h.wrapping_mul(7).wrapping_add(u32::from(x));
        }
        match digits(&b) {
            Ok((n, rest)) => h = h.wrapping_mul(31).wrapping_add(n) ^ rest.len() as u32,
            Err(Bad::Empty) => h ^= 1,
            Err(Bad::Digit(d)) => h ^= u32::from(d),
        }
        let w = [v % 9, v % 7, 3, 4, v % 5];
        let (l, r): (&[u32], &[u32]) = halves(&w);
        h = h.wrapping_mul(31).wrapping_add(l.iter().sum::<u32>() * 3 + r.iter().sum::<u32>() + r[1]);
        let (x, tail) = ends(&w).unwrap();
        h = h.wrapping_mul(31).wrapping_add(x + tail[0] + count(tail));
        let text = if v % 2 == 0 { *b"-12" } else { *b"345" };
        let (s, rest) = sign(&text);
        h = h.wrapping_mul(31).wrapping_add(s * rest.len() as u32 + u32::from(rest[0]));
        let list = List { items: [v % 3, 1, 2, 3, 4, 5], len: 2 + (v % 4) as usize };
        h.wrapping_mul(31).wrapping_add(list.total())
    }
}

#[test]
fn slices_are_parts_of_results() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..64u32).map(|k| k.wrapping_mul(0x9e37_79b1) ^ k).collect();
        let x = ArrayView::new(&source);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = slices_are_parts_of_results::f(x[i]));
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(
            y.to_vec().unwrap(),
            source.iter().map(|&v| slices_are_parts_of_results::f(v)).collect::<Vec<_>>()
        );
    });
}

#[device]
fn sum_of_limbs(a: [u32; 3], b: &[u32; 3]) -> ([u32; 3], bool) {
    let mut sum = [0; 3];
    let mut carry = false;
    for k in 0..3 {
        let (partial, first) = a[k].overflowing_add(b[k]);
        let (total, second) = partial.overflowing_add(u32::from(carry));
        sum[k] = total;
        carry = first | second;
    }
    (sum, carry)
}

#[device]
fn checked_limbs(a: [u32; 3], b: &[u32; 3]) -> Option<([u32; 3], bool)> {
    (b[0] > 1).then_some(sum_of_limbs(a, b))
}

/// An irrefutable pattern `[low, .., high]` is one of an array, not of a slice.
#[test]
fn open_patterns_of_arrays_in_tuples() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] as u32;
            let (a, b) = ([u32::MAX - 1, u32::MAX, 7], [k, 0, 1]);
            let ([low, .., high], carry) = sum_of_limbs(a, &b);
            let least = checked_limbs(a, &b).map_or(100, |([first, ..], _)| first);
            y[i] = low % 10 + 10 * high + 1000 * least.min(100) + u32::from(carry);
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [100_084, 100_085, 90, 1091]);
    });
}
