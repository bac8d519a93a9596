//! 64 nested levels of each construct, and of all of them in turn.

use amp::prelude::*;
use amp_tests::on_each;

/// Defines a kernel and its host version, with as many levels as there are keywords.
macro_rules! levels {
    ($name:ident, [] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        mod $name {
            use super::*;

            #[kernel]
            pub fn kernel($i: Index<1>, $y: &mut ArrayViewMut<u32>) {
                let mut $sum = $y[$i];
                $($body)*
                $y[$i] = $sum;
            }

            pub fn plain($i: usize, $y: &mut [u32]) {
                let mut $sum = $y[$i];
                $($body)*
                $y[$i] = $sum;
            }
        }
    };
    ($name:ident, [if $($more:ident)*] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        levels!($name, [$($more)*] { if $sum % 16 != 9 { $sum += 1; $($body)* } else { $sum += 64; } }, $i, $y, $sum);
    };
    ($name:ident, [for $($more:ident)*] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        levels!($name, [$($more)*] { for k in 0..1u32 { $sum += k + 2; $($body)* } }, $i, $y, $sum);
    };
    ($name:ident, [loop $($more:ident)*] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        levels!($name, [$($more)*] { loop { $sum += 3; if $sum % 32 == 7 { break; } $($body)* break; } }, $i, $y, $sum);
    };
    ($name:ident, [match $($more:ident)*] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        levels!($name, [$($more)*] { match $sum % 8 { 7 => $sum += 1, _ => { $($body)* } } }, $i, $y, $sum);
    };
    ($name:ident, [do $($more:ident)*] { $($body:tt)* }, $i:ident, $y:ident, $sum:ident) => {
        levels!($name, [$($more)*] { { let one = $sum; $($body)* $sum += one % 3; } }, $i, $y, $sum);
    };
}

macro_rules! times {
    ($name:ident, $($of:ident)*) => {
        levels!($name, [$($of)* $($of)* $($of)* $($of)* $($of)* $($of)* $($of)* $($of)*] { sum += 1; }, i, y, sum);
    };
}

times!(ifs, if if if if if if if if);
times!(fors, for for for for for for for for);
times!(loops, loop loop loop loop loop loop loop loop);
times!(matches, match match match match match match match match);
times!(blocks, do do do do do do do do);
times!(all, if for loop match do if for match);

#[test]
fn sixty_four_nested_levels() {
    let every = [
        (ifs::plain as fn(usize, &mut [u32]), "ifs"),
        (fors::plain, "fors"),
        (loops::plain, "loops"),
        (matches::plain, "matches"),
        (blocks::plain, "blocks"),
        (all::plain, "all"),
    ];
    on_each(|accelerator| {
        let view = accelerator.default_view();
        for (plain, name) in every {
            let mut values: Vec<u32> = (0..40).collect();
            let mut expected = values.clone();
            (0..40).for_each(|i| plain(i, &mut expected));
            let mut y = ArrayViewMut::new(&mut values);
            match name {
                "ifs" => view.parallel_for_each(40, ifs::kernel(&mut y)),
                "fors" => view.parallel_for_each(40, fors::kernel(&mut y)),
                "loops" => view.parallel_for_each(40, loops::kernel(&mut y)),
                "matches" => view.parallel_for_each(40, matches::kernel(&mut y)),
                "blocks" => view.parallel_for_each(40, blocks::kernel(&mut y)),
                _ => view.parallel_for_each(40, all::kernel(&mut y)),
            }
            .unwrap();
            drop(y);
            assert_eq!(values, expected, "{name}");
        }
    });
}
