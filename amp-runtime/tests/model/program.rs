//! Random programs, as data.

/// A program over one source of two dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub source: Source,
    pub extent: [usize; 2],
    pub steps: Vec<Step>,
}

/// What the views are views of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Slice,
    /// An array that lives at a place.
    Array(usize),
    Nothing,
}

/// Something that is done to a section of the source.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Sections of sections, outermost first: origin and extent.
    pub sections: Vec<([usize; 2], [usize; 2])>,
    /// Then a row of it, if one is wanted and there is one.
    pub row: Option<usize>,
    /// How it is seen, where it has no gaps.
    pub recast: Recast,
    /// Whether it is done by a future, if there is one.
    pub later: bool,
    pub act: Act,
}

/// How the elements are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recast {
    AsTheyAre,
    /// In one dimension.
    Flat,
    /// As elements of another type, and those as the first again.
    Twice,
}

/// What is done. Places are numbers of accelerator views; the first is on the host.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// A copy of the elements; they stay where they are.
    CopyOut,
    /// A guard.
    Read,
    /// The first element.
    ReadElement,
    /// A guard, and all elements are replaced by numbers from this one on.
    Write(u32),
    /// The last element is replaced.
    WriteElement(u32),
    LaunchRead(usize),
    /// All elements are replaced.
    LaunchWrite(usize, u32),
    /// A number is added to every element with an even last index.
    LaunchAdd(usize, u32),
    /// Every element is negated, seen as a signed number.
    LaunchNegate(usize),
    /// An array with numbers from this one on is copied to it.
    CopyFrom(usize, u32),
    /// It is copied to an array.
    CopyTo(usize),
    /// Its data is sent ahead.
    SynchronizeTo(usize),
    Discard,
    Synchronize,
    /// The view of the whole source is dropped, the source is looked at, and a new view is made.
    Recreate,
}

/// Numbers that look random: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % end as u64) as usize
    }

    /// A part of `0..size`; often all of it, seldom empty.
    fn part(&mut self, size: usize) -> (usize, usize) {
        if self.below(3) == 0 {
            return (0, size);
        }
        let start = self.below(size + 1);
        let len = self.below(size - start + 1);
        if len == 0 && self.below(4) != 0 { (0, size) } else { (start, len) }
    }
}

impl Program {
    /// The program of a seed.
    pub(crate) fn random(seed: u64, places: usize) -> Program {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.below(1);
        }
        // Miri is slow, and finds what it finds in small programs.
        let (most, longest) = if cfg!(miri) { ([3, 4], 10) } else { ([12, 16], 36) };
        let extent = most.map(|most| 1 + random.below(most));
        let source = match random.below(4) {
            0 => Source::Array(random.below(places)),
            1 => Source::Nothing,
            _ => Source::Slice,
        };
        let steps = 5 + random.below(longest);
        let steps = (0..steps).map(|at| step(&mut random, extent, places, 1000 * (at as u32 + 1))).collect();
        Program { source, extent, steps }
    }
}

fn step(random: &mut Random, mut extent: [usize; 2], places: usize, value: u32) -> Step {
    let mut sections = Vec::new();
    for _ in 0..random.below(4) {
        let (rows, columns) = (random.part(extent[0]), random.part(extent[1]));
        extent = [rows.1, columns.1];
        sections.push(([rows.0, columns.0], extent));
    }
    let row = (extent[0] > 0 && random.below(4) == 0).then(|| random.below(extent[0]));
    let place = random.below(places);
    let recast = match random.below(6) {
        0 => Recast::Flat,
        1 => Recast::Twice,
        _ => Recast::AsTheyAre,
    };
    let later = random.below(3) == 0;
    let act = match random.below(26) {
        0 => Act::CopyOut,
        1 | 2 => Act::Read,
        3 => Act::ReadElement,
        4 | 5 => Act::Write(value),
        6 => Act::WriteElement(value),
        7..=9 => Act::LaunchRead(place),
        10..=12 => Act::LaunchWrite(place, value),
        13..=15 => Act::LaunchAdd(place, value),
        16 | 17 => Act::Discard,
        18 => Act::Synchronize,
        19 => Act::SynchronizeTo(place),
        20 | 21 => Act::CopyFrom(place, value),
        22 | 23 => Act::CopyTo(place),
        24 => Act::LaunchNegate(place),
        _ => Act::Recreate,
    };
    Step { sections, row, recast, later, act }
}
