//! The output of `amp::print!`: standard output, or a hook.

use std::io::Write;
use std::sync::{PoisonError, RwLock};

type Hook = Box<dyn Fn(&str) + Send + Sync>;

static HOOK: RwLock<Option<Hook>> = RwLock::new(None);

/// Sets the function that gets each line of [`amp::print!`](crate::print). Without a hook, amp writes the lines to the
/// standard output.
///
/// Lines of the CPU come from the threads of the kernel. Lines of a GPU come from the thread that waits for it. The hook
/// must not launch kernels or use views.
///
/// ```
/// use amp::prelude::*;
/// use std::sync::Mutex;
///
/// static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// amp::set_print_hook(|line| LINES.lock().unwrap().push(line.to_owned()));
///
/// let mut y = ArrayViewMut::from_vec([2], vec![1.5f32, 2.5])?;
/// parallel_for_each(1, amp!(|i: Index<1>| amp::print!("{} is {:.2}", i[0], y[i])))?;
/// assert_eq!(y[1], 2.5); // a read waits for the kernel
/// assert_eq!(*LINES.lock().unwrap(), ["0 is 1.50"]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn set_print_hook(hook: impl Fn(&str) + Send + Sync + 'static) {
    *HOOK.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hook));
}

/// Prints a line.
pub fn print_line(line: &str) {
    match &*HOOK.read().unwrap_or_else(PoisonError::into_inner) {
        Some(hook) => hook(line),
        None => {
            // `println!` panics if the standard output is closed. One write keeps the line together.
            let _ = std::io::stdout().lock().write_all(format!("{line}\n").as_bytes());
        }
    }
}

/// Prints a line, in kernels, in device functions and on the host. For debugging.
///
/// The arguments are those of `println!`. On the CPU, the line is printed at once. A GPU collects the lines of a launch
/// in a buffer. The next call that waits for the device prints them: a wait for the queue, or a download. They come in
/// the order of the work-items. A buffer contains 256 KiB; amp prints the number of lines that did not fit.
///
/// [`set_print_hook`](crate::set_print_hook) redirects the lines.
#[macro_export]
macro_rules! print {
    ($($arguments:tt)*) => {
        $crate::__private::print_line(&::std::format!($($arguments)*))
    };
}
