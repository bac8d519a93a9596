//! Sizes: `4194304`, `2^22`, `480x640x960`.

/// What the size of a program means.
#[derive(Debug)]
pub struct Size {
    /// Its dimensions, in letters.
    pub names: &'static [&'static str],
    /// The sizes that it has by default, as many as there are letters.
    pub usual: &'static [usize],
    /// Those that show in no time whether all is right.
    pub quick: &'static [usize],
}

impl Size {
    /// Reads a size. One number stands for all dimensions.
    pub(super) fn parse(&self, text: &str) -> Result<Vec<usize>, String> {
        let form = self.names.join("x");
        let wrong = |why: &str| format!("`{text}` is not a size: {why}; the form is {form}, as in {self}");
        let numbers = text.split(['x', 'X']).map(number).collect::<Option<Vec<_>>>();
        let Some(mut numbers) = numbers else { return Err(wrong("a part is not a number")) };
        if numbers.contains(&0) {
            return Err(wrong("there is nothing to do for a zero"));
        }
        if let [all] = numbers[..] {
            numbers = vec![all; self.names.len()];
        }
        if numbers.len() != self.names.len() {
            return Err(wrong(&format!("{} numbers are wanted", self.names.len())));
        }
        Ok(numbers)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text(self.usual))
    }
}

/// A size as it is given on the command line.
pub(super) fn text(size: &[usize]) -> String {
    size.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

/// `64` or `2^6`.
fn number(text: &str) -> Option<usize> {
    // `parse` would take a sign.
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

    const MATRICES: Size = Size { names: &["M", "W", "N"], usual: &[480, 640, 960], quick: &[1; 3] };

    #[test]
    fn reads_what_it_writes() {
        assert_eq!(MATRICES.parse(&MATRICES.to_string()), Ok(vec![480, 640, 960]));
        assert_eq!(MATRICES.parse("512"), Ok(vec![512; 3]));
        assert_eq!(Size { names: &["N"], usual: &[1], quick: &[1] }.parse("2^22"), Ok(vec![1 << 22]));
    }

    #[test]
    fn says_what_is_wrong() {
        for text in
            ["", "x", "1x2", "1x2x3x4", "1x0x3", "-1", "+1", "2^64", "2^-1", "1.5", "99999999999999999999"]
        {
            let message = MATRICES.parse(text).unwrap_err();
            assert!(message.contains("MxWxN"), "{message}");
        }
    }
}
