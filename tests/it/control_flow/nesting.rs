//! 64 nested levels of each construct, and of all constructs in turn. The nested levels of functions that call each other
//! add up.

use crate::compare::compare;
use amp::prelude::*;
use amp_tests::on_each;

/// Defines a kernel and its host version, with one nested level for each keyword.
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

/// A function with one nested `if` for each `a` around an expression.
macro_rules! function {
    ($name:ident, [] { $($body:tt)* }, $k:ident, $sum:ident) => {
        #[device]
        fn $name($k: u32, $sum: u32) -> u32 {
            let mut $sum = $sum;
            $($body)*
            $sum
        }
    };
    ($name:ident, [$one:ident $($more:ident)*] { $($body:tt)* }, $k:ident, $sum:ident) => {
        function!($name, [$($more)*] { if $k != $sum % 64 { $sum += 1; $($body)* } else { $sum += $k; } }, $k, $sum);
    };
}

function!(inner, [a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a] { sum *= 2; }, k, sum);
function!(within_30, [a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a] { sum = inner(k, sum); }, k, sum);
function!(within_60, [a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a] { sum = inner(k, sum); }, k, sum);

#[test]
fn levels_of_functions_add_up() {
    on_each(|accelerator| {
        let view = accelerator.default_view();
        let mut found = [0u32; 80];
        let mut y = ArrayViewMut::new(&mut found);
        view.parallel_for_each(80, amp!(|i: Index<1>| y[i] = within_30(i[0] as u32, 1))).unwrap();
        y.finish().unwrap();
        let expected: Vec<u32> = (0..80).map(|k| within_30(k, 1)).collect();
        assert_eq!(found[..], expected, "30 within 30 on {}", accelerator.description());

        let mut found = [0u32; 80];
        let mut y = ArrayViewMut::new(&mut found);
        let launched = view.parallel_for_each(80, amp!(|i: Index<1>| y[i] = within_60(i[0] as u32, 1)));
        if accelerator.device_path().starts_with("cpu") {
            launched.unwrap();
            y.finish().unwrap();
            let expected: Vec<u32> = (0..80).map(|k| within_60(k, 1)).collect();
            assert_eq!(found[..], expected, "30 within 60 on {}", accelerator.description());
        } else {
            let refused = launched.unwrap_err();
            assert!(matches!(refused, amp::Error::LimitExceeded { needed: 91, limit: 73, .. }), "{refused}");
        }
    });
}

/// Defines a kernel with a sum of one term for each literal among the macro's arguments.
macro_rules! sum {
    ($name:ident, $($k:literal)*) => {
        compare!($name, |i, x: u32, y: u32| {
            let v: u32 = x[i] + 1000;
            y[i] = v $(+ v % $k)*;
        });
    };
}

sum! { a_sum_of_two_hundred_terms,
    2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41
    42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79
    80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112
    113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140
    141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168
    169 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196
    197 198 199 200
}

/// Defines a kernel with one pair of parentheses for each literal among the macro's arguments.
macro_rules! parentheses {
    ($name:ident, $v:ident, { $($inner:tt)* }) => {
        compare!($name, |i, x: u32, y: u32| {
            let $v: u32 = x[i];
            y[i] = $($inner)*;
        });
    };
    ($name:ident, $v:ident, { $($inner:tt)* } $k:literal $($more:literal)*) => {
        parentheses!($name, $v, { ($($inner)* % 9001 * 5 + $k) } $($more)*);
    };
}

parentheses! { sixty_four_parentheses, v, { v }
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44
    45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
}
