//! The executor of the CPU accelerator: spreads rows and tiles of work-items over the threads of the pool.

use std::any::Any;
use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::sync::lock;
use crate::twin::{Fault, LANES, Launch, Row, Tile};

/// Work-items of a domain that is not worth waking other threads for.
const SMALL: usize = 2048;
/// Jobs for each thread, so that uneven work evens out.
const JOBS: usize = 16;

/// Why a kernel stopped.
pub(crate) enum Failure {
    /// A work-item left a view.
    Fault(Box<Fault>),
    /// A work-item of the row or the tile that starts at this index panicked.
    Panic {
        /// The index.
        index: Vec<usize>,
        /// The panic's message.
        message: String,
    },
}

/// Runs an untiled twin for each row of a domain that is not empty.
pub(crate) fn rows<const N: usize>(
    launch: Launch,
    extent: [usize; N],
    twin: impl Fn(&Row<N>) + Sync,
) -> Result<(), Failure> {
    let width = extent[N - 1];
    let in_line = width.div_ceil(LANES);
    let lines: usize = extent[..N - 1].iter().product();
    // Few work-items may still be much work, so a job is small where there are not many.
    let small = lines * width <= SMALL;
    spread(lines * in_line, 4, small, |rows, at| {
        let mut base = [0; N];
        base[N - 1] = rows.start % in_line * LANES;
        let mut rest = rows.start / in_line;
        for d in (0..N - 1).rev() {
            base[d] = rest % extent[d];
            rest /= extent[d];
        }
        for _ in rows {
            at.set(base);
            twin(&Row::new(launch, base, LANES.min(width - base[N - 1])));
            base[N - 1] += LANES;
            if base[N - 1] >= width {
                base[N - 1] = 0;
                for d in (0..N - 1).rev() {
                    base[d] += 1;
                    if base[d] < extent[d] {
                        break;
                    }
                    base[d] = 0;
                }
            }
        }
    })
}

/// Runs a tiled twin for each tile of a domain that is not empty and divides evenly.
pub(crate) fn tiles<const N: usize>(
    launch: Launch,
    extent: [usize; N],
    tile: [usize; N],
    twin: impl Fn(&Tile<N>) + Sync,
) -> Result<(), Failure> {
    let counts: [usize; N] = std::array::from_fn(|d| extent[d] / tile[d]);
    let count: usize = counts.iter().product();
    let small = extent.iter().product::<usize>() <= SMALL;
    spread(count, 1, small, |tiles, at| {
        for number in tiles {
            let mut id = [0; N];
            let mut rest = number;
            for d in (0..N).rev() {
                id[d] = rest % counts[d];
                rest /= counts[d];
            }
            let tile = Tile::new(launch, id, tile);
            at.set(tile.origin());
            twin(&tile);
        }
    })
}

/// Runs `count` things in jobs of at least `grain` things. A job says in the cell where it stands.
fn spread<const N: usize>(
    count: usize,
    grain: usize,
    small: bool,
    run: impl Fn(Range<usize>, &Cell<[usize; N]>) + Sync,
) -> Result<(), Failure> {
    let stopped = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let job = |range: Range<usize>| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let at = Cell::new([0; N]);
        // What the twin leaves behind when it unwinds is plain data in the user's views.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| run(range, &at))) {
            stopped.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(read(payload, at.get()));
        }
    };
    if small || count <= grain {
        job(0..count);
    } else {
        let grain = (count / (rayon::current_num_threads() * JOBS)).max(grain);
        (0..count.div_ceil(grain)).into_par_iter().for_each(|n| {
            let start = n * grain;
            job(start..count.min(start + grain));
        });
    }
    match lock(&failure).take() {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// What a twin that unwound has to say.
fn read<const N: usize>(payload: Box<dyn Any + Send>, at: [usize; N]) -> Failure {
    let payload = match payload.downcast::<Fault>() {
        Ok(fault) => return Failure::Fault(fault),
        Err(payload) => payload,
    };
    let message = payload
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    Failure::Panic { index: at.to_vec(), message }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Counts how often each work-item runs.
    fn visited<const N: usize>(extent: [usize; N], run: impl FnOnce(&(dyn Fn([usize; N], usize) + Sync))) {
        let counts: Vec<_> = (0..extent.iter().product::<usize>()).map(|_| AtomicUsize::new(0)).collect();
        run(&|base, len| {
            let first = (0..N).fold(0, |sum, d| sum * extent[d] + base[d]);
            for count in &counts[first..first + len] {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn rows_visit_each_work_item_once() {
        visited([5000], |visit| {
            assert!(rows(Launch::next(), [5000], |row| visit(row.base(), row.len())).is_ok())
        });
        visited([7, 131], |visit| {
            assert!(rows(Launch::next(), [7, 131], |row| visit(row.base(), row.len())).is_ok())
        });
        let extent = [3, 2, 5, 150];
        visited(extent, |visit| {
            assert!(rows(Launch::next(), extent, |row| visit(row.base(), row.len())).is_ok())
        });
    }

    #[test]
    fn tiles_visit_each_work_item_once() {
        visited([96, 64], |visit| {
            let result = tiles(Launch::next(), [96, 64], [8, 16], |tile| {
                for i in 0..8 {
                    let row = tile.row([i, 0]);
                    visit(row.base(), row.len());
                }
            });
            assert!(result.is_ok());
        });
    }

    #[test]
    fn a_panic_says_where_it_was() {
        let result = rows(Launch::next(), [200], |row| assert!(row.base()[0] < 128, "too far"));
        let Err(Failure::Panic { index, message }) = result else { panic!("no failure") };
        assert_eq!((index, &*message), (vec![128], "too far"));
    }
}
