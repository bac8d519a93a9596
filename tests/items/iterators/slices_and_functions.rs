//! Chains over the slices that `split` and `chunk_by` make, over the results of functions, and consumers that run from the
//! back or stop at an error.

use crate::compare::same_on_host;

mod split_at_items {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn fields(text: &[u8]) -> u32 {
        let mut code = 7;
        for (n, field) in text.split(|byte| *byte == b',' || *byte == b' ').enumerate() {
            code = code * 31 + n as u32 * 8 + field.len() as u32;
            if field.is_empty() {
                continue;
            }
            code += u32::from(field[field.len() - 1]);
        }
        code
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = fields(&b[..k + 1]) % 10_007 + fields(&b[k..k]) + fields(&b[4..5]);
        y[k] = b[k..].split(|&byte| byte == b'9').take(1).map(|part| part.len() as f32).sum();
    }
}

mod runs {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn runs(values: &[u8]) -> u32 {
        let longest = values.chunk_by(|a, b| a <= b).map(|run| run.len()).max().unwrap_or(0);
        let sum: u32 =
            values.chunk_by(|a, b| a / 16 == b / 16).map(|run| run.len() as u32 * u32::from(run[0])).sum();
        values.chunk_by(|a, b| a == b).count() as u32 * 1000 + longest as u32 * 10_000 + sum
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = runs(&b[..k]) + runs(&[1, 1, 2, 2, 2, b[k]]);
        for run in x[..].chunk_by(|a, b| a < b) {
            if run.len() < 2 {
                continue;
            }
            y[k] = y[k] * 10.0 + run[1];
            if y[k] > 100.0 {
                break;
            }
        }
    }
}

mod fallible_folds {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn checked(values: &[u8]) -> Option<u8> {
        values.iter().try_fold(0u8, |sum, v| sum.checked_add(*v))
    }

    #[device]
    fn digits(values: &[u8]) -> Result<u32, u8> {
        values.iter().try_fold(0, |number, &v| {
            let digit = if v.is_ascii_digit() { u32::from(v - b'0') } else { return Err(v) };
            Ok(number * 10 + digit)
        })
    }

    #[device]
    fn ascending(values: &[u8]) -> Result<(), usize> {
        let mut last = 0;
        values.iter().enumerate().try_for_each(|(at, &v)| -> Result<(), usize> {
            if v < last {
                return Err(at);
            }
            last = v;
            Ok(())
        })
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = checked(&b[k..]).map_or(1000, u32::from) + digits(&[b'1', b[k], b'2']).unwrap_or_else(u32::from);
        z[k] += match ascending(&b[..k + 1]) {
            Ok(()) => 100_000,
            Err(at) => at as u32 * 10_000,
        };
        y[k] = x.iter().try_fold(0.5, |sum, v| if *v < 5.0 { Some(sum + v) } else { None }).unwrap_or(-1.0);
    }
}

mod from_the_back {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn found(values: &[u8], limit: u8) -> [usize; 3] {
        let position = values.iter().rposition(|v| *v < limit).unwrap_or(50);
        let item = values.iter().copied().rfind(|v| *v > limit).map_or(60, usize::from);
        let nth = values.iter().nth_back(2).copied().map_or(70, usize::from);
        [position, item, nth]
    }

    same_on_host! { (k, x, b, y, z)
        let [position, item, nth] = found(&b[..k], b[7 - k]);
        z[k] = (position + 100 * item + 10_000 * nth) as u32;
        y[k] = x.iter().rfold(k as f32, |sum, v| sum / 2.0 + v);
    }
}

mod results_of_functions {
    use std::iter;

    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut bits = 0b1011_0101u32 >> k;
        let mut next = || {
            if bits == 0 {
                return None;
            }
            let lowest = bits.trailing_zeros();
            bits &= bits - 1;
            Some(lowest)
        };
        for bit in iter::from_fn(|| next()).take(3) {
            z[k] = z[k] * 10 + bit;
        }
        z[k] = z[k] * 100 + iter::successors(Some(k as u32 + 1), |n| n.checked_mul(7).filter(|n| *n < 5000)).sum::<u32>();
        for (n, power) in iter::successors(Some(1.0f32), |p| Some(p * 2.0)).enumerate() {
            if n == k {
                break;
            }
            y[k] += power;
        }
    }
}

mod zipped_with_items_of_items {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let rows = [[1u32, 2, k as u32], [4, 5, 6]];
        let mut flat = [0; 5];
        for (target, source) in flat.iter_mut().zip(rows.iter().flatten()) {
            *target = *source;
        }
        z[k] = flat.iter().fold(0, |code, v| code * 10 + v);
        y[k] = x.iter().zip(b.iter().filter(|v| v.is_ascii_alphabetic())).map(|(v, c)| v * f32::from(*c)).sum();
    }
}

mod options_among_items {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let list: [Option<u32>; 4] = [Some(3), None, (k > 3).then_some(5), Some(k as u32)];
        z[k] = list.iter().flatten().fold(1, |code, v| code * 10 + v) + list.into_iter().flatten().count() as u32 * 100_000;
    }
}

mod variables_that_consumers_advance {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn steps(values: &[u8], k: usize) -> [usize; 6] {
        let mut it = values.iter();
        let sum = it.try_fold(0u8, |sum, v| sum.checked_add(*v)).map_or(500, usize::from);
        let after = it.next().copied().map_or(300, usize::from);
        let mut it = values.iter().copied();
        let back = it.nth_back(1).map_or(301, usize::from);
        let last = it.next_back().map_or(302, usize::from);
        let place = it.rposition(|v| v > b'5').unwrap_or(40);
        [sum, after, back, last, place, it.count() * 7 + k]
    }

    #[device]
    fn ranges(k: u32) -> u32 {
        let mut r = 3..k + 9;
        let found = r.rfind(|n| n % 4 == 1).unwrap_or(50);
        let stopped = r.try_for_each(|n| if n > k + 4 { Err(n) } else { Ok(()) });
        let failed = match stopped {
            Ok(()) => 60,
            Err(n) => n,
        };
        let back = r.nth_back(0).unwrap_or(70);
        found + failed * 100 + back * 10_000 + r.start * 1_000_000
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = steps(&b[..k + 1], k).iter().fold(0, |code, v| (code * 7 + *v as u32) % 1_000_003) + ranges(k as u32);
    }
}
