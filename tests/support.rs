//! Helpers of the run-time tests: a loop over the accelerators of the machine, test data, and device functions
//! that tests call from another crate.

use amp::prelude::*;

/// Runs `test` on each accelerator. Prints a line if there is no GPU, or fails if `AMP_REQUIRE_GPU=1` requires one.
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
    let checked = |accelerator: &&Accelerator| **accelerator == Accelerator::cpu_checked();
    assert!(all.iter().any(|accelerator| checked(&accelerator)), "the checked accelerator is missing");
    // `AMP_SCHEDULE_SEED` changes the order of work-items on the checked accelerator only. So with a seed, the
    // tests skip all others.
    let only_checked = std::env::var_os("AMP_SCHEDULE_SEED").is_some();
    for accelerator in all.iter().filter(|accelerator| !only_checked || checked(accelerator)) {
        eprintln!("on {}", accelerator.description());
        test(accelerator);
    }
}

/// Runs the tests in `modules` of this binary again on the checked accelerator, with two other orders of
/// work-items. No result may depend on the order. The tests in the module `checked` are skipped, because they
/// expect the default order.
pub fn in_any_order(modules: &[&str]) {
    for seed in ["1", "17"] {
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        let output = again
            .args(modules)
            .args(["--skip", "checked::"])
            .env("AMP_SCHEDULE_SEED", seed)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "AMP_SCHEDULE_SEED={seed}: {text}");
        let missing = modules.iter().find(|module| !text.contains(&format!("test {module}")));
        assert_eq!(missing, None, "no test of this module has run");
    }
}

/// Pseudo-random numbers from 0 to 1, the same in each run.
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

/// Whether two slices are equal except for rounding.
pub fn close(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-4 * a.abs().max(b.abs()).max(1.0))
}

/// A device trait with a default method; its implementors are in other crates.
#[device]
pub trait Measured {
    /// The measure of the value.
    fn measure(self) -> f32;

    /// Twice the measure, plus `more`.
    fn doubled(self, more: f32) -> f32 {
        twice(self.measure()) + more
    }
}

#[device]
fn twice(x: f32) -> f32 {
    x * 2.0
}

/// A device function whose callers are in other crates: the mean of an element and its neighbours.
#[device]
pub fn mean_around(v: &ArrayView<f32>, at: usize) -> f32 {
    let last = v.extent()[0] - 1;
    let (before, after) = (if at == 0 { at } else { at - 1 }, if at < last { at + 1 } else { at });
    (v[before] + v[at] + v[after]) / 3.0
}

/// A device function with a closure parameter: the number of elements that satisfy it.
#[device]
pub fn count_where<T: Scalar>(v: &ArrayView<T>, predicate: impl Fn(T) -> bool) -> u32 {
    let mut count = 0;
    for k in 0..v.extent()[0] {
        if predicate(v[k]) {
            count += 1;
        }
    }
    count
}
