//! What run-time tests share: every accelerator that is there, by name, and a visible word about what is not.

use amp::prelude::*;

/// Runs `test` on each accelerator. Says which kind is missing; where a GPU is promised (`AMP_REQUIRE_GPU=1`), fails.
pub fn on_each(mut test: impl FnMut(&Accelerator)) {
    let all = Accelerator::all();
    let gpus = all.iter().filter(|accelerator| !accelerator.device_path().starts_with("cpu")).count();
    if gpus == 0 {
        assert!(
            std::env::var_os("AMP_REQUIRE_GPU").is_none_or(|v| v == "0"),
            "no GPU, and AMP_REQUIRE_GPU is set"
        );
        eprintln!("skipped: there is no GPU and no software driver on this machine");
    }
    for accelerator in &all {
        eprintln!("on {}", accelerator.description());
        test(accelerator);
    }
}

/// Numbers that look random and are the same each time.
pub fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_769).max(1);
    (0..count)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 8) as f32 / 16_777_216.0
        })
        .collect()
}

/// Whether two lists of numbers agree, but for rounding.
pub fn close(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-4 * a.abs().max(b.abs()).max(1.0))
}

/// A device trait of another crate than its implementors': one body of its own.
#[device]
pub trait Measured {
    /// How much.
    fn measure(self) -> f32;

    /// Once more, and what is added.
    fn doubled(self, more: f32) -> f32 {
        twice(self.measure()) + more
    }
}

#[device]
fn twice(x: f32) -> f32 {
    x * 2.0
}

/// A device function of another crate than its callers': the mean of an element and its neighbours.
#[device]
pub fn mean_around(v: &ArrayView<f32>, at: usize) -> f32 {
    let last = v.extent()[0] - 1;
    let (before, after) = (if at == 0 { at } else { at - 1 }, if at < last { at + 1 } else { at });
    (v[before] + v[at] + v[after]) / 3.0
}

/// And one that takes a closure: how many elements it says yes to.
#[device]
pub fn count_where<T: Scalar>(v: &ArrayView<T>, yes: impl Fn(T) -> bool) -> u32 {
    let mut count = 0;
    for k in 0..v.extent()[0] {
        if yes(v[k]) {
            count += 1;
        }
    }
    count
}
