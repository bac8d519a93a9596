//! Scheduling: how the parts of a launch come to the threads.

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
use super::crew::{self, Help};
use super::heard::{heard, listen};
use crate::complaint::complain;
use crate::forked::{self, Started};
use crate::storage::Hold;
use crate::sync::lock;
use crate::twin::{Fault, who_stopped};
use crate::unwound::message;

/// What a launch does by itself before it asks other threads for help: about what it costs to wake them.
const ALONE: Duration = Duration::from_micros(20);
/// After this time it is known well enough how much there is left to do.
const A_LOOK: Duration = Duration::from_micros(2);
/// What is left to do when it is worth it to ask at once.
const MUCH: Duration = Duration::from_micros(100);
/// How much larger each part is than the one before.
const GROWTH: usize = 8;
/// Jobs for each thread, so that uneven work evens out.
const JOBS: usize = 16;
/// Jobs for each thread at least, if they are not to be cut.
const FEWEST: usize = 4;

/// Threads of amp's own at most, on machines with few cores.
const MOST_THREADS: usize = 256;
/// Threads of amp's own for each core at most, on others.
const THREADS_A_CORE: usize = 4;

/// Which threads do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// As many as it is worth.
    All,
    /// The calling thread, from the first to the last.
    Calling,
}

/// Where a part of a launch stood when it unwound.
pub(super) type Told = Cell<Vec<usize>>;

/// Runs `count` parts in order, or in jobs that threads share, of multiples of `grain` if there are enough for all. It is
/// compiled once for all kernels.
pub(super) fn spread(
    count: usize,
    grain: usize,
    threads: Threads,
    run: &(dyn Fn(Range<usize>, &Told) + Sync),
) -> Result<(), Failure> {
    let stopped = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let job = |range: Range<usize>| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let told = Told::default();
        // What the twin leaves behind when it unwinds is plain data in the user's views.
        let done = listen(|| catch_unwind(AssertUnwindSafe(|| run(range, &told))));
        let place = heard();
        if let Err(payload) = done {
            stopped.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(read(payload, told.take(), place));
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

/// Begins alone, with ever larger parts, and calls for help when there seems to be much to do: nobody knows before how
/// much work a work-item is.
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
        if spent > ALONE || (spent > A_LOOK && left > MUCH.as_secs_f64()) {
            return help(done..count, grain, job);
        }
    }
}

/// Shares the rest with threads: those of the pool that the caller is in, or of rayon's own, or as many as `AMP_NUM_THREADS` says.
fn help(rest: Range<usize>, grain: usize, job: &(dyn Fn(Range<usize>) + Sync)) {
    let size = |threads: usize| job_size(rest.len(), grain, threads);
    // Those behind the first end at multiples of their size.
    let jobs = |size: usize| rest.start / size..rest.end.div_ceil(size);
    let run = |size: usize, n: usize| job(rest.start.max(n * size)..rest.end.min((n + 1) * size));
    let share = |threads: usize| {
        let size = size(threads);
        jobs(size).into_par_iter().for_each(|n| run(size, n));
    };
    let share_as_crew = |threads: usize, ask: &dyn Fn(Help)| {
        let size = size(threads);
        crew::share(jobs(size), threads, ask, &|n| run(size, n));
    };
    // Of them as well who hold something, for which a thread of the pool might come to wait.
    let is_crew = rayon::current_thread_index().is_some() || Hold::is_held();
    match own_pool() {
        Pool::Rayon if is_crew => share_as_crew(rayon::current_num_threads(), &|help| rayon::spawn(help)),
        Pool::Own(pool) if is_crew => share_as_crew(pool.current_num_threads(), &|help| pool.spawn(help)),
        Pool::Rayon => share(rayon::current_num_threads()),
        Pool::Own(pool) => pool.install(|| share(pool.current_num_threads())),
        Pool::Nobody => job(rest),
    }
}

/// How many parts are a job: a multiple of the grain, or a half of it, a quarter and so on where there would be too few jobs.
fn job_size(rest: usize, grain: usize, threads: usize) -> usize {
    let mut grain = grain;
    while grain > 1 && rest < grain * threads * FEWEST {
        grain /= 2;
    }
    rest.div_ceil(threads * JOBS).next_multiple_of(grain)
}

/// Where threads come from.
enum Pool {
    /// From rayon, where `AMP_NUM_THREADS` says nothing.
    Rayon,
    Own(ThreadPool),
    /// One thread is asked for, and that is the caller.
    Nobody,
}

fn own_pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let pool = new_pool();
        if !matches!(pool, Pool::Nobody) {
            forked::start(Started::Threads);
        }
        pool
    })
}

fn new_pool() -> Pool {
    let Some(wish) = std::env::var_os("AMP_NUM_THREADS") else { return Pool::Rayon };
    let wish = wish.to_string_lossy();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = match threads_wished(&wish, cores) {
        Ok((1, _)) => Ok(Pool::Nobody),
        Ok((threads, is_bounded)) => {
            if is_bounded {
                complain(&format!(
                    "AMP_NUM_THREADS={wish:?} is more than the {threads} threads that amp starts at most here; going on with {threads}"
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
        complain(&format!("AMP_NUM_THREADS={wish:?} is of no use ({why}); going on with rayon's threads"));
        Pool::Rayon
    })
}

/// The number of threads that a text asks for on a machine with so many cores, and whether it is a bound instead: starting very
/// many threads takes minutes, and none of them finds anything to do.
fn threads_wished(wish: &str, cores: usize) -> Result<(usize, bool), &'static str> {
    let most = MOST_THREADS.max(cores.saturating_mul(THREADS_A_CORE));
    match wish.parse::<usize>() {
        Ok(0) => Err("it is no number of threads"),
        Ok(threads) if threads > most => Ok((most, true)),
        Ok(threads) => Ok((threads, false)),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok((most, true)),
        Err(_) => Err("it is no number of threads"),
    }
}

/// What a twin that unwound has to say.
fn read(payload: Box<dyn Any + Send>, at: Vec<usize>, place: Option<String>) -> Failure {
    let stopped = who_stopped();
    let payload = match payload.downcast::<Fault>() {
        Ok(fault) => return Failure::Fault(fault),
        Err(payload) => payload,
    };
    Failure::Panic { index: stopped.unwrap_or(at), message: message(payload), place }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwound::Bomb;

    #[test]
    fn the_number_of_threads_is_bounded() {
        for (wish, cores, threads) in [
            ("1", 2, Ok((1, false))),
            ("256", 2, Ok((256, false))),
            ("257", 2, Ok((256, true))),
            ("100000", 2, Ok((256, true))),
            ("99999999999999999999999999", 2, Ok((256, true))),
            ("512", 128, Ok((512, false))),
            ("513", 128, Ok((512, true))),
        ] {
            assert_eq!(threads_wished(wish, cores), threads, "{wish} on {cores} cores");
        }
        for wish in ["0", "-1", "many", ""] {
            assert!(threads_wished(wish, 2).is_err(), "{wish:?}");
        }
    }

    /// Enough that other threads help.
    const COUNT: usize = 1 << 12;

    #[test]
    fn a_payload_that_panics_when_it_is_dropped_does_no_harm() {
        for threads in [Threads::All, Threads::Calling] {
            // The first part, one that another thread may have, the last; and all of them at once.
            for culprit in [Some(0), Some(COUNT / 2), Some(COUNT - 1), None] {
                let run = |parts: Range<usize>, told: &Told| {
                    std::thread::sleep(Duration::from_micros(1));
                    if culprit.is_none_or(|culprit| parts.contains(&culprit)) {
                        told.set(vec![parts.start]);
                        std::panic::resume_unwind(Box::new(Bomb));
                    }
                };
                let Err(Failure::Panic { index, message, .. }) = spread(COUNT, 1, threads, &run) else {
                    panic!("{culprit:?} by {threads:?} went unheard");
                };
                assert_eq!((index.len(), &*message), (1, "a panic without a message"));
            }
            // Whoever was there is there.
            let sum = std::sync::atomic::AtomicUsize::new(0);
            let run = |parts: Range<usize>, _: &Told| {
                sum.fetch_add(parts.sum(), Ordering::Relaxed);
            };
            assert!(spread(COUNT, 1, threads, &run).is_ok());
            assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
        }
    }
}
