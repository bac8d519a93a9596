//! What can go wrong while a program runs, and what to do about it.

use std::fmt;

use crate::accelerator::Accelerator;
use crate::line;

/// What went wrong, where, and what helps.
///
/// ```
/// use amp::prelude::*;
///
/// let error = ArrayView::with_extent([2, 3], &[1.0f32; 5]).err();
/// assert!(matches!(error, Some(amp::Error::ExtentMismatch { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The domain of a launch is empty, too large, or does not suit the kernel's tile.
    InvalidComputeDomain {
        /// The kernel.
        kernel: String,
        /// What is wrong with its domain.
        reason: String,
    },
    /// A tile with a zero in it.
    InvalidTile {
        /// The tile that was asked for.
        tile: Vec<usize>,
    },
    /// An extent and the data that it was given for do not fit each other.
    ExtentMismatch {
        /// What does not fit, in words.
        reason: String,
    },
    /// A section or a projection leaves its view.
    OutOfBounds {
        /// What leaves it, in words.
        reason: String,
    },
    /// The accelerator lacks something that a kernel needs.
    UnsupportedFeature {
        /// The kernel.
        kernel: String,
        /// The accelerator's description.
        accelerator: String,
        /// What is lacking.
        feature: String,
    },
    /// A launch or an allocation is larger than the accelerator allows.
    LimitExceeded {
        /// What was asked for.
        what: String,
        /// How much of it.
        needed: u64,
        /// How much the accelerator allows.
        limit: u64,
    },
    /// The captured arrays live on different accelerator views, or not on the one that was chosen.
    AcceleratorMismatch {
        /// The kernel.
        kernel: String,
        /// Which array, and where it lives.
        reason: String,
    },
    /// A written view overlaps another view in the same launch.
    Aliasing {
        /// The kernel.
        kernel: String,
        /// The names of the two views.
        views: [String; 2],
    },
    /// A work-item left a view, overflowed, divided by zero, or failed an assertion, on the CPU.
    KernelPanicked {
        /// The kernel.
        kernel: String,
        /// The work-item's global index. For a panic of Rust's own on the fast CPU accelerator, in what is done once for a row or
        /// a tile, that of the first one there; [`Accelerator::cpu_checked`] always names the work-item itself.
        index: Vec<usize>,
        /// What it did, and at which line, which [`Error::location`] gives as well. Lines of Rust's own panics are told to the panic hook alone, so amp puts one before that which
        /// it finds; where somebody has replaced it since, the line is that where the kernel begins.
        message: String,
    },
    /// Two work-items touched one element or one place in tile memory, at least one of them wrote, and nothing ordered
    /// them. Only the checked accelerator looks for this.
    Race {
        /// The kernel.
        kernel: String,
        /// The name of the view or of the variable in tile memory.
        variable: String,
        /// The element's index, or the subscripts within the variable.
        index: Vec<usize>,
        /// The access that came first in this run.
        first: Box<Access>,
        /// The one that came later.
        second: Box<Access>,
        /// Both wrote, and the same value. Such a race does not stop the launch: all work-items have run.
        same_value: bool,
    },
    /// A work-item read what nobody has written: tile memory at the beginning of a tile, or data after `discard_data`.
    /// Only the checked accelerator looks for this.
    Uninitialized {
        /// The kernel.
        kernel: String,
        /// The name of the view or of the variable in tile memory.
        variable: String,
        /// The element's index, or the subscripts within the variable.
        index: Vec<usize>,
        /// Who read it.
        read: Box<Access>,
    },
    /// `uniform(x)` was given different values by two work-items of a tile. Only the checked accelerator looks for this.
    NotUniform {
        /// The kernel.
        kernel: String,
        /// The two work-items' global indices.
        items: [Vec<usize>; 2],
        /// The source file.
        file: String,
        /// The line in it.
        line: u32,
    },
    /// There is no memory left on the accelerator.
    OutOfMemory {
        /// The accelerator's description.
        accelerator: String,
        /// Bytes that were asked for; zero if the device did not say.
        bytes: u64,
    },
    /// The accelerator is gone: unplugged, reset by its driver, or destroyed. Data on the host is intact.
    DeviceLost {
        /// The accelerator's description.
        accelerator: String,
        /// What the driver said.
        reason: String,
    },
    /// No device could be opened on the accelerator.
    DeviceUnavailable {
        /// The accelerator's description.
        accelerator: String,
        /// What the driver said.
        reason: String,
    },
    /// The shader of an accepted kernel was refused. This is a bug in amp.
    InvalidShader {
        /// The kernel.
        kernel: String,
        /// Where it stands.
        place: String,
        /// What the shader compiler said.
        reason: String,
    },
    /// No accelerator has this path.
    NoSuchAccelerator {
        /// What was asked for.
        path: String,
    },
    /// The environment variable `AMP_ACCELERATOR` fits no accelerator, and a launch was to run on the default one.
    NoDefaultAccelerator {
        /// The variable's value.
        wish: String,
        /// What would fit: the short names, and the path and the description of each accelerator that wgpu reaches.
        accelerators: Vec<String>,
    },
    /// The process was forked, and its parent had used this accelerator: the threads that it needs are not in the child. An
    /// accelerator that only the child uses works there, and so does [`Accelerator::serial`].
    Forked {
        /// The accelerator's description.
        accelerator: String,
    },
    /// A future was asked for its result once more.
    AlreadyTaken,
    /// A function that wgpu was given to call later has called amp, from within a call of amp's to wgpu. See
    /// [`interop`](crate::interop).
    InCallback,
    /// The device reported something that amp did not foresee. This is a bug in amp or in the driver.
    Device {
        /// The accelerator's description.
        accelerator: String,
        /// What it reported.
        reason: String,
    },
}

/// An access to memory, in an error of the checked accelerator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// The work-item's global index.
    pub item: Vec<usize>,
    /// What it did.
    pub kind: AccessKind,
    /// The source file.
    pub file: String,
    /// The line in it.
    pub line: u32,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It is an atomic operation.
    Atomic,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Access { item, kind, file, line } = self;
        let verb = match kind {
            AccessKind::Read => "read",
            AccessKind::Write => "wrote",
            AccessKind::Atomic => "changed",
        };
        write!(f, "work-item {item:?} {verb} it at {file}:{line}")
    }
}

/// What fallible functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InvalidComputeDomain { kernel, reason } => {
                write!(f, "kernel `{kernel}` cannot run over this domain: {reason}")
            }
            Error::InvalidTile { tile } => {
                write!(f, "the tile {tile:?} is empty; each of its dimensions must be at least 1")
            }
            Error::ExtentMismatch { reason } | Error::OutOfBounds { reason } => f.write_str(reason),
            Error::UnsupportedFeature { kernel, accelerator, feature } => write!(
                f,
                "kernel `{kernel}` needs {feature}, which `{accelerator}` does not have; run it on `Accelerator::cpu()`"
            ),
            Error::LimitExceeded { what, needed, limit } => {
                write!(f, "{what}: {needed} asked for, and the accelerator allows {limit}; do the work in parts, or on another accelerator")
            }
            Error::AcceleratorMismatch { kernel, reason } => {
                write!(
                    f,
                    "kernel `{kernel}` cannot find its data in one place: {reason}; use `ArrayView`s, which move"
                )
            }
            Error::Aliasing { kernel, views: [a, b] } => {
                write!(
                    f,
                    "kernel `{kernel}` writes to `{a}`, which shares its data with `{b}`; capture the data once, as one view, or copy one of the two first"
                )
            }
            Error::KernelPanicked { kernel, index, message } => {
                write!(f, "kernel `{kernel}` panicked at index {index:?}: {message}")
            }
            Error::Race { kernel, variable, index, first, second, same_value } => {
                write!(f, "kernel `{kernel}` has a race on `{variable}` at {index:?}: {first}, {second}")?;
                f.write_str(match same_value {
                    true => ", and nothing orders them. Both wrote the same value, which most devices forgive and none has to; let one of them write, or use an atomic operation",
                    false => ", and nothing orders them; put a barrier between the two if they are of one tile, give each an element of its own, or use atomic operations",
                })
            }
            Error::Uninitialized { kernel, variable, index, read } => write!(
                f,
                "kernel `{kernel}` read `{variable}` at {index:?}, which nobody had written: {read}; write it first, and put a barrier between if another work-item does"
            ),
            Error::NotUniform { kernel, items: [a, b], file, line } => write!(
                f,
                "kernel `{kernel}` gave `uniform` what is not, at {file}:{line}: work-items {a:?} and {b:?} of one tile have different values; give it what all of them have alike, such as what one of them has left in tile memory before a barrier"
            ),
            Error::OutOfMemory { accelerator, bytes } => {
                match bytes {
                    0 => write!(f, "`{accelerator}` is out of memory")?,
                    _ => write!(f, "`{accelerator}` has no {bytes} bytes of memory left")?,
                }
                f.write_str("; drop arrays and views that are done with, or work on a section at a time")
            }
            Error::DeviceLost { accelerator, reason } => write!(
                f,
                "`{accelerator}` is lost ({reason}); data on the host is intact, go on with another accelerator"
            ),
            Error::DeviceUnavailable { accelerator, reason } => {
                write!(
                    f,
                    "`{accelerator}` cannot be opened: {reason}; choose another of `Accelerator::all()`"
                )
            }
            Error::InvalidShader { kernel, place, reason } => write!(
                f,
                "the shader of kernel `{kernel}` ({place}) was refused; this is a bug in amp, please report it:\n{reason}"
            ),
            Error::NoSuchAccelerator { path } => {
                write!(f, "no accelerator has the path {path:?}; `Accelerator::all()` says what there is")
            }
            Error::NoDefaultAccelerator { wish, accelerators } => write!(
                f,
                "no accelerator fits AMP_ACCELERATOR={wish:?}; there are {}",
                accelerators.join(", ")
            ),
            Error::Forked { accelerator } => write!(
                f,
                "`{accelerator}` was used before this process was forked, and its threads are in the parent alone; fork before the first use, start a new program instead (`std::process::Command`), or run on `Accelerator::cpu().serial()`"
            ),
            Error::AlreadyTaken => f.write_str("the result of this future was taken before; each gives one"),
            Error::InCallback => f.write_str(
                "amp was called by a function that wgpu calls while amp waits for it; send a message to a thread that calls amp, or use `create_marker().then(..)`",
            ),
            Error::Device { accelerator, reason } => {
                write!(f, "`{accelerator}` reported an error: {reason}")
            }
        }
    }
}

impl Error {
    /// The source file and the line in it at which a work-item did what it must not do: for errors of kernels, on the host. Of a race
    /// it is that of the later access. Where only the kernel is known, it is the line where that begins.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let x = ArrayView::new(&[1u32; 8]);
    /// let mut y = ArrayViewMut::<u32>::without_source([8])?;
    /// let kernel = amp!(|i: Index<1>| {
    ///     y[i] = x[i[0] + 1];
    /// });
    /// let result = Accelerator::cpu_checked().default_view().parallel_for_each(8, kernel);
    /// let error = result.unwrap_err();
    /// let (file, line) = error.location().unwrap();
    /// assert!(file.ends_with(".rs") && line > 0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn location(&self) -> Option<(&str, u32)> {
        match self {
            Error::KernelPanicked { message, .. } => line::at_end_of(message),
            Error::Race { second: access, .. } | Error::Uninitialized { read: access, .. } => {
                Some((&access.file, access.line))
            }
            Error::NotUniform { file, line, .. } => Some((file, *line)),
            _ => None,
        }
    }

    /// The host has no memory left.
    pub(crate) fn out_of_host_memory(bytes: usize) -> Self {
        Error::OutOfMemory { accelerator: Accelerator::cpu().description(), bytes: bytes as u64 }
    }

    /// The same for what a launch needs: a limit says for which view of which kernel.
    pub(crate) fn for_view(self, kernel: &str, view: &str) -> Self {
        match self {
            Error::LimitExceeded { what, needed, limit } => Error::LimitExceeded {
                what: format!("{what}, for `{view}` of kernel `{kernel}`"),
                needed,
                limit,
            },
            other => other,
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_can_cross_threads_and_be_kept() {
        fn wanted<T: Send + Sync + Clone + std::error::Error + 'static>() {}
        wanted::<Error>();
    }

    #[test]
    fn a_panicked_kernel_says_which_work_item() {
        let error = Error::KernelPanicked { kernel: "k".into(), index: vec![1, 2], message: "no".into() };
        assert_eq!(error.to_string(), "kernel `k` panicked at index [1, 2]: no");
    }
}
