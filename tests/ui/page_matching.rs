//! The rejected examples of `docs/language.md`: matching. Written by `tests/architecture`.

use amp::prelude::*;

fn matching_6() {
    let _ = amp!(
        |i: Index<1>| {
            match n { Some(x) => {} c"a" => {} _ => {} }
        }
    );
}

fn matching_8() {
    let _ = amp!(
        |i: Index<1>| {
            match p { Pair(.., 0) => {} _ => {} }
        }
    );
}

fn matching_9() {
    let _ = amp!(
        |i: Index<1>| {
            let Pair(.., b) = p;
        }
    );
}

fn condition_4() {
    let _ = amp!(
        |i: Index<1>| {
            if (let 1 = n) { }
            if n > 1 || let 3 = n { }
        }
    );
}

fn let_else_2() {
    let _ = amp!(
        |i: Index<1>| {
            let 3 = n else { y[i] = 1.0; };
        }
    );
}

fn alternatives_4() {
    let _ = amp!(
        |i: Index<1>| {
            match n { 1 | _ if { let c = c"a"; false } => {} _ => {} }
        }
    );
}

fn main() {}
