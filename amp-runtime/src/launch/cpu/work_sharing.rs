//! Work sharing without rayon's blocking join, for launches from a pool thread or from code that holds a
//! lock.
//!
//! While a rayon worker waits in `join`, it may run an unrelated task. If that task waits for a lock which
//! the launching code holds, there is a deadlock. So the launching thread runs jobs (parts of the launch)
//! itself, and helper threads are optional. At the end, the launching thread waits only for helpers that are
//! inside a job of this launch. Jobs do not block, so this wait ends. A helper that starts after the launch
//! has ended returns at once. Each thread has a range of jobs and steals from the others' ranges when its own
//! is empty.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::support::sync::lock;

/// A task for a helper thread.
pub(super) type Help = Box<dyn FnOnce() + Send>;

/// Calls `job` once for each number in `jobs`, on at most `size` threads: the caller, and helpers that
/// `request_help` starts. `job` must not unwind.
pub(super) fn share(
    jobs: Range<usize>,
    size: usize,
    request_help: &dyn Fn(Help),
    job: &(dyn Fn(usize) + Sync),
) {
    let size = size.clamp(1, jobs.len().max(1));
    let job: *const (dyn Fn(usize) + Sync + '_) = job;
    // SAFETY: the transmute changes only the lifetime, which has no representation. `Team::work` calls the
    // job only within its original lifetime.
    let job = unsafe { std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), Job>(job) };
    let crew = Arc::new(Team {
        job: JobPointer(job),
        ranges: split(jobs, size),
        participants: Mutex::new(Participants { running: 0, started: 0, closed: false }),
        all_left: Condvar::new(),
    });
    // Closes the team on every exit from this function, even by unwinding.
    let _closing = CloseGuard(&crew);
    for _ in 1..size {
        let crew = Arc::clone(&crew);
        request_help(Box::new(move || crew.help()));
    }
    crew.work(0);
}

type Job = *const (dyn Fn(usize) + Sync + 'static);

/// The closure `job` of [`share`], without its lifetime. Threads may call it until the team is closed and all
/// helpers have left.
struct JobPointer(Job);

// SAFETY: the pointee is `Sync`, so any thread may call it.
unsafe impl Send for JobPointer {}
// SAFETY: the reasons for `Send` apply to shared references, too.
unsafe impl Sync for JobPointer {}

struct Team {
    job: JobPointer,
    /// The range of jobs of each thread: its next job, and the end of the range. A thread whose range is
    /// empty takes jobs from the others' ranges.
    ranges: Vec<(AtomicUsize, usize)>,
    participants: Mutex<Participants>,
    all_left: Condvar,
}

struct Participants {
    /// The number of helpers that are running now.
    running: usize,
    /// The number of helpers that have started so far.
    started: usize,
    /// Whether the team is closed, so that no more helpers may start.
    closed: bool,
}

impl Team {
    fn help(&self) {
        let start_range = {
            let mut at_work = lock(&self.participants);
            if at_work.closed {
                return;
            }
            at_work.running += 1;
            at_work.started += 1;
            at_work.started
        };
        let _leaving = LeaveGuard(self);
        self.work(start_range);
    }

    fn work(&self, start_range: usize) {
        for offset in 0..self.ranges.len() {
            let (next, end) = &self.ranges[(start_range + offset) % self.ranges.len()];
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= *end {
                    break;
                }
                // SAFETY: the caller of `share` does not return from it before the team is closed and no
                // helper is running. This thread is that caller, or a helper that started before the team was
                // closed and has not left.
                unsafe { (*self.job.0)(n) };
            }
        }
    }
}

/// Records on drop that a helper has left the team.
struct LeaveGuard<'c>(&'c Team);

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        let mut at_work = lock(&self.0.participants);
        at_work.running -= 1;
        if at_work.running == 0 {
            self.0.all_left.notify_all();
        }
    }
}

/// Closes the team on drop, and waits for all running helpers.
struct CloseGuard<'c>(&'c Team);

impl Drop for CloseGuard<'_> {
    fn drop(&mut self) {
        let mut at_work = lock(&self.0.participants);
        at_work.closed = true;
        while at_work.running > 0 {
            at_work = self.0.all_left.wait(at_work).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Adjacent ranges of nearly equal length, one for each thread.
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
    fn each_job_runs_once() {
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
    fn late_helper_finds_no_jobs() {
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
    fn share_waits_for_running_helpers() {
        let (begun, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let caller = std::thread::current().id();
        share(0..2, 2, &thread, &|_| {
            if std::thread::current().id() == caller {
                // Wait until the other thread also runs a job.
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
