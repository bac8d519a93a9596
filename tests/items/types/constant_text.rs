//! Text as a parameter, a variable and an item; tables of references to arrays; slices of slices as parameters; empty
//! slices as arguments.

use amp::prelude::*;
use amp_tests::on_each;

const MAZE: [&[u8; 4]; 3] = [b"..#.", b"#...", b".#.#"];
static ROWS: [(&[i32; 3], u32); 2] = [(&[1, -2, 3], 4), (&[7, 8, -9], 5)];
const NAMES: [&str; 4] = ["x", "position", "", "velocity"];
const PAIRS: [(&str, u32); 3] = [("one", 1), ("two", 2), ("three", 3)];

#[derive(Clone, Copy, GpuType)]
struct Djb(u32);

#[device]
trait Digest {
    fn start(seed: u32) -> Self;
    fn add(self, text: &str) -> Self;
}

#[device]
impl Digest for Djb {
    fn start(seed: u32) -> Self {
        Djb(seed)
    }

    fn add(self, text: &str) -> Self {
        let mut hash = self.0;
        for byte in text.bytes() {
            hash = hash.wrapping_mul(33) ^ u32::from(byte);
        }
        Djb(hash)
    }
}

#[device]
impl Djb {
    fn named(&self, text: &str, by: u32) -> u32 {
        self.0 % 100 + text.len() as u32 * by
    }
}

#[device]
fn hashed<H: Digest>(text: &str, seed: u32) -> H {
    H::start(seed).add(text).add("end")
}

#[device]
fn digits(text: &str) -> u32 {
    text.bytes().map(|byte| u32::from(byte % 16)).sum::<u32>() + text.as_bytes().len() as u32
}

#[device]
fn longest(words: &[&str]) -> usize {
    words.iter().map(|word| word.len()).max().unwrap_or(0)
}

#[device]
fn saved(words: &[&[u8]]) -> usize {
    words.windows(2).map(|pair| pair[0].iter().zip(pair[1]).take_while(|(x, y)| x == y).count()).sum()
}

#[device]
fn total(items: &[u32], weights: &[f32]) -> u32 {
    items.iter().sum::<u32>() + weights.len() as u32
}

#[device]
fn value_of(pairs: &[(&str, u32)], wanted: &str) -> Option<u32> {
    pairs.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value)
}

const WORDS: [&[u8]; 5] = [b"car", b"card", b"cardigan", b"care", b"dog"];

#[device]
fn evaluated(i: u32) -> u32 {
    let k = i as usize;
    let row = MAZE[k % 3];
    let mut sum = u32::from(MAZE[k % 3][k % 4]) + u32::from(row[(k + 1) % 4]);
    for (cells, weight) in ROWS {
        sum += cells.iter().map(|v| v.unsigned_abs()).sum::<u32>() * weight;
        sum += cells[k % 3].unsigned_abs();
    }
    for line in MAZE {
        for &cell in line {
            sum = sum.wrapping_mul(3) + u32::from(cell);
        }
    }
    let name = NAMES[k % 4];
    sum = sum.wrapping_add(hashed::<Djb>(name, i).named(name, 7));
    sum = sum.wrapping_add(digits("0123") + digits(name));
    let word = match i % 3 {
        0 => "zero",
        1 => "one",
        _ => "",
    };
    sum = sum.wrapping_add(digits(word) + longest(&NAMES[k % 3..]) as u32 + saved(&WORDS[k % 3..]) as u32);
    sum = sum.wrapping_add(total(&[], &[1.5, 2.0]) + total(&[i], &[]));
    let same = name == "position" || name.is_empty();
    sum.wrapping_add(u32::from(same) + value_of(&PAIRS, word).unwrap_or(50))
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = evaluated(i[0] as u32);
}

#[test]
fn text_and_tables_are_values() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator.default_view().parallel_for_each(64, all(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..64).map(evaluated).collect::<Vec<_>>());
    });
}
const DIRECTIONS: [&[u32; 2]; 2] = [&[1, 2], &[3, 4]];
const SIZES: [(&[i32; 3], u32); 2] = [(&[1, -2, 3], 4), (&[7, 8, -9], 5)];
const SIDE: usize = 30;

/// The references live across a barrier, so the CPU stores one for each work-item. The size of a tile calls a `const fn`.
#[kernel(tile = [SIDE.div_ceil(4)])]
fn across_barriers(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut line: [u32; 8];
    let (me, k) = (t.local[0], t.global[0] % 2);
    let direction = DIRECTIONS[k];
    let (sizes, weight) = SIZES[k];
    let second = (k == 1).then_some(DIRECTIONS[1]);
    let name = NAMES[t.global[0] % 4];
    line[me] = direction[0];
    t.barrier.wait();
    let own = direction[1] + 10 * weight + 100 * sizes[2].unsigned_abs() + 1000 * digits(name);
    y[t.global] = own + 10_000 * line[7 - me] + 100_000 * second.map_or(0, |pair| pair[1]);
}

#[test]
fn references_live_across_barriers() {
    let expected = |n: usize| {
        let k = n % 2;
        let (sizes, weight) = SIZES[k];
        let own = DIRECTIONS[k][1] + 10 * weight + 100 * sizes[2].unsigned_abs();
        let of_tile = 10_000 * DIRECTIONS[1 - k][0] + if k == 1 { 400_000 } else { 0 };
        own + 1000 * digits(NAMES[n % 4]) + of_tile
    };
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let domain = y.extent().tile([SIDE.div_ceil(4)]).unwrap();
        accelerator.default_view().parallel_for_each(domain, across_barriers(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..32).map(expected).collect::<Vec<_>>());
    });
}
