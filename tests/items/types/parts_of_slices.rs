//! Slices that depend on a condition, parts of slices that methods return, byte strings, and constants of reference types.

use crate::compare::same_on_host;

mod chosen_by_a_condition {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn number(text: &[u8]) -> i32 {
        let (is_negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', b'+', ..] => return -1,
            [b'+', rest @ ..] => {
                let shorter = if rest.len() > 3 { &rest[..3] } else { rest };
                (false, shorter)
            }
            _ => (false, text),
        };
        let value = digits.iter().fold(0, |value, byte| value * 10 + i32::from(*byte % 16));
        if is_negative { -value } else { value }
    }

    #[device]
    fn halves(mut list: &[f32], wanted: f32) -> f32 {
        let mut steps = 0.0;
        while list.len() > 1 {
            let middle = list.len() / 2;
            list = if list[middle] > wanted { &list[..middle] } else { &list[middle..] };
            steps += 1.0;
        }
        list.first().copied().unwrap_or(-1.0) + 100.0 * steps
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = (number(&b[..k]) + number(b"-12") + number(b"+123456") + number(b"++") + number(&[b'+', b[k]]) + 5000) as u32;
        y[k] = halves(&[1.0, 2.0, 3.5, 4.0, 7.0, 8.0], x[k]) + halves(&x[k..k], 1.0);
        let near = if k % 2 == 0 { &x[..4] } else { &x[4..] };
        y[k] += near[k / 2] * 1000.0;
    }
}

mod copied_by_patterns {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn pair(high: u8, low: u8) -> Option<u32> {
        high.is_ascii_alphanumeric().then(|| u32::from(high) * 256 + u32::from(low))
    }

    #[device]
    fn parse(text: &[u8]) -> Option<u32> {
        let both = |a, b| Some(pair(a, b)? + 1);
        match *text {
            [a, b] if a > b => both(a, b),
            [a @ b'a'..=b'z', mut b, c] => {
                b += 1;
                both(a, b)?.checked_add(u32::from(c))
            }
            [a, .., c] => pair(a, c),
            [a] => pair(a, a),
            [] => None,
        }
    }

    #[device]
    fn rotated(list: &mut [u32]) {
        if let [a, b, c, ..] = *list {
            list[0] = b;
            list[1] = c;
            list[2] = a;
        }
    }

    #[device]
    fn first(text: &[u8]) -> u32 {
        let [a, _, ..] = *text else { return 7 };
        pair(a, a).unwrap_or(8)
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = parse(&b[..k]).unwrap_or(1) + parse(&b[k..]).unwrap_or(2) * 3 + first(&b[..k]) + first(&b[k..]);
        let mut list = [k as u32, 2, 3, 4];
        rotated(&mut list);
        rotated(&mut list[1..]);
        rotated(&mut list[..2]);
        y[k] = list.iter().fold(0, |code, v| code * 10 + v) as f32;
    }
}

mod returned_by_methods {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn stripped(text: &[u8]) -> Option<usize> {
        let rest = text.strip_prefix(b"a3")?;
        let rest = rest.strip_suffix(&[b'f']).unwrap_or(rest);
        Some(rest.len() * 10 + usize::from(rest.starts_with(b"z,")))
    }

    #[device]
    fn trimmed(text: &[u8]) -> usize {
        let inner = text.trim_ascii();
        let (start, end) = (text.trim_ascii_start(), text.trim_ascii_end());
        inner.len() * 100 + start.len() * 10 + end.len()
    }

    #[device]
    fn chunks(text: &[u8]) -> u32 {
        let mut parts = text.chunks_exact(3);
        let rest = parts.remainder();
        let mut code = rest.iter().fold(0, |code, byte| code * 2 + u32::from(*byte));
        for part in parts.by_ref() {
            code = code * 3 + u32::from(part[2]);
        }
        code
    }

    #[device]
    fn words(text: &[u8]) -> Option<u32> {
        let word = u32::from_le_bytes(text.get(..4)?.try_into().unwrap());
        let half = u16::from_be_bytes(text[2..4].try_into().expect("two bytes"));
        Some(word ^ u32::from(half))
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = stripped(&b[..k]).unwrap_or(9) as u32 + trimmed(&[b' ', b'\t', b[k], b'\n']) as u32 * 1000;
        z[k] += (trimmed(b"  ") + trimmed(&b[k..])) as u32 + chunks(&b[k..]) * 3 + words(&b[k..]).unwrap_or(1) % 1000;
        let (near, far) = (&x[..k + 1], &x[k..]);
        y[k] = near[k] * 10.0 + far.len() as f32;
    }
}

mod constants_of_reference_types {
    use amp::prelude::*;

    use super::same_on_host;

    const LETTERS: &[u8; 4] = b"QRST";
    static WEIGHTS: &[f32; 3] = &[1.0, 2.5, 4.0];

    same_on_host! { (k, x, b, y, z)
        z[k] = u32::from(LETTERS[k % 4]) + LETTERS.len() as u32 * 1000;
        for letter in LETTERS.iter() {
            z[k] += u32::from(*letter) * 10_000;
        }
        y[k] = WEIGHTS.iter().map(|w| w * x[k]).sum::<f32>() + WEIGHTS[k % 3];
    }
}

mod characters_of_codes {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn code(n: u32) -> u32 {
        char::from_u32(n).map_or(5, |c| c as u32 + 1)
    }

    #[device]
    fn moved(at: usize, by: isize) -> Option<usize> {
        at.checked_add_signed(by).filter(|at| *at < 6)
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = code(0xd7fe + k as u32) ^ code(0xdffd + k as u32) ^ code(0x10_fffd + k as u32);
        z[k] += moved(k, -3).unwrap_or(90) as u32 + (k as i32 - 4).checked_sub_unsigned(1 << 31).unwrap_or(7) as u32;
        y[k] = (k as u8 * 36).checked_add_signed(-100).map_or(0.5, f32::from);
    }
}

mod functions_as_values {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    enum Fault {
        Odd(u32),
        Large,
    }

    #[device]
    impl From<u32> for Fault {
        fn from(n: u32) -> Self {
            Fault::Odd(n)
        }
    }

    #[device]
    impl Fault {
        fn code(self) -> u32 {
            match self {
                Fault::Odd(n) => n + 100,
                Fault::Large => 3,
            }
        }
    }

    #[device]
    fn even(n: u32) -> Result<u32, u32> {
        if n % 2 == 0 { Ok(n) } else { Err(n) }
    }

    #[device]
    fn small(n: u32) -> Result<u32, Fault> {
        let n = even(n).map_err(Fault::from)?;
        if n > 4 { Err(Fault::Large) } else { Ok(n) }
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = small(k as u32).map_err(Fault::code).unwrap_or_else(|code| code * 2);
    }
}

mod sums_whose_use_shows_the_type {
    use std::ops::Add;

    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, Default, GpuType)]
    #[repr(C)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[device]
    impl Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point { x: self.x + other.x, y: self.y + other.y }
        }
    }

    #[device]
    impl std::iter::Sum for Point {
        fn sum<I: Iterator<Item = Point>>(iter: I) -> Point {
            iter.fold(Point { x: 0.0, y: 0.0 }, Add::add)
        }
    }

    #[device]
    fn norm(p: Point) -> f32 {
        p.x * 10.0 + p.y
    }

    #[device]
    fn scaled(n: u32, by: f32) -> Point {
        Point { x: n as f32, y: by }
    }

    same_on_host! { (k, x, b, y, z)
        let total = (0..4).map(|n| scaled(n, x[k])).sum();
        y[k] = norm(total);
    }
}

mod items_of_slices_with_own_subscripts {
    use std::ops;

    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct Row([u32; 3]);

    #[device]
    impl ops::Index<usize> for Row {
        type Output = u32;

        fn index(&self, at: usize) -> &u32 {
            &self.0[at]
        }
    }

    #[device]
    impl ops::IndexMut<usize> for Row {
        fn index_mut(&mut self, at: usize) -> &mut u32 {
            &mut self.0[at]
        }
    }

    #[device]
    fn changed(rows: &mut [Row], at: usize) -> u32 {
        rows[at][1] += 5;
        rows[at][2] = rows[0][at % 3] * 2;
        rows[at][0] + rows[at][1] * 10 + rows[at][2] * 100
    }

    same_on_host! { (k, x, b, y, z)
        let mut rows: [Row; 2] = [Row([1, 2, k as u32]), Row([4, 5, 6])];
        z[k] = changed(&mut rows, k % 2) + rows[1][2] * 1000 + rows[0][1] * 10_000;
    }
}

mod chosen_for_writing {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn doubled(list: &mut [u32], at: u32) {
        let part = if at % 2 == 0 { &mut list[..2] } else { &mut list[2..] };
        part[0] += 10;
        for item in part.iter_mut() {
            *item *= 2;
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut list = [1, 2, k as u32, 4];
        doubled(&mut list, k as u32);
        doubled(&mut list, 1);
        z[k] = list.iter().fold(0, |code, v| code * 50 + v);
    }
}

mod zipped_with_items_that_may_not_exist {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let short = [1.0, 2.0];
        // After two items, the predicate would read an element that does not exist.
        y[k] = short.iter().zip((0..90usize).filter(|n| x[*n] == 3.0 || x[*n] == 2.0)).map(|(v, n)| v * n as f32).sum();
    }
}
