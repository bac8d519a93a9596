//! The bytes and the characters of constant text, as arrays that kernels can hold.

/// Returns a slice of constants.
pub const fn constant_slice<T>(slice: &'static [T]) -> &'static [T] {
    slice
}

/// The type of a parameter `text: &str` of a device function. On a device, all text is constant.
pub type Text = &'static str;

/// The bytes of a text of `N` bytes.
pub const fn text_bytes<const N: usize>(text: &str) -> [u8; N] {
    let bytes = text.as_bytes();
    let (mut out, mut at) = ([0; N], 0);
    while at < N {
        out[at] = bytes[at];
        at += 1;
    }
    out
}

/// The number of characters of a text.
pub const fn text_count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut count, mut at) = (0, 0);
    while at < bytes.len() {
        // Each character has one byte that does not continue another one.
        if bytes[at] & 0xc0 != 0x80 {
            count += 1;
        }
        at += 1;
    }
    count
}

/// The characters of a text of `N` characters: decodes UTF-8.
pub const fn text_chars<const N: usize>(text: &str) -> [char; N] {
    let bytes = text.as_bytes();
    let (mut out, mut at, mut count) = (['\0'; N], 0, 0);
    while count < N {
        let first = bytes[at] as u32;
        let (len, mut code) = match first {
            0..0x80 => (1, first),
            0x80..0xe0 => (2, first & 0x1f),
            0xe0..0xf0 => (3, first & 0x0f),
            _ => (4, first & 0x07),
        };
        let mut next = 1;
        while next < len {
            code = code << 6 | (bytes[at + next] & 0x3f) as u32;
            next += 1;
        }
        if let Some(c) = char::from_u32(code) {
            out[count] = c;
        }
        at += len;
        count += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_decoded() {
        const TEXT: &str = "aé€𝄞z";
        const COUNT: usize = text_count(TEXT);
        assert_eq!(text_chars::<COUNT>(TEXT).iter().collect::<String>(), TEXT);
        assert_eq!(&text_bytes::<{ TEXT.len() }>(TEXT), TEXT.as_bytes());
    }
}
