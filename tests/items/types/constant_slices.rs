//! Slices of constants as values: in tables, variables, arguments, results and branches.

use crate::compare::same_on_host;

mod tables {
    use amp::prelude::*;

    use super::same_on_host;

    const WORDS: [&[u8]; 5] = [b"alpha", b"beta", b"", b"alp", b"z"];
    const NAMED: [(u32, &[u8]); 3] = [(7, b"seven"), (3, b""), (9, b"nine")];
    const ROWS: &[&[u32]] = &[&[1, 2, 3], &[], &[4], &[5, 6, 7, 8]];
    const PAIRS: [[&[u32]; 2]; 2] = [[&[1], &[2, 3]], [&[], &[2, 3]]];

    #[device]
    fn hash(text: &[u8]) -> u32 {
        text.iter().fold(17, |hash: u32, &byte| hash.wrapping_mul(31) ^ u32::from(byte)) % 1000
    }

    #[device]
    fn deeper(text: &[u8], from: usize) -> u32 {
        match text.len() > from {
            true => hash(&text[from..]) + hash(text),
            false => hash(text),
        }
    }

    same_on_host! { (k, x, b, y, z)
        let word: &[u8] = WORDS[k % 5];
        z[k] = hash(word) + word.len() as u32 * 1000 + deeper(WORDS[(k + 1) % WORDS.len()], 2);
        for case in WORDS { z[k] = z[k] * 3 % 100_000 + case.len() as u32; }
        for case in &WORDS { z[k] = z[k] * 3 % 100_000 + hash(case); }
        for (n, name) in NAMED { z[k] += n * hash(name); }
        let found = NAMED.iter().find(|(n, _)| *n == k as u32 + 2);
        if let Some((_, name)) = found { z[k] += name.len() as u32 * 7; }
        for row in ROWS { for &v in row.iter() { z[k] = z[k] * 5 % 100_000 + v; } }
        for &row in ROWS { z[k] += row.len() as u32; }
        let row = ROWS[k % ROWS.len()];
        if !row.is_empty() { z[k] += row[k % row.len()] * 10; }
        z[k] += PAIRS[k % 2][k / 2 % 2].iter().sum::<u32>() + PAIRS[0][1][1];
    }
}

mod constants {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Item {
        price: u32,
        weight: f32,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
    enum Direction {
        North,
        East,
        West,
    }

    const ITEMS: &[Item] =
        &[Item { price: 3, weight: 1.5 }, Item { price: 5, weight: 0.25 }, Item { price: 9, weight: 4.0 }];
    static STOCK: &[Item] = &[Item { price: 1, weight: 1.0 }];
    const FACTORS: &[f32] = &[1.5, -2.25, f32::INFINITY];
    const DIRECTIONS: &[Direction] = &[Direction::North, Direction::West, Direction::East];
    const POINTS: &[[i32; 2]] = &[[1, -1], [0, 5], [7, 7]];
    const SMALL: &[i16] = &[-300, 300];

    #[device]
    trait Code {
        const SYMBOLS: &'static [u8];

        fn position(symbol: u8) -> Option<usize> {
            Self::SYMBOLS.iter().position(|&other| other == symbol)
        }
    }

    #[derive(Clone, Copy, GpuType)]
    struct Hex;

    #[device]
    impl Code for Hex {
        const SYMBOLS: &'static [u8] = b"0123456789abcdef";
    }

    #[derive(Clone, Copy, GpuType)]
    struct Bases;

    #[device]
    impl Code for Bases {
        const SYMBOLS: &'static [u8] = b"abcd";
    }

    #[device]
    fn total(items: &[Item], limit: f32) -> u32 {
        items.iter().filter(|item| item.weight < limit).map(|item| item.price).sum()
    }

    #[device]
    fn coded<C: Code>(k: usize) -> u32 {
        let at = C::position(b'a' + k as u8).map_or(99, |at| at as u32);
        at + u32::from(C::SYMBOLS[k % C::SYMBOLS.len()]) * 100
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = total(ITEMS, k as f32) * 100 + total(STOCK, 2.0) + total(&ITEMS[1..], 9.0) + total(&ITEMS[k % 4..], 9.0);
        z[k] += ITEMS.get(k).map_or(7, |item| item.price) + ITEMS.first().map_or(1, |item| item.price) + STOCK.len() as u32;
        z[k] += coded::<Hex>(k) + coded::<Bases>(k);
        y[k] = if FACTORS[k % 3].is_finite() { FACTORS[k % 3] * x[k] } else { 0.5 };
        let turned = match DIRECTIONS[k % 3] { Direction::North => 1.0, Direction::East => 2.0, Direction::West => 4.0 };
        y[k] += turned;
        for [a, b] in POINTS { y[k] = y[k] * 0.5 + (a - b) as f32; }
        y[k] += f32::from(SMALL[k % 2]) + POINTS[k % 3][1] as f32;
    }
}

mod branches_and_results {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    enum Kind {
        A,
        B,
        C,
    }

    const PRIMES: [u32; 4] = [2, 3, 5, 7];
    const ODD: &[u32] = &[1, 3];

    #[device]
    impl Kind {
        fn of(k: usize) -> Self {
            match k % 3 {
                0 => Kind::A,
                1 => Kind::B,
                _ => Kind::C,
            }
        }

        fn name(self) -> &'static [u8] {
            match self {
                Kind::A => b"alpha",
                Kind::B => b"be",
                Kind::C => &[],
            }
        }
    }

    #[device]
    fn table(k: usize) -> &'static [u32] {
        if k > 5 {
            return ODD;
        }
        if k % 2 == 0 { &PRIMES } else { &[1, 2] }
    }

    #[device]
    fn sum(bytes: &[u8]) -> u32 {
        bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>() + 1000 * bytes.len() as u32
    }

    same_on_host! { (k, x, b, y, z)
        let key: &[u8] = match k % 4 { 0 => b"width", 1 => &[1, 2], 2 => &[], _ => b"" };
        z[k] = sum(key) + sum(match k % 3 { 0 => b"abc".as_slice(), 1 => &[3, 4], _ => &[] });
        z[k] += sum(Kind::of(k).name()) + Kind::of(k + 1).name().len() as u32;
        z[k] += table(k).iter().sum::<u32>() + table(k + 1)[1] + table(k + 2).len() as u32;
        let list = if k > 3 { table(k) } else { ODD };
        z[k] += list[1] * 10 + list.iter().sum::<u32>();
    }
}

mod comparisons {
    use amp::prelude::*;

    use super::same_on_host;

    const WORDS: [&[u8]; 6] = [b"abc", b"ab", b"", b"xyz", b"abcd", b"ABC"];
    const NAMES: [&str; 3] = ["one", "", "é!"];

    same_on_host! { (k, x, b, y, z)
        let (word, other) = (WORDS[k % 6], WORDS[(k * 2 + 1) % 6]);
        z[k] = u32::from(word == other) + 2 * u32::from(word == b"abc") + 4 * u32::from(word.contains(&b'b'));
        z[k] += 8 * u32::from(word.starts_with(b"ab")) + 16 * u32::from(word.ends_with(b"d"));
        z[k] += match word {
            b"abc" => 1000,
            [] => 2000,
            [b'a', rest @ ..] => 3000 + rest.len() as u32,
            [first, ..] => 4000 + u32::from(*first),
        };
        z[k] += word.iter().copied().max().map_or(11, u32::from) + word.iter().copied().reduce(|a, b| a ^ b).map_or(13, u32::from);
        z[k] += word.last().map_or(17, |&byte| u32::from(byte)) + word.iter().min_by_key(|&&byte| byte % 7).map_or(19, |&byte| u32::from(byte));
        let name = NAMES[k % 3];
        z[k] += name.len() as u32 * 7 + u32::from(name.is_empty());
        for &byte in name.as_bytes() { z[k] += u32::from(byte); }
    }
}

mod declared_tables {
    use amp::prelude::*;

    use super::same_on_host;

    const LAST: &[u8] = b"ninth";

    #[device]
    fn hash(bytes: &[u8]) -> u32 {
        bytes.iter().fold(5381, |hash, &byte| hash * 33 % 65_521 + u32::from(byte))
    }

    same_on_host! { (k, x, b, y, z)
        let words: [&[u8]; 4] = [b"north", b"east", b"", LAST];
        let mut rows: [&[u32]; 3] = [&[1], &[2, 3, 4], &[5, 6]];
        rows.swap(0, k % 3);
        z[k] = hash(words[k % 4]) + rows[0].iter().sum::<u32>() * 10 + rows[k % 3].len() as u32;
        for word in words { z[k] += word.len() as u32; }
    }
}
