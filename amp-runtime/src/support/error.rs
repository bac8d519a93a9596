//! The error type of the crate: one variant for each kind of failure at run time. Each message states the failure,
//! the kernel, the view or the accelerator, and what to do.

use std::fmt;

use crate::support::source_location;

/// An error of a launch, a copy, an allocation or an accelerator.
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
    /// The domain of a launch is empty, too large, or does not fit the kernel's tile.
    InvalidComputeDomain {
        /// The kernel's name.
        kernel: String,
        /// The reason for the rejection of the domain.
        reason: String,
    },
    /// A tile has a dimension of zero.
    InvalidTile {
        /// The tile's dimensions.
        tile: Vec<usize>,
    },
    /// An extent does not match its data.
    ExtentMismatch {
        /// A description of the mismatch.
        reason: String,
    },
    /// A section or a projection exceeds its view.
    OutOfBounds {
        /// A description with the extents involved.
        reason: String,
    },
    /// The accelerator lacks a feature that a kernel needs.
    UnsupportedFeature {
        /// The kernel's name.
        kernel: String,
        /// The accelerator's description.
        accelerator: String,
        /// The missing feature.
        feature: String,
    },
    /// A launch or an allocation exceeds a limit of the accelerator.
    LimitExceeded {
        /// The resource that the limit applies to.
        what: String,
        /// The required amount.
        needed: u64,
        /// The accelerator's limit.
        limit: u64,
    },
    /// The captured arrays are on different queues, or not on the queue that the launch names.
    AcceleratorMismatch {
        /// The kernel's name.
        kernel: String,
        /// The array, and the queue that it is on.
        reason: String,
    },
    /// A written view overlaps another view in the same launch.
    Aliasing {
        /// The kernel's name.
        kernel: String,
        /// The names of the two views.
        views: [String; 2],
    },
    /// A work-item panicked: an index out of bounds, an overflow, a division by zero, a failed assertion. On a
    /// GPU, a later call that waits for the device returns this error, if the kernel has traps: in debug
    /// builds, with `#[kernel(trap)]`, or with the environment variable `AMP_TRAP=1`.
    KernelPanicked {
        /// The kernel's name.
        kernel: String,
        /// The work-item's global index. The CPU accelerator runs some code only once for a tile, or for a
        /// row of work-items along the last dimension. If such code panics, this is the first work-item of
        /// the tile or row. [`Accelerator::cpu_checked`](crate::Accelerator::cpu_checked) always reports the
        /// work-item itself.
        index: Vec<usize>,
        /// The panic's message and its source line, which [`Error::location`] returns too. If the panic comes
        /// from Rust, such as an overflow, amp's panic hook records the line. If the program replaced that
        /// hook, the line is the kernel's first line.
        message: String,
    },
    /// Two work-items accessed the same element or the same tile memory, at least one of the accesses was a
    /// write, and no barrier ordered them. Only the checked accelerator detects this.
    Race {
        /// The kernel's name.
        kernel: String,
        /// The name of the view or of the tile variable.
        variable: String,
        /// The element's index, or the subscripts within the variable.
        index: Vec<usize>,
        /// The access that happened first in this run.
        first: Box<Access>,
        /// The access that happened second.
        second: Box<Access>,
        /// Whether both accesses wrote the same value. Such a race does not stop the launch: all work-items
        /// have run.
        same_value: bool,
    },
    /// A work-item read undefined data: tile memory before its first write, or data after `discard_data`. Only the
    /// checked accelerator detects this.
    Uninitialized {
        /// The kernel's name.
        kernel: String,
        /// The name of the view or of the tile variable.
        variable: String,
        /// The element's index, or the subscripts within the variable.
        index: Vec<usize>,
        /// The access that read the data.
        read: Box<Access>,
    },
    /// Two work-items of a tile passed different values to `uniform(x)`. Only the checked accelerator detects this.
    NotUniform {
        /// The kernel's name.
        kernel: String,
        /// The two work-items' global indices.
        items: [Vec<usize>; 2],
        /// The source file.
        file: String,
        /// The line in the source file.
        line: u32,
    },
    /// The accelerator has too little free memory.
    OutOfMemory {
        /// The accelerator's description.
        accelerator: String,
        /// The size of the allocation in bytes, or zero if the device did not report it.
        bytes: u64,
    },
    /// The accelerator was unplugged, reset by its driver, or destroyed. Data on the host is not affected.
    DeviceLost {
        /// The accelerator's description.
        accelerator: String,
        /// The driver's message.
        reason: String,
    },
    /// The accelerator's device cannot be opened.
    DeviceUnavailable {
        /// The accelerator's description.
        accelerator: String,
        /// The driver's message.
        reason: String,
    },
    /// wgpu rejected the shader of a kernel that amp's macro accepted. This is a bug in amp.
    InvalidShader {
        /// The kernel's name.
        kernel: String,
        /// The kernel's source location.
        place: String,
        /// The shader compiler's message.
        reason: String,
    },
    /// No accelerator has this device path.
    NoSuchAccelerator {
        /// The requested path.
        path: String,
    },
    /// The environment variable `AMP_ACCELERATOR` matches no accelerator, and a launch needed the default
    /// accelerator.
    NoDefaultAccelerator {
        /// The value of `AMP_ACCELERATOR`.
        requested: String,
        /// The values that match an accelerator: the short names, and the path and description of each wgpu
        /// accelerator.
        accelerators: Vec<String>,
    },
    /// The process was forked after its parent had used this accelerator, and the child lacks the accelerator's threads.
    /// An accelerator that the parent had not used works in the child, and so does [`Accelerator::serial`](crate::Accelerator::serial).
    Forked {
        /// The accelerator's description.
        accelerator: String,
    },
    /// The file of a [`Trace`](crate::Trace) could not be created or written, or another trace is being recorded.
    TraceFile {
        /// The path of the file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A future was polled again after it had returned its result.
    AlreadyTaken,
    /// A callback of wgpu called amp while amp was calling wgpu. See [`interop`](crate::data::interop).
    InCallback,
    /// The device reported an error of a kind that amp does not handle. This is a bug in amp or in the
    /// driver.
    Device {
        /// The accelerator's description.
        accelerator: String,
        /// The device's message.
        reason: String,
    },
}

/// One memory access, as the checked accelerator reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// The work-item's global index.
    pub item: Vec<usize>,
    /// The kind of the access.
    pub kind: AccessKind,
    /// The source file.
    pub file: String,
    /// The line in the source file.
    pub line: u32,
}

/// The kind of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An atomic operation.
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

/// The result type of this crate.
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
                write!(f, "{what}: {needed} needed, but the accelerator's limit is {limit}; split the work, or use another accelerator")
            }
            Error::AcceleratorMismatch { kernel, reason } => {
                write!(
                    f,
                    "kernel `{kernel}` captures arrays of different queues: {reason}; capture `ArrayView`s, which move to the queue of the launch"
                )
            }
            Error::Aliasing { kernel, views: [a, b] } => {
                write!(
                    f,
                    "kernel `{kernel}` writes to `{a}`, which shares its data with `{b}`; capture the data once, as one view, or copy one of the two before the launch"
                )
            }
            Error::KernelPanicked { kernel, index, message } => {
                write!(f, "kernel `{kernel}` panicked at index {index:?}: {message}")
            }
            Error::Race { kernel, variable, index, first, second, same_value } => {
                write!(f, "kernel `{kernel}` has a race on `{variable}` at {index:?}: {first}, {second}")?;
                f.write_str(match same_value {
                    true => ", without a barrier between them. Both wrote the same value, which works on most devices but is not guaranteed; let one work-item write, or use an atomic operation",
                    false => ", without a barrier between them; put a barrier between the two if they belong to one tile, let each work-item write its own element, or use atomic operations",
                })
            }
            Error::Uninitialized { kernel, variable, index, read } => write!(
                f,
                "kernel `{kernel}` read `{variable}` at {index:?} before it was written: {read}; write it first, with a barrier in between if another work-item writes it"
            ),
            Error::NotUniform { kernel, items: [a, b], file, line } => write!(
                f,
                "kernel `{kernel}` called `uniform` with different values at {file}:{line}: work-items {a:?} and {b:?} belong to one tile; pass a value that all work-items of the tile share, for example one read from tile memory after a barrier"
            ),
            Error::OutOfMemory { accelerator, bytes } => {
                match bytes {
                    0 => write!(f, "`{accelerator}` is out of memory")?,
                    _ => write!(f, "`{accelerator}` is out of memory: {bytes} bytes could not be allocated")?,
                }
                f.write_str("; drop arrays and views that are no longer needed, or process the data in sections")
            }
            Error::DeviceLost { accelerator, reason } => write!(
                f,
                "`{accelerator}` is lost ({reason}); data on the host is intact, so you can continue on another accelerator"
            ),
            Error::DeviceUnavailable { accelerator, reason } => {
                write!(
                    f,
                    "`{accelerator}` cannot be opened: {reason}; choose another of `Accelerator::all()`"
                )
            }
            Error::InvalidShader { kernel, place, reason } => write!(
                f,
                "the shader of kernel `{kernel}` ({place}) was rejected; this is a bug in amp, please report it:\n{reason}"
            ),
            Error::NoSuchAccelerator { path } => {
                write!(f, "no accelerator has the path {path:?}; `Accelerator::all()` lists the accelerators")
            }
            Error::NoDefaultAccelerator { requested, accelerators } => write!(
                f,
                "no accelerator matches AMP_ACCELERATOR={requested:?}; the accelerators are {}",
                accelerators.join(", ")
            ),
            Error::Forked { accelerator } => write!(
                f,
                "`{accelerator}` was used before this process was forked, and its threads exist only in the parent; fork before the first use, start a new program instead (`std::process::Command`), or run on `Accelerator::cpu().serial()`"
            ),
            Error::TraceFile { path, reason } => write!(f, "no trace can be written to `{path}`: {reason}"),
            Error::AlreadyTaken => f.write_str("the result of this future was already taken; a future returns its result once"),
            Error::InCallback => f.write_str(
                "a callback of wgpu called amp while amp was calling wgpu; let the callback notify another thread that calls amp, or use `create_marker().then(..)`",
            ),
            Error::Device { accelerator, reason } => {
                write!(f, "`{accelerator}` reported an error: {reason}")
            }
        }
    }
}

impl Error {
    /// The source file and the line of the statement that failed, for errors of kernels that ran on the host.
    /// For a race, this is the location of the later access. If the exact line is unknown, it is the first
    /// line of the kernel.
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
            Error::KernelPanicked { message, .. } => source_location::parse_suffix(message),
            Error::Race { second: access, .. } | Error::Uninitialized { read: access, .. } => {
                Some((&access.file, access.line))
            }
            Error::NotUniform { file, line, .. } => Some((file, *line)),
            _ => None,
        }
    }

    /// The error for a failed allocation of `bytes` on the host.
    pub(crate) fn out_of_host_memory(bytes: usize) -> Self {
        Error::OutOfMemory { accelerator: "CPU".to_owned(), bytes: bytes as u64 }
    }

    /// Adds the names of the view and the kernel to the message of `LimitExceeded`. Returns any other error
    /// unchanged.
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
    fn error_is_send_sync_clone_and_static() {
        fn assert_bounds<T: Send + Sync + Clone + std::error::Error + 'static>() {}
        assert_bounds::<Error>();
    }

    #[test]
    fn kernel_panic_names_the_work_item() {
        let error = Error::KernelPanicked { kernel: "k".into(), index: vec![1, 2], message: "no".into() };
        assert_eq!(error.to_string(), "kernel `k` panicked at index [1, 2]: no");
    }
}
