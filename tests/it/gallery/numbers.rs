//! Parsers of numbers and of CSV records, after `serde_json`, the crate `csv` and `str::parse`.
//!
//! Uses byte slices with patterns, `split_first`, tuples that hold slices, `Result` with an enum of errors, `?`, `checked_mul`,
//! `iter().position()` and `split`.

use std::ops::Range;

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum ParseError {
    Empty,
    InvalidDigit(u8),
    Overflow,
}

#[device]
impl ParseError {
    fn code(self) -> i32 {
        match self {
            Self::Empty => -1,
            Self::InvalidDigit(byte) => -1000 - i32::from(byte),
            Self::Overflow => -2,
        }
    }
}

#[device]
fn digit(byte: u8) -> Result<u32, ParseError> {
    match byte {
        b'0'..=b'9' => Ok((byte - b'0').into()),
        _ => Err(ParseError::InvalidDigit(byte)),
    }
}

#[device]
fn parse_i32(bytes: &[u8]) -> Result<i32, ParseError> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    if digits.is_empty() {
        return Err(ParseError::Empty);
    }
    digits.iter().try_fold(0i32, |value, &byte| {
        let digit = digit(byte)? as i32;
        let value = value.checked_mul(10).ok_or(ParseError::Overflow)?;
        let next = if negative { value.checked_sub(digit) } else { value.checked_add(digit) };
        next.ok_or(ParseError::Overflow)
    })
}

#[device]
fn parse_hex(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"0x")?;
    if digits.is_empty() || digits.len() > 8 {
        return None;
    }
    let mut value = 0;
    for &byte in digits {
        value = value << 4 | (byte as char).to_digit(16)?;
    }
    Some(value)
}

/// The digits at the beginning, and the rest.
#[device]
fn take_digits(bytes: &[u8]) -> (u32, usize) {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = bytes[..count].iter().fold(0u32, |value, byte| value * 10 + u32::from(byte - b'0'));
    (value, count)
}

/// A number of JSON.
#[device]
fn parse_f32(bytes: &[u8]) -> Option<f32> {
    let mut rest = bytes;
    let mut sign = 1.0;
    if let Some((b'-', tail)) = rest.split_first() {
        sign = -1.0;
        rest = tail;
    }
    let (whole, count) = take_digits(rest);
    if count == 0 || (count > 1 && rest[0] == b'0') {
        return None;
    }
    rest = &rest[count..];
    let mut mantissa = whole as f32;
    if let [b'.', tail @ ..] = rest {
        let (fraction, count) = take_digits(tail);
        if count == 0 {
            return None;
        }
        mantissa += fraction as f32 / 10f32.powi(count as i32);
        rest = &tail[count..];
    }
    let exponent = match rest {
        [] => 0,
        [b'e' | b'E', tail @ ..] => parse_i32(tail).ok()?,
        _ => return None,
    };
    Some(sign * mantissa * 10f32.powi(exponent))
}

/// The sum of the integers of a line of CSV.
#[device]
fn sum_of_fields(line: &[u8]) -> Result<i32, ParseError> {
    let mut sum = 0i32;
    for field in line.split(|&byte| byte == b',') {
        let value = parse_i32(field.trim_ascii())?;
        sum = sum.checked_add(value).ok_or(ParseError::Overflow)?;
    }
    Ok(sum)
}

const WIDTH: usize = 16;

#[device]
fn first_line(text: &[u8]) -> Range<usize> {
    0..text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

#[kernel]
fn parse_all(
    i: Index<1>,
    text: &ArrayView<u8>,
    integers: &mut ArrayViewMut<i32>,
    hex: &mut ArrayViewMut<u32>,
    floats: &mut ArrayViewMut<f32>,
) {
    let line = &text[i[0] * WIDTH..(i[0] + 1) * WIDTH];
    let first: Range<usize> = first_line(line);
    let line = &line[first];
    integers[i] = match sum_of_fields(line) {
        Ok(value) => value,
        Err(error) => error.code(),
    };
    hex[i] = parse_hex(line).unwrap_or(u32::MAX);
    floats[i] = parse_f32(line).unwrap_or(-1e9);
}

#[test]
fn numbers_are_those_of_the_host() {
    let lines = [
        "12",
        "-7",
        "+300",
        "",
        "-",
        "2147483647",
        "2147483648",
        "-2147483648",
        "1,2,3",
        "4, -5 ,6",
        "1,x",
        "0x1F",
        "0xfffffff0",
        "0x",
        "0xg",
        "1.5",
        "-0.25e2",
        "3e-2",
        "01.5",
        "2.",
        "1e",
        "6.02E3",
        "9,,9",
        "7,2147483647",
    ];
    let text: Vec<u8> = lines.iter().flat_map(|line| format!("{line:\n<16}").into_bytes()).collect();
    let expected = |k: usize| {
        let line = lines[k].as_bytes();
        let sum = sum_of_fields(line).unwrap_or_else(ParseError::code);
        (sum, parse_hex(line).unwrap_or(u32::MAX), parse_f32(line).unwrap_or(-1e9))
    };
    assert_eq!(parse_i32(b"12a"), Err(ParseError::InvalidDigit(b'a')));
    on_each_queue(|queue| {
        let mut integers = ArrayViewMut::without_source([lines.len()])?;
        let mut hex = ArrayViewMut::without_source([lines.len()])?;
        let mut floats = ArrayViewMut::without_source([lines.len()])?;
        let view = ArrayView::new(&text);
        let kernel = parse_all(&view, &mut integers, &mut hex, &mut floats);
        queue.parallel_for_each(lines.len(), kernel)?;
        for (k, line) in lines.iter().enumerate() {
            let (integer, digits, float) = expected(k);
            assert_eq!((integers[k], hex[k]), (integer, digits), "{line}");
            assert!((floats[k] - float).abs() <= 1e-5 * float.abs(), "{line}: {} {float}", floats[k]);
        }
        Ok(())
    });
}
