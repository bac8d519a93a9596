//! Bytes in enums with fields, in closures, and in views of reinterpreted memory.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn bump(v: &mut u8, by: u8) {
    *v = v.wrapping_add(by);
}

#[derive(Clone, Copy, GpuType)]
enum Token {
    Number(u16),
    Letter(u8),
    Flag(bool),
    End,
}

#[device]
fn token(b: u8) -> Token {
    match b {
        b'0'..=b'9' => Token::Number(u16::from(b - b'0') * 100),
        b'a'..=b'z' | b'A'..=b'Z' => Token::Letter(b.to_ascii_uppercase()),
        b' ' => Token::End,
        _ => Token::Flag(b & 1 == 1),
    }
}

#[device]
fn code(b: u8) -> u8 {
    match token(b) {
        Token::Number(n) => (n / 100) as u8,
        Token::Letter(letter) => letter,
        Token::Flag(flag) => u8::from(flag),
        Token::End => 255,
    }
}

#[kernel]
fn tokens(i: Index<1>, x: &ArrayView<u8>, y: &mut ArrayViewMut<u8>) {
    let n: u32 = x[i].into();
    let mut v = code(x[i]);
    bump(&mut v, (n & 3) as u8);
    bump(&mut y[i], v);
    let (mut a, mut b) = (v, 7u8);
    std::mem::swap(&mut a, &mut b);
    y[i] = y[i].max(std::cmp::min(a, b));
}

#[test]
fn tokens_hold_bytes() {
    let text = b"Hello 42, World! x9";
    let expected: Vec<u8> = text
        .iter()
        .map(|b| {
            let v = code(*b).wrapping_add(b & 3);
            v.wrapping_add(1).max(v.min(7))
        })
        .collect();
    on_each(|on| {
        let mut found = vec![1u8; text.len()];
        let mut y = ArrayViewMut::new(&mut found);
        on.default_view().parallel_for_each(text.len(), tokens(&ArrayView::new(text), &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, expected);
    });
}

#[test]
fn closures_capture_bytes_and_flags() {
    let text = b"Hello 42, World! x9";
    let (flags, key, table) = ([true, false, true], 200u8, [[1i8, -2], [3, -4], [5, -128]]);
    let sum: u32 = text.iter().map(|b| u32::from(*b)).sum();
    let expected = |k: usize| {
        let own = if flags[k % 3] { key } else { !key };
        sum + u32::from(b'x') + 3 + u32::from(own) + (i32::from(table[k % 3][1]) + 200) as u32
    };
    on_each(|on| {
        let x = ArrayView::new(text);
        let mut z = ArrayViewMut::without_source([19]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] % 3;
            let sum: u32 = x.iter().map(|b| *b as u32).sum();
            let best = x.iter().copied().max().unwrap();
            let count = x.iter().filter(|b| b.is_ascii_digit()).count();
            let any = x.iter().any(|b| *b == b'!');
            let own = if flags[k] && any { key } else { !key };
            z[i] = sum + u32::from(best) + count as u32 + own as u32 + (table[k][1] as i32 + 200) as u32;
        });
        on.default_view().parallel_for_each(19, kernel).unwrap();
        assert_eq!(z.to_vec().unwrap(), (0..19).map(expected).collect::<Vec<_>>());
    });
}

#[test]
fn words_are_written_as_bytes() {
    let expected: Vec<u32> =
        (0..5u8).map(|k| u32::from_ne_bytes([4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3]) ^ 0xff).collect();
    on_each(|on| {
        let mut found = [0u32; 5];
        let mut words = ArrayViewMut::new(&mut found);
        {
            let mut bytes = words.reinterpret_as_mut::<u8>().unwrap();
            on.default_view().parallel_for_each(20, amp!(|i: Index<1>| bytes[i] = i[0] as u8)).unwrap();
        }
        on.default_view().parallel_for_each(5, amp!(|i: Index<1>| words[i] ^= 0xff)).unwrap();
        words.finish().unwrap();
        assert_eq!(found, *expected);
    });
}

#[test]
fn sets_of_flags_are_changed() {
    on_each(|on| {
        let mut sets = ArrayViewMut::<[bool; 3], 1>::without_source([10]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut set = sets[i];
            set[i[0] % 3] = true;
            sets[i] = set;
            sets[i][(i[0] + 1) % 3] |= i[0] > 5;
        });
        on.default_view().parallel_for_each(10, kernel).unwrap();
        for (k, set) in sets.to_vec().unwrap().into_iter().enumerate() {
            let mut expected = [false; 3];
            expected[k % 3] = true;
            expected[(k + 1) % 3] |= k > 5;
            assert_eq!(set, expected);
        }
    });
}

#[test]
fn sums_and_products_are_bytes() {
    let x = [1u8, 2, 3, 4, 5, 6, 7];
    on_each(|on| {
        let x = ArrayView::new(&x);
        let mut y = ArrayViewMut::<u8, 1>::without_source([2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            y[i[0]] = x.iter().copied().sum();
            y[i[0] + 1] = x.iter().rev().take(3).product();
        });
        on.default_view().parallel_for_each(1, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [28, 210]);
    });
}
