//! Stream compaction: the elements that are not zero, in their order and without gaps.
//!
//! Where an element goes depends on how many before it are kept. The classic way takes three launches: *count* what each
//! part keeps, add the counts up to *prefixes*, *move* the elements. The styles differ in what a part is.
//!
//! The kernels are in `phases.rs`, and that of a form of our own in `one_pass.rs`.

mod one_pass;
mod phases;

use amp::prelude::*;

pub use one_pass::{single, single_pass};
pub use phases::{
    TILE, add_up_tile, billeter, count_sequences, count_tiles, move_by_scan, move_by_votes, move_sequences,
    orange_owls, prefix, spataro,
};

use crate::frame::plot::{Line, Panel};
use crate::frame::{DOWNLOAD, Problem, Program, Session, Size, UPLOAD, Variant, Verdict, Work, data, same};

/// What all have to agree with: how many are kept.
pub fn serial(from: &[u32], to: &mut [u32]) -> usize {
    let mut count = 0;
    for &value in from {
        if value != 0 {
            to[count] = value;
            count += 1;
        }
    }
    count
}

/// How each is launched. Place 0 of the words gets the count of what is kept; `lap` is called after each phase.
pub type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, u32>,
    &mut ArrayViewMut<'_, u32>,
    &mut ArrayViewMut<'_, u32>,
    Lap<'_>,
) -> amp::Result<()>;

/// Ends a phase.
pub type Lap<'a> = &'a mut dyn FnMut(&'static str) -> amp::Result<()>;

/// How many words each needs for `n` elements.
pub fn words(n: usize) -> usize {
    n.div_ceil(TILE).max(phases::SEQUENCES) + 2
}

const VARIANTS: &[Variant] = &[
    Variant { name: "serial", shows: "element by element on one core" },
    Variant { name: "spataro", shows: "an element a work-item; warps vote" },
    Variant { name: "orange_owls", shows: "an element a work-item; tiles scan" },
    Variant { name: "billeter", shows: "480 sequences, a warp each" },
    Variant { name: "single", shows: "one pass; tiles look back" },
    Variant { name: "sizes", shows: "all of them on 2^10 to 2^26 numbers; writes a plot" },
];
const SIZE: Size = Size { names: &["N"], usual: &[1 << 24], quick: &[100_003] };

/// The program on random numbers.
pub const RANDOM: Program = Program {
    name: "compact",
    shows: "keeps what is not zero, of random numbers, half of which are: three launches or one, in order",
    size: SIZE,
    variants: VARIANTS,
    run: |session| {
        let [n] = session.size();
        run(session, &random(n)?, random)
    },
};

/// The program on numbers that a branch predictor likes.
pub const STRUCTURED: Program = Program {
    name: "compact_structured",
    shows: "the same of 1 0 3 0 5 0 and so on: the serial one is faster now, the others are not",
    size: SIZE,
    variants: VARIANTS,
    run: |session| {
        let [n] = session.size();
        run(session, &structured(n)?, structured)
    },
};

/// Half of them zeros.
fn random(n: usize) -> Result<Vec<u32>, Problem> {
    data::fill(&[n], 1, |random| if random >> 31 == 0 { 0 } else { random })
}

/// 1 0 3 0 5 0 and so on.
fn structured(n: usize) -> Result<Vec<u32>, Problem> {
    let mut numbers: Vec<u32> = data::zeros(&[n])?;
    numbers.iter_mut().zip(1..).step_by(2).for_each(|(to, value)| *to = value);
    Ok(numbers)
}

const LAUNCHES: [(&str, Launch); 4] =
    [("spataro", spataro), ("orange_owls", orange_owls), ("billeter", billeter), ("single", single)];

fn run(
    session: &mut Session<'_>,
    source: &[u32],
    make: fn(usize) -> Result<Vec<u32>, Problem>,
) -> Result<(), Problem> {
    let n = source.len();
    let mut expected = data::zeros(&[n])?;
    let mut count = 0;
    session.serial(&mut expected, |_| {}, |to| count = serial(source, to));
    session.work(Work::Bytes(4.0 * (n + count) as f64));
    expected.truncate(count);

    for (variant, launch) in LAUNCHES {
        session.variant(variant, |on, clock| {
            if n > TILE << 22 {
                return Ok(Verdict::Skipped(
                    "the counts of so many tiles do not fit into 30 bits".to_owned(),
                ));
            }
            let mut result = vec![0; n];
            let mut kept = 0;
            let mut words = ArrayViewMut::without_source(words(n))?;
            clock.runs(|watch| {
                result.fill(0);
                let mut to = ArrayViewMut::new(&mut result);
                watch.start_spoiled(&to)?;
                let from = ArrayView::new(source);
                from.synchronize_to(on)?;
                to.discard_data();
                watch.lap(UPLOAD)?;
                launch(on, &from, &mut to, &mut words, &mut |phase| watch.lap(phase))?;
                to.finish()?;
                watch.lap(DOWNLOAD)?;
                kept = words[0] as usize;
                Ok(())
            })?;
            Ok(same(&[kept], &[count]).and(same(result.get(..kept).unwrap_or(&result), &expected)))
        });
    }
    sizes(session, n, make)
}

/// The sizes of the documents, every fourth power of two; if a size was asked for, only up to that.
fn sizes(
    session: &mut Session<'_>,
    n: usize,
    make: fn(usize) -> Result<Vec<u32>, Problem>,
) -> Result<(), Problem> {
    if !session.wants("sizes") {
        return Ok(());
    }
    let most = if n == SIZE.usual[0] { 1 << 26 } else { n };
    let powers = (10..26).step_by(4).map(|power| 1 << power).filter(|&n| n < most);
    let sizes: Vec<usize> = powers.chain([most]).collect();
    let source = make(most)?;
    let mut expected = data::zeros(&[source.len()])?;
    serial(&source, &mut expected);
    session.sweep("sizes", "elements", |on, trial| {
        let mut panel = Panel { title: "from launch to end".to_owned(), lines: Vec::new() };
        for (name, launch) in LAUNCHES {
            let mut points = Vec::new();
            for &n in sizes.iter().filter(|&&n| 4 * n as u64 <= on.accelerator().limits().view_bytes) {
                let from = Array::from_slice_on(on, n, &source[..n])?;
                let mut to = Array::new_on(on, n)?;
                let mut words = Array::new_on(on, words(n))?;
                let mut run = || {
                    let (mut to, mut words) = (to.as_view_mut(), words.as_view_mut());
                    launch(on, &from.as_view(), &mut to, &mut words, &mut |_| Ok(()))
                };
                run()?;
                points.push((n, trial.time(run)?));
                let count = source[..n].iter().filter(|value| **value != 0).count();
                trial.judge(same(&words.to_vec()?[..1], &[count as u32]));
                trial.judge(same(&to.to_vec()?[..count], &expected[..count]));
            }
            panel.lines.push(Line { name: name.to_owned(), points });
        }
        Ok(vec![panel])
    });
    Ok(())
}
