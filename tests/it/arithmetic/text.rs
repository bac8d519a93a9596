//! Constant text as bytes and characters, and the methods of characters.

use amp::prelude::*;
use amp_tests::on_each;

const NAME: &str = "amp\u{e9}x";
const KEY: [u8; 6] = *b"secret";

mod inner {
    pub const WORD: &str = "secret";
}

struct Page;

impl Page {
    const TITLE: &'static str = "Title";
}

#[device]
fn total(list: &[u8]) -> u32 {
    list.iter().map(|b| u32::from(*b)).sum()
}

#[device]
fn of_text(k: usize, v: u32) -> u32 {
    let b = (v as u8 & 0x7f) ^ KEY[k % KEY.len()];
    let c = b as char;
    let key = NAME.as_bytes();
    let zx = b"zx"[k % 2];
    let mut sum = NAME.bytes().map(u32::from).sum::<u32>();
    sum += NAME.chars().enumerate().map(|(k, c)| c as u32 * k as u32).sum::<u32>();
    for b in b"abc" {
        sum += u32::from(*b);
    }
    for (k, b) in "abc".bytes().enumerate() {
        sum += u32::from(b) * k as u32;
    }
    for b in NAME.as_bytes() {
        sum += u32::from(*b);
    }
    for b in NAME.as_bytes().iter().rev().take(2) {
        sum += u32::from(*b);
    }
    if b"0123456789".contains(&b) {
        sum += 1;
    }
    if "xyz".chars().any(|x| x == c) {
        sum += 5;
    }
    if NAME.as_bytes().starts_with(b"am") && !"xyz".as_bytes().ends_with(b"x") {
        sum += 7;
    }
    sum += total(b"abc") + total(NAME.as_bytes()) + total(&NAME.as_bytes()[1..3]) + total("hello".as_bytes());
    sum += total(&b"hello"[2..]) + u32::from(inner::WORD.as_bytes()[k % inner::WORD.len()]);
    sum += u32::from(Page::TITLE.bytes().next().unwrap()) + u32::from("xyz".as_bytes()[k % 3]);
    let [first, .., last] = *b"xyz";
    sum += u32::from(first) + u32::from(last) + key.len() as u32 + u32::from(key[k % 3]) + u32::from(zx);
    sum + "xyz".len() as u32 + u32::from("z".is_empty()) + u32::from(NAME.is_empty())
}

#[device]
fn of_character(k: usize, v: u32) -> u32 {
    let c: char = char::from_u32(v % 0x3100).unwrap_or('x');
    let digit = char::from_digit(v % 40, 1 + k as u32 % 36);
    let mut n = digit.map_or(7, |c| c as u32);
    n += u32::from(c.is_control()) * 2 + u32::from(c.is_whitespace()) * 4 + c.len_utf16() as u32 * 8;
    n += u32::from(u8::try_from(c).unwrap_or(9)) * 16 + u32::from(u16::try_from(c).is_ok());
    n += c.max('k') as u32 + c.min('m') as u32 + c.clamp('b', 'y') as u32;
    n += u32::from((v as u8).eq_ignore_ascii_case(&b'Q'));
    n + u32::from(((v as u8) ^ 32).eq_ignore_ascii_case(&(v as u8)))
}

#[device]
fn count(list: &[u8], f: impl Fn(&u8) -> bool) -> u32 {
    let mut n = 0;
    for c in list {
        if f(c) {
            n += 1;
        }
    }
    n
}

#[device]
fn by_path(k: usize, v: u32) -> u32 {
    let w = [v as u8, b'7', (v >> 8) as u8, b'x'];
    let digits = b"a1f".iter().copied().filter(u8::is_ascii_digit).count() as u32;
    let upper = w.iter().map(u8::to_ascii_uppercase).map(u32::from).sum::<u32>();
    let all = u32::from(w.iter().all(u8::is_ascii));
    digits + upper + all + count(&w, u8::is_ascii_digit) * 7 + u32::from(u8::is_ascii_alphabetic(&w[k % 4]))
}

fn inputs() -> Vec<u32> {
    // All characters below 0x3100, and a few above.
    (0..0x3200).collect()
}

fn check(expected: &[u32], run: impl Fn(&Accelerator, &ArrayView<u32>, &mut ArrayViewMut<u32>)) {
    let inputs = inputs();
    on_each(|on| {
        let x = ArrayView::new(&inputs);
        let mut y = ArrayViewMut::without_source([inputs.len()]).unwrap();
        run(on, &x, &mut y);
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[kernel]
fn texts(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = of_text(i[0], x[i]) + u32::from(b"key"[i[0] % 3]) + u32::from(NAME.as_bytes()[i[0] % NAME.len()]);
}

#[kernel]
fn characters(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = of_character(i[0], x[i]) + by_path(i[0], x[i]);
}

fn expected(f: fn(usize, u32) -> u32) -> Vec<u32> {
    inputs().into_iter().enumerate().map(|(k, v)| f(k, v)).collect()
}

#[test]
fn constant_text_is_an_array() {
    let of_kernel = expected(|k, v| {
        of_text(k, v) + u32::from(b"key"[k % 3]) + u32::from(NAME.as_bytes()[k % NAME.len()])
    });
    check(&of_kernel, |on, x, y| {
        on.default_view().parallel_for_each(x.extent(), texts(x, y)).unwrap();
    });
}

#[test]
fn closures_use_constant_text() {
    let of_closure = expected(|k, _| u32::from(b"key"[k % 3]) + NAME.chars().map(|c| c as u32).sum::<u32>());
    check(&of_closure, |on, _, y| {
        let kernel = amp!(|i: Index<1>| {
            y[i] = u32::from(b"key"[i[0] % 3]) + NAME.chars().map(|c| c as u32).sum::<u32>();
        });
        on.default_view().parallel_for_each(0x3200, kernel).unwrap();
    });
}

#[test]
fn methods_of_each_character_equal_rust() {
    check(&expected(|k, v| of_character(k, v) + by_path(k, v)), |on, x, y| {
        on.default_view().parallel_for_each(x.extent(), characters(x, y)).unwrap();
    });
}
