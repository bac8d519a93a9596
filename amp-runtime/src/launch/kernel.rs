//! Bound kernels: a kernel with its captures, and the functions that launch it. The three `Bound*` types
//! differ in their domain and in the CPU code: rows of an untiled kernel, tiles, or rows of a tiled kernel
//! without barriers. Only code that LLVM must inline together with the CPU code is generic. `dispatch` does
//! the rest with trait objects, so that it is compiled once for all kernels.

use std::any::TypeId;

use amp_shader::Entry;

use crate::abi::checked::Checker;
use crate::abi::cpu::{LaunchId, Row, RowRun, Tile};
use crate::abi::program::Program;
use crate::device::completion::CompletionFuture;
use crate::device::queue::AcceleratorView;
use crate::launch::bound_captures::BoundCaptures;
use crate::launch::checked::{self, Checked, Unchecked, WithChecks};
use crate::launch::cpu::{self, LaunchMode, Threads};
use crate::launch::device_count::DeviceCount;
use crate::launch::dispatch::{
    CpuLaunch, Outcome, Request, check_domain, check_tile, launch, warm_up_program,
};
use crate::launch::domain::{Domain, IntoDomain, sealed::Sealed};
use crate::launch::explain::Explanation;
use crate::support::error::Result;
use crate::types::extent::Extent;
use crate::types::tile::TiledExtent;

impl<A, E, F, C, const N: usize> Sealed for Bound<A, E, F, C, N> {}
impl<A, E, F, C, const N: usize> Sealed for BoundTiled<A, E, F, C, N> {}
impl<A, E, F, C, const N: usize> Sealed for BoundTiledRows<A, E, F, C, N> {}
impl Sealed for Rejected {}

/// A kernel with its captures: the result of calling a `#[kernel]` function, or of `amp!`.
#[diagnostic::on_unimplemented(
    message = "this kernel cannot run over a domain of type `{D}`",
    note = "launch a tiled kernel over `extent.tile([..])?`, and an untiled one over an extent, of the same rank as the kernel's index",
    note = "write a closure inside `amp!`: `amp!(|i: Index<1>| ..)`"
)]
#[must_use = "a kernel does nothing until `parallel_for_each` runs it"]
pub trait Kernel<D: Domain>: Sealed {
    #[doc(hidden)]
    fn launch(self, domain: D, on: Option<&AcceleratorView>, count: Option<DeviceCount<'_>>) -> Result<()>;
    #[doc(hidden)]
    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static>;

    /// Reports how amp compiled the kernel: how the CPU accesses each view and why, the shader, and the GPU
    /// features that the kernel needs. Does not run the kernel.
    ///
    /// The CPU is fastest if LLVM vectorises the kernel. LLVM does so if each work-item accesses only its own
    /// element of written views, and if the work-items of a row read adjacent elements or the same element.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp::{BoundsCheck, Kernel};
    ///
    /// #[kernel]
    /// fn gather(i: Index<1>, at: &ArrayView<u32>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    ///     y[i] = x[at[i] as usize];
    /// }
    /// let mut y = [0.0; 3];
    /// let (at, x, mut y) = (ArrayView::new(&[2, 0, 1]), ArrayView::new(&[1.0, 2.0, 3.0]), ArrayViewMut::new(&mut y));
    /// let explained = gather(&at, &x, &mut y).explain();
    /// println!("{explained}");
    /// assert_eq!(explained.captures[1].accesses[0].check, BoundsCheck::WorkItem);
    /// assert!(!explained.captures[2].atomic);
    /// assert!(explained.wgsl.is_ok_and(|wgsl| wgsl.contains("@compute")));
    /// ```
    fn explain(&self) -> Explanation;
}

/// Runs a kernel for each index of a domain.
///
/// The launch runs on the first of these queues that exists:
///
/// 1. the queue of the captured arrays,
/// 2. the default queue, if the default accelerator is a checked one,
/// 3. a queue that holds the newest data of all captured views, as in C++ AMP, so that a chain of launches on
///    one GPU downloads nothing (the default queue, if it is one of several such queues),
/// 4. the default queue.
///
/// [`AcceleratorView::parallel_for_each`] names the queue instead. On a GPU, the call returns when the launch
/// is queued and its data was copied. On the CPU, it returns when the kernel has run.
///
/// # Errors
/// [`Error::InvalidComputeDomain`](crate::Error::InvalidComputeDomain) if a dimension of the domain is zero,
/// its size exceeds 32 bits, or it does not fit the kernel's tile;
/// [`Error::KernelPanicked`](crate::Error::KernelPanicked) if a work-item panicked on the CPU; a missing
/// feature, an exceeded limit, or an error of the device.
pub fn parallel_for_each<D: IntoDomain>(domain: D, kernel: impl Kernel<D::Domain>) -> Result<()> {
    kernel.launch(domain.into_domain(), None, None)
}

/// Compiles a kernel for these captures on the queue on which it would run, so that its first launch does not
/// wait for the compilation. The kernel does not run, and no data moves. On the CPU, this function does
/// nothing.
///
/// This function does not know the domain, so it compiles the shader that fits most domains. The first launch
/// compiles another shader in three cases: a dimension has more than 65,535 workgroups, the last dimension of
/// an untiled domain is very short, or views are smaller than the domain.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// amp::warm_up(amp!(|i: Index<1>| y[i] += 1.0))?; // any capture of the same kind, rank and type will do
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// A missing feature, an exceeded limit, or an error of the device.
pub fn warm_up<D: Domain>(kernel: impl Kernel<D>) -> Result<()> {
    kernel.warm_up(None).wait()
}

/// Begins to compile a kernel for these captures, like [`warm_up`], and to open the device if necessary. The
/// captures may be dropped before the compilation is done.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// let warm = amp::warm_up_async(amp!(|i: Index<1>| y[i] += 1.0));
/// // Do other work here.
/// warm.wait()?; // or `.await?`
/// # Ok::<(), amp::Error>(())
/// ```
pub fn warm_up_async<D: Domain>(kernel: impl Kernel<D>) -> CompletionFuture<'static> {
    kernel.warm_up(None)
}

impl AcceleratorView {
    /// Runs a kernel on this queue, for each index of a domain. See
    /// [`parallel_for_each`](crate::parallel_for_each).
    ///
    /// # Errors
    /// The errors of [`parallel_for_each`](crate::parallel_for_each).
    pub fn parallel_for_each<D: IntoDomain>(&self, domain: D, kernel: impl Kernel<D::Domain>) -> Result<()> {
        kernel.launch(domain.into_domain(), Some(self), None)
    }

    /// Runs a kernel on this queue, as [`parallel_for_each`](Self::parallel_for_each) does, for a number of work-items that
    /// only the device knows.
    ///
    /// The kernel runs for at least the first `count` indices of the domain, and at most for all of them. So it compares
    /// its index with the number itself. On a GPU, a launch over a domain with one dimension is an indirect dispatch: the
    /// other workgroups do not start. Other launches run for the complete domain.
    ///
    /// An indirect dispatch first computes the number of workgroups, which takes a few microseconds. It pays off for large
    /// domains of which few work-items are needed.
    ///
    /// ```
    /// use amp::DeviceCount;
    /// use amp::prelude::*;
    ///
    /// let queue = Accelerator::default().default_view();
    /// let x = ArrayView::new(&[3, 8, 5, 9]);
    /// let (mut big, mut count) = (Array::<u32>::new_on(&queue, 4)?, Array::<u32>::new_on(&queue, 1)?);
    /// let append = amp!(|i: Index<1>| {
    ///     if x[i] > 4 {
    ///         big[atomic_fetch_add(&mut count[0], 1) as usize] = x[i];
    ///     }
    /// });
    /// queue.parallel_for_each(4, append)?;
    /// let (n, y) = (&count, &mut big);
    /// let double = amp!(|i: Index<1>| {
    ///     if i[0] < n[0] as usize {
    ///         y[i] *= 2;
    ///     }
    /// });
    /// queue.parallel_for_each_indirect(4, DeviceCount::new(n), double)?;
    /// let mut doubled = big.to_vec()?;
    /// doubled.sort();
    /// assert_eq!(doubled, [0, 10, 16, 18]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`parallel_for_each`](crate::parallel_for_each).
    pub fn parallel_for_each_indirect<D: IntoDomain>(
        &self,
        domain: D,
        count: DeviceCount<'_>,
        kernel: impl Kernel<D::Domain>,
    ) -> Result<()> {
        kernel.launch(domain.into_domain(), Some(self), Some(count))
    }

    /// Compiles a kernel for these captures, so that its first launch does not wait for the compilation. The
    /// kernel does not run, and no data moves. See [`warm_up`](crate::warm_up).
    ///
    /// # Errors
    /// A missing feature, an exceeded limit, or an error of the device.
    pub fn warm_up<D: Domain>(&self, kernel: impl Kernel<D>) -> Result<()> {
        kernel.warm_up(Some(self)).wait()
    }

    /// Compiles a kernel for these captures in the background. See [`warm_up_async`](crate::warm_up_async).
    pub fn warm_up_async<D: Domain>(&self, kernel: impl Kernel<D>) -> CompletionFuture<'static> {
        kernel.warm_up(Some(self))
    }
}

/// The key of a kernel in the pipeline cache: the type of a closure in the kernel's expansion, and the
/// capture types. Each instance of a generic function has its own closure type, and so its own key.
fn key<I: 'static, A: BoundCaptures>(_: I) -> TypeId {
    TypeId::of::<(I, A::Types)>()
}

/// An untiled kernel with its captures.
pub struct Bound<A, E, F, C, const N: usize> {
    program: &'static Program,
    key: TypeId,
    arguments: A,
    entries: E,
    cpu_code: F,
    checked: C,
}

/// A tiled kernel with its captures.
pub struct BoundTiled<A, E, F, C, const N: usize> {
    program: &'static Program,
    key: TypeId,
    arguments: A,
    entries: E,
    cpu_code: F,
    checked: C,
}

/// A tiled kernel without barriers and tile memory. On the CPU it runs row by row, without tiles.
pub struct BoundTiledRows<A, E, F, C, const N: usize> {
    program: &'static Program,
    key: TypeId,
    arguments: A,
    entries: E,
    cpu_code: F,
    checked: C,
}

/// Stands for the missing entries of a kernel until `with_entries` adds them. Entries are the types and
/// functions that rustc resolved for the kernel's WGSL template.
pub struct NoEntries;

macro_rules! with_entries {
    ($($bound:ident)*) => {$(
        impl<A, F, C, const N: usize> $bound<A, NoEntries, F, C, N> {
            /// Adds the function that returns the entries: the types and functions that rustc resolved for
            /// the kernel's WGSL template.
            pub fn with_entries<E: Fn() -> Vec<Entry> + Send + Sync>(self, entries: E) -> $bound<A, E, F, C, N> {
                let Self { program, key, arguments, cpu_code, checked, .. } = self;
                $bound { program, key, arguments, entries, cpu_code, checked }
            }
        }
    )*};
}

with_entries! { Bound BoundTiled BoundTiledRows }

/// Binds an untiled kernel to its captures. `identity` is a closure whose type identifies the kernel.
pub fn bind<const N: usize, I: 'static, A, F>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
) -> Bound<A, NoEntries, F, Unchecked, N>
where
    A: BoundCaptures,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
{
    let key = key::<_, A>(identity);
    Bound { program, key, arguments, entries: NoEntries, cpu_code, checked: Unchecked }
}

/// Like [`bind`], for a kernel with a checked version.
pub fn bind_checked<const N: usize, I: 'static, A, F, C>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
    checked: C,
) -> Bound<A, NoEntries, F, WithChecks<C>, N>
where
    A: BoundCaptures,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
    C: Fn(&Checker, &Row<N>, &A::CpuArgs),
{
    let checked = WithChecks(checked);
    let key = key::<_, A>(identity);
    Bound { program, key, arguments, entries: NoEntries, cpu_code, checked }
}

/// Binds a tiled kernel to its captures.
pub fn bind_tiled<const N: usize, I: 'static, A, F>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
) -> BoundTiled<A, NoEntries, F, Unchecked, N>
where
    A: BoundCaptures,
    F: Fn(&Tile<N>, &A::CpuArgs) + Sync,
{
    let key = key::<_, A>(identity);
    BoundTiled { program, key, arguments, entries: NoEntries, cpu_code, checked: Unchecked }
}

/// Like [`bind_tiled`], for a kernel with a checked version.
pub fn bind_tiled_checked<const N: usize, I: 'static, A, F, C>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
    checked: C,
) -> BoundTiled<A, NoEntries, F, WithChecks<C>, N>
where
    A: BoundCaptures,
    F: Fn(&Tile<N>, &A::CpuArgs) + Sync,
    C: Fn(&Checker, &Tile<N>, &A::CpuArgs),
{
    let checked = WithChecks(checked);
    let key = key::<_, A>(identity);
    BoundTiled { program, key, arguments, entries: NoEntries, cpu_code, checked }
}

/// Binds a tiled kernel without barriers and tile memory to its captures.
pub fn bind_tiled_rows<const N: usize, I: 'static, A, F>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
) -> BoundTiledRows<A, NoEntries, F, Unchecked, N>
where
    A: BoundCaptures,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
{
    let key = key::<_, A>(identity);
    BoundTiledRows { program, key, arguments, entries: NoEntries, cpu_code, checked: Unchecked }
}

/// Like [`bind_tiled_rows`], for a kernel with a checked version.
pub fn bind_tiled_rows_checked<const N: usize, I: 'static, A, F, C>(
    program: &'static Program,
    identity: I,
    arguments: A,
    cpu_code: F,
    checked: C,
) -> BoundTiledRows<A, NoEntries, F, WithChecks<C>, N>
where
    A: BoundCaptures,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
    C: Fn(&Checker, &Tile<N>, &A::CpuArgs),
{
    let checked = WithChecks(checked);
    let key = key::<_, A>(identity);
    BoundTiledRows { program, key, arguments, entries: NoEntries, cpu_code, checked }
}

/// Runs CPU code row by row.
fn run_rows<A, F, const N: usize>(
    program: &Program,
    launch: LaunchId,
    extent: [usize; N],
    threads: Threads,
    flat: bool,
    cpu_code: &F,
    cpu_args: &A::CpuArgs,
) -> Outcome
where
    A: BoundCaptures,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
{
    let mode = LaunchMode {
        threads,
        memory_bound: program.memory_bound,
        streams: program.long_rows,
        joins_rows: program.joins_rows,
        collapsed: flat,
    };
    let cpu_code = {
        #[inline(always)]
        |line: &RowRun<'_, N>| cpu_code(line, &A::hoist(cpu_args))
    };
    cpu::rows(launch, extent, mode, cpu_code)
}

/// The stub for a rejected kernel. It never runs, because the program does not compile.
pub(crate) struct Rejected;

impl<D: Domain> Kernel<D> for Rejected {
    fn launch(self, _: D, _: Option<&AcceleratorView>, _: Option<DeviceCount<'_>>) -> Result<()> {
        Ok(())
    }

    fn warm_up(self, _: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        CompletionFuture::ready(Ok(()))
    }

    fn explain(&self) -> Explanation {
        Explanation::unavailable()
    }
}

/// Returns a stub with the type of a kernel, for a kernel that amp rejected.
pub fn rejected<D: Domain>() -> impl Kernel<D> {
    Rejected
}

impl<A, E, F, C, const N: usize> Kernel<Extent<N>> for Bound<A, E, F, C, N>
where
    A: BoundCaptures,
    E: Fn() -> Vec<Entry> + Send + Sync,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
    C: Checked<Row<N>, A::CpuArgs>,
{
    fn launch(
        self,
        domain: Extent<N>,
        on: Option<&AcceleratorView>,
        count: Option<DeviceCount<'_>>,
    ) -> Result<()> {
        check_domain(&self.program.template, &domain.0)?;
        launch(
            Request { program: self.program, key: self.key, entries: &self.entries, on, count },
            &self.arguments,
            &domain.0,
            self.checked.checked_code().is_some(),
            |id, cpu_args, flat, then| {
                let run = |threads| {
                    run_rows::<A, _, N>(self.program, id, domain.0, threads, flat, &self.cpu_code, cpu_args)
                };
                let check = self.checked.checked_code().map(|form| {
                    move |checker: &Checker| {
                        checked::rows(checker, id, domain.0, &|row| form(checker, row, cpu_args))
                    }
                });
                then(CpuLaunch { run: &run, check: check.as_ref().map(|check| check as _) })
            },
        )
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        let Self { program, key, arguments, entries, .. } = &self;
        warm_up_program(Request { program, key: *key, entries, on, count: None }, arguments)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(self.program, &self.arguments, &(self.entries)())
    }
}

impl<A, E, F, C, const N: usize> Kernel<TiledExtent<N>> for BoundTiled<A, E, F, C, N>
where
    A: BoundCaptures,
    E: Fn() -> Vec<Entry> + Send + Sync,
    F: Fn(&Tile<N>, &A::CpuArgs) + Sync,
    C: Checked<Tile<N>, A::CpuArgs>,
{
    fn launch(
        self,
        domain: TiledExtent<N>,
        on: Option<&AcceleratorView>,
        count: Option<DeviceCount<'_>>,
    ) -> Result<()> {
        let (extent, tile) = (domain.extent().0, domain.tile_extent().0);
        check_domain(&self.program.template, &extent)?;
        let request = Request { program: self.program, key: self.key, entries: &self.entries, on, count };
        check_tile(&request, &extent, &tile)?;
        launch(
            request,
            &self.arguments,
            &extent,
            self.checked.checked_code().is_some(),
            |id, cpu_args, _, then| {
                let run = |threads| {
                    let cpu_code = {
                        #[inline(always)]
                        |tile: &Tile<N>| (self.cpu_code)(tile, &A::hoist(cpu_args))
                    };
                    cpu::tiles(id, extent, tile, threads, cpu_code)
                };
                let check = self.checked.checked_code().map(|form| {
                    move |checker: &Checker| {
                        checked::tiles(checker, id, extent, tile, &|tile| form(checker, tile, cpu_args))
                    }
                });
                then(CpuLaunch { run: &run, check: check.as_ref().map(|check| check as _) })
            },
        )
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        let Self { program, key, arguments, entries, .. } = &self;
        warm_up_program(Request { program, key: *key, entries, on, count: None }, arguments)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(self.program, &self.arguments, &(self.entries)())
    }
}

impl<A, E, F, C, const N: usize> Kernel<TiledExtent<N>> for BoundTiledRows<A, E, F, C, N>
where
    A: BoundCaptures,
    E: Fn() -> Vec<Entry> + Send + Sync,
    F: Fn(&RowRun<'_, N>, &A::CpuArgs) + Sync,
    C: Checked<Tile<N>, A::CpuArgs>,
{
    fn launch(
        self,
        domain: TiledExtent<N>,
        on: Option<&AcceleratorView>,
        count: Option<DeviceCount<'_>>,
    ) -> Result<()> {
        let (extent, tile) = (domain.extent().0, domain.tile_extent().0);
        check_domain(&self.program.template, &extent)?;
        let request = Request { program: self.program, key: self.key, entries: &self.entries, on, count };
        check_tile(&request, &extent, &tile)?;
        launch(
            request,
            &self.arguments,
            &extent,
            self.checked.checked_code().is_some(),
            |id, cpu_args, flat, then| {
                let run = |threads| {
                    run_rows::<A, _, N>(self.program, id, extent, threads, flat, &self.cpu_code, cpu_args)
                };
                let check = self.checked.checked_code().map(|form| {
                    move |checker: &Checker| {
                        checked::tiles(checker, id, extent, tile, &|tile| form(checker, tile, cpu_args))
                    }
                });
                then(CpuLaunch { run: &run, check: check.as_ref().map(|check| check as _) })
            },
        )
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        let Self { program, key, arguments, entries, .. } = &self;
        warm_up_program(Request { program, key: *key, entries, on, count: None }, arguments)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(self.program, &self.arguments, &(self.entries)())
    }
}
