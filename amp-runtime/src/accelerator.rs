//! Accelerators: what this machine has to run kernels on.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, OnceLock};

use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};

use crate::accelerator_view::{AcceleratorView, QueuingMode};
use crate::checked::Seed;
use crate::complaint::complain;
use crate::completion::CompletionFuture;
use crate::cpu::Threads;
use crate::error::{Error, Result};
use crate::gpu::{self, Adapter};
use crate::sync::lock;

/// Something that runs kernels: a GPU, or the CPU, which is always there.
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

/// What is behind an accelerator.
pub(crate) enum Backend {
    /// The native twins, on threads of the host.
    Cpu(Threads),
    /// The checked forms of kernels, one work-item after another.
    Checked(Seed),
    /// An adapter of wgpu.
    Gpu(Box<Adapter>),
    /// What the environment asks for, and is not there. Each launch fails.
    Missing(String),
}

/// What an accelerator allows at most.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one view or array.
    pub view_bytes: u64,
    /// Views and arrays that one kernel captures.
    pub views: u32,
    /// Bytes of the values that one kernel captures, among them a few words for each view. Views have no such limit.
    pub value_bytes: u64,
    /// Work-items in a tile: 1024 at most, whatever a device has.
    pub tile_size: u32,
    /// Work-items in each of a tile's last three dimensions. Dimensions before those have one.
    pub tile_extent: [u32; 3],
    /// Bytes of `tile_static` variables: 32 KiB at most, whatever a device has.
    pub tile_static_bytes: u32,
}

static CHOSEN: Mutex<Option<Accelerator>> = Mutex::new(None);

/// All accelerators; those of the CPU are the last.
fn all() -> &'static [Accelerator] {
    static ALL: OnceLock<Vec<Accelerator>> = OnceLock::new();
    ALL.get_or_init(|| {
        let gpus = gpu::adapters().into_iter().map(|adapter| Backend::Gpu(Box::new(adapter)));
        gpus.map(Accelerator::of).chain([Accelerator::cpu(), Accelerator::cpu_checked()]).collect()
    })
}

/// The default of this process, before [`Accelerator::set_default`]: decided once.
fn usual() -> &'static Accelerator {
    static USUAL: OnceLock<Accelerator> = OnceLock::new();
    USUAL.get_or_init(|| {
        let wish = std::env::var_os("AMP_ACCELERATOR").unwrap_or_default();
        let wish = wish.to_string_lossy();
        if let Some(found) = wished(&wish) {
            return found;
        }
        if !wish.is_empty() {
            return Accelerator::of(Backend::Missing(wish.into_owned()));
        }
        all().iter().find(|it| !it.is_emulated()).cloned().unwrap_or_else(Accelerator::cpu)
    })
}

/// Why nothing runs where `AMP_ACCELERATOR` fits no accelerator.
#[cold]
pub(crate) fn no_default(wish: &str) -> Error {
    let gpus = || all().iter().filter(|it| matches!(it.0.backend, Backend::Gpu(_)));
    let short = ["cpu", "cpu-serial", "cpu-checked"].into_iter().chain(gpus().next().map(|_| "gpu"));
    let long = gpus().map(|it| format!("`{}` ({it})", it.device_path()));
    let accelerators = short.map(|name| format!("`{name}`")).chain(long).collect();
    Error::NoDefaultAccelerator { wish: wish.to_owned(), accelerators }
}

/// What `AMP_ACCELERATOR` asks for, if it is there.
fn wished(wish: &str) -> Option<Accelerator> {
    let wish = wish.to_lowercase();
    match &*wish {
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
    /// All accelerators of this machine: GPUs, the most capable first, then drivers that emulate one, then the CPU, and
    /// last the CPU that [checks](Self::cpu_checked) kernels.
    #[must_use]
    pub fn all() -> Vec<Accelerator> {
        all().to_vec()
    }

    /// Begins to look for them. The first call of [`all`](Self::all), or of what needs to know them ([`default`](Self::default),
    /// [`from_path`](Self::from_path)), waits for that; when this is done, none does.
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

    /// The CPU, which runs the native twin of each kernel on all cores.
    #[must_use]
    pub fn cpu() -> Accelerator {
        static CPU: OnceLock<Accelerator> = OnceLock::new();
        CPU.get_or_init(|| Accelerator::of(Backend::Cpu(Threads::All))).clone()
    }

    /// The CPU, on the calling thread alone: work-items run in the order of their indices, those of an untiled kernel one by
    /// one, those of a tile from barrier to barrier. For debuggers, and for sums whose order has to be the same each time.
    /// On other accelerators it changes nothing.
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

    /// The CPU, for finding mistakes: it runs each work-item by itself, one after another, and looks at all that it does.
    /// A race, a read of what nobody wrote, an overflow and the like end the launch with an [`Error`](crate::Error) that
    /// names the kernel, the line and the work-item. That takes time: a hundred times that of [`cpu`](Self::cpu) or more.
    ///
    /// The environment variable `AMP_SCHEDULE_SEED`, a number, permutes the order of work-items and tiles; without it,
    /// or if it is zero, it is that of their indices.
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
            let wish = std::env::var("AMP_SCHEDULE_SEED").unwrap_or_default();
            let seed = wish.parse().unwrap_or_default();
            if seed == 0 && !wish.is_empty() && wish != "0" {
                complain(&format!(
                    "AMP_SCHEDULE_SEED={wish:?} is no number; work-items run in the order of their indices"
                ));
            }
            Accelerator::cpu_checked_with_seed(seed)
        };
        CHECKED.get_or_init(new).clone()
    }

    /// The same, with a seed of its own, so that one program can try many orders. Each call makes another accelerator.
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

    /// Where launches run that choose nothing else: a real GPU if there is one, else the CPU; never a GPU that a driver
    /// emulates on the CPU, which is far slower.
    ///
    /// [`set_default`](Self::set_default) changes it for the process. The environment variable `AMP_ACCELERATOR`
    /// chooses it from outside: `cpu`, `cpu-serial`, `cpu-checked`, `gpu` (emulated or not), a
    /// [`device_path`](Self::device_path), or a part of a description. If nothing fits, each launch that runs
    /// on the default is [`Error::NoDefaultAccelerator`](crate::Error::NoDefaultAccelerator), which lists what there is.
    #[allow(clippy::should_implement_trait)] // the name that C++ AMP has, and `Default` would hide that it may differ
    #[must_use]
    pub fn default() -> Accelerator {
        lock(&CHOSEN).clone().unwrap_or_else(|| usual().clone())
    }

    /// Makes this the default of the process.
    pub fn set_default(accelerator: &Accelerator) {
        *lock(&CHOSEN) = Some(accelerator.clone());
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
    /// [`Error::NoSuchAccelerator`] if there is none.
    pub fn from_path(path: &str) -> Result<Accelerator> {
        let found = all().iter().find(|it| it.device_path() == path).cloned();
        found.ok_or_else(|| Error::NoSuchAccelerator { path: path.to_owned() })
    }

    pub(crate) fn of(backend: Backend) -> Accelerator {
        Accelerator(Arc::new(Inner { backend, default_view: Mutex::default() }))
    }

    /// A name for people.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.0.backend {
            Backend::Cpu(Threads::All) => "CPU".to_owned(),
            Backend::Cpu(Threads::Calling) => "CPU, serial".to_owned(),
            Backend::Checked(_) => "CPU, checked".to_owned(),
            Backend::Gpu(adapter) => adapter.description().to_owned(),
            Backend::Missing(wish) => format!("no accelerator, for none fits AMP_ACCELERATOR={wish:?}"),
        }
    }

    /// A name for programs: the same as long as the machine does not change.
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

    /// Whether kernels run on the host's CPU: natively, or through a driver that emulates a GPU. Such a driver has limits of its own: Mesa's
    /// llvmpipe silently leaves loops after 65,535 turns of a work-item.
    #[must_use]
    pub fn is_emulated(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.is_software(),
        }
    }

    /// Bytes of memory that it has for itself, if it has some and the driver says how much.
    #[must_use]
    pub fn dedicated_memory(&self) -> Option<u64> {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => None,
            Backend::Gpu(adapter) => adapter.dedicated_memory(),
        }
    }

    /// Whether its memory is that of the host, so that data has no bus to cross.
    #[must_use]
    pub fn supports_cpu_shared_memory(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.shares_memory(),
        }
    }

    /// The driver and its version, in its own words; empty for the CPU.
    #[must_use]
    pub fn driver(&self) -> String {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => String::new(),
            Backend::Gpu(adapter) => adapter.driver(),
        }
    }

    /// Whether kernels may compute with `f64`.
    #[must_use]
    pub fn supports_f64(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_f64(),
        }
    }

    /// Whether kernels may compute with 16-bit floats.
    #[must_use]
    pub fn supports_f16(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_f16(),
        }
    }

    /// Whether kernels may compute with `i64` and `u64`.
    #[must_use]
    pub fn supports_i64(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_i64(),
        }
    }

    /// Whether kernels may use the operations of [`subgroup`](crate::subgroup).
    #[must_use]
    pub fn supports_subgroups(&self) -> bool {
        match &self.0.backend {
            Backend::Cpu(_) | Backend::Checked(_) | Backend::Missing(_) => true,
            Backend::Gpu(adapter) => adapter.supports_subgroups(),
        }
    }

    /// What it allows at most.
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

    /// The view that launches use which choose no other. Its device is opened when it is first used. It stays the same,
    /// unless its device is lost: then there is a new one, on which work can go on.
    #[must_use]
    pub fn default_view(&self) -> AcceleratorView {
        let mut view = lock(&self.0.default_view);
        match &*view {
            Some(view) if !view.is_lost() => view.clone(),
            _ => view.insert(AcceleratorView::new(self.clone(), QueuingMode::Automatic)).clone(),
        }
    }

    /// A further view, with a queue and copies of data of its own.
    ///
    /// # Errors
    /// [`Error::DeviceUnavailable`](crate::Error::DeviceUnavailable) if the device cannot be opened;
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if that is for lack of memory.
    pub fn create_view(&self, mode: QueuingMode) -> Result<AcceleratorView> {
        let view = AcceleratorView::new(self.clone(), mode);
        if let Backend::Gpu(_) | Backend::Missing(_) = self.0.backend {
            view.queue()?;
        }
        Ok(view)
    }

    /// Begins to open a further view. See [`create_view`](Self::create_view).
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

// What it guards is consistent between any two statements, so a panic leaves nothing half done.
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
    fn the_cpu_is_always_there_and_last() {
        let all = Accelerator::all();
        assert_eq!(all[all.len() - 2..], [Accelerator::cpu(), Accelerator::cpu_checked()]);
        assert!(Accelerator::cpu().is_emulated() && Accelerator::cpu().supports_f64());
    }

    #[test]
    fn wishes_are_parts_of_descriptions() {
        assert_eq!(wished("CPU"), Some(Accelerator::cpu()));
        assert_eq!(wished("cpu-checked"), Some(Accelerator::cpu_checked()));
        assert_eq!(wished(""), None);
        assert_eq!(wished("no such thing"), None);
        for accelerator in Accelerator::all() {
            assert!(wished(&accelerator.description()).is_some());
            // Equal devices may have equal paths.
            let path = accelerator.device_path();
            assert_eq!(wished(&path).map(|it| it.device_path()), Some(path));
        }
    }

    #[test]
    fn a_default_view_is_always_the_same() {
        let cpu = Accelerator::cpu();
        assert_eq!(cpu.default_view(), cpu.default_view());
        assert_ne!(cpu.create_view(QueuingMode::Immediate), Ok(cpu.default_view()));
        assert_ne!(cpu.create_view_async(QueuingMode::Immediate).wait(), Ok(cpu.default_view()));
    }
}
