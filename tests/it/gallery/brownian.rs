//! Paths of Brownian motion and prices of barrier options, after `MonteCarlo` of the CUDA samples and QuantLib.
//!
//! Uses `scan`, `take_while`, `fold` with `f32::max`, an enum of payoffs with fields, and a
//! generic function over `impl FnMut`.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, GpuType)]
struct Noise {
    state: u32,
}

#[device]
impl Noise {
    /// A number of about normal distribution: the sum of twelve uniform numbers.
    fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.uniform()).sum::<f32>() - 6.0
    }

    fn uniform(&mut self) -> f32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state >> 8) as f32 / 16_777_216.0
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Walk {
    noise: Noise,
    value: f32,
    drift: f32,
    deviation: f32,
}

#[device]
impl Walk {
    fn step(&mut self) -> f32 {
        self.value *= (self.drift + self.deviation * self.noise.normal()).exp();
        self.value
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
enum Payoff {
    European { strike: f32 },
    Asian { strike: f32 },
    KnockOut { strike: f32, barrier: f32 },
    Lookback,
}

const STEPS: usize = 20;

#[device]
impl Payoff {
    fn of(self, mut walk: Walk) -> f32 {
        let path: [f32; STEPS] = std::array::from_fn(|_| walk.step());
        match self {
            Payoff::European { strike } => (path.last().copied().unwrap_or_default() - strike).max(0.0),
            Payoff::Asian { strike } => (path.iter().sum::<f32>() / STEPS as f32 - strike).max(0.0),
            Payoff::KnockOut { strike, barrier } => {
                let mut end = 0.0;
                for price in path {
                    if price >= barrier {
                        return 0.0;
                    }
                    end = price;
                }
                f32::max(end - strike, 0.0)
            }
            Payoff::Lookback => {
                let (low, last) =
                    path.iter().fold((f32::INFINITY, 0.0), |(low, _), &price| (low.min(price), price));
                last - low
            }
        }
    }
}

#[device]
fn walk(seed: u32) -> Walk {
    let noise = Noise { state: seed.wrapping_mul(747_796_405) };
    Walk { noise, value: 100.0, drift: 1e-3, deviation: 0.02 }
}

/// A bridge that returns to zero, and the first step at which it passes a level.
#[device]
fn bridge(seed: u32, level: f32) -> (f32, usize) {
    let mut noise = Noise { state: seed };
    let steps: [f32; STEPS] = std::array::from_fn(|_| noise.normal());
    let mean = steps.iter().sum::<f32>() / STEPS as f32;
    let mut height = 0.0;
    let heights = steps.map(|step| {
        height += step - mean;
        height
    });
    let highest = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let first = steps.iter().scan(0.0, |height, step| {
        *height += step - mean;
        Some(*height)
    });
    (highest, first.take_while(|height| *height <= level).count())
}

#[device]
fn mean(count: u32, mut sample: impl FnMut(u32) -> f32) -> f32 {
    (0..count).map(|k| sample(k)).sum::<f32>() / count as f32
}

#[device]
fn prices(seed: u32) -> [f32; 4] {
    let payoffs = [
        Payoff::European { strike: 101.0 },
        Payoff::Asian { strike: 99.5 },
        Payoff::KnockOut { strike: 98.0, barrier: 110.0 },
        Payoff::Lookback,
    ];
    payoffs.map(|payoff| mean(8, |k| payoff.of(walk(seed * 8 + k))))
}

#[kernel]
fn simulate(
    i: Index<1>,
    results: &mut ArrayViewMut<[f32; 4]>,
    highest: &mut ArrayViewMut<f32>,
    passed: &mut ArrayViewMut<i32>,
) {
    results[i] = prices(i[0] as u32);
    let (high, first) = bridge(i[0] as u32, 2.0);
    highest[i] = high;
    passed[i] = first as i32;
}

#[test]
fn prices_are_those_of_the_host() {
    on_each_queue(|queue| {
        let mut results = ArrayViewMut::without_source([30])?;
        let mut highest = ArrayViewMut::without_source([30])?;
        let mut passed = ArrayViewMut::without_source([30])?;
        queue.parallel_for_each(30, simulate(&mut results, &mut highest, &mut passed))?;
        for seed in 0..30 {
            let (high, first) = bridge(seed as u32, 2.0);
            assert!(
                results[seed].iter().zip(prices(seed as u32)).all(|(a, b)| (a - b).abs() < 1e-2),
                "{seed}"
            );
            assert!((highest[seed] - high).abs() < 1e-4);
            assert_eq!(passed[seed], first as i32);
        }
        Ok(())
    });
}
