//! Structs that borrow slices and implement `Iterator`: in `for`, in chains, and with `by_ref`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

#[device]
impl<'a> Words<'a> {
    fn new(text: &'a [u8]) -> Self {
        Words { text, at: 0 }
    }

    fn left(&self) -> usize {
        self.text.len() - self.at
    }
}

#[device]
impl Iterator for Words<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.text.len() && self.text[self.at] == b' ' {
            self.at += 1;
        }
        let start = self.at;
        while self.at < self.text.len() && self.text[self.at] != b' ' {
            self.at += 1;
        }
        (self.at > start).then_some((self.at - start) as u32)
    }
}

const TEXT: &[u8] = b"it was the best of times   it was the worst of times it was the age of wisdom";

#[device]
fn of_reference(words: &mut Words<'_>) -> u32 {
    let mut sum = 0;
    for word in words.by_ref().take(2) {
        sum += word;
    }
    for word in words {
        sum = sum * 3 + word;
        if word > 4 {
            break;
        }
    }
    sum
}

#[device]
fn evaluated(i: u32) -> u32 {
    let text = &TEXT[i as usize..];
    let words = Words::new(text);
    let mut sum = 0u32;
    for word in words {
        sum = sum.wrapping_mul(7) + word;
    }
    for (k, word) in (Words { text, at: 1 }).enumerate() {
        sum = sum.wrapping_mul(5) + word * k as u32;
        if k > 7 {
            break;
        }
    }
    sum = sum.wrapping_add(words.map(|word| word * word).filter(|square| square % 2 == 0).sum::<u32>());
    sum = sum.wrapping_add(words.count() as u32 * 100 + words.max().unwrap_or(0) + words.last().unwrap_or(9));
    let mut it = Words::new(text);
    let first = it.next().unwrap_or(0);
    let two = it.by_ref().take(2).sum::<u32>();
    let left = it.left() as u32;
    'outer: for a in it.by_ref() {
        for b in Words::new(&TEXT[..10]) {
            if a == b + 2 {
                break 'outer;
            }
            sum = sum.wrapping_add(a * b);
        }
    }
    sum = sum.wrapping_add(first * 3 + two * 5 + left * 11 + it.left() as u32);
    let mut lens = [0; 4];
    for (slot, word) in lens.iter_mut().zip(Words::new(text)) {
        *slot = word;
    }
    let mut third = Words::new(text);
    sum = sum.wrapping_add(of_reference(&mut third) + third.left() as u32);
    let any = Words::new(text).any(|word| word == 5);
    let folded = Words::new(text).fold(0u32, |sum, word| sum * 2 + word);
    sum = sum.wrapping_add(of_pairs(i));
    sum.wrapping_add(lens[0] * 3 + lens[3] + u32::from(any) + folded)
}

#[derive(Clone, Copy, GpuType)]
struct Pairs<'a, const N: usize> {
    items: &'a [u32; N],
    at: usize,
}

#[device]
impl<'a, const N: usize> Pairs<'a, N> {
    fn new(items: &'a [u32; N]) -> Self {
        Self { items, at: 0 }
    }
}

#[device]
impl<const N: usize> Iterator for Pairs<'_, N> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let &first = self.items.get(self.at)?;
        let &second = self.items.get(self.at + 1)?;
        self.at += 1;
        Some((first, second))
    }
}

#[device]
fn of_pairs(k: u32) -> u32 {
    let items = [k, 3, k * k, 7, k / 2];
    let mut sum = Pairs::<5>::new(&items).map(|(a, b)| a * 3 + b).sum::<u32>();
    for (a, b) in Pairs::<5>::new(&items) {
        sum = sum * 3 + a.max(b);
    }
    sum + Pairs::<3>::new(&[5, k, 6]).count() as u32
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = evaluated(i[0] as u32);
}

#[test]
fn structs_that_borrow_are_iterators() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator.default_view().parallel_for_each(64, all(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..64).map(evaluated).collect::<Vec<_>>());
    });
}
