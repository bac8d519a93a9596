//! Input data: numbers that look random and are the same each time.

use super::Problem;

/// Elements that a vector or a matrix of these programs has at most: one GiB of `f32`.
const MOST: usize = 1 << 28;

/// Numbers from 0 up to 1. Another seed gives others.
///
/// # Errors
/// [`Problem::Usage`] if these are too many.
pub fn numbers(size: &[usize], seed: u32) -> Result<Vec<f32>, Problem> {
    // An `f32` holds 24 bits.
    fill(size, seed, |random| (random >> 8) as f32 / (1 << 24) as f32)
}

/// Whole numbers below `end`.
///
/// # Errors
/// [`Problem::Usage`] if these are too many.
pub fn integers(size: &[usize], end: u32, seed: u32) -> Result<Vec<u32>, Problem> {
    // The high bits of a product: as good as a remainder, and faster.
    fill(size, seed, |random| ((u64::from(random) * u64::from(end)) >> 32) as u32)
}

/// What `make` makes of random words.
///
/// # Errors
/// [`Problem::Usage`] if these are too many.
pub fn fill<T: Clone + Default>(
    size: &[usize],
    seed: u32,
    make: impl Fn(u32) -> T,
) -> Result<Vec<T>, Problem> {
    let mut values = zeros(size)?;
    // Marsaglia's xorshift; it must not start at zero.
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    for value in &mut values {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *value = make(state);
    }
    Ok(values)
}

/// Zeros.
///
/// # Errors
/// [`Problem::Usage`] if these are too many.
pub fn zeros<T: Clone + Default>(size: &[usize]) -> Result<Vec<T>, Problem> {
    let count = size.iter().try_fold(1usize, |count, &n| count.checked_mul(n));
    let mut zeros = Vec::new();
    match count.filter(|&count| count <= MOST) {
        Some(count) if zeros.try_reserve_exact(count).is_ok() => zeros.resize(count, T::default()),
        Some(_) => return Err(Problem::Usage("there is not enough memory for this size".to_owned())),
        None => {
            let size = super::size::text(size);
            return Err(Problem::Usage(format!("{size} numbers are too many; at most {MOST} fit")));
        }
    }
    Ok(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_and_repeatable() {
        let first = numbers(&[10_000], 1).unwrap();
        assert!(first.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = first.iter().sum::<f32>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert_eq!(first, numbers(&[10_000], 1).unwrap());
        assert_ne!(first, numbers(&[10_000], 2).unwrap());
    }

    #[test]
    fn too_many_are_refused() {
        assert!(zeros::<f32>(&[1 << 20, 1 << 20]).is_err());
        assert!(zeros::<f32>(&[usize::MAX, 2]).is_err());
    }
}
