//! What `docs/language.md` refuses: matching. Written by `tests/laws`.

use amp::prelude::*;

fn matching_4() {
    let _ = amp!(
        |i: Index<1>| {
            match [n, 1] { [0, rest @ ..] => {} _ => {} }
        }
    );
}

fn matching_6() {
    let _ = amp!(
        |i: Index<1>| {
            match n { Some(x) => {} "a" => {} _ => {} }
        }
    );
}

fn matching_7() {
    let _ = amp!(
        |i: Index<1>| {
            match p { Pair(.., 0) => {} _ => {} }
        }
    );
}

fn matching_8() {
    let _ = amp!(
        |i: Index<1>| {
            let Pair(.., b) = p;
        }
    );
}

fn main() {}
