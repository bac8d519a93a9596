//! Random programs as data: generating a program, and shrinking a step.

/// A program over two sources of the same extent, in one to four dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub sources: [Source; 2],
    pub extent: Vec<usize>,
    pub steps: Vec<Step>,
}

/// The source of a view in a program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Slice,
    /// A vector that the view owns.
    Vector,
    /// An array on the queue with this index.
    Array(usize),
    Nothing,
}

/// The origin and the extent of a section.
pub(crate) type Section = (Vec<usize>, Vec<usize>);

/// A step of a program: an operation on a part of a source.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The index of the source.
    pub source: usize,
    /// Nested sections of the source. The first section is the outermost one.
    pub sections: Vec<Section>,
    /// After the sections, the projection at this index, if the index is in bounds.
    pub slice: Option<usize>,
    /// The reinterpretation of the part, if the part is contiguous.
    pub recast: Recast,
    /// Whether the step uses the asynchronous version of the operation, if there is one.
    pub later: bool,
    pub act: Operation,
}

/// The reinterpretation of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recast {
    AsTheyAre,
    /// The same elements in one dimension.
    Flat,
    /// The elements as another type, and then as the original type again.
    Twice,
}

/// An operation of a step. Locations are indices of queues; the first queue is on the host.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// Copies the elements to a vector, without making them resident on the host.
    CopyOut,
    /// Reads all elements through a guard.
    Read,
    /// Reads the first element.
    ReadElement,
    /// Overwrites all elements through a guard. The new values count up from this number.
    Write(u32),
    /// Overwrites the last element by this value.
    WriteElement(u32),
    LaunchRead(usize),
    /// A kernel overwrites all elements.
    LaunchWrite(usize, u32),
    /// A kernel adds a number to every element with an even last index.
    LaunchAdd(usize, u32),
    /// A kernel negates every element, reinterpreted as a signed number.
    LaunchNegate(usize),
    /// Copies an array to the view. The elements of the array count up from this number.
    CopyFrom(usize, u32),
    /// Copies the view to an array.
    CopyTo(usize),
    /// Makes the data resident on the queue with this index.
    SynchronizeTo(usize),
    Discard,
    Synchronize,
    /// Copies the view to a section of the other source that has the same extent.
    CopyAcross(Vec<usize>),
    /// Creates several sections of one extent that are alive at the same time, and runs operations on them.
    Sections(Vec<usize>, Vec<Vec<usize>>, Vec<SectionOperation>),
    /// Creates atomic views of sections, which may overlap, and runs launches that add to them. A launch
    /// consists of a section, a location and an amount. The flag tells whether the launches run on several
    /// threads.
    Count(Vec<Section>, Vec<(usize, usize, u32)>, bool),
    /// Drops the view of the complete source, checks the source, and creates a new view, if possible.
    Recreate,
}

/// An operation on sections that are alive at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SectionOperation {
    /// Creates guards of all sections at the same time.
    Guards,
    CopyOut(usize),
    SynchronizeTo(usize, usize),
    /// Launches a kernel at a location that reads two of the sections.
    LaunchTwo(usize, usize, usize),
}

/// A pseudorandom number generator (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.below(1);
        }
        random
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % end as u64) as usize
    }

    /// A random subrange of `0..size`: often all of it, seldom empty.
    pub(crate) fn part(&mut self, size: usize) -> (usize, usize) {
        if self.below(3) == 0 {
            return (0, size);
        }
        let start = self.below(size + 1);
        let len = self.below(size - start + 1);
        if len == 0 && self.below(4) != 0 { (0, size) } else { (start, len) }
    }

    fn section(&mut self, extent: &[usize]) -> Section {
        extent.iter().map(|&size| self.part(size)).unzip()
    }

    /// A random origin for a section of this extent that is in bounds.
    fn origin(&mut self, whole: &[usize], extent: &[usize]) -> Vec<usize> {
        whole.iter().zip(extent).map(|(whole, size)| self.below(whole - size + 1)).collect()
    }

    fn source(&mut self, locations: usize) -> Source {
        match self.below(5) {
            0 => Source::Array(self.below(locations)),
            1 => Source::Nothing,
            2 => Source::Vector,
            _ => Source::Slice,
        }
    }
}

impl Program {
    /// Generates the program of a seed.
    pub(crate) fn random(seed: u64, locations: usize) -> Program {
        let mut random = Random::new(seed);
        // Miri is slow, so its programs have few elements. Otherwise a program has at most 256 elements.
        let most: &[usize] = match (random.below(6), cfg!(miri)) {
            (0, false) => &[256],
            (1..=3, false) => &[12, 16],
            (4, false) => &[6, 5, 8],
            (_, false) => &[3, 4, 3, 7],
            (0, true) => &[12],
            (1..=3, true) => &[3, 4],
            (4, true) => &[2, 2, 3],
            (_, true) => &[2, 1, 2, 3],
        };
        let longest = if cfg!(miri) { 10 } else { 36 };
        let extent: Vec<_> = most.iter().map(|&most| 1 + random.below(most)).collect();
        let sources = [random.source(locations), random.source(locations)];
        let steps = 5 + random.below(longest);
        let steps =
            (0..steps).map(|at| step(&mut random, &extent, locations, 1000 * (at as u32 + 1))).collect();
        Program { sources, extent, steps }
    }
}

fn step(random: &mut Random, whole: &[usize], locations: usize, value: u32) -> Step {
    let source = usize::from(random.below(4) == 0);
    let mut sections: Vec<Section> = Vec::new();
    let mut extent = whole.to_vec();
    for _ in 0..random.below(4) {
        sections.push(random.section(&extent));
        extent.clone_from(&sections[sections.len() - 1].1);
    }
    let slice = (extent[0] > 0 && random.below(4) == 0).then(|| random.below(extent[0]));
    let location = random.below(locations);
    let recast = match random.below(6) {
        0 => Recast::Flat,
        1 => Recast::Twice,
        _ => Recast::AsTheyAre,
    };
    let later = random.below(2) == 0;
    let act = match random.below(34) {
        0 => Operation::CopyOut,
        1 | 2 => Operation::Read,
        3 => Operation::ReadElement,
        4 | 5 => Operation::Write(value),
        6 => Operation::WriteElement(value),
        7..=9 => Operation::LaunchRead(location),
        10..=12 => Operation::LaunchWrite(location, value),
        13..=15 => Operation::LaunchAdd(location, value),
        16 | 17 => Operation::Discard,
        18 => Operation::Synchronize,
        19 => Operation::SynchronizeTo(location),
        20 | 21 => Operation::CopyFrom(location, value),
        22 | 23 => Operation::CopyTo(location),
        24 => Operation::LaunchNegate(location),
        25..=27 => Operation::CopyAcross(random.origin(whole, &extent)),
        28..=30 => {
            let (_, extent) = random.section(whole);
            let origins: Vec<_> = (0..2 + random.below(3)).map(|_| random.origin(whole, &extent)).collect();
            let many = 1 + random.below(4);
            let glances = (0..many).map(|_| glance(random, origins.len(), locations)).collect();
            Operation::Sections(extent, origins, glances)
        }
        31 | 32 => {
            let parts: Vec<_> = (0..1 + random.below(3)).map(|_| random.section(whole)).collect();
            let many = 1 + random.below(4);
            let count = |_| (random.below(parts.len()), random.below(locations), 1 + random.below(9) as u32);
            let counts = (0..many).map(count).collect();
            Operation::Count(parts, counts, random.below(3) == 0)
        }
        _ => Operation::Recreate,
    };
    Step { source, sections, slice, recast, later, act }
}

fn glance(random: &mut Random, views: usize, locations: usize) -> SectionOperation {
    match random.below(6) {
        0 => SectionOperation::Guards,
        1 => SectionOperation::CopyOut(random.below(views)),
        2 => SectionOperation::SynchronizeTo(random.below(locations), random.below(views)),
        _ => SectionOperation::LaunchTwo(random.below(locations), random.below(views), random.below(views)),
    }
}

impl Step {
    /// Returns simpler versions of this step, for shrinking a program.
    pub(crate) fn simpler(&self) -> Vec<Step> {
        let mut all = Vec::new();
        let mut add = |change: &dyn Fn(&mut Step)| {
            let mut step = self.clone();
            change(&mut step);
            all.push(step);
        };
        for at in 0..self.sections.len() {
            // If an outer section changes, its inner sections may exceed it. So they are removed, too.
            add(&|step| step.sections.truncate(at));
        }
        if self.slice.is_some() {
            add(&|step| step.slice = None);
        }
        if self.recast != Recast::AsTheyAre {
            add(&|step| step.recast = Recast::AsTheyAre);
        }
        if self.later {
            add(&|step| step.later = false);
        }
        match &self.act {
            Operation::Sections(_, _, glances) => {
                for at in 0..glances.len() {
                    add(&|step| {
                        if let Operation::Sections(_, _, glances) = &mut step.act {
                            glances.remove(at);
                        }
                    });
                }
            }
            Operation::Count(_, counts, threads) => {
                for at in 0..counts.len() {
                    add(&|step| {
                        if let Operation::Count(_, counts, _) = &mut step.act {
                            counts.remove(at);
                        }
                    });
                }
                if *threads {
                    add(&|step| {
                        if let Operation::Count(_, _, threads) = &mut step.act {
                            *threads = false;
                        }
                    });
                }
            }
            _ => {}
        }
        all
    }
}
