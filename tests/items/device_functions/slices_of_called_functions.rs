//! Calls of free functions whose results contain slices, where nothing in the caller shows it. The host's results are the
//! expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
enum PacketError {
    Empty,
    Truncated { missing: usize },
}

mod parts {
    use amp::prelude::*;

    /// The items of a list that are above a limit, from the first such item on.
    #[device]
    pub fn above<'l>(limit: &[u32], list: &'l [u32]) -> &'l [u32] {
        let from = list.iter().position(|v| *v > limit[0]).unwrap_or(list.len());
        &list[from..]
    }
}

use parts::above;

#[device]
fn payload(packet: &[u8]) -> Result<&[u8], PacketError> {
    let (&length, rest) = packet.split_first().ok_or(PacketError::Empty)?;
    let length = usize::from(length);
    rest.get(..length).ok_or(PacketError::Truncated { missing: length.saturating_sub(rest.len()) })
}

#[device]
fn checksum(packet: &[u8]) -> Result<u32, PacketError> {
    let sum = payload(packet)?.iter().map(|&byte| u32::from(byte)).sum();
    Ok(sum)
}

const LINE: &[u8] = b"12,7,140,,33";

#[device]
fn field(line: &[u8], column: usize) -> Option<&[u8]> {
    line.split(|&byte| byte == b',').nth(column)
}

#[device]
fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |n, &byte| n * 10 + u32::from(byte - b'0'))
}

#[device]
fn split(list: &[u32], at: usize) -> (&[u32], &[u32]) {
    list.split_at(at)
}

#[device]
fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|b| *b != b' ').map_or(0, |k| k + 1);
    &bytes[..end]
}

#[device]
fn parsed(i: u32) -> u32 {
    let packet = [(i % 5) as u8, 3, 14, 15, i as u8];
    let sum = match checksum(&packet[..(i % 6) as usize]) {
        Ok(sum) => sum,
        Err(PacketError::Empty) => 1000,
        Err(PacketError::Truncated { missing }) => 2000 + missing as u32,
    };
    let column = match field(LINE, i as usize % 7) {
        Some([]) => 1000,
        Some(digits) => number(digits),
        None => 2000,
    };
    let seven = field(LINE, 1).map_or(0, number) + field(LINE, 2).unwrap().len() as u32;
    sum * 10_000 + column * 3 + seven
}

#[device]
fn lists(i: u32) -> u32 {
    let list = [3, i % 7, 9, 4, i % 5, 8];
    let limit = [i % 4];
    let mut sum = above(&limit, &list).iter().sum::<u32>() * 100;
    for v in above(&limit, &list[1..]) {
        sum = sum * 3 + v;
    }
    sum ^= parts::above(&[2], &list)[0];
    let (few, others) = split(&list, 2);
    sum += few.iter().max().unwrap() * 1000 + others.len() as u32;
    let rest = above(&limit, above(&[0], &list));
    sum += rest.first().copied().unwrap_or(77);
    let text = [b'a', b' ', i as u8, b' ', b' '];
    let short = trimmed(&text[..2]);
    sum + trimmed(&text).len() as u32 * 50_000 + u32::from(short == b"a")
}

#[test]
fn results_equal_those_of_the_host() {
    let of_host: Vec<u32> = (0..64).map(|i| parsed(i) ^ lists(i).rotate_left(16)).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let n = i[0] as u32;
            y[i] = parsed(n) ^ lists(n).rotate_left(16);
        });
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), of_host);
    });
}
