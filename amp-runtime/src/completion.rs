//! `CompletionFuture`: something that was begun and will be done.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use crate::error::Result;
use crate::sync::lock;

/// Something that was begun and will be done: an asynchronous copy, or all launches up to a marker.
///
/// It is a future for any executor, and [`wait`](Self::wait) does without one. Dropping it stops nothing that a device
/// does; but what a [`synchronize_async`](crate::ArrayViewMut::synchronize_async) would have brought home stays where it is.
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
pub struct CompletionFuture<'a> {
    state: State<'a>,
}

/// What remains to be done.
type Job<'a> = Box<dyn FnOnce() -> Result<()> + Send + 'a>;

enum State<'a> {
    /// What it came to; nothing after it was told.
    Ready(Option<Result<()>>),
    /// Not waited for yet.
    Begun(Job<'static>, Job<'a>),
    /// A thread waits.
    Waiting(Arc<Mutex<Progress>>, Job<'a>),
}

struct Progress {
    job: Option<Job<'static>>,
    result: Option<Result<()>>,
    waker: Option<Waker>,
}

impl<'a> CompletionFuture<'a> {
    /// It is done, or has failed, already.
    pub(crate) fn ready(result: Result<()>) -> Self {
        CompletionFuture { state: State::Ready(Some(result)) }
    }

    /// The job waits, on any thread; then the thread that asked finishes.
    pub(crate) fn new(
        job: impl FnOnce() -> Result<()> + Send + 'static,
        finish: impl FnOnce() -> Result<()> + Send + 'a,
    ) -> Self {
        CompletionFuture { state: State::Begun(Box::new(job), Box::new(finish)) }
    }

    /// Waits until it is done.
    ///
    /// # Errors
    /// What the device reports.
    pub fn wait(self) -> Result<()> {
        match self.state {
            State::Ready(result) => result.unwrap_or(Ok(())),
            State::Begun(job, finish) => job().and_then(|()| finish()),
            waiting @ State::Waiting(..) => pollster::block_on(CompletionFuture { state: waiting }),
        }
    }
}

impl CompletionFuture<'static> {
    /// Calls a function with the result once it is done, on a thread of its own.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// Accelerator::default().default_view().create_marker().then(move |result| sender.send(result).unwrap());
    /// assert_eq!(receiver.recv(), Ok(Ok(())));
    /// ```
    pub fn then(self, call: impl FnOnce(Result<()>) + Send + 'static) {
        let both = Arc::new(Mutex::new(Some((self, call))));
        let run = |both: &Mutex<Option<(Self, _)>>| {
            let taken = lock(both).take();
            taken.map(|(future, call)| (future.wait(), call))
        };
        let mine = both.clone();
        let thread = std::thread::Builder::new().name("amp then".into());
        let begun = thread.spawn(move || run(&mine).map(|(result, call)| call(result)));
        // Without a thread it is called before this returns.
        if begun.is_err()
            && let Some((result, call)) = run(&both)
        {
            call(result);
        }
    }
}

impl Future for CompletionFuture<'_> {
    type Output = Result<()>;

    /// The first poll starts a thread that waits for the device, since devices wake nobody.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let state = std::mem::replace(&mut self.state, State::Ready(None));
        let (progress, finish) = match state {
            State::Ready(result) => return Poll::Ready(result.unwrap_or(Ok(()))),
            State::Waiting(progress, finish) => (progress, finish),
            State::Begun(job, finish) => {
                let progress = Progress { job: Some(job), result: None, waker: Some(cx.waker().clone()) };
                let progress = Arc::new(Mutex::new(progress));
                let theirs = progress.clone();
                let thread = std::thread::Builder::new().name("amp wait".into());
                if thread.spawn(move || work(&theirs)).is_err() {
                    work(&progress);
                }
                (progress, finish)
            }
        };
        let mut now = lock(&progress);
        match now.result.take() {
            Some(result) => Poll::Ready(result.and_then(|()| finish())),
            None => {
                now.waker = Some(cx.waker().clone());
                drop(now);
                self.state = State::Waiting(progress, finish);
                Poll::Pending
            }
        }
    }
}

/// Does the job, and wakes who asked last.
fn work(progress: &Mutex<Progress>) {
    let job = lock(progress).job.take();
    if let Some(job) = job {
        let result = job();
        let mut now = lock(progress);
        now.result = Some(result);
        let waker = now.waker.take();
        drop(now);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl fmt::Debug for CompletionFuture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ready = matches!(self.state, State::Ready(_));
        f.debug_struct("CompletionFuture").field("ready", &ready).finish_non_exhaustive()
    }
}
