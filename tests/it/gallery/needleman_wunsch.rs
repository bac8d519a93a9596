//! Alignment of gene sequences, after `needle` of Rodinia and the crate `bio`.
//!
//! Uses `TryFrom<u8>`, an enum as a table index, two rows of a dynamic program with `mem::swap`, `max` over an array, and a
//! comparison of tuples.

use std::mem;

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u8)]
enum Base {
    A,
    C,
    G,
    T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct UnknownBase(u8);

#[device]
impl TryFrom<u8> for Base {
    type Error = UnknownBase;

    fn try_from(letter: u8) -> Result<Self, Self::Error> {
        Ok(match letter.to_ascii_uppercase() {
            b'A' => Base::A,
            b'C' => Base::C,
            b'G' => Base::G,
            b'T' | b'U' => Base::T,
            other => return Err(UnknownBase(other)),
        })
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Scoring {
    substitutions: [[i32; 4]; 4],
    gap: i32,
}

const SCORING: Scoring =
    Scoring { substitutions: [[5, -4, -1, -4], [-4, 5, -4, -1], [-1, -4, 5, -4], [-4, -1, -4, 5]], gap: -6 };

#[device]
impl Scoring {
    fn pair(&self, a: Base, b: Base) -> i32 {
        self.substitutions[a as usize][b as usize]
    }
}

const LENGTH: usize = 12;

#[device]
fn score(a: &[u8], b: &[u8], scoring: &Scoring) -> Result<i32, UnknownBase> {
    let mut previous: [i32; LENGTH + 1] = std::array::from_fn(|j| j as i32 * scoring.gap);
    let mut current = [0; LENGTH + 1];
    for (i, &letter) in a.iter().enumerate() {
        let base = Base::try_from(letter)?;
        current[0] = (i as i32 + 1) * scoring.gap;
        for (j, &other) in b.iter().enumerate() {
            let other: Base = other.try_into()?;
            let candidates = [
                previous[j] + scoring.pair(base, other),
                previous[j + 1] + scoring.gap,
                current[j] + scoring.gap,
            ];
            current[j + 1] = candidates.into_iter().max().unwrap();
        }
        mem::swap(&mut previous, &mut current);
    }
    Ok(previous[b.len()])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
#[repr(u32)]
enum Step {
    Start,
    Diagonal,
    Up,
    Left,
}

/// The best local alignment by Smith and Waterman: the score and the last step that leads to it.
#[device]
fn local(a: &[u8], b: &[u8], scoring: &Scoring) -> Option<(i32, Step)> {
    let mut row = [0; LENGTH + 1];
    let mut best = (0, Step::Start);
    for &x in a {
        let mut diagonal = 0;
        for (j, &y) in b.iter().enumerate() {
            let (x, y) = (Base::try_from(x).ok()?, Base::try_from(y).ok()?);
            let cell = [
                (0, Step::Start),
                (diagonal + scoring.pair(x, y), Step::Diagonal),
                (row[j + 1] + scoring.gap, Step::Up),
                (row[j] + scoring.gap, Step::Left),
            ]
            .into_iter()
            .max_by_key(|&(score, _)| score)?;
            diagonal = mem::replace(&mut row[j + 1], cell.0);
            if cell.0 > best.0 {
                best = cell;
            }
        }
    }
    Some(best)
}

#[kernel]
fn align(i: Index<1>, genes: &ArrayView<u8>, scores: &mut ArrayViewMut<[i32; 3]>) {
    let a = &genes[i[0] * LENGTH..(i[0] + 1) * LENGTH];
    let b = &genes[..LENGTH];
    let global = score(a, b, &SCORING).unwrap_or(i32::MIN);
    let (best, step) = local(a, b, &SCORING).unwrap_or((-1, Step::Start));
    scores[i] = [global, best, step as i32];
}

#[test]
fn scores_are_those_of_the_host() {
    assert_eq!(score(b"GATTACA", b"GATTACA", &SCORING), Ok(35));
    assert_eq!(score(b"GATXACA", b"GATTACA", &SCORING), Err(UnknownBase(b'X')));
    let mut genes: Vec<u8> = (0..30 * LENGTH).map(|k| b"ACGTacgu"[k * k % 97 % 8]).collect();
    genes[5 * LENGTH + 3] = b'N';
    let expected: Vec<_> = (0..30)
        .map(|k| {
            let (a, b) = (&genes[k * LENGTH..][..LENGTH], &genes[..LENGTH]);
            let (best, step) = local(a, b, &SCORING).unwrap_or((-1, Step::Start));
            [score(a, b, &SCORING).unwrap_or(i32::MIN), best, step as i32]
        })
        .collect();
    on_each_queue(|queue| {
        let mut scores = ArrayViewMut::without_source([30])?;
        queue.parallel_for_each(30, align(&ArrayView::new(&genes), &mut scores))?;
        assert_eq!(scores.to_vec()?, expected);
        Ok(())
    });
}
