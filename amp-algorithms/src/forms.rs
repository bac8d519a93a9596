//! The forms of a function: without a queue, `_on` a queue, and `_into` an output.
//!
//! `_into` contains the algorithm. `_on` allocates an array on the queue and passes it to `_into`, which runs on the
//! queue of its output. The form without a queue asks [`queue_of`](amp::queue_of) for the queue.

/// Declares the forms of a function whose result is an array.
macro_rules! array_forms {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $into:ident [$($generics:tt)*] ($($arg:ident: $ty:ty),* $(,)?) -> $item:ty {
            op: $op:expr,
            len: $len:expr,
            run: |$queue:ident, $n:ident, $out:ident| $body:expr $(,)?
        }
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launches.
        pub fn $name<$($generics)*>($($arg: $ty),*) -> amp::Result<amp::Array<$item>> {
            let queue = amp::queue_of::<fn(usize) -> _>($op)?;
            $on(&queue, $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $on<$($generics)*>(queue: &amp::AcceleratorView, $($arg: $ty),*) -> amp::Result<amp::Array<$item>> {
            let mut out = amp::Array::new_on(queue, $len)?;
            $into($($arg,)* &mut out)?;
            Ok(out)
        }

        #[doc = concat!("[`", stringify!($name), "`] into an output with as many elements as the result.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $into<$($generics)*>($($arg: $ty,)* out: &mut impl $crate::output::Output<$item>) -> amp::Result<()> {
            let $queue = &$crate::output::queue_for(out, $op)?;
            let $n: usize = $len;
            let $out = &mut $crate::output::exactly(out, $n)?;
            if $n == 0 {
                return Ok(());
            }
            $out.discard_data();
            $body
        }
    )*};
}

/// Declares the forms of a function whose result is one value. `device` is the type of the value that `_into` writes.
macro_rules! value_forms {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $into:ident [$($generics:tt)*] ($($arg:ident: $ty:ty),* $(,)?) -> $result:ty {
            op: $op:expr,
            len: $len:expr,
            device: $device:ty,
            empty: $empty:expr,
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
            let n: usize = $len;
            if n == 0 {
                return Ok($empty);
            }
            let mut out = amp::Array::new_on(queue, 1)?;
            $into($($arg,)* &mut out)?;
            let $value = out.to_vec()?[0];
            Ok($host)
        }

        #[doc = concat!("[`", stringify!($name), "`] into an output with one element. Nothing is downloaded.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $into<$($generics)*>($($arg: $ty,)* out: &mut impl $crate::output::Output<$device>) -> amp::Result<()> {
            let $queue = &$crate::output::queue_for(out, $op)?;
            let $n: usize = $len;
            let $out = &mut $crate::output::exactly(out, 1)?;
            $out.discard_data();
            $body
        }
    )*};
}

pub(crate) use {array_forms, value_forms};
