//! `CompletionFuture`: something that was begun and will be done.

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

use crate::error::{Error, Result};
use crate::sync::lock;
use crate::unwound::discard;

/// Something that was begun and will be done: a copy, a transfer, or all launches up to a marker.
///
/// It is a future for any executor, and [`wait`](Self::wait) does without one. It may be dropped at any time: that stops
/// nothing that a device does, and what was to be brought to the host stays where it is until somebody asks for it.
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
#[must_use = "it is waited for by `.await` or `wait()`"]
pub struct CompletionFuture<'a, T = ()> {
    state: State<'a, T>,
}

/// What waits for a device, on any thread.
type Job = Box<dyn FnOnce() -> Result<()> + Send>;
/// What is done after that by whoever asked, whatever the job came to. It is called once more after each job that it asks for.
type GoOn<'a, T> = Box<dyn FnMut(Result<()>) -> Told<T> + Send + 'a>;

enum State<'a, T> {
    /// What it came to; nothing after it was told.
    Ready(Option<Result<T>>),
    /// Not waited for yet.
    Begun(Job, Arc<Waiter>, GoOn<'a, T>),
    /// A thread waits.
    Waiting(Arc<Mutex<Progress>>, GoOn<'a, T>),
}

/// What there is to do after a job.
enum Told<T> {
    Nothing(Result<T>),
    /// Another job.
    Job(Job, Arc<Waiter>),
    /// One that a thread is doing.
    Progress(Arc<Mutex<Progress>>),
}

struct Progress {
    /// What the job came to, or the payload of its panic.
    result: Option<thread::Result<Result<()>>>,
    waker: Option<Waker>,
}

impl<'a, T: 'a> CompletionFuture<'a, T> {
    /// It is done, or has failed, already.
    pub(crate) fn ready(result: Result<T>) -> Self {
        CompletionFuture { state: State::Ready(Some(result)) }
    }

    /// The job waits, where somebody waits for it or on the waiter's thread; then whoever asked finishes.
    pub(crate) fn new(
        waiter: Arc<Waiter>,
        job: impl FnOnce() -> Result<()> + Send + 'static,
        finish: impl FnOnce(Result<()>) -> Result<T> + Send + 'a,
    ) -> Self {
        let mut finish = Some(finish);
        let go_on = move |result| {
            Told::Nothing(finish.take().map_or(Err(Error::AlreadyTaken), |finish| finish(result)))
        };
        CompletionFuture { state: State::Begun(Box::new(job), waiter, Box::new(go_on)) }
    }

    /// The job waits; then whoever asked says what is next.
    pub(crate) fn step(
        waiter: Arc<Waiter>,
        job: impl FnOnce() -> Result<()> + Send + 'static,
        next: impl FnOnce(Result<()>) -> CompletionFuture<'a, T> + Send + 'a,
    ) -> Self {
        CompletionFuture::<()>::new(waiter, job, |result| result).and_then(next)
    }

    /// Then what a function makes of the result, by whoever asks for it.
    pub(crate) fn and_then<U: 'a>(
        self,
        next: impl FnOnce(Result<T>) -> CompletionFuture<'a, U> + Send + 'a,
    ) -> CompletionFuture<'a, U> {
        let state = match self.state {
            State::Ready(result) => return next(result.unwrap_or(Err(Error::AlreadyTaken))),
            State::Begun(job, waiter, first) => State::Begun(job, waiter, joined(first, next)),
            State::Waiting(progress, first) => State::Waiting(progress, joined(first, next)),
        };
        CompletionFuture { state }
    }

    /// The same with something else made of the result.
    pub(crate) fn map<U: 'a>(self, make: impl FnOnce(T) -> U + Send + 'a) -> CompletionFuture<'a, U> {
        self.and_then(move |result| CompletionFuture::ready(result.map(make)))
    }

    /// Waits until it is done.
    ///
    /// # Errors
    /// What the device reports.
    pub fn wait(mut self) -> Result<T> {
        while let State::Begun(job, _, mut go_on) = self.state {
            self.state = match go_on(job()) {
                Told::Nothing(result) => return result,
                Told::Job(job, waiter) => State::Begun(job, waiter, go_on),
                Told::Progress(progress) => State::Waiting(progress, go_on),
            };
        }
        pollster::block_on(self)
    }

    /// Waits until it is done, but no longer than this; then it gives the future back.
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
    /// The future, if the time is over.
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

/// One after the other.
fn joined<'a, T: 'a, U: 'a>(
    mut first: GoOn<'a, T>,
    next: impl FnOnce(Result<T>) -> CompletionFuture<'a, U> + Send + 'a,
) -> GoOn<'a, U> {
    let (mut next, mut second) = (Some(next), None::<GoOn<'a, U>>);
    Box::new(move |result| {
        if let Some(second) = &mut second {
            return second(result);
        }
        let result = match first(result) {
            Told::Job(job, waiter) => return Told::Job(job, waiter),
            Told::Progress(progress) => return Told::Progress(progress),
            Told::Nothing(result) => result,
        };
        let Some(next) = next.take() else { return Told::Nothing(Err(Error::AlreadyTaken)) };
        match next(result).state {
            State::Ready(result) => Told::Nothing(result.unwrap_or(Err(Error::AlreadyTaken))),
            State::Begun(job, waiter, go_on) => {
                second = Some(go_on);
                Told::Job(job, waiter)
            }
            State::Waiting(progress, go_on) => {
                second = Some(go_on);
                Told::Progress(progress)
            }
        }
    })
}

/// Wakes a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl<T: Send + 'static> CompletionFuture<'static, T> {
    /// Calls a function with the result once it is done, on a thread of its own.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// Accelerator::default().default_view().create_marker().then(move |result| sender.send(result).unwrap());
    /// assert_eq!(receiver.recv(), Ok(Ok(())));
    /// ```
    pub fn then(self, call: impl FnOnce(Result<T>) + Send + 'static) {
        on_a_thread("amp then", Box::new(move || call(self.wait())));
    }
}

impl<T> Future for CompletionFuture<'_, T> {
    type Output = Result<T>;

    /// The first poll has a thread wait for the device, since devices wake nobody.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T>> {
        loop {
            let (progress, mut go_on) = match std::mem::replace(&mut self.state, State::Ready(None)) {
                State::Ready(Some(result)) => return Poll::Ready(result),
                State::Ready(None) => return Poll::Ready(Err(Error::AlreadyTaken)),
                State::Waiting(progress, go_on) => (progress, go_on),
                State::Begun(job, waiter, go_on) => (begin(job, &waiter), go_on),
            };
            let mut now = lock(&progress);
            let Some(result) = now.result.take() else {
                now.waker = Some(cx.waker().clone());
                drop(now);
                self.state = State::Waiting(progress, go_on);
                return Poll::Pending;
            };
            drop(now);
            let result = result.unwrap_or_else(|payload| resume_unwind(payload));
            self.state = match go_on(result) {
                Told::Nothing(result) => return Poll::Ready(result),
                Told::Job(job, waiter) => State::Begun(job, waiter, go_on),
                Told::Progress(progress) => State::Waiting(progress, go_on),
            };
        }
    }
}

/// Has the waiter's thread do a job.
fn begin(job: Job, waiter: &Waiter) -> Arc<Mutex<Progress>> {
    let progress = Arc::new(Mutex::new(Progress { result: None, waker: None }));
    let theirs = progress.clone();
    waiter.run(Box::new(move || {
        // Whoever asks for the result would wait for ever: a panic is his, as where he waits himself.
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

// Nothing is pinned.
impl<T> Unpin for CompletionFuture<'_, T> {}

impl<T> fmt::Debug for CompletionFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ready = matches!(self.state, State::Ready(_));
        f.debug_struct("CompletionFuture").field("ready", &ready).finish_non_exhaustive()
    }
}

thread_local! {
    static OWN: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is one of those that wait for futures.
pub(crate) fn is_own_thread() -> bool {
    OWN.get()
}

/// A thread that waits for a device, one job after the other; it starts with the first, and ends when nobody has the
/// waiter any more.
#[derive(Default)]
pub(crate) struct Waiter(Mutex<Option<Sender<Task>>>);

/// Something for another thread.
type Task = Box<dyn FnOnce() + Send>;

impl Waiter {
    /// Runs something on the thread; here, if there can be no thread.
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
            OWN.set(true);
            for job in jobs {
                // A waker of the user's may panic; others are waiting.
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

/// Runs something on a new thread; here, if there can be none.
fn on_a_thread(name: &str, job: Task) {
    let both = Arc::new(Mutex::new(Some(job)));
    let run = |job: &Mutex<Option<Task>>| {
        let taken = lock(job).take();
        // It may be the user's, and the payload of a panic as well: a thread that ends with such a one ends the process.
        if let Some(Err(payload)) = taken.map(|job| catch_unwind(AssertUnwindSafe(job))) {
            discard(payload);
        }
    };
    let theirs = both.clone();
    if thread::Builder::new().name(name.into()).spawn(move || (OWN.set(true), run(&theirs))).is_err() {
        run(&both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_panics_leaves_nobody_waiting() {
        let waiter = Arc::<Waiter>::default();
        let later = || CompletionFuture::new(waiter.clone(), || panic!("a driver's"), |result| result);
        type Wait = fn(CompletionFuture<'static>) -> Result<()>;
        for wait in [CompletionFuture::wait, pollster::block_on::<CompletionFuture<'static>>] as [Wait; 2] {
            let panicked = catch_unwind(AssertUnwindSafe(|| wait(later())));
            assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"a driver's"));
        }
        // The thread goes on.
        let next = CompletionFuture::new(waiter.clone(), || Ok(()), |result| result);
        assert_eq!(pollster::block_on(next), Ok(()));
    }
}
