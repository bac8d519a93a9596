//! Option prices, after `BlackScholes` of the CUDA samples.
//!
//! Uses `rev` and `fold` over a table of coefficients, an enum with methods, `Option`, and a search with `?`.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u32)]
enum Right {
    Call,
    Put,
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Contract {
    right: Right,
    spot: f32,
    strike: f32,
    years: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Quote {
    price: f32,
    delta: f32,
    volatility: f32,
}

/// Abramowitz and Stegun, 26.2.17.
const COEFFICIENTS: [f32; 5] = [0.319_381_53, -0.356_563_78, 1.781_477_9, -1.821_255_9, 1.330_274_4];
const ONE_OVER_SQRT_TAU: f32 = 0.398_942_3;

#[device]
fn density(x: f32) -> f32 {
    ONE_OVER_SQRT_TAU * (-x * x / 2.0).exp()
}

#[device]
fn cumulative(x: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * k);
    let tail = density(x) * polynomial;
    if x.is_sign_positive() { 1.0 - tail } else { tail }
}

#[device]
impl Contract {
    fn d1_d2(&self, rate: f32, volatility: f32) -> (f32, f32) {
        let deviation = volatility * self.years.sqrt();
        let d1 =
            ((self.spot / self.strike).ln() + (rate + volatility.powi(2) / 2.0) * self.years) / deviation;
        (d1, d1 - deviation)
    }

    fn price(&self, rate: f32, volatility: f32) -> f32 {
        let (d1, d2) = self.d1_d2(rate, volatility);
        let discounted = self.strike * (-rate * self.years).exp();
        match self.right {
            Right::Call => self.spot * cumulative(d1) - discounted * cumulative(d2),
            Right::Put => discounted * cumulative(-d2) - self.spot * cumulative(-d1),
        }
    }

    fn delta(&self, rate: f32, volatility: f32) -> f32 {
        let (d1, _) = self.d1_d2(rate, volatility);
        cumulative(d1) - if self.right == Right::Put { 1.0 } else { 0.0 }
    }

    /// The volatility that explains a price, by bisection.
    fn implied_volatility(&self, price: f32, rate: f32) -> Option<f32> {
        let (mut low, mut high) = (0.01, 4.0);
        let above = |volatility| self.price(rate, volatility) > price;
        if above(low) || !above(high) {
            return None;
        }
        for _ in 0..24 {
            let middle = f32::midpoint(low, high);
            if above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(low)
    }

    fn quote(&self, rate: f32, volatility: f32) -> Option<Quote> {
        let price = self.price(rate, volatility);
        let implied = self.implied_volatility(price, rate)?;
        Some(Quote { price, delta: self.delta(rate, volatility), volatility: implied })
    }
}

#[kernel]
fn quote_all(
    i: Index<1>,
    rate: f32,
    volatility: f32,
    contracts: &ArrayView<Contract>,
    quotes: &mut ArrayViewMut<Quote>,
) {
    quotes[i] = contracts[i].quote(rate, volatility).unwrap_or_default();
}

#[test]
fn quotes_are_those_of_the_host() {
    let contracts: Vec<_> = (0..200)
        .map(|k| Contract {
            right: if k % 3 == 0 { Right::Put } else { Right::Call },
            spot: 80.0 + k as f32 / 4.0,
            strike: 100.0,
            years: 0.25 + (k % 7) as f32 / 4.0,
        })
        .collect();
    let expected: Vec<Quote> = contracts.iter().map(|c| c.quote(0.02, 0.3).unwrap_or_default()).collect();
    assert!(expected.iter().filter(|quote| (quote.volatility - 0.3).abs() < 0.01).count() > 100);
    on_each_queue(|queue| {
        let mut quotes = ArrayViewMut::without_source([contracts.len()])?;
        queue.parallel_for_each(
            contracts.len(),
            quote_all(0.02, 0.3, &ArrayView::new(&contracts), &mut quotes),
        )?;
        for (quote, host) in quotes.to_vec()?.iter().zip(&expected) {
            assert!((quote.price - host.price).abs() < 1e-3, "{quote:?}, {host:?}");
            assert!((quote.delta - host.delta).abs() < 1e-4, "{quote:?}, {host:?}");
            assert!((quote.volatility - host.volatility).abs() < 1e-2, "{quote:?}, {host:?}");
        }
        Ok(())
    });
}
