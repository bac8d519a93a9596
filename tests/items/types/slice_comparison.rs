//! Slices compared by `==` and `!=`, also with arrays, byte strings and constants. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

const WORD: &[u8] = b"ab";
const LIST: [u32; 2] = [3, 4];
#[device]
fn code(word: &[u8], other: &[u8]) -> u32 {
    let a = if word == b"ab" { 1 } else { 0 };
    let b = match word {
        w if w == WORD => 2,
        w if *w == *b"c" => 3,
        _ => 4,
    };
    let c =
        u32::from(word != other) + 2 * u32::from(&word[1..] == other) + 4 * u32::from(other[..1] == [b'a']);
    let d =
        u32::from(word == [b'a', b'b']) + 2 * u32::from([b'a', b'b'] == *word) + 4 * u32::from(b"ab" == word);
    let e = u32::from(word.is_empty() || word[..1] != *b"a" && other != b"");
    a + b * 10 + c * 100 + d * 1000 + e * 10000
}
#[device]
fn same(a: &[f32], b: &[f32], n: usize) -> bool {
    a[..n] == b[..n]
}
#[device]
fn run(i: u32) -> u32 {
    let text = [b'a', b'b', b'c', b'a', b'b', i as u8];
    let k = (i % 4) as usize;
    let list = [1, i % 5, i % 4, 3, 4];
    let x = [1.0, i as f32, f32::NAN];
    let at = list.windows(2).position(|w| w == LIST).unwrap_or(9) as u32;
    let mut words = 0;
    for word in text.split(|c| *c == b'c') {
        if word == b"ab" {
            words += 1;
        }
    }
    let n = u32::from(same(&x, &[1.0, 3.0, f32::NAN], (i % 4).min(3) as usize));
    code(&text[k..k + 2], &text[3..4 + (i % 3) as usize]) + at * 100000 + words * 1000000 + n * 10000000
}

#[test]
fn results_equal_those_of_the_host() {
    let of_host: Vec<u32> = (0..64).map(run).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = run(i[0] as u32));
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), of_host);
    });
}
