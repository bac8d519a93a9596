//! Swizzles, by a rule: a name made of `x`, `y`, `z`, `w` is the vector of these components, and a name of different ones after
//! `with_` the receiver with others in their place.

use super::{Class, Meaning, Method, Operand};

/// The names have at most so many letters, those after `with_` one less.
const LONGEST: usize = 4;
const LETTERS: [u8; LONGEST] = *b"xyzw";
const WITH: &[u8] = b"with_";

/// How many there are of two, three and four letters, and of two and three after `with_`.
const COUNT: usize = 16 + 64 + 256 + 12 + 24;

/// All swizzles of the vector with the most components.
pub const SWIZZLES: &[Method] = &table();

/// The components that a swizzle names.
pub(crate) fn letters(name: &str) -> (&str, bool) {
    match name.strip_prefix("with_") {
        Some(letters) => (letters, true),
        None => (name, false),
    }
}

/// A name, in room for the longest.
type Name = [u8; WITH.len() + LONGEST];

const NAMES: &[(Name, usize); COUNT] = &names();

const fn names() -> [(Name, usize); COUNT] {
    let mut names = [([0; WITH.len() + LONGEST], 0); COUNT];
    let mut count = 0;
    let mut with = 0;
    while with < 2 {
        let mut len = 2;
        while len <= LONGEST - with {
            let mut number = 0;
            while number < LONGEST.pow(len as u32) {
                if with == 0 || are_different(number, len) {
                    names[count] = name(number, len, with == 1);
                    count += 1;
                }
                number += 1;
            }
            len += 1;
        }
        with += 1;
    }
    assert!(count == COUNT);
    names
}

/// A letter of a name that is a number of as many digits.
const fn digit(number: usize, len: usize, at: usize) -> usize {
    number / LONGEST.pow((len - 1 - at) as u32) % LONGEST
}

const fn are_different(number: usize, len: usize) -> bool {
    let mut seen = [false; LONGEST];
    let mut at = 0;
    while at < len {
        let letter = digit(number, len, at);
        if seen[letter] {
            return false;
        }
        seen[letter] = true;
        at += 1;
    }
    true
}

const fn name(number: usize, len: usize, with: bool) -> (Name, usize) {
    let (mut name, mut end) = ([0; WITH.len() + LONGEST], 0);
    while with && end < WITH.len() {
        name[end] = WITH[end];
        end += 1;
    }
    let mut at = 0;
    while at < len {
        name[end] = LETTERS[digit(number, len, at)];
        (at, end) = (at + 1, end + 1);
    }
    (name, end)
}

const fn table() -> [Method; COUNT] {
    const NONE: Method = Method { name: "", arguments: &[], result: Operand::Same, meanings: &[] };
    let mut table = [NONE; COUNT];
    let mut at = 0;
    while at < COUNT {
        table[at] = method(&NAMES[at]);
        at += 1;
    }
    table
}

const fn method((name, len): &'static (Name, usize)) -> Method {
    const MEANINGS: &[(Class, Meaning)] = &[
        (Class::Vector, Meaning::Components),
        (Class::SignedVector, Meaning::Components),
        (Class::UnsignedVector, Meaning::Components),
    ];
    let bytes = name.split_at(*len).0;
    let (letters, with) = match bytes {
        [b'w', b'i', b't', b'h', b'_', letters @ ..] => (letters, true),
        letters => (letters, false),
    };
    // The receiver has the last of the components.
    let (mut least, mut at) = (2, 0);
    while at < letters.len() {
        let mut letter = least;
        while letter < LONGEST {
            if letters[at] == LETTERS[letter] {
                least = letter + 1;
            }
            letter += 1;
        }
        at += 1;
    }
    let (arguments, result): (&[Operand], _) = match (with, letters.len(), least) {
        (false, len, _) => (&[], Operand::Lanes(len as u8, least as u8)),
        // And one that stays.
        (true, 2, ..=3) => (&[Operand::Lanes(2, 3)], Operand::Same),
        (true, 2, _) => (&[Operand::Lanes(2, 4)], Operand::Same),
        (true, ..) => (&[Operand::Lanes(3, 4)], Operand::Same),
    };
    let Ok(name) = str::from_utf8(bytes) else { panic!("letters") };
    Method { name, arguments, result, meanings: MEANINGS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_it_takes() {
        let found = |name| Method::find(name).map(|method| (method.arguments, method.result));
        assert_eq!(found("yx"), Some((&[][..], Operand::Lanes(2, 2))));
        assert_eq!(found("xxx"), Some((&[][..], Operand::Lanes(3, 2))));
        assert_eq!(found("zyxx"), Some((&[][..], Operand::Lanes(4, 3))));
        assert_eq!(found("wzyx"), Some((&[][..], Operand::Lanes(4, 4))));
        assert_eq!(found("with_yx"), Some((&[Operand::Lanes(2, 3)][..], Operand::Same)));
        assert_eq!(found("with_xw"), Some((&[Operand::Lanes(2, 4)][..], Operand::Same)));
        assert_eq!(found("with_yzx"), Some((&[Operand::Lanes(3, 4)][..], Operand::Same)));
        for none in ["x", "xyzwx", "xa", "with_xx", "with_xyzw", "with_"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
