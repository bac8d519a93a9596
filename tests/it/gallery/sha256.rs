//! SHA-256, after the crate `sha2` and RFC 6234.
//!
//! Uses `chunks_exact` with `try_into`, an array pattern of eight mutable names, byte string tables, `windows`-like indices,
//! `iter_mut` with `zip`, and big-endian bytes.

use amp::prelude::*;

use super::on_each_queue;

const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

const INITIAL: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

#[derive(Clone, Copy, GpuType)]
struct Sha256 {
    state: [u32; 8],
    buffer: [u8; 64],
    length: usize,
}

#[device]
fn schedule(block: &[u8; 64]) -> [u32; 64] {
    let mut w = [0; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().unwrap());
    }
    for i in 16..64 {
        let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
        let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    w
}

#[device]
fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (w, k) in schedule(block).into_iter().zip(K) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(k).wrapping_add(w);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let t2 = s0.wrapping_add(majority);
        h = g;
        g = f;
        f = e;
        e = d.wrapping_add(t1);
        d = c;
        c = b;
        b = a;
        a = t1.wrapping_add(t2);
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.wrapping_add(v);
    }
}

#[device]
impl Default for Sha256 {
    fn default() -> Self {
        Self { state: INITIAL, buffer: [0; 64], length: 0 }
    }
}

#[device]
impl Sha256 {
    fn update(&mut self, data: &[u8]) {
        for &byte in data {
            self.buffer[self.length % 64] = byte;
            self.length += 1;
            if self.length % 64 == 0 {
                compress(&mut self.state, &self.buffer);
            }
        }
    }

    fn finish(mut self) -> [u8; 32] {
        let bits = self.length as u32 * 8;
        self.update(&[0x80]);
        while self.length % 64 != 60 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut digest = [0; 32];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        digest
    }
}

#[device]
fn digest(data: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::default();
    hasher.update(data);
    hasher.finish()
}

/// The double hash of a message with a nonce, as of a coin miner.
#[device]
fn mined(message: &[u8], nonce: u32) -> [u8; 32] {
    let mut hasher = Sha256::default();
    hasher.update(message);
    hasher.update(&nonce.to_le_bytes());
    digest(&hasher.finish())
}

#[kernel]
fn mine(i: Index<1>, message: &ArrayView<u8>, digests: &mut ArrayViewMut<[u8; 32]>) {
    digests[i] = mined(&message[..], i[0] as u32);
}

#[test]
fn digests_are_those_of_the_standard() {
    let hex: String = digest(b"abc").iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let message: Vec<u8> = (0..75).collect();
    let expected: Vec<_> = (0..20).map(|nonce| mined(&message, nonce)).collect();
    on_each_queue(|queue| {
        let mut digests = ArrayViewMut::without_source([20])?;
        queue.parallel_for_each(20, mine(&ArrayView::new(&message), &mut digests))?;
        assert_eq!(digests.to_vec()?, expected);
        Ok(())
    });
}
