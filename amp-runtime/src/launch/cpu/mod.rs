//! The executor of the CPU accelerator: runs a kernel's CPU code over the rows or tiles of a domain.
//!
//! The scheduler (`schedule`) divides the numbers of all rows or tiles into disjoint ranges. `rows` converts
//! a range to row runs: consecutive rows along the last dimension. `tiles` converts it to tiles. Both call
//! the CPU code at the processor's feature level (`cpu_features`). `work_sharing` distributes jobs (ranges of
//! rows or tiles) among pool threads, `domain_collapse` runs a domain as one row, and `panic_hook` records
//! the source location of a panic.

mod cpu_features;
mod domain_collapse;
mod panic_hook;
mod schedule;
mod work_sharing;

use std::cell::Cell;
use std::ops::Range;
use std::sync::OnceLock;

use crate::abi::cpu::{Fault, LANES, LONG_ROW, LaunchId, RowRun, Tile, Vectors, collapsed_extent};
pub(crate) use crate::device::accelerator::Threads;
use crate::support::error::Error;
use crate::types::extent::index_at;
pub(crate) use cpu_features::Level;
use schedule::{PanicIndex, schedule};

/// The reason why a kernel stopped before its end.
pub(crate) enum Failure {
    /// A fault: a work-item accessed an element outside a view, or an assertion failed.
    Fault(Box<Fault>),
    /// The checked accelerator found an error.
    Error(Box<Error>),
    /// A work-item panicked.
    Panic {
        /// The global index of the work-item if it was recorded, otherwise the index of the first work-item
        /// of the row or tile.
        index: Vec<usize>,
        /// The panic's message.
        message: String,
        /// The file and the line of the panic, if they are known.
        location: Option<String>,
    },
}

/// Properties of an untiled launch that affect its schedule.
#[derive(Clone, Copy)]
pub(crate) struct LaunchMode {
    pub(crate) threads: Threads,
    /// Whether the kernel is memory-bound.
    pub(crate) memory_bound: bool,
    /// Whether the kernel runs in rows of up to `LONG_ROW` work-items. The scheduler then gives each thread
    /// enough consecutive rows of 64 work-items for complete long rows.
    pub(crate) streams: bool,
    /// Whether the CPU code runs joined rows.
    pub(crate) joins_rows: bool,
    /// Whether the domain is collapsed, so that the launch and its views have one row.
    pub(crate) collapsed: bool,
}

impl From<Threads> for LaunchMode {
    fn from(threads: Threads) -> Self {
        LaunchMode { threads, memory_bound: false, streams: false, joins_rows: false, collapsed: false }
    }
}

/// Runs untiled CPU code for each row run of a non-empty domain: consecutive rows along the last dimension.
/// With `Threads::Calling`, each row run is one work-item, so that each work-item ends before the next
/// begins.
pub(crate) fn rows<const N: usize>(
    launch: LaunchId,
    extent: [usize; N],
    mode: impl Into<LaunchMode>,
    cpu_code: impl Fn(&RowRun<'_, N>) + Sync,
) -> Result<(), Failure> {
    let LaunchMode { threads, memory_bound: moves, streams, joins_rows, collapsed: flat } = mode.into();
    if joins_rows && !flat && threads == Threads::All && joins(extent, cores()) {
        return joined_rows(launch, extent, cpu_code);
    }
    let domain = extent;
    let extent = if flat { collapsed_extent(domain) } else { domain };
    let width = extent[N - 1];
    let lanes = match threads {
        Threads::All => LANES,
        Threads::Calling => 1,
    };
    let in_line = width.div_ceil(lanes);
    let lines: usize = extent[..N - 1].iter().product();
    let run = {
        #[inline(always)]
        |rows: Range<usize>, at: &Cell<[usize; N]>, vectors: Vectors| {
            let mut base = [0; N];
            base[N - 1] = rows.start % in_line * lanes;
            let mut above = rows.start / in_line;
            for d in (0..N - 1).rev() {
                base[d] = above % extent[d];
                above /= extent[d];
            }
            let mut left = rows.len();
            while left > 0 {
                let rest = width - base[N - 1];
                let count = match threads {
                    Threads::All => left.min(rest.div_ceil(lanes)),
                    Threads::Calling => 1,
                };
                let len = rest.min(count * lanes);
                cpu_code(&RowRun::new(launch, base, len, at, vectors));
                left -= count;
                base[N - 1] += len;
                if base[N - 1] == width {
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
        }
    };
    let level = if moves { Level::for_memory_bound(lines * width) } else { Level::chosen() };
    let grain = if streams { in_line.min(LONG_ROW / LANES) } else { 1 };
    schedule(lines * in_line, grain, threads, &|rows, panic_index| {
        PanicIndexGuard::new(panic_index).run(level, rows, run)
    })
    .map_err(|failure| if flat { failure.with_expanded_index(&domain) } else { failure })
}

/// Rows of at most this many work-items are joined. A joined row computes the index of each lane separately.
/// For longer rows, that costs more than the joining saves.
const MAX_JOINED_WIDTH: usize = 6;

/// Whether the rows of a domain are joined on a machine with `cores` cores. A joined row is the work of one thread.
/// So a launch with few work-items, such as one work-item for each part of a long input, keeps its rows.
fn joins<const N: usize>(extent: [usize; N], cores: usize) -> bool {
    let joined = extent.iter().product::<usize>() / LANES;
    extent[N - 1] <= MAX_JOINED_WIDTH && joined >= schedule::MIN_JOBS_PER_THREAD * cores
}

/// The number of cores of this machine.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Runs untiled CPU code for runs of joined rows: consecutive work-items in row-major order.
fn joined_rows<const N: usize>(
    launch: LaunchId,
    extent: [usize; N],
    cpu_code: impl Fn(&RowRun<'_, N>) + Sync,
) -> Result<(), Failure> {
    let count: usize = extent.iter().product();
    let run = {
        #[inline(always)]
        |rows: Range<usize>, at: &Cell<[usize; N]>, vectors: Vectors| {
            let first = rows.start * LANES;
            let len = count.min(rows.end * LANES) - first;
            cpu_code(&RowRun::joined(launch, index_at(first, extent), len, extent, at, vectors));
        }
    };
    let level = Level::chosen();
    schedule(count.div_ceil(LANES), 1, Threads::All, &|rows, panic_index| {
        PanicIndexGuard::new(panic_index).run(level, rows, run)
    })
}

/// Runs tiled CPU code for each tile of a non-empty domain that the tile divides evenly.
pub(crate) fn tiles<const N: usize>(
    launch: LaunchId,
    extent: [usize; N],
    tile: [usize; N],
    threads: Threads,
    cpu_code: impl Fn(&Tile<N>) + Sync,
) -> Result<(), Failure> {
    let counts: [usize; N] = std::array::from_fn(|d| extent[d] / tile[d]);
    let run = {
        #[inline(always)]
        |tiles: Range<usize>, at: &Cell<[usize; N]>, vectors: Vectors| {
            let mut id = index_at(tiles.start, counts);
            for _ in tiles {
                let tile = Tile::new(launch, id, tile, vectors);
                at.set(tile.origin());
                cpu_code(&tile);
                for d in (0..N).rev() {
                    id[d] += 1;
                    if id[d] < counts[d] {
                        break;
                    }
                    id[d] = 0;
                }
            }
        }
    };
    let level = Level::chosen();
    schedule(counts.iter().product(), 1, threads, &|tiles, panic_index| {
        PanicIndexGuard::new(panic_index).run(level, tiles, run)
    })
}

/// The index that a running job (a range of rows or tiles) has reached. If the job unwinds, `drop` passes the
/// index to the scheduler.
struct PanicIndexGuard<'a, const N: usize> {
    at: Cell<[usize; N]>,
    result: &'a PanicIndex,
}

impl<'a, const N: usize> PanicIndexGuard<'a, N> {
    fn new(panic_index: &'a PanicIndex) -> Self {
        PanicIndexGuard { at: Cell::new([0; N]), result: panic_index }
    }

    /// Runs the rows or tiles `range` at a feature level. `run` stores the index of the current row or tile
    /// in its second argument.
    fn run(&self, level: Level, range: Range<usize>, run: impl Fn(Range<usize>, &Cell<[usize; N]>, Vectors)) {
        let run = {
            #[inline(always)]
            |vectors| run(range, &self.at, vectors)
        };
        level.run(run);
    }
}

impl<const N: usize> Drop for PanicIndexGuard<'_, N> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.result.set(self.at.get().to_vec());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Asserts that each work-item runs exactly once.
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
    fn joined_rows_visit_each_work_item_once() {
        fn check<const N: usize>(extent: [usize; N]) {
            visited(extent, |visit| {
                let result = joined_rows(LaunchId::next(), extent, |line| {
                    assert!(line.is_joined());
                    for row in line.joined_rows() {
                        (0..row.len())
                            .for_each(|lane| visit(std::array::from_fn(|d| row.component(lane, d)), 1));
                    }
                });
                assert!(result.is_ok());
            });
        }
        check([5000, 1]);
        check([70, 3]);
        check([7, 9, 2, 5]);
        check([1, 1]);
    }

    #[test]
    fn rows_are_joined_if_all_threads_have_enough() {
        assert!(joins([1000, 1], 2));
        assert!(joins([100, 10, 3], 2));
        assert!(!joins([8, 1], 2), "one work-item for each part of a long input");
        assert!(!joins([1000, 1], 64));
        assert!(!joins([1000, 100], 2), "the rows are long");
    }

    /// A launch of a few heavy work-items in rows of one.
    #[test]
    fn few_short_rows_are_separate() {
        let mode = LaunchMode { joins_rows: true, ..LaunchMode::from(Threads::All) };
        let result = rows(LaunchId::next(), [8, 1], mode, |line| assert!(!line.is_joined()));
        assert!(result.is_ok());
    }

    fn visit_rows<const N: usize>(line: &RowRun<'_, N>, visit: &(dyn Fn([usize; N], usize) + Sync)) {
        line.rows(0).chain(line.partial_rows(0)).for_each(|row| visit(row.base(), row.len()));
    }

    #[test]
    fn rows_visit_each_work_item_once() {
        visited([5000], |visit| {
            assert!(rows(LaunchId::next(), [5000], Threads::All, |line| visit_rows(line, visit)).is_ok())
        });
        visited([7, 131], |visit| {
            assert!(rows(LaunchId::next(), [7, 131], Threads::All, |line| visit_rows(line, visit)).is_ok())
        });
        let extent = [3, 2, 5, 150];
        visited(extent, |visit| {
            assert!(rows(LaunchId::next(), extent, Threads::All, |line| visit_rows(line, visit)).is_ok())
        });
    }

    #[test]
    fn tiles_visit_each_work_item_once() {
        visited([96, 64], |visit| {
            let result = tiles(LaunchId::next(), [96, 64], [8, 16], Threads::All, |tile| {
                for i in 0..8 {
                    let row = tile.row([i, 0]);
                    visit(row.base(), row.len());
                }
            });
            assert!(result.is_ok());
        });
    }

    #[test]
    fn panic_reports_the_row() {
        let result = rows(LaunchId::next(), [200], Threads::All, |line| {
            line.all_rows().for_each(|row| assert!(row.base()[0] != 128, "too far"));
        });
        let Err(Failure::Panic { index, message, .. }) = result else { panic!("no failure") };
        assert_eq!((index, &*message), (vec![128], "too far"));
    }
}
