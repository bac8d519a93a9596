//! `CompletionFuture`: the result of asynchronous device work. A device cannot wake a future. So a future
//! consists of a job, which blocks until the device is done, and a continuation, which runs after the job. A
//! thread of amp, the waiter thread, runs the job and then wakes the future. The continuation runs in the
//! thread that polls the future or calls `wait`, because only that thread may access borrowed memory. A
//! continuation may return another job, so futures compose by [`and_then`](CompletionFuture::and_then)
//! without an executor.

use std::cell::Cell;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use crate::support::error::{Error, Result};
use crate::support::panic_payload::discard;
use crate::support::sync::lock;

/// A future for a copy, a transfer, or all launches up to a marker.
///
/// It works with any executor; [`wait`](Self::wait) works without one. You may drop it at any time: the device's work
/// continues, and data that was to be downloaded is downloaded on demand instead.
///
/// ```
/// use amp::prelude::*;
///
/// let source = Array::from_slice([3], &[1u32, 2, 3])?;
/// let mut target = Array::new([3])?;
/// amp::copy_async(&source, &mut target).wait()?;
/// assert_eq!(target.to_vec()?, [1, 2, 3]);
/// # Ok::<(), amp::Error>(())
/// ```
#[must_use = "use `.await` or `wait()` to wait for the result"]
pub struct CompletionFuture<'a, T = ()> {
    state: State<'a, T>,
}

/// A function that blocks until a device has finished some work. It may run on any thread.
type Job = Box<dyn FnOnce() -> Result<()> + Send>;
/// The code that runs after a [`Job`] with the job's result. If the continuation returns another job, it is
/// called again with the result of that job.
type Continuation<'a, T> = Box<dyn FnMut(Result<()>) -> Outcome<T> + Send + 'a>;

enum State<'a, T> {
    /// The result is available; `None` after the future has returned it.
    Ready(Option<Result<T>>),
    /// The job, which waits for the device, has not started.
    Pending(Job, Arc<Waiter>, Continuation<'a, T>),
    /// A waiter thread of amp (see [`Waiter`]) runs the job, and then stores the job's result in the
    /// `Progress`.
    Running(Arc<Mutex<Progress>>, Continuation<'a, T>),
}

/// The outcome of a continuation: a result, or more work.
enum Outcome<T> {
    Done(Result<T>),
    /// Run another job, and then the continuation again.
    Next(Job, Arc<Waiter>),
    /// Wait for a job that another thread is already running.
    Running(Arc<Mutex<Progress>>),
}

struct Progress {
    /// The result of the job, or the payload of its panic.
    result: Option<thread::Result<Result<()>>>,
    waker: Option<Waker>,
}

impl<'a, T: 'a> CompletionFuture<'a, T> {
    /// A future that is already finished.
    pub(crate) fn ready(result: Result<T>) -> Self {
        CompletionFuture { state: State::Ready(Some(result)) }
    }

    /// Returns a future that runs `job` and then `finish`. `job` blocks until a device is done. It runs on the
    /// thread of `waiter`, or in [`wait`](Self::wait). `finish` runs on the thread that polls the future or
    /// calls `wait`.
    pub(crate) fn new(
        waiter: Arc<Waiter>,
        job: impl FnOnce() -> Result<()> + Send + 'static,
        finish: impl FnOnce(Result<()>) -> Result<T> + Send + 'a,
    ) -> Self {
        let mut finish = Some(finish);
        let go_on = move |result| {
            Outcome::Done(finish.take().map_or(Err(Error::AlreadyTaken), |finish| finish(result)))
        };
        CompletionFuture { state: State::Pending(Box::new(job), waiter, Box::new(go_on)) }
    }

    /// Returns a future that runs `job`, which blocks until a device is done, and then the future that `next`
    /// returns.
    pub(crate) fn then_future(
        waiter: Arc<Waiter>,
        job: impl FnOnce() -> Result<()> + Send + 'static,
        next: impl FnOnce(Result<()>) -> CompletionFuture<'a, T> + Send + 'a,
    ) -> Self {
        CompletionFuture::<()>::new(waiter, job, |result| result).and_then(next)
    }

    /// Continues with the future that `next` returns for this future's result.
    pub(crate) fn and_then<U: 'a>(
        self,
        next: impl FnOnce(Result<T>) -> CompletionFuture<'a, U> + Send + 'a,
    ) -> CompletionFuture<'a, U> {
        let state = match self.state {
            State::Ready(result) => return next(result.unwrap_or(Err(Error::AlreadyTaken))),
            State::Pending(job, waiter, first) => State::Pending(job, waiter, chain(first, next)),
            State::Running(progress, first) => State::Running(progress, chain(first, next)),
        };
        CompletionFuture { state }
    }

    /// Applies a function to the result.
    pub(crate) fn map<U: 'a>(self, make: impl FnOnce(T) -> U + Send + 'a) -> CompletionFuture<'a, U> {
        self.and_then(move |result| CompletionFuture::ready(result.map(make)))
    }

    /// Blocks until the work is done.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn wait(mut self) -> Result<T> {
        while let State::Pending(job, _, mut go_on) = self.state {
            self.state = match go_on(job()) {
                Outcome::Done(result) => return result,
                Outcome::Next(job, waiter) => State::Pending(job, waiter, go_on),
                Outcome::Running(progress) => State::Running(progress, go_on),
            };
        }
        pollster::block_on(self)
    }

    /// Blocks until the work is done or the time is over. After a timeout, returns the future.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use std::time::Duration;
    ///
    /// let view = Accelerator::default().default_view();
    /// let marker = view.create_marker();
    /// match marker.wait_timeout(Duration::from_millis(1)) {
    ///     Ok(result) => result?,
    ///     Err(marker) => marker.wait()?, // something else could be done first
    /// }
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// The future, after a timeout.
    pub fn wait_timeout(mut self, timeout: Duration) -> std::result::Result<Result<T>, Self> {
        let end = Instant::now().checked_add(timeout);
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        loop {
            if let Poll::Ready(result) = Pin::new(&mut self).poll(&mut Context::from_waker(&waker)) {
                return Ok(result);
            }
            match end.map(|end| end.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => return Err(self),
                Some(left) => thread::park_timeout(left),
                None => thread::park(),
            }
        }
    }
}

/// A continuation that runs `first`, and then the future that `next` returns.
fn chain<'a, T: 'a, U: 'a>(
    mut first: Continuation<'a, T>,
    next: impl FnOnce(Result<T>) -> CompletionFuture<'a, U> + Send + 'a,
) -> Continuation<'a, U> {
    let (mut next, mut second) = (Some(next), None::<Continuation<'a, U>>);
    Box::new(move |result| {
        if let Some(second) = &mut second {
            return second(result);
        }
        let result = match first(result) {
            Outcome::Next(job, waiter) => return Outcome::Next(job, waiter),
            Outcome::Running(progress) => return Outcome::Running(progress),
            Outcome::Done(result) => result,
        };
        let Some(next) = next.take() else { return Outcome::Done(Err(Error::AlreadyTaken)) };
        match next(result).state {
            State::Ready(result) => Outcome::Done(result.unwrap_or(Err(Error::AlreadyTaken))),
            State::Pending(job, waiter, go_on) => {
                second = Some(go_on);
                Outcome::Next(job, waiter)
            }
            State::Running(progress, go_on) => {
                second = Some(go_on);
                Outcome::Running(progress)
            }
        }
    })
}

/// A waker that unparks a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl<T: Send + 'static> CompletionFuture<'static, T> {
    /// Calls a function with the result when the work is done, on a new thread.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// Accelerator::default().default_view().create_marker().then(move |result| sender.send(result).unwrap());
    /// assert_eq!(receiver.recv(), Ok(Ok(())));
    /// ```
    pub fn then(self, call: impl FnOnce(Result<T>) + Send + 'static) {
        run_on_thread("amp then", Box::new(move || call(self.wait())));
    }
}

impl<T> Future for CompletionFuture<'_, T> {
    type Output = Result<T>;

    /// A device cannot wake a future. So the first poll starts the job, which blocks until the device is
    /// done, on a thread of amp (see `Waiter`). That thread wakes the future when the job has returned.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T>> {
        loop {
            let (progress, mut go_on) = match std::mem::replace(&mut self.state, State::Ready(None)) {
                State::Ready(Some(result)) => return Poll::Ready(result),
                State::Ready(None) => return Poll::Ready(Err(Error::AlreadyTaken)),
                State::Running(progress, go_on) => (progress, go_on),
                State::Pending(job, waiter, go_on) => (start(job, &waiter), go_on),
            };
            let mut now = lock(&progress);
            let Some(result) = now.result.take() else {
                now.waker = Some(cx.waker().clone());
                drop(now);
                self.state = State::Running(progress, go_on);
                return Poll::Pending;
            };
            drop(now);
            let result = result.unwrap_or_else(|payload| resume_unwind(payload));
            self.state = match go_on(result) {
                Outcome::Done(result) => return Poll::Ready(result),
                Outcome::Next(job, waiter) => State::Pending(job, waiter, go_on),
                Outcome::Running(progress) => State::Running(progress, go_on),
            };
        }
    }
}

/// Starts a job, which blocks until a device is done, on the thread of `waiter`.
fn start(job: Job, waiter: &Waiter) -> Arc<Mutex<Progress>> {
    let progress = Arc::new(Mutex::new(Progress { result: None, waker: None }));
    let theirs = progress.clone();
    waiter.run(Box::new(move || {
        // Without `catch_unwind`, a panic of the job would leave the future pending for ever. The next poll
        // of the future resumes the panic.
        let result = catch_unwind(AssertUnwindSafe(job));
        let mut now = lock(&theirs);
        now.result = Some(result);
        let waker = now.waker.take();
        drop(now);
        if let Some(waker) = waker {
            waker.wake();
        }
    }));
    progress
}

// The future contains no pinned data, so moving it is safe.
impl<T> Unpin for CompletionFuture<'_, T> {}

impl<T> fmt::Debug for CompletionFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ready = matches!(self.state, State::Ready(_));
        f.debug_struct("CompletionFuture").field("ready", &ready).finish_non_exhaustive()
    }
}

thread_local! {
    static IS_WAITER: Cell<bool> = const { Cell::new(false) };
}

/// Whether amp started this thread, as a waiter thread or for [`CompletionFuture::then`].
pub(crate) fn is_waiter_thread() -> bool {
    IS_WAITER.get()
}

/// A thread that waits for a device and runs one job after another. The thread starts with the first job and
/// ends when the `Waiter` is dropped.
#[derive(Default)]
pub(crate) struct Waiter(Mutex<Option<Sender<Task>>>);

/// A job, followed by the code that stores its result and wakes its future.
type Task = Box<dyn FnOnce() + Send>;

impl Waiter {
    /// Runs a task on the thread of this waiter. If no thread can be started, runs the task on the calling
    /// thread.
    fn run(&self, mut job: Task) {
        let mut sender = lock(&self.0);
        if let Some(sender) = &*sender {
            match sender.send(job) {
                Ok(()) => return,
                Err(back) => job = back.0,
            }
        }
        let (first, jobs) = channel();
        let work = move || {
            IS_WAITER.set(true);
            for job in jobs {
                // The task calls the user's waker, which may panic. The thread must survive the panic,
                // because other tasks are queued.
                if let Err(payload) = catch_unwind(AssertUnwindSafe(job)) {
                    discard(payload);
                }
            }
        };
        if thread::Builder::new().name("amp wait".into()).spawn(work).is_ok() {
            match first.send(job) {
                Ok(()) => {
                    *sender = Some(first);
                    return;
                }
                Err(back) => job = back.0,
            }
        }
        drop(sender);
        job();
    }
}

/// Runs a task on a new thread. If no thread can be started, runs the task on this thread.
fn run_on_thread(name: &str, job: Task) {
    let both = Arc::new(Mutex::new(Some(job)));
    let run = |job: &Mutex<Option<Task>>| {
        let taken = lock(job).take();
        // The task may contain the user's code, which may panic. A drop of the panic's payload may panic again
        // and abort the process. `discard` drops the payload safely.
        if let Some(Err(payload)) = taken.map(|job| catch_unwind(AssertUnwindSafe(job))) {
            discard(payload);
        }
    };
    let theirs = both.clone();
    if thread::Builder::new().name(name.into()).spawn(move || (IS_WAITER.set(true), run(&theirs))).is_err() {
        run(&both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_panic_resumes_in_the_waiting_thread() {
        let waiter = Arc::<Waiter>::default();
        let later = || CompletionFuture::new(waiter.clone(), || panic!("a driver's"), |result| result);
        type Wait = fn(CompletionFuture<'static>) -> Result<()>;
        for wait in [CompletionFuture::wait, pollster::block_on::<CompletionFuture<'static>>] as [Wait; 2] {
            let panicked = catch_unwind(AssertUnwindSafe(|| wait(later())));
            assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"a driver's"));
        }
        // The waiter thread still runs after a panic.
        let next = CompletionFuture::new(waiter.clone(), || Ok(()), |result| result);
        assert_eq!(pollster::block_on(next), Ok(()));
    }
}
