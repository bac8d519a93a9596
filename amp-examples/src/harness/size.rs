//! Sizes on the command line: `4194304`, `2^22`, `480x640x960`.

/// The size of a program: its dimensions and defaults.
#[derive(Debug)]
pub struct Size {
    /// The names of the dimensions.
    pub names: &'static [&'static str],
    /// The default size, one number for each dimension.
    pub default: &'static [usize],
    /// A small size, for a check of the results.
    pub quick: &'static [usize],
}

impl Size {
    /// Parses a size. A single number is the size of every dimension.
    pub(super) fn parse(&self, text: &str) -> Result<Vec<usize>, String> {
        let shape = self.names.join("x");
        let wrong = |why: &str| format!("`{text}` is not a size: {why}; the form is {shape}, as in {self}");
        let numbers = text.split(['x', 'X']).map(number).collect::<Option<Vec<_>>>();
        let Some(mut numbers) = numbers else { return Err(wrong("a dimension is not a number")) };
        if numbers.contains(&0) {
            return Err(wrong("a dimension is zero"));
        }
        if let [all] = numbers[..] {
            numbers = vec![all; self.names.len()];
        }
        if numbers.len() != self.names.len() {
            return Err(wrong(&format!("{} numbers are needed", self.names.len())));
        }
        Ok(numbers)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&format(self.default))
    }
}

/// Formats a size as on the command line.
pub(super) fn format(size: &[usize]) -> String {
    size.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

/// Parses `64` or `2^6`.
fn number(text: &str) -> Option<usize> {
    // `usize::from_str` accepts a sign.
    let digits = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    match text.split_once('^') {
        Some((base, exponent)) => {
            let exponent = u32::try_from(digits(exponent)?).ok()?;
            digits(base)?.checked_pow(exponent)
        }
        None => digits(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATRICES: Size = Size { names: &["M", "W", "N"], default: &[480, 640, 960], quick: &[1; 3] };

    #[test]
    fn formatted_sizes_parse() {
        assert_eq!(MATRICES.parse(&MATRICES.to_string()), Ok(vec![480, 640, 960]));
        assert_eq!(MATRICES.parse("512"), Ok(vec![512; 3]));
        assert_eq!(Size { names: &["N"], default: &[1], quick: &[1] }.parse("2^22"), Ok(vec![1 << 22]));
    }

    #[test]
    fn invalid_sizes_are_refused() {
        for text in
            ["", "x", "1x2", "1x2x3x4", "1x0x3", "-1", "+1", "2^64", "2^-1", "1.5", "99999999999999999999"]
        {
            let message = MATRICES.parse(text).unwrap_err();
            assert!(message.contains("MxWxN"), "{message}");
        }
    }
}
