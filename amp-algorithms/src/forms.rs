//! Macros that declare three forms of each algorithm: `f`, `f_on` with a queue, and `f_into` with an output.
//!
//! `f_into` contains the algorithm, and runs on the queue of its output. `f_on` allocates an array on the given queue and
//! passes it to `f_into`. `f` selects the queue by [`queue_of`](amp::queue_of), and calls `f_on`.

use amp::prelude::*;
use amp::{Op, Result, Value};

use crate::elementwise::write_each;
use crate::input::Input;
use crate::output::{self, Output};

/// The array for one result of each item, if the number of items has this type.
macro_rules! results {
    ($item:ty) => { amp::Array<$item> };
    ($item:ty, $length:ty) => { <$length as $crate::length::Length>::Results<$item> };
}

/// Declares `f`, `f_on` and `f_into` for an algorithm whose result is an array. `len` is its length: a `usize`, or a
/// [`Length`](crate::Length) of the type after `as`.
macro_rules! array_forms {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $into:ident [$($generics:tt)*] ($($arg:ident: $ty:ty),* $(,)?)
        -> $item:ty $(as $length:ty)? {
            op: $op:expr,
            len: $len:expr,
            run: |$queue:ident, $n:ident, $out:ident| $body:expr $(,)?
        }
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launches.
        pub fn $name<$($generics)*>($($arg: $ty),*) -> amp::Result<$crate::forms::results!($item $(, $length)?)> {
            let queue = amp::queue_of::<fn(usize) -> _>($op)?;
            $on(&queue, $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $on<$($generics)*>(
            queue: &amp::AcceleratorView,
            $($arg: $ty),*
        ) -> amp::Result<$crate::forms::results!($item $(, $length)?)> {
            let length = $len;
            let mut out = amp::Array::new_on(queue, $crate::length::Length::most(length))?;
            out.discard_data();
            $into($($arg,)* &mut out)?;
            $crate::length::Length::results(length, queue, out)
        }

        #[doc = concat!("[`", stringify!($name), "`] into an output with as many elements as the result.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        #[allow(clippy::redundant_locals)]
        pub fn $into<$($generics)*>($($arg: $ty,)* out: &mut impl $crate::output::Output<$item>) -> amp::Result<()> {
            let $queue = &$crate::output::queue_for(out, $op)?;
            let $n = $len;
            let $out = &mut $crate::output::for_results(out, $n)?;
            if $crate::length::Length::most($n) == 0 {
                return Ok(());
            }
            $crate::length::discard($n, $out);
            $body
        }
    )*};
}

/// Declares `f`, `f_on` and `f_into` for an algorithm whose result is one value. `device` is the type of the value that
/// `f_into` writes. For no items, the result is `empty` or `absent`. `absent` is for a value that `f_into` cannot write, so
/// `f` compares a length on the device with 0 afterwards.
macro_rules! value_forms {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $into:ident [$($generics:tt)*] ($($arg:ident: $ty:ty),* $(,)?) -> $result:ty {
            op: $op:expr,
            len: $len:expr,
            device: $device:ty,
            $(empty: $empty:expr,)?
            $(absent: $absent:expr,)?
            result: |$value:ident| $host:expr,
            run: |$queue:ident, $n:ident, $out:ident| $body:expr $(,)?
        }
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launches.
        pub fn $name<$($generics)*>($($arg: $ty),*) -> amp::Result<$result> {
            let queue = amp::queue_of::<fn(usize) -> _>($op)?;
            $on(&queue, $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $on<$($generics)*>(queue: &amp::AcceleratorView, $($arg: $ty),*) -> amp::Result<$result> {
            let length = $len;
            if $crate::length::Length::most(length) == 0 {
                return Ok($($empty)? $($absent)?);
            }
            let mut out = amp::Array::new_on(queue, 1)?;
            $into($($arg,)* &mut out)?;
            let $value = out.to_vec()?[0];
            $(
                if $crate::length::Length::known(length)? == 0 {
                    return Ok($absent);
                }
            )?
            Ok($host)
        }

        #[doc = concat!("[`", stringify!($name), "`] into an output with one element. Nothing is downloaded.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $into<$($generics)*>($($arg: $ty,)* out: &mut impl $crate::output::Output<$device>) -> amp::Result<()> {
            let $queue = &$crate::output::queue_for(out, $op)?;
            let $n = $len;
            let $out = &mut $crate::output::exactly(out, 1)?;
            $out.discard_data();
            $body
        }
    )*};
}

/// Declares `f`, `f_on` and `f_into` for an algorithm whose results have a length that depends on the data. `len` is the
/// greatest possible length. `prepare` counts the elements of the results, and returns a value that implements [`Counts`].
/// `write` writes the elements.
///
/// The functions contain both steps twice: with a length that stays on the device, and with one that the host knows.
macro_rules! compact_forms {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $into:ident [$($generics:tt)*] ($($arg:ident: $ty:ty),* $(,)?) -> ($($out:ident: $item:ty),+) {
            op: $op:expr,
            len: $len:expr,
            prepare: |$queue:ident, $n:ident| $prepare:expr,
            write: |$counted:ident| $write:expr $(,)?
        }
    )*) => {$(
        $(#[$doc])*
        ///
        /// The length of the result stays on the device: see [`CountedArray`](crate::CountedArray).
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launches.
        #[allow(unused_parens, clippy::needless_question_mark)]
        pub fn $name<$($generics)*>($($arg: $ty),*) -> amp::Result<($($crate::CountedArray<$item>),+)> {
            let queue = amp::queue_of::<fn(usize) -> _>($op)?;
            $on(&queue, $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        #[allow(unused_parens, clippy::needless_question_mark)]
        pub fn $on<$($generics)*>(
            queue: &amp::AcceleratorView,
            $($arg: $ty),*
        ) -> amp::Result<($($crate::CountedArray<$item>),+)> {
            let ($queue, $n) = (queue, $len);
            if $crate::length::Length::most($n) > 0 && $crate::length::stays_on_device(queue) {
                let $counted = &$prepare?;
                $(let mut $out = amp::Array::<$item>::new_on(queue, $crate::length::Length::most($n))?;)+
                {
                    $(let $out = &mut $out.as_view_mut();)+
                    $($out.discard_data();)+
                    $write?;
                }
                let mut count = amp::Array::new_on(queue, 1)?;
                $crate::forms::write_total(queue, $counted, &mut count)?;
                let count = std::sync::Arc::new(count);
                return Ok(($($crate::CountedArray::new($out, count.clone())),+));
            }
            let $n = $crate::length::Length::known($n)?;
            if $n == 0 {
                return Ok(($($crate::CountedArray::full(queue, amp::Array::<$item>::new_on(queue, 0)?)?),+));
            }
            let $counted = &$prepare?;
            let total = $crate::forms::total($counted)?;
            $(let mut $out = amp::Array::<$item>::new_on(queue, total)?;)+
            if total > 0 {
                $(let $out = &mut $out.as_view_mut();)+
                $($out.discard_data();)+
                $write?;
            }
            Ok(($($crate::CountedArray::full(queue, $out)?),+))
        }

        #[doc = concat!("[`", stringify!($name), "`] into the first elements of outputs that are as long as the input or longer.")]
        /// The number of written elements goes to `count`. Nothing is downloaded. The other elements of the outputs are
        /// unchanged.
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`];")]
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if an output is too short.
        pub fn $into<$($generics)*>(
            $($arg: $ty,)*
            $($out: &mut impl $crate::output::Output<$item>,)+
            count: &mut impl $crate::output::Output<u32>,
        ) -> amp::Result<()> {
            let $queue = &$crate::forms::first_queue([$($crate::output::InPlace::queue($out)),+], $op)?;
            let $n = $len;
            $(let $out = &mut $crate::output::Output::elements($out);)+
            $($crate::error::output_capacity($out.len(), $crate::length::Length::most($n))?;)+
            if $crate::length::Length::most($n) > 0 && $crate::length::stays_on_device($queue) {
                let $counted = &$prepare?;
                $write?;
                return $crate::forms::write_total($queue, $counted, count);
            }
            let $n = $crate::length::Length::known($n)?;
            if $n == 0 {
                return $crate::fill_on($queue, count, 0);
            }
            let $counted = &$prepare?;
            $write?;
            $crate::forms::write_total($queue, $counted, count)
        }
    )*};
}

/// The number of elements of a result, on the device.
pub(crate) trait Counts {
    /// A view whose last element is the number of elements of the result.
    fn ends(&self) -> &ArrayViewMut<'static, u32>;
}

/// The number of elements, downloaded.
pub(crate) fn total(counted: &impl Counts) -> Result<usize> {
    let ends = counted.ends();
    let last = ends.section(ends.len() - 1, 1)?.to_vec()?;
    Ok(last.first().copied().unwrap_or_default() as usize)
}

/// Writes the number of elements to an output with one element.
pub(crate) fn write_total(
    queue: &AcceleratorView,
    counted: &impl Counts,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let ends = counted.ends();
    let last = ends.section(ends.len() - 1, 1)?;
    let mut count = output::exactly(count, 1)?;
    count.discard_data();
    write_each(queue, (&last).load(), &mut count)
}

/// The queue of the first output that is an array, else the queue for the input.
pub(crate) fn first_queue<const N: usize, R: Value>(
    outputs: [Option<AcceleratorView>; N],
    input: impl Op<fn(usize) -> R>,
) -> Result<AcceleratorView> {
    match outputs.into_iter().flatten().next() {
        Some(queue) => Ok(queue),
        None => amp::queue_of(input),
    }
}

pub(crate) use {array_forms, compact_forms, results, value_forms};
