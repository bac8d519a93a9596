//! Random generators, after the crates `rand`, `rand_xoshiro` and `rand_pcg`.
//!
//! Uses traits with an associated type and default methods, generators of `u64`, a generic function over a generator,
//! `Range` parameters, a Fisher-Yates shuffle, and rejection in a `loop`.

use std::ops::Range;

use amp::prelude::*;

use super::on_each_queue;

#[device]
trait RngCore {
    fn next_u32(&mut self) -> u32;

    fn next_f32(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    fn chance(&mut self, p: f32) -> bool {
        self.next_f32() < p
    }

    fn gen_range(&mut self, range: Range<u32>) -> u32 {
        let span = range.end - range.start;
        let zone = u32::MAX - u32::MAX % span;
        loop {
            let value = self.next_u32();
            if value < zone {
                return range.start + value % span;
            }
        }
    }
}

#[device]
trait SeedableRng: RngCore + Sized {
    type Seed;

    fn from_seed(seed: Self::Seed) -> Self;

    fn seed_from_u32(seed: u32) -> Self;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct Xoshiro128 {
    s: [u32; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct Pcg32 {
    state: u64,
    increment: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct SplitMix(u32);

#[device]
impl SplitMix {
    const GAMMA: u32 = 0x9e37_79b9;

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(Self::GAMMA);
        let mut z = self.0;
        z = (z ^ (z >> 16)).wrapping_mul(0x85eb_ca6b);
        z = (z ^ (z >> 13)).wrapping_mul(0xc2b2_ae35);
        z ^ (z >> 16)
    }
}

#[device]
impl RngCore for Xoshiro128 {
    fn next_u32(&mut self) -> u32 {
        let result = self.s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = self.s[1] << 9;
        self.s[2] ^= self.s[0];
        self.s[3] ^= self.s[1];
        self.s[1] ^= self.s[2];
        self.s[0] ^= self.s[3];
        self.s[2] ^= t;
        self.s[3] = self.s[3].rotate_left(11);
        result
    }
}

#[device]
impl SeedableRng for Xoshiro128 {
    type Seed = [u32; 4];

    fn from_seed(seed: Self::Seed) -> Self {
        if seed == [0; 4] { Self::seed_from_u32(0) } else { Self { s: seed } }
    }

    fn seed_from_u32(seed: u32) -> Self {
        let mut mix = SplitMix(seed);
        Self { s: std::array::from_fn(|_| mix.next()) }
    }
}

#[device]
impl RngCore for Pcg32 {
    fn next_u32(&mut self) -> u32 {
        const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(self.increment | 1);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }
}

#[device]
impl SeedableRng for Pcg32 {
    type Seed = (u64, u64);

    fn from_seed((state, stream): Self::Seed) -> Self {
        let mut rng = Pcg32 { state: 0, increment: stream << 1 | 1 };
        rng.next_u32();
        rng.state = rng.state.wrapping_add(state);
        rng.next_u32();
        rng
    }

    fn seed_from_u32(seed: u32) -> Self {
        Self::from_seed((seed.into(), 0xda3e_39cb_94b9_5bdb))
    }
}

#[device]
fn shuffled<R: RngCore, const N: usize>(mut cards: [u8; N], rng: &mut R) -> [u8; N] {
    for i in (1..cards.len()).rev() {
        let j = rng.gen_range(0..i as u32 + 1) as usize;
        cards.swap(i, j);
    }
    cards
}

#[device]
fn inside_circle<R: SeedableRng>(seed: u32, samples: usize) -> usize {
    let mut rng = R::seed_from_u32(seed);
    (0..samples).filter(|_| rng.next_f32().powi(2) + rng.next_f32().powi(2) < 1.0).count()
}

#[device]
fn deal(seed: u32) -> [u8; 8] {
    let mut rng = Xoshiro128::seed_from_u32(seed);
    let flip = rng.chance(0.5);
    let mut hand = shuffled([1, 2, 3, 4, 5, 6, 7, 8], &mut rng);
    if flip {
        hand.reverse();
    }
    hand
}

#[kernel]
fn sample(i: Index<1>, hands: &mut ArrayViewMut<[u8; 8]>, counts: &mut ArrayViewMut<u32>) {
    hands[i] = deal(i[0] as u32);
    counts[i] = inside_circle::<Xoshiro128>(i[0] as u32, 100) as u32;
}

#[kernel]
fn sample_wide(i: Index<1>, counts: &mut ArrayViewMut<u32>) {
    counts[i] = inside_circle::<Pcg32>(i[0] as u32, 100) as u32;
}

#[test]
fn samples_are_those_of_the_host() {
    let mut reference = Pcg32::from_seed((42, 54));
    assert_eq!([(); 3].map(|()| reference.next_u32()), [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330]);
    let mut reference = Xoshiro128::from_seed([1, 2, 3, 4]);
    assert_eq!([(); 3].map(|()| reference.next_u32()), [11520, 0, 5_927_040]);
    let hosts: Vec<_> = (0..50).map(deal).collect();
    let inside: Vec<_> = (0..50).map(|seed| inside_circle::<Xoshiro128>(seed, 100) as u32).collect();
    on_each_queue(|queue| {
        let mut hands = ArrayViewMut::without_source([50])?;
        let mut counts = ArrayViewMut::without_source([50])?;
        queue.parallel_for_each(50, sample(&mut hands, &mut counts))?;
        assert_eq!(hands.to_vec()?, hosts);
        assert_eq!(counts.to_vec()?, inside);
        Ok(())
    });
    let inside: Vec<_> = (0..50).map(|seed| inside_circle::<Pcg32>(seed, 100) as u32).collect();
    on_each_queue(|queue| {
        let mut counts = ArrayViewMut::without_source([50])?;
        queue.parallel_for_each(50, sample_wide(&mut counts))?;
        assert_eq!(counts.to_vec()?, inside);
        Ok(())
    });
}
