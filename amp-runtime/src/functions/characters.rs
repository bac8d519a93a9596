//! The methods of `char`, and a comparison of ASCII characters in a `u8`. The CPU code calls the methods of the standard
//! library; the code for devices and for the checked accelerator is compiled from the bodies in this file.

amp_macros::device_methods! {
impl char {
    fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }

    fn is_ascii_digit(&self) -> bool {
        matches!(*self, '0'..='9')
    }

    fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='F' | 'a'..='f')
    }

    fn is_ascii_uppercase(&self) -> bool {
        matches!(*self, 'A'..='Z')
    }

    fn is_ascii_lowercase(&self) -> bool {
        matches!(*self, 'a'..='z')
    }

    fn is_ascii_alphabetic(&self) -> bool {
        matches!(*self, 'A'..='Z' | 'a'..='z')
    }

    fn is_ascii_alphanumeric(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='Z' | 'a'..='z')
    }

    fn is_ascii_whitespace(&self) -> bool {
        matches!(*self as u32, 9 | 10 | 12 | 13 | 32)
    }

    fn is_ascii_punctuation(&self) -> bool {
        matches!(*self as u32, 33..=47 | 58..=64 | 91..=96 | 123..=126)
    }

    fn is_ascii_graphic(&self) -> bool {
        matches!(*self as u32, 33..=126)
    }

    fn is_ascii_control(&self) -> bool {
        matches!(*self as u32, 0..=31 | 127)
    }

    fn to_ascii_uppercase(&self) -> char {
        let code = *self as u32;
        if code >= 97 && code <= 122 { (code - 32) as u8 as char } else { *self }
    }

    fn to_ascii_lowercase(&self) -> char {
        let code = *self as u32;
        if code >= 65 && code <= 90 { (code + 32) as u8 as char } else { *self }
    }

    fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        let (a, b) = (*self as u32, *other as u32);
        let upper = |c: u32| if c >= 97 && c <= 122 { c - 32 } else { c };
        upper(a) == upper(b)
    }

    fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }

    fn to_digit(self, radix: u32) -> Option<u32> {
        assert!(radix >= 2 && radix <= 36, "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive");
        let code = self as u32;
        let digit = if code >= 48 && code <= 57 {
            code - 48
        } else if code >= 65 && code <= 90 {
            code - 55
        } else if code >= 97 && code <= 122 {
            code - 87
        } else {
            99
        };
        if digit < radix { Some(digit) } else { None }
    }

    fn is_control(self) -> bool {
        matches!(self as u32, 0..=31 | 127..=159)
    }

    fn is_whitespace(self) -> bool {
        matches!(
            self as u32,
            9..=13 | 32 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000
        )
    }

    fn min(self, other: char) -> char {
        if other < self { other } else { self }
    }

    fn max(self, other: char) -> char {
        if other < self { self } else { other }
    }

    fn clamp(self, min: char, max: char) -> char {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }

    fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }

    fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }
}
}

amp_macros::device_methods! {
    impl u8 {
        fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
            let (a, b): (u8, u8) = (*self, *other);
            a.to_ascii_lowercase() == b.to_ascii_lowercase()
        }
    }
}
