//! Programs over bytes as users write them, compared with plain Rust.

use amp::prelude::*;
use amp_tests::on_each;

fn noise(count: usize) -> Vec<u8> {
    let mut state = 12345u32;
    let next = || {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

const ALPHABET: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The four Base64 characters of up to three bytes.
#[device]
fn letters(a: u8, b: Option<u8>, c: Option<u8>) -> [u8; 4] {
    let (second, third) = (b.unwrap_or(0), c.unwrap_or(0));
    [
        ALPHABET[(a >> 2) as usize],
        ALPHABET[((a & 3) << 4 | second >> 4) as usize],
        if b.is_some() { ALPHABET[((second & 15) << 2 | third >> 6) as usize] } else { b'=' },
        if c.is_some() { ALPHABET[(third & 63) as usize] } else { b'=' },
    ]
}

#[kernel]
fn base64(i: Index<1>, x: &ArrayView<u8>, y: &mut ArrayViewMut<[u8; 4]>) {
    let (at, count) = (3 * i[0], x.extent()[0]);
    let second = if at + 1 < count { Some(x[at + 1]) } else { None };
    let third = if at + 2 < count { Some(x[at + 2]) } else { None };
    y[i] = letters(x[at], second, third);
}

#[test]
fn base64_is_encoded() {
    for count in [1usize, 2, 3, 100, 1000] {
        let bytes = noise(count);
        let expected: Vec<[u8; 4]> =
            bytes.chunks(3).map(|it| letters(it[0], it.get(1).copied(), it.get(2).copied())).collect();
        on_each(|on| {
            let mut y = ArrayViewMut::without_source([count.div_ceil(3)]).unwrap();
            on.default_view().parallel_for_each(y.extent(), base64(&ArrayView::new(&bytes), &mut y)).unwrap();
            assert_eq!(y.to_vec().unwrap(), expected);
        });
    }
    assert_eq!(&letters(b'a', Some(b'm'), None), b"YW0=");
}

#[test]
fn characters_of_utf8_are_counted() {
    let text = "größer — 日本語, emoji 🙂🙃, plain".repeat(20);
    on_each(|on| {
        let bytes = ArrayView::new(text.as_bytes());
        let mut counts = ArrayViewMut::from_vec([2], vec![0u32; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let byte = bytes[i];
            if byte & 0xc0 != 0x80 {
                atomic_fetch_add(&mut counts[0], 1);
            }
            if byte.is_ascii_alphabetic() {
                atomic_fetch_add(&mut counts[1], 1);
            }
        });
        on.default_view().parallel_for_each(bytes.extent(), kernel).unwrap();
        let expected = [text.chars().count(), text.chars().filter(char::is_ascii_alphabetic).count()];
        assert_eq!(counts.to_vec().unwrap(), expected.map(|it| it as u32));
    });
}

const MODULUS: u32 = 65521;

/// The Adler-32 sums of each block of 64 bytes.
#[kernel]
fn adler_blocks(i: Index<1>, x: &ArrayView<u8>, sums: &mut ArrayViewMut<[u32; 2]>) {
    let (mut a, mut b) = (0, 0);
    let end = (64 * i[0] + 64).min(x.extent()[0]);
    for k in 64 * i[0]..end {
        a = (a + u32::from(x[k])) % MODULUS;
        b = (b + a) % MODULUS;
    }
    sums[i] = [a, b];
}

#[test]
fn adler_sums_are_joined() {
    let bytes = noise(1000);
    let (mut a, mut b) = (1u32, 0u32);
    for byte in &bytes {
        a = (a + u32::from(*byte)) % MODULUS;
        b = (b + a) % MODULUS;
    }
    on_each(|on| {
        let mut sums = ArrayViewMut::without_source([16]).unwrap();
        on.default_view().parallel_for_each(16, adler_blocks(&ArrayView::new(&bytes), &mut sums)).unwrap();
        let (mut low, mut high) = (1u32, 0u32);
        for (n, [a, b]) in sums.to_vec().unwrap().into_iter().enumerate() {
            let count = (1000 - 64 * n).min(64) as u32;
            high = (high + count * low + b) % MODULUS;
            low = (low + a) % MODULUS;
        }
        assert_eq!((low, high), (a, b));
    });
}

#[device]
fn crc32_step(crc: u32, byte: u8) -> u32 {
    let mut crc = crc ^ u32::from(byte);
    for _ in 0..8 {
        crc = if crc & 1 != 0 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    }
    crc
}

/// The CRC-32 of each record.
#[kernel]
fn crc32_of_records(i: Index<1>, records: &ArrayView<u8, 2>, y: &mut ArrayViewMut<u32>) {
    let mut crc = u32::MAX;
    for byte in records.project(i[0]).unwrap().iter() {
        crc = crc32_step(crc, *byte);
    }
    y[i] = !crc;
}

#[test]
fn crc32_of_records_equals_rust() {
    let bytes = noise(9 * 50);
    let crc = |record: &[u8]| !record.iter().fold(u32::MAX, |crc, byte| crc32_step(crc, *byte));
    let expected: Vec<u32> = bytes.chunks(9).map(crc).collect();
    assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    on_each(|on| {
        let records = ArrayView::with_extent([50, 9], &bytes).unwrap();
        let mut y = ArrayViewMut::without_source([50]).unwrap();
        on.default_view().parallel_for_each(50, crc32_of_records(&records, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Rgba {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

#[device]
impl Rgba {
    fn luma(self) -> u8 {
        let sum = 77 * u16::from(self.r) + 150 * u16::from(self.g) + 29 * u16::from(self.b);
        (sum >> 8) as u8
    }

    fn invert(&mut self) {
        self.r = !self.r;
        self.g = !self.g;
        self.b = !self.b;
    }
}

#[kernel]
fn grey(i: Index<2>, image: &ArrayView<Rgba, 2>, y: &mut ArrayViewMut<u8, 2>) {
    y[i] = image[i].luma();
}

#[kernel]
fn inverted(i: Index<2>, image: &mut ArrayViewMut<Rgba, 2>) {
    image[i].invert();
    image[i].a /= 2;
}

#[test]
fn pixels_become_grey_and_are_inverted() {
    let bytes = noise(4 * 19 * 23);
    let pixels: Vec<Rgba> =
        bytes.as_chunks::<4>().0.iter().map(|&[r, g, b, a]| Rgba { r, g, b, a }).collect();
    let expected: Vec<u8> = pixels.iter().map(|it| it.luma()).collect();
    let flipped: Vec<Rgba> = pixels
        .iter()
        .map(|it| {
            let mut it = *it;
            it.invert();
            Rgba { a: it.a / 2, ..it }
        })
        .collect();
    on_each(|on| {
        let queue = on.default_view();
        let mut own = pixels.clone();
        let mut y = ArrayViewMut::without_source([19, 23]).unwrap();
        let image = ArrayView::with_extent([19, 23], &pixels).unwrap();
        queue.parallel_for_each([19, 23], grey(&image, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut image = ArrayViewMut::with_extent([19, 23], &mut own).unwrap();
        queue.parallel_for_each([19, 23], inverted(&mut image)).unwrap();
        image.finish().unwrap();
        assert_eq!(own, flipped);
    });
}

/// The mean of the pixels around each pixel that lie in the image.
#[device]
fn mean_around(image: &ArrayView<u8, 2>, row: usize, column: usize) -> u8 {
    let (mut sum, mut count) = (0u32, 0u32);
    for y in row.saturating_sub(1)..(row + 2).min(image.extent()[0]) {
        for x in column.saturating_sub(1)..(column + 2).min(image.extent()[1]) {
            sum += u32::from(image[[y, x]]);
            count += 1;
        }
    }
    (sum / count) as u8
}

#[kernel]
fn box_blur(i: Index<2>, image: &ArrayView<u8, 2>, y: &mut ArrayViewMut<u8, 2>) {
    y[i] = mean_around(image, i[0], i[1]);
}

#[test]
fn images_of_bytes_are_blurred() {
    let bytes = noise(31 * 17);
    let image = ArrayView::with_extent([31, 17], &bytes).unwrap();
    let expected: Vec<u8> = (0..31 * 17).map(|k| mean_around(&image, k / 17, k % 17)).collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([31, 17]).unwrap();
        on.default_view().parallel_for_each([31, 17], box_blur(&image, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn bytes_are_counted_in_a_histogram() {
    let bytes = noise(5000);
    let mut expected = [0u32; 256];
    bytes.iter().for_each(|it| expected[usize::from(*it)] += 1);
    on_each(|on| {
        let mut bins = ArrayViewMut::from_vec([256], vec![0u32; 256]).unwrap();
        let bytes = ArrayView::new(&bytes);
        let kernel = amp!(|i: Index<1>| atomic_fetch_add(&mut bins[bytes[i] as usize], 1));
        on.default_view().parallel_for_each(5000, kernel).unwrap();
        assert_eq!(bins.to_vec().unwrap(), expected);
    });
}

/// Mixes two tracks with a gain in 8.8 fixed point.
#[kernel]
fn mix(i: Index<1>, a: &ArrayView<i16>, b: &ArrayView<i16>, gain: i16, y: &mut ArrayViewMut<i16>) {
    let louder = (i32::from(b[i]) * i32::from(gain)) >> 8;
    let louder = louder.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    y[i] = a[i].saturating_add(louder).saturating_sub(a[i] / 4);
}

#[test]
fn audio_is_mixed_with_saturation() {
    let samples = |seed: u32| -> Vec<i16> {
        (0..1001u32).map(|k| ((k * seed) as u16).cast_signed().wrapping_mul(31)).collect()
    };
    let (a, b, gain) = (samples(7919), samples(104729), 400i16);
    let expected: Vec<i16> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| {
            let louder = ((i32::from(*b) * i32::from(gain)) >> 8).clamp(-32768, 32767) as i16;
            a.saturating_add(louder).saturating_sub(a / 4)
        })
        .collect();
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([1001]).unwrap();
        let (a, b) = (ArrayView::new(&a), ArrayView::new(&b));
        let kernel = mix(&a, &b, gain, &mut y);
        on.default_view().parallel_for_each(1001, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn sieve_marks_flags() {
    let is_prime = |n: usize| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
    let expected: Vec<bool> = (0..1000).map(|n| !is_prime(n)).collect();
    on_each(|on| {
        // Several work-items mark one number, which the checked accelerator reports as a race of equal values.
        if *on == Accelerator::cpu_checked() {
            return;
        }
        let mut composite = ArrayViewMut::<bool, 1>::without_source([1000]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let n = i[0];
            if n < 2 {
                composite[n] = true;
            } else if n < 32 {
                let mut multiple = n * n;
                while multiple < 1000 {
                    composite[multiple] = true;
                    multiple += n;
                }
            }
        });
        on.default_view().parallel_for_each(1000, kernel).unwrap();
        assert_eq!(composite.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u8)]
enum Cell {
    Dead,
    Alive,
}

#[device]
fn next(cells: &ArrayView<Cell, 2>, row: usize, column: usize) -> Cell {
    let [rows, columns] = [cells.extent()[0], cells.extent()[1]];
    let mut count = 0u8;
    for y in 0..3 {
        for x in 0..3 {
            let neighbour = cells[[(row + rows + y - 1) % rows, (column + columns + x - 1) % columns]];
            if (y, x) != (1, 1) && neighbour == Cell::Alive {
                count += 1;
            }
        }
    }
    match (cells[[row, column]], count) {
        (Cell::Alive, 2 | 3) | (Cell::Dead, 3) => Cell::Alive,
        _ => Cell::Dead,
    }
}

#[kernel]
fn generation(i: Index<2>, cells: &ArrayView<Cell, 2>, y: &mut ArrayViewMut<Cell, 2>) {
    y[i] = next(cells, i[0], i[1]);
}

#[test]
fn game_of_life_runs_on_cells_of_a_byte() {
    let start: Vec<Cell> =
        noise(21 * 13).into_iter().map(|it| if it > 160 { Cell::Alive } else { Cell::Dead }).collect();
    let mut expected = start.clone();
    for _ in 0..4 {
        let cells = ArrayView::with_extent([21, 13], &expected).unwrap();
        expected = (0..21 * 13).map(|k| next(&cells, k / 13, k % 13)).collect();
    }
    on_each(|on| {
        let mut now = ArrayViewMut::from_vec([21, 13], start.clone()).unwrap();
        let mut later = ArrayViewMut::without_source([21, 13]).unwrap();
        for _ in 0..4 {
            on.default_view().parallel_for_each([21, 13], generation(&now.as_view(), &mut later)).unwrap();
            std::mem::swap(&mut now, &mut later);
        }
        assert_eq!(now.to_vec().unwrap(), expected);
    });
}

#[test]
fn cipher_works_in_place() {
    let (text, key) = (noise(777), *b"secret!");
    let expected: Vec<u8> = text.iter().enumerate().map(|(k, it)| it ^ key[k % 7]).collect();
    on_each(|on| {
        let mut own = text.clone();
        let mut bytes = ArrayViewMut::new(&mut own);
        let key = key;
        on.default_view().parallel_for_each(777, amp!(|i: Index<1>| bytes[i] ^= key[i[0] % 7])).unwrap();
        bytes.finish().unwrap();
        assert_eq!(own, expected);
    });
}

#[test]
fn half_words_are_swapped() {
    let words: Vec<u16> = (0..101).map(|k| k * 613).collect();
    let expected: Vec<u16> = words.iter().map(|it| it.swap_bytes()).rev().collect();
    on_each(|on| {
        let x = ArrayView::new(&words);
        let mut y = ArrayViewMut::without_source([101]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let [low, high] = x[100 - i[0]].to_le_bytes();
            y[i] = u16::from_le_bytes([high, low]);
        });
        on.default_view().parallel_for_each(101, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
