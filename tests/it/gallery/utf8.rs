//! Validation and decoding of UTF-8, after `core::str::validations` and the decoder of Björn Höhrmann.
//!
//! Uses tuple patterns of byte ranges, `char::from_u32`, slice patterns with bindings, a struct as an error, and a table that a
//! `const fn` computes.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

const fn width_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte {
            0x00..=0x7f => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 0,
        };
        byte += 1;
    }
    table
}

const UTF8_CHAR_WIDTH: [u8; 256] = width_table();

#[device]
fn is_continuation(byte: u8) -> bool {
    (byte as i8) < -64
}

#[device]
fn run_utf8_validation(v: &[u8]) -> Result<usize, Utf8Error> {
    let mut index = 0;
    let mut characters = 0;
    while index < v.len() {
        let valid_up_to = index;
        let err = |error_len: Option<u8>| Utf8Error { valid_up_to, error_len };
        let first = v[index];
        let width = UTF8_CHAR_WIDTH[first as usize];
        if width >= 2 {
            let second = *v.get(index + 1).ok_or(err(None))?;
            match (first, second) {
                (0xc2..=0xdf, 0x80..=0xbf)
                | (0xe0, 0xa0..=0xbf)
                | (0xe1..=0xec, 0x80..=0xbf)
                | (0xed, 0x80..=0x9f)
                | (0xee..=0xef, 0x80..=0xbf)
                | (0xf0, 0x90..=0xbf)
                | (0xf1..=0xf3, 0x80..=0xbf)
                | (0xf4, 0x80..=0x8f) => {}
                _ => return Err(err(Some(1))),
            }
            for k in 2..width {
                let Some(&byte) = v.get(index + k as usize) else {
                    return Err(err(None));
                };
                if !is_continuation(byte) {
                    return Err(err(Some(k)));
                }
            }
        } else if width == 0 {
            return Err(err(Some(1)));
        }
        index += width as usize;
        characters += 1;
    }
    Ok(characters)
}

#[device]
fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let bits = |byte: u8| u32::from(byte & 0x3f);
    let (code, length) = match *bytes {
        [a @ ..=0x7f, ..] => (a.into(), 1),
        [a @ 0xc2..=0xdf, b, ..] => (u32::from(a & 0x1f) << 6 | bits(b), 2),
        [a @ 0xe0..=0xef, b, c, ..] => (u32::from(a & 0xf) << 12 | bits(b) << 6 | bits(c), 3),
        [a @ 0xf0..=0xf4, b, c, d, ..] => {
            (u32::from(a & 7) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d), 4)
        }
        _ => return None,
    };
    Some((char::from_u32(code)?, length))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, GpuType)]
#[repr(C)]
struct Statistics {
    letters: u32,
    digits: u32,
    spaces: u32,
    wide: u32,
    largest: u32,
}

#[device]
fn statistics(mut text: &[u8]) -> Statistics {
    let mut statistics = Statistics::default();
    while let Some((c, length)) = decode(text) {
        match c {
            'a'..='z' | 'A'..='Z' => statistics.letters += 1,
            _ if c.is_ascii_digit() => statistics.digits += 1,
            ' ' | '\t' | '\n' => statistics.spaces += 1,
            '\u{80}'.. => statistics.wide += 1,
            _ => {}
        }
        statistics.largest = statistics.largest.max(c as u32);
        text = &text[length..];
    }
    statistics
}

#[device]
fn encode(c: char) -> ([u8; 4], usize) {
    let code = c as u32;
    let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
    match code {
        0..0x80 => ([code as u8, 0, 0, 0], 1),
        0x80..0x800 => ([0xc0 | (code >> 6) as u8, tail(0), 0, 0], 2),
        0x800..0x1_0000 => ([0xe0 | (code >> 12) as u8, tail(6), tail(0), 0], 3),
        _ => ([0xf0 | (code >> 18) as u8, tail(12), tail(6), tail(0)], 4),
    }
}

#[kernel]
fn validate(
    i: Index<1>,
    text: &ArrayView<u8>,
    results: &mut ArrayViewMut<[u32; 3]>,
    counts: &mut ArrayViewMut<Statistics>,
    encoded: &mut ArrayViewMut<[u8; 4]>,
) {
    let part = &text[i[0]..text.len().min(i[0] + 12)];
    results[i] = match run_utf8_validation(part) {
        Ok(characters) => [0, characters as u32, 0],
        Err(Utf8Error { valid_up_to, error_len: Some(length) }) => [1, valid_up_to as u32, length.into()],
        Err(Utf8Error { valid_up_to, error_len: None }) => [2, valid_up_to as u32, 0],
    };
    counts[i] = statistics(part);
    encoded[i] = decode(part).map_or([0; 4], |(c, _)| encode(c).0);
}

#[test]
fn results_are_those_of_the_standard_library() {
    let mut text = "Grüße, 世界 42! \u{1f980} naïve \u{10ffff}\u{800}".as_bytes().to_vec();
    text.extend([0xed, 0xa0, 0x80, 0xc0, 0x80, b'a', 0xf4, 0x90, 0x80, 0x80, 0xe4, 0xb8]);
    on_each_queue(|queue| {
        let mut results = ArrayViewMut::without_source([text.len()])?;
        let mut counts = ArrayViewMut::without_source([text.len()])?;
        let mut encoded = ArrayViewMut::without_source([text.len()])?;
        let view = ArrayView::new(&text);
        let kernel = validate(&view, &mut results, &mut counts, &mut encoded);
        queue.parallel_for_each(text.len(), kernel)?;
        for at in 0..text.len() {
            let part = &text[at..text.len().min(at + 12)];
            let expected = match std::str::from_utf8(part) {
                Ok(text) => [0, text.chars().count() as u32, 0],
                Err(e) => match e.error_len() {
                    Some(length) => [1, e.valid_up_to() as u32, length as u32],
                    None => [2, e.valid_up_to() as u32, 0],
                },
            };
            assert_eq!(results[at], expected, "{part:02x?}");
            assert_eq!(counts[at], statistics(part), "{part:02x?}");
            assert_eq!(encoded[at], decode(part).map_or([0; 4], |(c, _)| encode(c).0), "{part:02x?}");
        }
        Ok(())
    });
}
