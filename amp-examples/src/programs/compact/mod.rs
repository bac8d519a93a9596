//! Stream compaction: copies the elements that are not zero, in order and without gaps.
//!
//! The target index of an element is the number of kept elements before it. The classic algorithm takes three
//! launches: *count* the kept elements of each part, compute the *prefix* sums of the counts, and *move* the
//! elements. The variants differ in how they split the elements into parts.
//!
//! `phases.rs` has these kernels. `one_pass.rs` has a single-pass scan with decoupled look-back.

mod one_pass;
mod phases;

use amp::prelude::*;

pub use one_pass::{single, single_pass};
pub use phases::{
    TILE, billeter, count_sequences, count_tiles, move_by_scan, move_by_votes, move_sequences, orange_owls,
    prefix, scan_tile, spataro,
};

use crate::harness::plot::{Line, Panel};
use crate::harness::{
    DOWNLOAD, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// The serial reference. Returns the number of kept elements.
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

/// Launches a variant. Word 0 of the scratch words receives the number of kept elements. `lap` is called after each
/// phase.
pub type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, u32>,
    &mut ArrayViewMut<'_, u32>,
    &mut ArrayViewMut<'_, u32>,
    Lap<'_>,
) -> amp::Result<()>;

/// Compaction by the library.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn library(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    words: &mut ArrayViewMut<'_, u32>,
    lap: Lap<'_>,
) -> amp::Result<()> {
    let kept = amp_algorithms::copy_if_on(on, from, amp::op!(|value| value != 0), to)?;
    lap("copy_if")?;
    amp_algorithms::fill_on(on, &mut words.section_mut(0, 1)?, kept as u32)
}

/// A callback that ends a phase. Its argument is the name of the phase.
pub type Lap<'a> = &'a mut dyn FnMut(&'static str) -> amp::Result<()>;

/// The number of scratch words that any variant needs for `n` elements.
pub fn words(n: usize) -> usize {
    n.div_ceil(TILE).max(phases::SEQUENCES) + 2
}

const VARIANTS: &[Variant] = &[
    Variant { name: "serial", summary: "element by element on one core" },
    Variant { name: "spataro", summary: "Spataro: one element for each work-item; warps vote" },
    Variant { name: "orange_owls", summary: "Orange Owls: one element for each work-item; tiles scan" },
    Variant { name: "billeter", summary: "Billeter et al.: 480 sequences, one for each warp" },
    Variant { name: "single", summary: "one launch: decoupled look-back" },
    Variant { name: "library", summary: "`copy_if` of amp-algorithms: two passes over the data" },
    Variant { name: "sizes", summary: "all variants on 2^10 to 2^26 elements; writes a plot" },
];
const SIZE: Size = Size { names: &["N"], default: &[1 << 24], quick: &[100_003] };

/// The program on random data.
pub const RANDOM: Program = Program {
    name: "compact",
    summary: "stream compaction of random data, half of it zeros: three launches or one",
    size: SIZE,
    variants: VARIANTS,
    overview: None,
    run: |session| {
        let [n] = session.size();
        run(session, &random(n)?, random)
    },
};

/// The program on data that a branch predictor predicts well.
pub const STRUCTURED: Program = Program {
    name: "compact_structured",
    summary: "stream compaction of 1 0 3 0 5 0 ..: predictable branches make the serial variant faster",
    size: SIZE,
    variants: VARIANTS,
    overview: None,
    run: |session| {
        let [n] = session.size();
        run(session, &structured(n)?, structured)
    },
};

/// Random words, half of them zeros.
fn random(n: usize) -> Result<Vec<u32>, RunError> {
    data::fill(&[n], 1, |random| if random >> 31 == 0 { 0 } else { random })
}

/// The sequence 1 0 3 0 5 0 and so on.
fn structured(n: usize) -> Result<Vec<u32>, RunError> {
    let mut numbers: Vec<u32> = data::zeros(&[n])?;
    numbers.iter_mut().zip(1..).step_by(2).for_each(|(to, value)| *to = value);
    Ok(numbers)
}

const LAUNCHES: [(&str, Launch); 5] = [
    ("spataro", spataro),
    ("orange_owls", orange_owls),
    ("billeter", billeter),
    ("single", single),
    ("library", library),
];

fn run(
    session: &mut Session<'_>,
    source: &[u32],
    make: fn(usize) -> Result<Vec<u32>, RunError>,
) -> Result<(), RunError> {
    let n = source.len();
    let mut expected = data::zeros(&[n])?;
    let mut count = 0;
    session.serial(&mut expected, |_| {}, |to| count = serial(source, to));
    session.set_work(Work::Bytes(4.0 * (n + count) as f64));
    expected.truncate(count);

    for (variant, launch) in LAUNCHES {
        session.variant(variant, |on, timer| {
            if n > TILE << 22 {
                return Ok(Verdict::Skipped("the counts of this many tiles exceed 30 bits".to_owned()));
            }
            let mut result = vec![0; n];
            let mut kept = 0;
            let mut words = ArrayViewMut::without_source(words(n))?;
            timer.measure(|watch| {
                result.fill(0);
                let mut to = ArrayViewMut::new(&mut result);
                watch.start_with_garbage(&to)?;
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

/// Times the sizes 2^10, 2^14, 2^18 and so on, up to the size that the user selected, or up to 2^26 by
/// default.
fn sizes(
    session: &mut Session<'_>,
    n: usize,
    make: fn(usize) -> Result<Vec<u32>, RunError>,
) -> Result<(), RunError> {
    if !session.is_selected("sizes") {
        return Ok(());
    }
    let most = if n == SIZE.default[0] { 1 << 26 } else { n };
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
                trial.record(same(&words.to_vec()?[..1], &[count as u32]));
                trial.record(same(&to.to_vec()?[..count], &expected[..count]));
            }
            panel.lines.push(Line { name: name.to_owned(), points });
        }
        Ok(vec![panel])
    });
    Ok(())
}
