//! Non-cryptographic hashes, after xxHash, MurmurHash3 and the crate `fnv`.
//!
//! Uses a trait of hashers, `chunks_exact` with `remainder`, `from_le_bytes`, `fold` over bytes, and `rev`.

use amp::prelude::*;

use super::on_each_queue;

#[device]
trait Hash32 {
    fn hash(bytes: &[u8], seed: u32) -> u32;
}

#[derive(Clone, Copy, GpuType)]
struct Fnv1a;

#[derive(Clone, Copy, GpuType)]
struct Murmur3;

#[derive(Clone, Copy, GpuType)]
struct XxHash;

#[derive(Clone, Copy, GpuType)]
struct Adler;

#[device]
impl Hash32 for Fnv1a {
    fn hash(bytes: &[u8], seed: u32) -> u32 {
        bytes
            .iter()
            .fold(0x811c_9dc5 ^ seed, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}

#[device]
impl Murmur3 {
    const C1: u32 = 0xcc9e_2d51;
    const C2: u32 = 0x1b87_3593;

    fn mix(k: u32) -> u32 {
        k.wrapping_mul(Self::C1).rotate_left(15).wrapping_mul(Self::C2)
    }

    fn finish(mut h: u32) -> u32 {
        h ^= h >> 16;
        h = h.wrapping_mul(0x85eb_ca6b);
        h ^= h >> 13;
        h = h.wrapping_mul(0xc2b2_ae35);
        h ^ h >> 16
    }
}

#[device]
impl Hash32 for Murmur3 {
    fn hash(bytes: &[u8], seed: u32) -> u32 {
        let mut hash = seed;
        let chunks = bytes.chunks_exact(4);
        let tail = chunks.remainder();
        for chunk in chunks {
            let k = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
            hash = (hash ^ Self::mix(k)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
        }
        let k = tail.iter().rev().fold(0, |k, &byte| k << 8 | byte as u32);
        if !tail.is_empty() {
            hash ^= Self::mix(k);
        }
        Self::finish(hash ^ bytes.len() as u32)
    }
}

const PRIMES: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];

#[device]
fn read_u32(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().unwrap())
}

#[device]
fn round(lane: u32, input: u32) -> u32 {
    lane.wrapping_add(input.wrapping_mul(PRIMES[1])).rotate_left(13).wrapping_mul(PRIMES[0])
}

#[device]
impl Hash32 for XxHash {
    fn hash(bytes: &[u8], seed: u32) -> u32 {
        let mut hash = seed.wrapping_add(PRIMES[4]);
        let mut rest = bytes;
        if rest.len() >= 16 {
            let mut lanes = [
                seed.wrapping_add(PRIMES[0]).wrapping_add(PRIMES[1]),
                seed.wrapping_add(PRIMES[1]),
                seed,
                seed.wrapping_sub(PRIMES[0]),
            ];
            while rest.len() >= 16 {
                let (stripe, tail) = rest.split_at(16);
                for (lane, word) in lanes.iter_mut().zip(stripe.chunks_exact(4)) {
                    *lane = round(*lane, read_u32(word));
                }
                rest = tail;
            }
            hash = lanes
                .iter()
                .zip([1, 7, 12, 18])
                .fold(0u32, |sum, (lane, bits)| sum.wrapping_add(lane.rotate_left(bits)));
        }
        hash = hash.wrapping_add(bytes.len() as u32);
        while let [a, b, c, d, tail @ ..] = rest {
            let word = u32::from_le_bytes([*a, *b, *c, *d]);
            hash = hash.wrapping_add(word.wrapping_mul(PRIMES[2])).rotate_left(17).wrapping_mul(PRIMES[3]);
            rest = tail;
        }
        for &byte in rest {
            hash = hash
                .wrapping_add(u32::from(byte).wrapping_mul(PRIMES[4]))
                .rotate_left(11)
                .wrapping_mul(PRIMES[0]);
        }
        hash = (hash ^ (hash >> 15)).wrapping_mul(PRIMES[1]);
        hash = (hash ^ (hash >> 13)).wrapping_mul(PRIMES[2]);
        hash ^ (hash >> 16)
    }
}

#[device]
impl Hash32 for Adler {
    fn hash(bytes: &[u8], seed: u32) -> u32 {
        let (a, b) = bytes.iter().fold((1, seed % 65_521), |(a, b), &byte| {
            let a = (a + u32::from(byte)) % 65_521;
            (a, (a + b) % 65_521)
        });
        b << 16 | a
    }
}

#[device]
fn all_hashes(bytes: &[u8], seed: u32) -> [u32; 4] {
    [
        Fnv1a::hash(bytes, seed),
        Murmur3::hash(bytes, seed),
        XxHash::hash(bytes, seed),
        Adler::hash(bytes, seed),
    ]
}

#[kernel]
fn hash_prefixes(i: Index<1>, text: &ArrayView<u8>, hashes: &mut ArrayViewMut<[u32; 4]>) {
    hashes[i] = all_hashes(&text[..i[0]], 7);
}

#[test]
fn hashes_are_those_of_the_host() {
    assert_eq!(Fnv1a::hash(b"foobar", 0), 0xbf9c_f968);
    assert_eq!(Murmur3::hash(b"Hello, world!", 0x9747_b28c), 0x2488_4cba);
    assert_eq!(XxHash::hash(b"", 0), 0x02cc_5d05);
    assert_eq!(XxHash::hash(b"abc", 0), 0x32d1_53ff);
    assert_eq!(Adler::hash(b"Wikipedia", 0), 0x11e6_0398);
    let text: Vec<u8> = (0..80).map(|k| (k * 37 % 251) as u8).collect();
    let expected: Vec<_> = (0..80).map(|k| all_hashes(&text[..k], 7)).collect();
    on_each_queue(|queue| {
        let mut hashes = ArrayViewMut::without_source([80])?;
        queue.parallel_for_each(80, hash_prefixes(&ArrayView::new(&text), &mut hashes))?;
        assert_eq!(hashes.to_vec()?, expected);
        Ok(())
    });
}
