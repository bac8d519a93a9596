//! Scheduling: how the parts of a launch come to the threads.

use std::any::Any;
use std::cell::Cell;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;
use crate::storage::Hold;
use crate::sync::lock;
use crate::twin::{Fault, who_stopped};

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

/// Runs `count` parts in order, or in jobs that threads share. It is compiled once for all kernels.
pub(super) fn spread(
    count: usize,
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
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| run(range, &told))) {
            stopped.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(read(payload, told.take()));
        }
    };
    match threads {
        Threads::Calling => job(0..count),
        Threads::All => share(count, &job),
    }
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// Begins alone, with ever larger parts, and calls for help when there seems to be much to do: nobody knows before how
/// much work a work-item is.
fn share(count: usize, job: &(dyn Fn(Range<usize>) + Sync)) {
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
            return help(done..count, job);
        }
    }
}

/// Shares the rest among threads: those of the pool that the caller is in, or of rayon's own, or as many as
/// `AMP_NUM_THREADS` says.
fn help(rest: Range<usize>, job: &(dyn Fn(Range<usize>) + Sync)) {
    let share = |threads: usize| {
        let size = rest.len().div_ceil(threads * JOBS);
        (0..rest.len().div_ceil(size)).into_par_iter().for_each(|n| {
            let start = rest.start + n * size;
            job(start..rest.end.min(start + size));
        });
    };
    // A thread of a pool that waits for its part of a launch takes other work, which might wait for what this launch holds.
    if Hold::is_held() && rayon::current_thread_index().is_some() {
        return job(rest);
    }
    match own_pool() {
        Pool::Rayon => share(rayon::current_num_threads()),
        Pool::Own(pool) => pool.install(|| share(pool.current_num_threads())),
        Pool::Nobody => job(rest),
    }
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
        let Ok(wish) = std::env::var("AMP_NUM_THREADS") else { return Pool::Rayon };
        let pool = match wish.parse() {
            Ok(0) | Err(_) => Err("it is no number of threads".to_owned()),
            Ok(1) => Ok(Pool::Nobody),
            Ok(threads) => ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|n| format!("amp {n}"))
                .build()
                .map(Pool::Own)
                .map_err(|error| error.to_string()),
        };
        pool.unwrap_or_else(|why| {
            // Not `eprintln!`, which panics if nobody can hear it.
            let _ = writeln!(
                std::io::stderr(),
                "amp: AMP_NUM_THREADS={wish:?} is of no use ({why}); going on with rayon's threads"
            );
            Pool::Rayon
        })
    })
}

/// What a twin that unwound has to say.
fn read(payload: Box<dyn Any + Send>, at: Vec<usize>) -> Failure {
    let stopped = who_stopped();
    let payload = match payload.downcast::<Fault>() {
        Ok(fault) => return Failure::Fault(fault),
        Err(payload) => payload,
    };
    Failure::Panic { index: stopped.unwrap_or(at), message: message(&*payload) }
}

/// The message of a panic.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
