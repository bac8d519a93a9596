//! Base64, after the crates `base64` and `data-encoding`.
//!
//! Uses a byte string as an alphabet, an inverse table from a `const fn`, `chunks` with slice patterns, `chunks_exact_mut`,
//! and `Result` with `map_err`.

use amp::prelude::*;

use super::on_each_queue;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD: u8 = b'=';
const INVALID: u8 = 0xff;

const fn inverse(alphabet: &[u8; 64]) -> [u8; 128] {
    let mut table = [INVALID; 128];
    let mut value = 0;
    while value < alphabet.len() {
        table[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    table
}

static DECODE: [u8; 128] = inverse(ALPHABET);

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum DecodeError {
    InvalidByte { at: usize, byte: u8 },
    InvalidLength,
}

#[device]
fn encode(input: &[u8; 10]) -> [u8; 16] {
    let mut output = [PAD; 16];
    for (chunk, out) in input.chunks(3).zip(output.chunks_exact_mut(4)) {
        let (word, symbols) = match chunk {
            [a, b, c] => (u32::from(*a) << 16 | u32::from(*b) << 8 | u32::from(*c), 4),
            [a, b] => (u32::from(*a) << 16 | u32::from(*b) << 8, 3),
            [a] => (u32::from(*a) << 16, 2),
            _ => unreachable!(),
        };
        for (k, symbol) in out.iter_mut().enumerate().take(symbols) {
            *symbol = ALPHABET[(word >> (18 - 6 * k) & 0x3f) as usize];
        }
    }
    output
}

#[device]
fn value_of(at: usize, byte: u8) -> Result<u8, DecodeError> {
    DECODE
        .get(byte as usize)
        .copied()
        .filter(|&value| value != INVALID)
        .ok_or(DecodeError::InvalidByte { at, byte })
}

#[device]
fn decode(input: &[u8], output: &mut [u8]) -> Result<usize, DecodeError> {
    if input.len() % 4 != 0 {
        return Err(DecodeError::InvalidLength);
    }
    let end = input.iter().rposition(|&byte| byte != PAD).map_or(0, |last| last + 1);
    let mut written = 0;
    let (mut word, mut bits) = (0u32, 0);
    for (at, &byte) in input[..end].iter().enumerate() {
        word = word << 6 | u32::from(value_of(at, byte)?);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            output[written] = (word >> bits) as u8;
            written += 1;
        }
    }
    Ok(written)
}

#[device]
fn code(result: Result<usize, DecodeError>) -> i32 {
    match result {
        Ok(length) => length as i32,
        Err(DecodeError::InvalidLength) => -1,
        Err(DecodeError::InvalidByte { at, byte }) => -(at as i32 * 256 + i32::from(byte)) - 2,
    }
}

#[kernel]
fn round_trip(
    i: Index<1>,
    inputs: &ArrayView<[u8; 10]>,
    texts: &mut ArrayViewMut<[u8; 16]>,
    lengths: &mut ArrayViewMut<i32>,
    errors: &mut ArrayViewMut<i32>,
) {
    let mut text = encode(&inputs[i]);
    texts[i] = text;
    let mut bytes = [0u8; 12];
    let length = code(decode(&text, &mut bytes));
    lengths[i] = if bytes.starts_with(&inputs[i]) { length } else { -1 };
    text[i[0] % 16] = i[0] as u8;
    errors[i] = code(decode(&text[..16 - i[0] % 5], &mut bytes));
}

#[test]
fn texts_are_those_of_the_host() {
    assert_eq!(&encode(b"light work"), b"bGlnaHQgd29yaw==");
    let inputs: Vec<[u8; 10]> =
        (0..200).map(|k| std::array::from_fn(|j| (k * 31 + j * j * 7) as u8)).collect();
    on_each_queue(|queue| {
        let mut texts = ArrayViewMut::without_source([200])?;
        let mut lengths = ArrayViewMut::without_source([200])?;
        let mut errors = ArrayViewMut::without_source([200])?;
        let views = ArrayView::new(&inputs);
        let kernel = round_trip(&views, &mut texts, &mut lengths, &mut errors);
        queue.parallel_for_each(200, kernel)?;
        assert_eq!(lengths.to_vec()?, [10; 200]);
        for (k, input) in inputs.iter().enumerate() {
            let mut text = encode(input);
            assert_eq!(texts[k], text);
            text[k % 16] = k as u8;
            assert_eq!(errors[k], code(decode(&text[..16 - k % 5], &mut [0; 12])), "{k}");
        }
        Ok(())
    });
}
