//! A counter-based generator and normal numbers, after cuRAND's Philox4x32-10 and Random123.
//!
//! Uses widening multiplication, arrays as counters with `iter_mut` and a carry, and an `Option` that caches the second result.

use std::f32::consts::TAU;

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, GpuType)]
struct Philox {
    counter: [u32; 4],
    key: [u32; 2],
    block: [u32; 4],
    used: usize,
    spare: Option<f32>,
}

const MULTIPLIERS: (u32, u32) = (0xd251_1f53, 0xcd9e_8d57);
const WEYL: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];

/// The high and the low half of a product, without `u64`.
#[device]
const fn mul_hi_lo(a: u32, b: u32) -> (u32, u32) {
    let [al, ah, bl, bh] = [a & 0xffff, a >> 16, b & 0xffff, b >> 16];
    let middle = al * bh + (al * bl >> 16);
    let high = ah * bh + (middle >> 16) + ((ah * bl + (middle & 0xffff)) >> 16);
    (high, a.wrapping_mul(b))
}

#[device]
fn rounds(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..10 {
        if round > 0 {
            key.iter_mut().zip(WEYL).for_each(|(k, w)| *k = k.wrapping_add(w));
        }
        let (hi0, lo0) = mul_hi_lo(MULTIPLIERS.0, counter[0]);
        let (hi1, lo1) = mul_hi_lo(MULTIPLIERS.1, counter[2]);
        counter = [hi1 ^ counter[1] ^ key[0], lo1, hi0 ^ counter[3] ^ key[1], lo0];
    }
    counter
}

#[device]
impl Philox {
    fn new(seed: u32, stream: u32) -> Self {
        Philox { counter: [0, 0, stream, 0], key: [seed, 0], block: [0; 4], used: 4, spare: None }
    }

    fn increment(&mut self) {
        for word in &mut self.counter {
            let (sum, carry) = word.overflowing_add(1);
            *word = sum;
            if !carry {
                break;
            }
        }
    }

    fn next_u32(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = rounds(self.counter, self.key);
            self.increment();
            self.used = 0;
        }
        let value = self.block[self.used];
        self.used += 1;
        value
    }

    fn uniform(&mut self) -> f32 {
        self.next_u32() as f32 * 2f32.powi(-32) + 2f32.powi(-33)
    }

    /// A normal number by the method of Box and Muller, which makes two.
    fn normal(&mut self) -> f32 {
        self.spare.take().unwrap_or_else(|| {
            let (u, v) = (self.uniform(), self.uniform());
            let radius = (-2.0 * u.ln()).sqrt();
            let (sin, cos) = (TAU * v).sin_cos();
            self.spare = Some(radius * sin);
            radius * cos
        })
    }
}

/// The mean and the variance of normal numbers, by Welford's method.
#[device]
fn moments(rng: &mut Philox, count: u32) -> (f32, f32) {
    let (mut mean, mut squares) = (0.0, 0.0);
    for n in 1..=count {
        let x = rng.normal();
        let delta = x - mean;
        mean += delta / n as f32;
        squares += delta * (x - mean);
    }
    (mean, squares / (count - 1) as f32)
}

#[kernel]
fn statistics(i: Index<1>, words: &mut ArrayViewMut<[u32; 3]>, results: &mut ArrayViewMut<Vec2>) {
    let mut rng = Philox::new(2024, i[0] as u32);
    words[i] = std::array::from_fn(|_| rng.next_u32());
    let (mean, variance) = moments(&mut rng, 64);
    results[i] = Vec2::new(mean, variance);
}

#[test]
fn numbers_are_those_of_the_host() {
    assert_eq!(rounds([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    assert_eq!(mul_hi_lo(0xdead_beef, 0xcafe_f00d).0, ((0xdead_beef_u64 * 0xcafe_f00d) >> 32) as u32);
    on_each_queue(|queue| {
        let mut words = ArrayViewMut::without_source([40])?;
        let mut results = ArrayViewMut::without_source([40])?;
        queue.parallel_for_each(40, statistics(&mut words, &mut results))?;
        let (words, results) = (words.to_vec()?, results.to_vec()?);
        for stream in 0..40 {
            let mut rng = Philox::new(2024, stream as u32);
            assert_eq!(words[stream], [rng.next_u32(), rng.next_u32(), rng.next_u32()]);
            let (mean, variance) = moments(&mut rng, 64);
            assert!(results[stream].abs_diff_eq(Vec2::new(mean, variance), 1e-3));
        }
        Ok(())
    });
}
