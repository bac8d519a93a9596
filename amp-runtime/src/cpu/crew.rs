//! A launch from a thread of a pool, or of who holds something, shared with threads of a pool that have time.
//!
//! Nobody waits by rayon here. A thread of a pool that does so takes other work of that pool meanwhile, on top of what it has begun; and
//! that might wait in turn for what whoever launched holds, a lock perhaps, and forever. So the caller works itself, and waits at the end
//! for those who are at a job of this launch, which waits for nobody. Who comes later finds nothing to do.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::sync::lock;

/// What each thread is asked to do when it has time.
pub(super) type Help = Box<dyn FnOnce() + Send>;

/// Runs each of the jobs once: as one of `size` threads, of which `ask` calls the others. A job does not unwind.
pub(super) fn share(jobs: Range<usize>, size: usize, ask: &dyn Fn(Help), job: &(dyn Fn(usize) + Sync)) {
    let size = size.clamp(1, jobs.len().max(1));
    let job: *const (dyn Fn(usize) + Sync + '_) = job;
    // SAFETY: only the lifetime differs, which no pointer relies on; where it is used stands why it lives.
    let job = unsafe { std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), Job>(job) };
    let crew = Arc::new(Crew {
        job: Lent(job),
        ranges: split(jobs, size),
        at_work: Mutex::new(AtWork { now: 0, come: 0, closed: false }),
        gone: Condvar::new(),
    });
    // Also if something here unwinds.
    let _closing = Closing(&crew);
    for _ in 1..size {
        let crew = Arc::clone(&crew);
        ask(Box::new(move || crew.help()));
    }
    crew.work(0);
}

type Job = *const (dyn Fn(usize) + Sync + 'static);

/// The job, which is there as long as the crew is not closed.
struct Lent(Job);

// SAFETY: what it points to is `Sync`, and so may be called from any thread.
unsafe impl Send for Lent {}
// SAFETY: the same.
unsafe impl Sync for Lent {}

struct Crew {
    job: Lent,
    /// For each thread what it begins with; what is left of others' it takes afterwards.
    ranges: Vec<(AtomicUsize, usize)>,
    at_work: Mutex<AtWork>,
    gone: Condvar,
}

struct AtWork {
    /// Helpers that are at it.
    now: usize,
    /// Helpers that ever were.
    come: usize,
    /// Nobody may begin any more.
    closed: bool,
}

impl Crew {
    fn help(&self) {
        let place = {
            let mut at_work = lock(&self.at_work);
            if at_work.closed {
                return;
            }
            at_work.now += 1;
            at_work.come += 1;
            at_work.come
        };
        let _leaving = Leaving(self);
        self.work(place);
    }

    fn work(&self, place: usize) {
        for turn in 0..self.ranges.len() {
            let (next, end) = &self.ranges[(place + turn) % self.ranges.len()];
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= *end {
                    break;
                }
                // SAFETY: who calls `share` waits in it until the crew is closed and nobody is at work; this is either its
                // own thread, or one that came before that and has not gone.
                unsafe { (*self.job.0)(n) };
            }
        }
    }
}

/// A helper goes.
struct Leaving<'c>(&'c Crew);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut at_work = lock(&self.0.at_work);
        at_work.now -= 1;
        if at_work.now == 0 {
            self.0.gone.notify_all();
        }
    }
}

/// The caller goes: after all others.
struct Closing<'c>(&'c Crew);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let mut at_work = lock(&self.0.at_work);
        at_work.closed = true;
        while at_work.now > 0 {
            at_work = self.0.gone.wait(at_work).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Ranges for each thread, one behind the other.
fn split(jobs: Range<usize>, size: usize) -> Vec<(AtomicUsize, usize)> {
    let at = |n: usize| jobs.start + jobs.len() / size * n + (jobs.len() % size).min(n);
    (0..size).map(|n| (AtomicUsize::new(at(n)), at(n + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn thread(help: Help) {
        std::thread::spawn(help);
    }

    #[test]
    fn each_job_is_done_once() {
        for (jobs, size) in [(0..0, 3), (5..6, 4), (3..103, 1), (3..103, 7), (0..4096, 64)] {
            let done: Vec<_> = (0..jobs.end).map(|_| AtomicUsize::new(0)).collect();
            share(jobs.clone(), size, &thread, &|n| {
                done[n].fetch_add(1, Ordering::Relaxed);
            });
            for (n, done) in done.iter().enumerate() {
                let times = usize::from(jobs.contains(&n));
                assert_eq!(done.load(Ordering::Relaxed), times, "job {n} of {jobs:?}");
            }
        }
    }

    #[test]
    fn who_comes_late_finds_nothing_to_do() {
        let (late, done) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        share(0..10, 3, &|help| lock(&late).push(help), &|_| {
            done.fetch_add(1, Ordering::Relaxed);
        });
        let helps = late.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(helps.len(), 2);
        helps.into_iter().for_each(|help| help());
        assert_eq!(done.into_inner(), 10);
    }

    #[test]
    fn who_is_at_work_is_waited_for() {
        let (begun, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let caller = std::thread::current().id();
        share(0..2, 2, &thread, &|_| {
            if std::thread::current().id() == caller {
                // Until the other one has a job as well.
                while !begun.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
            } else {
                begun.store(true, Ordering::Release);
                std::thread::sleep(std::time::Duration::from_millis(20));
                done.store(true, Ordering::Release);
            }
        });
        assert!(done.load(Ordering::Acquire));
    }
}
