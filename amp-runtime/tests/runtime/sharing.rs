//! Compile-time assertions on `Send` and `Sync`: types that may move to other threads, and types that must not.

use amp::prelude::*;
use amp::{
    Activity, AtomicView, CompletionFuture, Error, Explanation, LaunchTime, Limits, Profile, QueuingMode,
    ReadGuard, Transfers, WriteGuard,
};

const fn both<T: Send + Sync>() {}
const fn sent<T: Send>() {}

const _: () = {
    both::<Accelerator>();
    both::<AcceleratorView>();
    both::<QueuingMode>();
    both::<Array<f32, 2>>();
    both::<ArrayView<'static, f32, 2>>();
    both::<ArrayViewMut<'static, f32, 2>>();
    both::<AtomicView<'static, u32, 2>>();
    both::<ReadGuard<'static, f32, 2>>();
    both::<WriteGuard<'static, f32, 2>>();
    both::<Index<3>>();
    both::<Extent<3>>();
    both::<TiledExtent<2>>();
    both::<Transfers>();
    both::<Profile>();
    both::<LaunchTime>();
    both::<Limits>();
    both::<Activity>();
    both::<Explanation>();
    both::<Error>();
    // One thread at a time polls a future, but different threads may do so.
    sent::<CompletionFuture<'static>>();
    sent::<CompletionFuture<'static, Vec<f32>>>();
    sent::<CompletionFuture<'static, Array<f32, 2>>>();
    sent::<CompletionFuture<'static, AcceleratorView>>();
    sent::<CompletionFuture<'static, WriteGuard<'static, f32, 2>>>();
    sent::<CompletionFuture<'static, ReadGuard<'static, f32, 2>>>();
};

/// Whether a type meets a trait bound.
macro_rules! meets {
    ($ty:ty: $bound:path) => {{
        struct Probe<T: ?Sized>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        trait Otherwise {
            const MET: bool = false;
        }
        impl<T: ?Sized> Otherwise for Probe<T> {}
        #[allow(dead_code)]
        impl<T: ?Sized + $bound> Probe<T> {
            const MET: bool = true;
        }
        <Probe<$ty>>::MET
    }};
}

#[test]
fn row_permissions_are_neither_send_nor_sync() {
    use amp::__private::{Row, RowRun, Tile};
    assert!(meets!(u32: Send) && !meets!(std::rc::Rc<u32>: Send));
    assert!(!meets!(Row<1>: Send) && !meets!(Row<1>: Sync));
    assert!(!meets!(RowRun<'static, 1>: Sync) && !meets!(Tile<1>: Sync));
}

/// An executor with several threads may move the future of a profile between its threads.
#[test]
fn profile_futures_are_send() {
    fn sent(future: impl Future<Output = amp::Result<Profile>> + Send) -> amp::Result<Profile> {
        std::thread::scope(|scope| scope.spawn(|| pollster::block_on(future)).join().unwrap())
    }
    let on = Accelerator::cpu().create_view(QueuingMode::Automatic).unwrap();
    let mut y = ArrayViewMut::from_vec([100], vec![0u32; 100]).unwrap();
    let profile = sent(on.profile_async(async {
        on.parallel_for_each(100, amp!(|i: Index<1>| y[i] = 7))?;
        y.read_async().await.map(|read| assert_eq!(read[99], 7))
    }));
    assert_eq!(profile.unwrap().launches().len(), 1);
}

/// Another thread may launch a kernel with its captures.
#[test]
fn bound_kernels_are_send() {
    fn on_another_thread(launch: impl FnOnce() + Send) {
        std::thread::scope(|scope| scope.spawn(launch).join().unwrap());
    }
    let (x, mut y) = ([1u32, 2, 3], [0u32; 3]);
    {
        let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut y));
        let kernel = amp!(|i: Index<1>| y[i] = 2 * x[i]);
        on_another_thread(|| parallel_for_each(3, kernel).unwrap());
    }
    assert_eq!(y, [2, 4, 6]);
}
