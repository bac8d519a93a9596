//! `char` in variables, constants, arrays and structs.

use crate::compare::same_on_host;

mod kernels {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let c = b[k] as char;
        let d = 'a';
        if c == d {
            z[k] = 1;
        }
        if c.is_ascii_digit() {
            z[k] += 10;
        }
        z[k] += c as u32 * 100;
        z[k] += match c {
            '0'..='9' => 5,
            'a' | 'b' => 6,
            _ => 7,
        };
        let e = char::from(b[k]);
        if e >= 'f' {
            z[k] += 3;
        }
        z[k] += c.to_ascii_uppercase() as u32;
        z[k] += c.to_digit(10).unwrap_or(11);
        let l: u32 = c.into();
        z[k] += u32::from(c) + l;
    }
}

mod functions_and_structs {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn digit(c: char) -> Option<u32> {
        if c.is_ascii_digit() { Some(c as u32 - '0' as u32) } else { None }
    }
    #[device]
    fn kind(c: char) -> u32 {
        match c {
            ' ' | '\t' => 0,
            '0'..='9' => 1,
            'a'..='z' | 'A'..='Z' => 2,
            _ => 3,
        }
    }
    #[derive(Clone, Copy, GpuType)]
    struct Tok {
        c: char,
        n: u32,
    }
    const SEP: char = ',';

    same_on_host! { (k, x, b, y, z)
        z[k] = digit(b[k] as char).unwrap_or(42) + kind(b[k].into()) * 100;
        let t = Tok { c: b[k] as char, n: 1 };
        if t.c != SEP {
            z[k] += t.n;
        }
        let w = ['a', 'b', '1'];
        z[k] += w.iter().filter(|c| **c == t.c).count() as u32;
    }
}
