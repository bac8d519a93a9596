//! Input data: random numbers that are the same in each run.

use super::RunError;

/// The largest number of elements of a vector or matrix: one GiB of `f32`.
const MAX_ELEMENTS: usize = 1 << 28;

/// Random numbers from 0 up to 1. Each seed gives other numbers.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn floats(size: &[usize], seed: u32) -> Result<Vec<f32>, RunError> {
    // The significand of an `f32` has 24 bits.
    fill(size, seed, |random| (random >> 8) as f32 / (1 << 24) as f32)
}

/// Random integers below `end`.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn integers(size: &[usize], end: u32, seed: u32) -> Result<Vec<u32>, RunError> {
    // The high half of the product: faster than a remainder.
    fill(size, seed, |random| ((u64::from(random) * u64::from(end)) >> 32) as u32)
}

/// Elements that `make` computes from random words.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn fill<T: Clone + Default>(
    size: &[usize],
    seed: u32,
    make: impl Fn(u32) -> T,
) -> Result<Vec<T>, RunError> {
    let mut values = zeros(size)?;
    let mut random = fastrand::Rng::with_seed(seed.into());
    for value in &mut values {
        *value = make(random.u32(..));
    }
    Ok(values)
}

/// Zeros.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn zeros<T: Clone + Default>(size: &[usize]) -> Result<Vec<T>, RunError> {
    let count = size.iter().try_fold(1usize, |count, &n| count.checked_mul(n));
    let mut zeros = Vec::new();
    match count.filter(|&count| count <= MAX_ELEMENTS) {
        Some(count) if zeros.try_reserve_exact(count).is_ok() => zeros.resize(count, T::default()),
        Some(_) => return Err(RunError::Usage("there is not enough memory for this size".to_owned())),
        None => {
            let size = super::size::format(size);
            let message = format!("{size} elements are too many; the largest number is {MAX_ELEMENTS}");
            return Err(RunError::Usage(message));
        }
    }
    Ok(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_uniform_and_reproducible() {
        let first = floats(&[10_000], 1).unwrap();
        assert!(first.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = first.iter().sum::<f32>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert_eq!(first, floats(&[10_000], 1).unwrap());
        assert_ne!(first, floats(&[10_000], 2).unwrap());
    }

    #[test]
    fn too_many_elements_are_refused() {
        assert!(zeros::<f32>(&[1 << 20, 1 << 20]).is_err());
        assert!(zeros::<f32>(&[usize::MAX, 2]).is_err());
    }
}
