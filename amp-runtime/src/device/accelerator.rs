//! Accelerators: the devices of this machine that run kernels, their properties and limits, and the default.
//! The accelerators are wgpu's adapters, the CPU, and the CPU that checks every access. The environment
//! variable `AMP_ACCELERATOR` selects the default.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, OnceLock};

use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};

use crate::device::completion::CompletionFuture;
use crate::device::gpu::{self, Adapter};
use crate::device::queue::{AcceleratorView, QueuingMode};
use crate::support::error::{Error, Result};
use crate::support::sync::lock;
use crate::support::warning::complain;

/// A device that runs kernels: a GPU, or the CPU, which is always available.
///
/// ```
/// use amp::prelude::*;
///
/// for accelerator in Accelerator::all() {
///     println!("{accelerator}");
/// }
/// assert!(Accelerator::all().contains(&Accelerator::cpu()));
/// ```
#[derive(Clone)]
pub struct Accelerator(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) backend: Backend,
    default_view: Mutex<Option<AcceleratorView>>,
}

/// The threads that may run a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// A launch uses as many threads as the scheduler considers worthwhile.
    All,
    /// A launch uses only the calling thread, which runs work-items in the order of their indices.
    Calling,
}

/// Selects the order in which the checked accelerator runs work-items. Zero selects the order of the indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seed(pub(crate) u64);

/// The implementation of an accelerator.
pub(crate) enum Backend {
    /// Runs the CPU code of kernels on threads of the host.
    Cpu(Threads),
    /// Runs the checked CPU code of kernels, which verifies every access. Work-items run one after another.
    Checked(Seed),
    /// Runs shaders on a wgpu adapter.
    Gpu(Box<Adapter>),
    /// Stands for a value of `AMP_ACCELERATOR` that matches no accelerator. Each launch fails.
    Missing(String),
}

/// The largest sizes that an accelerator supports, for example the size of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes of one view or array.
    pub view_bytes: u64,
    /// The greatest number of views and arrays that one kernel captures.
    pub views: u32,
    /// The most bytes of the values that one kernel captures, including a few words for each view.
    pub value_bytes: u64,
    /// The most work-items in a tile: at most 1024, on every device.
    pub tile_size: u32,
    /// The most work-items in each of a tile's last three dimensions. Earlier dimensions must be 1.
    pub tile_extent: [u32; 3],
    /// The most bytes of `tile_static` variables: at most 32 KiB, on every device.
    pub tile_static_bytes: u32,
}

static USER_DEFAULT: Mutex<Option<Accelerator>> = Mutex::new(None);

/// All accelerators; the CPU and the checked CPU come last.
fn all() -> &'static [Accelerator] {
    static ALL: OnceLock<Vec<Accelerator>> = OnceLock::new();
    ALL.get_or_init(|| {
        let gpus = gpu::adapters().into_iter().map(|adapter| Backend::Gpu(Box::new(adapter)));
        gpus.map(Accelerator::of).chain([Accelerator::cpu(), Accelerator::cpu_checked()]).collect()
    })
}

/// The default accelerator before any call of [`Accelerator::set_default`]. It is determined once for the
/// process.
fn process_default() -> &'static Accelerator {
    static DEFAULT: OnceLock<Accelerator> = OnceLock::new();
    DEFAULT.get_or_init(|| {
        let requested = std::env::var_os("AMP_ACCELERATOR").unwrap_or_default();
        let requested = requested.to_string_lossy();
        if let Some(found) = matching(&requested) {
            return found;
        }
        if !requested.is_empty() {
            return Accelerator::of(Backend::Missing(requested.into_owned()));
        }
        all().iter().find(|it| !it.is_emulated()).cloned().unwrap_or_else(Accelerator::cpu)
    })
}

/// The error of a launch on the default accelerator, if `AMP_ACCELERATOR` has the value `requested`, which
/// matches no accelerator.
#[cold]
pub(crate) fn no_default(requested: &str) -> Error {
    let gpus = || all().iter().filter(|it| matches!(it.0.backend, Backend::Gpu(_)));
    let short = ["cpu", "cpu-serial", "cpu-checked"].into_iter().chain(gpus().next().map(|_| "gpu"));
    let long = gpus().map(|it| format!("`{}` ({it})", it.device_path()));
    let accelerators = short.map(|name| format!("`{name}`")).chain(long).collect();
    Error::NoDefaultAccelerator { requested: requested.to_owned(), accelerators }
}

/// The accelerator that a value of `AMP_ACCELERATOR` selects; `None` if it matches none.
fn matching(requested: &str) -> Option<Accelerator> {
    let requested = requested.to_lowercase();
    match &*requested {
        "" => None,
        "cpu" => Some(Accelerator::cpu()),
        "cpu-checked" => Some(Accelerator::cpu_checked()),
        "cpu-serial" => Some(Accelerator::cpu().serial()),
        "gpu" => all().iter().find(|it| matches!(it.0.backend, Backend::Gpu(_))).cloned(),
        part => {
            let is_path = |it: &&Accelerator| it.device_path().to_lowercase() == part;
            let is_named = |it: &&Accelerator| it.description().to_lowercase().contains(part);
            all().iter().find(is_path).or_else(|| all().iter().find(is_named)).cloned()
        }
    }
}

impl Accelerator {
    /// All accelerators of this machine: GPUs, the most capable first; then drivers that emulate a GPU; then the CPU;
    /// last the [checked](Self::cpu_checked) CPU.
    #[must_use]
    pub fn all() -> Vec<Accelerator> {
        all().to_vec()
    }

    /// Searches for accelerators in the background. Without it, the first call of [`all`](Self::all),
    /// [`default`](Self::default) or [`from_path`](Self::from_path) waits for the search. No call waits once this
    /// future is ready.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let all = Accelerator::all_async().wait()?; // or `.await?`
    /// assert_eq!(all, Accelerator::all());
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn all_async() -> CompletionFuture<'static, Vec<Accelerator>> {
        let look = || {
            all();
            Ok(())
        };
        CompletionFuture::new(Arc::default(), look, |result| result.map(|()| Accelerator::all()))
    }

    /// The CPU. It runs the native code of each kernel on all cores.
    #[must_use]
    pub fn cpu() -> Accelerator {
        static CPU: OnceLock<Accelerator> = OnceLock::new();
        CPU.get_or_init(|| Accelerator::of(Backend::Cpu(Threads::All))).clone()
    }

    /// The CPU, on the calling thread only. Work-items of an untiled kernel run one by one, in the order of
    /// their indices. In a tile, all work-items run up to the first barrier in that order, then all up to the
    /// next barrier. Use this accelerator in a debugger, and for atomic sums that must have the same order in
    /// each run. If `self` is not the CPU, the result is `self`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut order = [0u32; 4];
    /// let mut next = [0u32];
    /// let mut y = ArrayViewMut::new(&mut order);
    /// let mut count = ArrayViewMut::new(&mut next);
    /// let serial = Accelerator::cpu().serial().default_view();
    /// serial.parallel_for_each(4, amp!(|i: Index<1>| y[i] = atomic_fetch_inc(&mut count[0])))?;
    /// assert_eq!(y.to_vec()?, [0, 1, 2, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    #[must_use]
    pub fn serial(&self) -> Accelerator {
        static SERIAL: OnceLock<Accelerator> = OnceLock::new();
        match self.0.backend {
            Backend::Cpu(_) => SERIAL.get_or_init(|| Accelerator::of(Backend::Cpu(Threads::Calling))).clone(),
            _ => self.clone(),
        }
    }

    /// The CPU, with checks. It runs work-items one after another and checks every access and operation. A race, a
    /// read of undefined data or an overflow ends the launch with an [`Error`](crate::Error) that names the kernel,
    /// the line and the work-item. A launch takes at least a hundred times as long as on [`cpu`](Self::cpu).
    ///
    /// The environment variable `AMP_SCHEDULE_SEED`, a number, permutes the order of work-items and tiles. Without
    /// it, or if it is zero, they run in the order of their indices.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut y = ArrayViewMut::<u32>::without_source([100])?;
    /// let kernel = amp!(|i: Index<1>| y[i[0] / 2] = i[0] as u32);
    /// let result = Accelerator::cpu_checked().default_view().parallel_for_each(100, kernel);
    /// assert!(matches!(result, Err(amp::Error::Race { .. })));
    /// # Ok::<(), amp::Error>(())
    /// ```
    #[must_use]
    pub fn cpu_checked() -> Accelerator {
        static CHECKED: OnceLock<Accelerator> = OnceLock::new();
        let new = || {
            let requested = std::env::var("AMP_SCHEDULE_SEED").unwrap_or_default();
            let seed = requested.parse().unwrap_or_default();
            if seed == 0 && !requested.is_empty() && requested != "0" {
                complain(&format!(
                    "AMP_SCHEDULE_SEED={requested:?} is not a number; work-items run in the order of their indices"
                ));
            }
            Accelerator::cpu_checked_with_seed(seed)
        };
        CHECKED.get_or_init(new).clone()
    }

    /// Like [`cpu_checked`](Self::cpu_checked), with a seed for the order of work-items and tiles. A program
    /// can run a kernel in many orders. Each call returns a new accelerator.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// for seed in 0..10 {
    ///     let mut y = ArrayViewMut::<u32>::without_source([100])?;
    ///     let view = Accelerator::cpu_checked_with_seed(seed).default_view();
    ///     view.parallel_for_each(100, amp!(|i: Index<1>| y[i] = i[0] as u32))?;
    /// }
    /// # Ok::<(), amp::Error>(())
    /// ```
    #[must_use]
    pub fn cpu_checked_with_seed(seed: u64) -> Accelerator {
        Accelerator::of(Backend::Checked(Seed(seed)))
    }

    /// The accelerator of launches that name none: a real GPU if there is one, else the CPU. It is never a software
    /// GPU driver, which is far slower than the CPU accelerator.
    ///
    /// [`set_default`](Self::set_default) changes it for the process. The environment variable
    /// `AMP_ACCELERATOR` selects it before the program starts. Its value is `cpu`, `cpu-serial`,
    /// `cpu-checked`, `gpu` (real or emulated), a [`device_path`](Self::device_path), or a substring of a
    /// description. If no accelerator matches, each launch on the default returns
    /// [`Error::NoDefaultAccelerator`](crate::Error::NoDefaultAccelerator), which lists the accelerators.
    #[allow(clippy::should_implement_trait)] // C++ AMP's name; a `Default` impl would suggest a constant
    #[must_use]
    pub fn default() -> Accelerator {
        lock(&USER_DEFAULT).clone().unwrap_or_else(|| process_default().clone())
    }

    /// Makes this accelerator the default of the process.
    pub fn set_default(accelerator: &Accelerator) {
        *lock(&USER_DEFAULT) = Some(accelerator.clone());
    }

    /// The accelerator with this [`device_path`](Self::device_path).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// assert_eq!(Accelerator::from_path("cpu"), Ok(Accelerator::cpu()));
    /// assert!(Accelerator::from_path("no such thing").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchAccelerator`] if no accelerator has it.
    pub fn from_path(path: &str) -> Result<Accelerator> {
        let found = all().iter().find(|it| it.device_path() == path).cloned();
        found.ok_or_else(|| Error::NoSuchAccelerator { path: path.to_owned() })
    }

    pub(crate) fn of(backend: Backend) -> Accelerator {
        Accelerator(Arc::new(Inner { backend, default_view: Mutex::default() }))
    }

    /// A name for users, for example `CPU, serial`.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.0.backend {
            Backend::Cpu(Threads::All) => "CPU".to_owned(),
            Backend::Cpu(Threads::Calling) => "CPU, serial".to_owned(),
            Backend::Checked(_) => "CPU, checked".to_owned(),
            Backend::Gpu(adapter) => adapter.description().to_owned(),
            Backend::Missing(requested) => {
                format!("no accelerator: none matches AMP_ACCELERATOR={requested:?}")
            }
        }
    }

    /// A name for programs, for example `cpu-serial`. It stays the same as long as the hardware does not
    /// change.
    #[must_use]
    pub fn device_path(&self) -> String {
        match &self.0.backend {
            Backend::Cpu(Threads::All) => "cpu".to_owned(),
            Backend::Cpu(Threads::Calling) => "cpu-serial".to_owned(),
            Backend::Checked(_) => "cpu-checked".to_owned(),
            Backend::Gpu(adapter) => adapter.path(),
            Backend::Missing(_) => "none".to_owned(),
        }
    }

    /// Whether kernels run on the host's CPU: natively, or through a driver that emulates a GPU. Such a driver has
    /// its own limits. For example, Mesa's llvmpipe silently leaves a loop after 65,535 iterations.
    #[must_use]
    pub fn is_emulated(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.is_software(),
        }
    }

    /// Bytes of dedicated memory, if the device has some and the driver reports it.
    #[must_use]
    pub fn dedicated_memory(&self) -> Option<u64> {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => None,
            Backend::Gpu(adapter) => adapter.dedicated_memory(),
        }
    }

    /// Whether the accelerator uses the host's memory, so that data does not cross a bus.
    #[must_use]
    pub fn supports_cpu_shared_memory(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.shares_memory(),
        }
    }

    /// The driver's name and version; empty for the CPU.
    #[must_use]
    pub fn driver(&self) -> String {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => String::new(),
            Backend::Gpu(adapter) => adapter.driver(),
        }
    }

    /// Whether kernels may use `f64`.
    #[must_use]
    pub fn supports_f64(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_f64(),
        }
    }

    /// Whether kernels may use `f16`.
    #[must_use]
    pub fn supports_f16(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_f16(),
        }
    }

    /// Whether kernels may use `i64` and `u64`.
    #[must_use]
    pub fn supports_i64(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_i64(),
        }
    }

    /// Whether kernels may use the operations of [`subgroup`](crate::functions::subgroup).
    #[must_use]
    pub fn supports_subgroups(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_subgroups(),
        }
    }

    /// The largest sizes that this accelerator supports, for example the size of a tile.
    #[must_use]
    pub fn limits(&self) -> Limits {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => Limits {
                view_bytes: isize::MAX as u64,
                views: u32::MAX,
                value_bytes: isize::MAX as u64,
                tile_size: TILE_ITEMS,
                tile_extent: [TILE_ITEMS; 3],
                tile_static_bytes: TILE_BYTES,
            },
            Backend::Gpu(adapter) => adapter.limits(),
        }
    }

    /// The queue of launches that name no other. Its device is opened on first use. The queue stays the same until
    /// its device is lost; then this returns a new queue.
    #[must_use]
    pub fn default_view(&self) -> AcceleratorView {
        let mut view = lock(&self.0.default_view);
        match &*view {
            Some(view) if !view.is_lost() => view.clone(),
            _ => view.insert(AcceleratorView::new(self.clone(), QueuingMode::Automatic)).clone(),
        }
    }

    /// Creates another queue, with its own copies of data.
    ///
    /// # Errors
    /// [`Error::DeviceUnavailable`](crate::Error::DeviceUnavailable) if the device cannot be opened;
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the device has no memory left for it.
    pub fn create_view(&self, mode: QueuingMode) -> Result<AcceleratorView> {
        let view = AcceleratorView::new(self.clone(), mode);
        if let Backend::Gpu(_) | Backend::Missing(_) = self.0.backend {
            view.queue()?;
        }
        Ok(view)
    }

    /// Creates another queue in the background. See [`create_view`](Self::create_view).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let later = Accelerator::default().create_view_async(QueuingMode::Automatic);
    /// later.wait()?.flush()?; // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn create_view_async(&self, mode: QueuingMode) -> CompletionFuture<'static, AcceleratorView> {
        let view = AcceleratorView::new(self.clone(), mode);
        if !matches!(self.0.backend, Backend::Gpu(_) | Backend::Missing(_)) {
            return CompletionFuture::ready(Ok(view));
        }
        let theirs = view.clone();
        let open = move || theirs.queue().map(|_| ());
        CompletionFuture::new(Arc::default(), open, |result| result.map(|()| view))
    }

    pub(crate) fn backend(&self) -> &Backend {
        &self.0.backend
    }
}

// The state behind the mutex is consistent between any two statements, so a panic leaves no half-finished
// update.
impl UnwindSafe for Accelerator {}
impl RefUnwindSafe for Accelerator {}

impl PartialEq for Accelerator {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Accelerator {}

impl fmt::Display for Accelerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description())
    }
}

impl fmt::Debug for Accelerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (description, path) = (self.description(), self.device_path());
        f.debug_struct("Accelerator").field("description", &description).field("device_path", &path).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_is_always_available_and_last() {
        let all = Accelerator::all();
        assert_eq!(all[all.len() - 2..], [Accelerator::cpu(), Accelerator::cpu_checked()]);
        assert!(Accelerator::cpu().is_emulated() && Accelerator::cpu().supports_f64());
    }

    #[test]
    fn accelerator_variable_matches_parts_of_descriptions() {
        assert_eq!(matching("CPU"), Some(Accelerator::cpu()));
        assert_eq!(matching("cpu-checked"), Some(Accelerator::cpu_checked()));
        assert_eq!(matching(""), None);
        assert_eq!(matching("no such thing"), None);
        for accelerator in Accelerator::all() {
            assert!(matching(&accelerator.description()).is_some());
            // Two devices of the same model may have the same path, so this compares paths and not
            // accelerators.
            let path = accelerator.device_path();
            assert_eq!(matching(&path).map(|it| it.device_path()), Some(path));
        }
    }

    #[test]
    fn default_view_is_stable() {
        let cpu = Accelerator::cpu();
        assert_eq!(cpu.default_view(), cpu.default_view());
        assert_ne!(cpu.create_view(QueuingMode::Immediate), Ok(cpu.default_view()));
        assert_ne!(cpu.create_view_async(QueuingMode::Immediate).wait(), Ok(cpu.default_view()));
    }
}
