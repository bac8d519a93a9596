//! Scheduling: distributes the rows or tiles of a launch among threads.
//!
//! The time for a row or tile is unknown. So the calling thread first runs exponentially growing chunks alone
//! and measures them. Then it divides the rest into jobs (ranges of rows or tiles). It shares them with a
//! thread pool if that saves more time than waking the threads costs. If `AMP_NUM_THREADS` is set, the pool
//! is amp's own, with that number of threads. Otherwise it is the rayon pool of the calling thread, or
//! rayon's global pool. If the caller is a pool thread or holds a storage lock, rayon's blocking join could
//! deadlock. Then `work_sharing` distributes the jobs without that join. The code that runs a job is a trait
//! object, so that the scheduler is compiled once and not for each kernel.
//!
//! A caller outside any pool leaves all jobs to rayon's threads and waits. If the caller ran jobs, too, there
//! would be one thread more than cores. That took up to 1.5 times as long (measured with `bench` on two
//! cores, November 2026).

use std::any::Any;
use std::cell::Cell;
use std::num::IntErrorKind;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;
use super::panic_hook::{take_location, with_hook};
use super::work_sharing::{self, Help};
use crate::abi::cpu::{Fault, panicked_work_item};
use crate::data::storage::SharedLock;
use crate::device::accelerator::Threads;
use crate::support::fork_detection::{self, Started};
use crate::support::panic_payload::message;
use crate::support::sync::lock;
use crate::support::warning::complain;

/// The calling thread stops working alone after this time, which is about what waking other threads costs.
const SERIAL_LIMIT: Duration = Duration::from_micros(20);
/// After this time, the estimate of the remaining work is reliable.
const MIN_MEASURED_TIME: Duration = Duration::from_micros(2);
/// If the remaining work is estimated to take longer than this, the calling thread shares it before
/// `SERIAL_LIMIT` has passed.
const MIN_CHUNK_TIME: Duration = Duration::from_micros(100);
/// The ratio between the sizes of successive chunks.
const GROWTH: usize = 8;
/// The number of jobs for each thread. Several jobs balance uneven work.
const JOBS_PER_THREAD: usize = 16;
/// The smallest acceptable number of jobs for each thread. If jobs of `grain` rows or tiles would give fewer,
/// `job_size` makes them smaller than `grain`.
pub(super) const MIN_JOBS_PER_THREAD: usize = 4;

/// The largest number of threads in amp's own pool. `THREADS_A_CORE` times the number of cores is the limit
/// instead, if it is larger.
const MOST_THREADS: usize = 256;
/// On a machine with many cores, amp's own pool may have this number of threads for each core.
const THREADS_A_CORE: usize = 4;

/// The index that a job (a range of rows or tiles) has reached. If the job unwinds, the failure names this
/// index.
pub(super) type PanicIndex = Cell<Vec<usize>>;

/// Runs `count` rows or tiles: in order on the calling thread, or in jobs (ranges) that several threads
/// share. The number of rows or tiles in a job is a multiple of `grain` if that leaves enough jobs for all
/// threads.
pub(super) fn schedule(
    count: usize,
    grain: usize,
    threads: Threads,
    run: &(dyn Fn(Range<usize>, &PanicIndex) + Sync),
) -> Result<(), Failure> {
    let stopped = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let job = |range: Range<usize>| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let panic_index = PanicIndex::default();
        // A kernel that unwinds leaves at most partly written elements in the user's views. Elements are
        // plain data without invariants, so the closure is unwind safe.
        let done = with_hook(|| catch_unwind(AssertUnwindSafe(|| run(range, &panic_index))));
        let location = take_location();
        if let Err(payload) = done {
            stopped.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(failure_of(payload, panic_index.take(), location));
        }
    };
    match threads {
        Threads::Calling => job(0..count),
        Threads::All => share(count, grain, &job),
    }
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// Runs growing chunks on the calling thread and measures their time. As soon as the remaining work is
/// estimated to be large enough, shares it with other threads.
fn share(count: usize, grain: usize, job: &(dyn Fn(Range<usize>) + Sync)) {
    let (mut done, mut next) = (0, 1);
    let mut start = None;
    loop {
        let end = count.min(done + next);
        if end < count {
            start.get_or_insert_with(Instant::now);
        }
        job(done..end);
        (done, next) = (end, next * GROWTH);
        if done == count {
            return;
        }
        let spent = start.map_or(Duration::ZERO, |start: Instant| start.elapsed());
        let left = spent.as_secs_f64() / done as f64 * (count - done) as f64;
        if spent > SERIAL_LIMIT || (spent > MIN_MEASURED_TIME && left > MIN_CHUNK_TIME.as_secs_f64()) {
            return help(done..count, grain, job);
        }
    }
}

/// Divides the rows or tiles `rest` into jobs, and shares the jobs with the threads of the caller's pool, of
/// rayon's global pool, or of amp's own pool (`AMP_NUM_THREADS`).
fn help(rest: Range<usize>, grain: usize, job: &(dyn Fn(Range<usize>) + Sync)) {
    let size = |threads: usize| job_size(rest.len(), grain, threads);
    // Job `n` covers the rows or tiles of `rest` between `n * size` and `(n + 1) * size`. So every job except
    // the first starts at a multiple of the job size.
    let jobs = |size: usize| rest.start / size..rest.end.div_ceil(size);
    let run = |size: usize, n: usize| job(rest.start.max(n * size)..rest.end.min((n + 1) * size));
    let share = |threads: usize| {
        let size = size(threads);
        jobs(size).into_par_iter().for_each(|n| run(size, n));
    };
    let share_as_crew = |threads: usize, request_help: &dyn Fn(Help)| {
        let size = size(threads);
        work_sharing::share(jobs(size), threads, request_help, &|n| run(size, n));
    };
    // A pool thread that blocks in rayon's join may run an unrelated task, which may wait for a lock that
    // this launch holds. So a launch from a pool thread or under a lock uses `work_sharing`.
    let is_crew = rayon::current_thread_index().is_some() || SharedLock::is_held_by_this_thread();
    match own_pool() {
        Pool::Rayon if is_crew => share_as_crew(rayon::current_num_threads(), &|help| rayon::spawn(help)),
        Pool::Own(pool) if is_crew => share_as_crew(pool.current_num_threads(), &|help| pool.spawn(help)),
        Pool::Rayon => share(rayon::current_num_threads()),
        Pool::Own(pool) => pool.install(|| share(pool.current_num_threads())),
        Pool::Caller => job(rest),
    }
}

/// The number of rows or tiles in a job: a multiple of `grain`. If that gives too few jobs, a multiple of
/// `grain / 2`, `grain / 4` and so on.
fn job_size(rest: usize, grain: usize, threads: usize) -> usize {
    let mut grain = grain;
    while grain > 1 && rest < grain * threads * MIN_JOBS_PER_THREAD {
        grain /= 2;
    }
    rest.div_ceil(threads * JOBS_PER_THREAD).next_multiple_of(grain)
}

/// The source of the threads that share the work of a launch.
enum Pool {
    /// The caller's rayon pool or the global one, because `AMP_NUM_THREADS` is not set.
    Rayon,
    Own(ThreadPool),
    /// Only the calling thread, because `AMP_NUM_THREADS` is 1.
    Caller,
}

fn own_pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let pool = new_pool();
        if !matches!(pool, Pool::Caller) {
            fork_detection::start(Started::Threads);
        }
        pool
    })
}

fn new_pool() -> Pool {
    let Some(requested) = std::env::var_os("AMP_NUM_THREADS") else { return Pool::Rayon };
    let requested = requested.to_string_lossy();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = match parse_thread_count(&requested, cores) {
        Ok((1, _)) => Ok(Pool::Caller),
        Ok((threads, is_bounded)) => {
            if is_bounded {
                complain(&format!(
                    "AMP_NUM_THREADS={requested:?} is more than the limit of {threads} threads; using {threads}"
                ));
            }
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|n| format!("amp {n}"))
                .build()
                .map(Pool::Own)
                .map_err(|error| error.to_string())
        }
        Err(why) => Err(why.to_owned()),
    };
    pool.unwrap_or_else(|why| {
        complain(&format!("ignoring AMP_NUM_THREADS={requested:?} ({why}); using rayon's threads"));
        Pool::Rayon
    })
}

/// Parses a number of threads for a machine with `cores` cores. Returns the number, and whether it was
/// reduced to the limit. Without a limit, a very large number of threads takes minutes to start, and most of
/// them stay idle.
fn parse_thread_count(requested: &str, cores: usize) -> Result<(usize, bool), &'static str> {
    let most = MOST_THREADS.max(cores.saturating_mul(THREADS_A_CORE));
    match requested.parse::<usize>() {
        Ok(0) => Err("it is not a positive number"),
        Ok(threads) if threads > most => Ok((most, true)),
        Ok(threads) => Ok((threads, false)),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok((most, true)),
        Err(_) => Err("it is not a positive number"),
    }
}

/// Converts the panic payload of a job that unwound to a failure. The failure names the work-item that
/// panicked, if the CPU code recorded it. Otherwise it names `at`, the first work-item of the row or tile.
fn failure_of(payload: Box<dyn Any + Send>, at: Vec<usize>, location: Option<String>) -> Failure {
    let stopped = panicked_work_item();
    let payload = match payload.downcast::<Fault>() {
        Ok(fault) => return Failure::Fault(fault),
        Err(payload) => payload,
    };
    Failure::Panic { index: stopped.unwrap_or(at), message: message(payload), location }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::panic_payload::Bomb;

    #[test]
    fn number_of_threads_is_bounded() {
        for (requested, cores, threads) in [
            ("1", 2, Ok((1, false))),
            ("256", 2, Ok((256, false))),
            ("257", 2, Ok((256, true))),
            ("100000", 2, Ok((256, true))),
            ("99999999999999999999999999", 2, Ok((256, true))),
            ("512", 128, Ok((512, false))),
            ("513", 128, Ok((512, true))),
        ] {
            assert_eq!(parse_thread_count(requested, cores), threads, "{requested} on {cores} cores");
        }
        for requested in ["0", "-1", "many", ""] {
            assert!(parse_thread_count(requested, 2).is_err(), "{requested:?}");
        }
    }

    /// A number of rows that is large enough for the scheduler to share them with other threads.
    const COUNT: usize = 1 << 12;

    #[test]
    fn payload_that_panics_on_drop_is_contained() {
        for threads in [Threads::All, Threads::Calling] {
            // The job that contains the row `culprit` panics. The calling thread runs row 0, and any thread
            // may run the other rows. For `None`, every job panics.
            for culprit in [Some(0), Some(COUNT / 2), Some(COUNT - 1), None] {
                let run = |parts: Range<usize>, panic_index: &PanicIndex| {
                    std::thread::sleep(Duration::from_micros(1));
                    if culprit.is_none_or(|culprit| parts.contains(&culprit)) {
                        panic_index.set(vec![parts.start]);
                        std::panic::resume_unwind(Box::new(Bomb));
                    }
                };
                let Err(Failure::Panic { index, message, .. }) = schedule(COUNT, 1, threads, &run) else {
                    panic!("the panic of {culprit:?} on {threads:?} was lost");
                };
                assert_eq!((index.len(), &*message), (1, "a panic without a message"));
            }
            // The pool still works after a panic.
            let sum = std::sync::atomic::AtomicUsize::new(0);
            let run = |parts: Range<usize>, _: &PanicIndex| {
                sum.fetch_add(parts.sum(), Ordering::Relaxed);
            };
            assert!(schedule(COUNT, 1, threads, &run).is_ok());
            assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
        }
    }
}
