//! Two small executors: one runs a single future, the other runs many futures at the same time.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

/// A waker that unparks a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs one future on this thread.
pub(crate) fn execute<R>(future: impl Future<Output = R>) -> R {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(result) => return result,
            Poll::Pending => std::thread::park(),
        }
    }
}

/// A queue with the indices of futures that were woken.
#[derive(Default)]
struct Runnable(Mutex<VecDeque<usize>>, Condvar);

struct Task(usize, Arc<Runnable>);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.1.0.lock().unwrap().push_back(self.0);
        self.1.1.notify_one();
    }
}

/// Runs many futures on this thread. Polls each future only after it was woken.
pub(crate) fn execute_all<F: Future + Unpin>(mut futures: Vec<F>) -> Vec<F::Output> {
    let runnable = Arc::new(Runnable::default());
    runnable.0.lock().unwrap().extend(0..futures.len());
    let mut results: Vec<Option<F::Output>> = futures.iter().map(|_| None).collect();
    while results.iter().any(Option::is_none) {
        let mut queue = runnable.0.lock().unwrap();
        let at = loop {
            match queue.pop_front() {
                Some(at) => break at,
                None => queue = runnable.1.wait(queue).unwrap(),
            }
        };
        drop(queue);
        let waker = Waker::from(Arc::new(Task(at, runnable.clone())));
        if results[at].is_none()
            && let Poll::Ready(result) = Pin::new(&mut futures[at]).poll(&mut Context::from_waker(&waker))
        {
            results[at] = Some(result);
        }
    }
    results.into_iter().flatten().collect()
}
