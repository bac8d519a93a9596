//! Kernels with their arguments, and what they run over.

use std::marker::PhantomData;

use amp_shader::{Access, Template};

use crate::accelerator_view::AcceleratorView;
use crate::arguments::Arguments;
use crate::checked::{self, Checked, Checker, Unchecked, WithChecks};
use crate::completion::CompletionFuture;
use crate::cpu::{self, Manner, Threads};
use crate::domain::{Domain, IntoDomain, sealed::Sealed};
use crate::error::Result;
use crate::explain::Explanation;
use crate::extent::Extent;
use crate::launch::{Outcome, Twin, check_domain, check_tile, launch, warm};
use crate::tile::TiledExtent;
use crate::twin::{Launch, Line, Row, Tile};

impl<P, A, F, C, const N: usize> Sealed for Bound<P, A, F, C, N> {}
impl<P, A, F, C, const N: usize> Sealed for BoundTiled<P, A, F, C, N> {}
impl<P, A, F, C, const N: usize> Sealed for BoundTiledRows<P, A, F, C, N> {}
impl Sealed for Refused {}

/// A kernel with its arguments: what calling a `#[kernel]` function returns, and what `amp!` makes of a closure.
#[diagnostic::on_unimplemented(
    message = "this kernel does not run over `{D}`",
    note = "a tiled kernel runs over `extent.tile([..])?`, an untiled one over an extent; the rank is that of its index",
    note = "a closure becomes a kernel by `amp!`: `amp!(|i: Index<1>| ..)`"
)]
#[must_use = "a kernel does nothing until `parallel_for_each` runs it"]
pub trait Kernel<D: Domain>: Sealed {
    #[doc(hidden)]
    fn launch(self, domain: D, on: Option<&AcceleratorView>) -> Result<()>;
    #[doc(hidden)]
    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static>;

    /// Explains the kernel: how the CPU reaches each view, and why; its shader; what it needs of a GPU. Nothing is run.
    ///
    /// What is fast on the CPU is what becomes vectors: a written view of which each work-item touches only its own element,
    /// and reads of elements side by side, or of one element for a whole row.
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
/// It runs where the arrays live that it captures. If it captures none, but the newest data of all of its views is on one
/// accelerator view and not on that of the default accelerator, it runs there, as in C++ AMP: data that a launch has left on a GPU is
/// not fetched for the next one. Else, and wherever the default accelerator checks kernels, it runs on the default accelerator.
/// [`AcceleratorView::parallel_for_each`] leaves no choice. On a GPU this returns once the launch
/// is queued; what views need was copied by then. On the CPU it returns when all is done.
///
/// # Errors
/// [`Error::InvalidComputeDomain`](crate::Error::InvalidComputeDomain) if a dimension of the domain is zero, its size exceeds 32 bits, or it does not suit the
/// kernel's tile; [`Error::KernelPanicked`](crate::Error::KernelPanicked) if a work-item left a view (on the CPU); and what the accelerator lacks,
/// forbids, or reports.
pub fn parallel_for_each<D: IntoDomain>(domain: D, kernel: impl Kernel<D::Domain>) -> Result<()> {
    kernel.launch(domain.into_domain(), None)
}

/// Compiles a kernel for these arguments where it would run, so that its first launch need not wait for that. Nothing is
/// run, no data moves; the CPU has nothing to do.
///
/// There is no domain here, so what is compiled is the usual form. Another one is compiled by the first launch that needs it: where a
/// dimension is of more than 65,535 workgroups (16 million work-items in a row, for an untiled kernel), where an
/// untiled domain is so narrow in its last dimension that workgroups have another shape, or where the views are smaller than the domain.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// amp::warm_up(amp!(|i: Index<1>| y[i] += 1.0))?; // an argument of the same kind, rank and type will do
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// What the accelerator lacks, forbids, or reports.
pub fn warm_up<D: Domain>(kernel: impl Kernel<D>) -> Result<()> {
    kernel.warm_up(None).wait()
}

/// Begins to compile a kernel for these arguments, as [`warm_up`] does: also to open the device, if nobody has used it yet. The
/// arguments may be gone before that is done.
///
/// ```
/// use amp::prelude::*;
///
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// let warm = amp::warm_up_async(amp!(|i: Index<1>| y[i] += 1.0));
/// // Something else is done meanwhile.
/// warm.wait()?; // or `.await?`
/// # Ok::<(), amp::Error>(())
/// ```
pub fn warm_up_async<D: Domain>(kernel: impl Kernel<D>) -> CompletionFuture<'static> {
    kernel.warm_up(None)
}

/// The shader of a kernel, for arguments of these sorts.
pub trait Program<Keys>: 'static {
    /// Its template, where the types of the arguments have filled the holes.
    const TEMPLATE: &'static Template;
    /// How its twin reaches what it captures.
    const ACCESSES: &'static [Access] = &[];
    /// Whether work-items do little but read and write elements side by side.
    const MOVES: bool = false;
    /// Whether rows are long, because work-items read line after line of memory.
    const STREAMS: bool = false;
    /// Where work-items use their index only whole, to find elements: the views of which those are.
    const FLAT: &'static [usize] = &[];
}

/// An untiled kernel.
pub struct Bound<P, A, F, C, const N: usize> {
    arguments: A,
    twin: F,
    checked: C,
    program: PhantomData<P>,
}

/// A tiled kernel.
pub struct BoundTiled<P, A, F, C, const N: usize> {
    arguments: A,
    twin: F,
    checked: C,
    program: PhantomData<P>,
}

/// A tiled kernel whose work-items have nothing in common: on the CPU its tiles mean nothing.
pub struct BoundTiledRows<P, A, F, C, const N: usize> {
    arguments: A,
    twin: F,
    checked: C,
    program: PhantomData<P>,
}

/// Joins an untiled kernel and its arguments. Whether the program fits them is asked where it is launched, so that rustc says
/// only there what is missing.
pub fn bind<const N: usize, P, A, F>(_program: P, arguments: A, twin: F) -> Bound<P, A, F, Unchecked, N>
where
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
{
    Bound { arguments, twin, checked: Unchecked, program: PhantomData }
}

/// The same, with the kernel's checked form.
pub fn bind_checked<const N: usize, P, A, F, C>(
    _program: P,
    arguments: A,
    twin: F,
    checked: C,
) -> Bound<P, A, F, WithChecks<C>, N>
where
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
    C: Fn(&Checker, &Row<N>, &A::Twins),
{
    let checked = WithChecks(checked);
    Bound { arguments, twin, checked, program: PhantomData }
}

/// Joins a tiled kernel and its arguments.
pub fn bind_tiled<const N: usize, P, A, F>(
    _program: P,
    arguments: A,
    twin: F,
) -> BoundTiled<P, A, F, Unchecked, N>
where
    A: Arguments,
    F: Fn(&Tile<N>, &A::Twins) + Sync,
{
    BoundTiled { arguments, twin, checked: Unchecked, program: PhantomData }
}

/// The same, with the kernel's checked form.
pub fn bind_tiled_checked<const N: usize, P, A, F, C>(
    _program: P,
    arguments: A,
    twin: F,
    checked: C,
) -> BoundTiled<P, A, F, WithChecks<C>, N>
where
    A: Arguments,
    F: Fn(&Tile<N>, &A::Twins) + Sync,
    C: Fn(&Checker, &Tile<N>, &A::Twins),
{
    let checked = WithChecks(checked);
    BoundTiled { arguments, twin, checked, program: PhantomData }
}

/// Joins a tiled kernel whose work-items have nothing in common, and its arguments.
pub fn bind_tiled_rows<const N: usize, P, A, F>(
    _program: P,
    arguments: A,
    twin: F,
) -> BoundTiledRows<P, A, F, Unchecked, N>
where
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
{
    BoundTiledRows { arguments, twin, checked: Unchecked, program: PhantomData }
}

/// The same, with the kernel's checked form.
pub fn bind_tiled_rows_checked<const N: usize, P, A, F, C>(
    _program: P,
    arguments: A,
    twin: F,
    checked: C,
) -> BoundTiledRows<P, A, F, WithChecks<C>, N>
where
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
    C: Fn(&Checker, &Tile<N>, &A::Twins),
{
    let checked = WithChecks(checked);
    BoundTiledRows { arguments, twin, checked, program: PhantomData }
}

/// Runs the twin of a kernel whose work-items have nothing in common, line by line.
fn run_rows<P, A, F, const N: usize>(
    launch: Launch,
    extent: [usize; N],
    threads: Threads,
    flat: bool,
    twin: &F,
    twins: &A::Twins,
) -> Outcome
where
    P: Program<A::Keys>,
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
{
    let manner = Manner { threads, moves: P::MOVES, streams: P::STREAMS, flat };
    let twin = {
        #[inline(always)]
        |line: &Line<'_, N>| twin(line, twins)
    };
    cpu::rows(launch, extent, manner, twin)
}

/// What stands in for a kernel that the macro has refused. It is never run: the program does not compile.
pub(crate) struct Refused;

impl<D: Domain> Kernel<D> for Refused {
    fn launch(self, _: D, _: Option<&AcceleratorView>) -> Result<()> {
        Ok(())
    }

    fn warm_up(self, _: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        CompletionFuture::ready(Ok(()))
    }

    fn explain(&self) -> Explanation {
        Explanation::nothing()
    }
}

/// A kernel that the macro has refused.
pub fn refused<D: Domain>() -> impl Kernel<D> {
    Refused
}

impl<P, A, F, C, const N: usize> Kernel<Extent<N>> for Bound<P, A, F, C, N>
where
    P: Program<A::Keys>,
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
    C: Checked<Row<N>, A::Twins>,
{
    fn launch(self, domain: Extent<N>, on: Option<&AcceleratorView>) -> Result<()> {
        check_domain(P::TEMPLATE, &domain.0)?;
        launch::<P, A>(
            &self.arguments,
            &domain.0,
            on,
            self.checked.form().is_some(),
            |id, twins, flat, then| {
                let run = |threads| run_rows::<P, A, _, N>(id, domain.0, threads, flat, &self.twin, twins);
                let check = self.checked.form().map(|form| {
                    move |checker: &Checker| {
                        checked::rows(checker, id, domain.0, &|row| form(checker, row, twins))
                    }
                });
                then(Twin { run: &run, check: check.as_ref().map(|check| check as _) })
            },
        )
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        warm::<P, A>(&self.arguments, on)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(P::TEMPLATE, P::ACCESSES)
    }
}

impl<P, A, F, C, const N: usize> Kernel<TiledExtent<N>> for BoundTiled<P, A, F, C, N>
where
    P: Program<A::Keys>,
    A: Arguments,
    F: Fn(&Tile<N>, &A::Twins) + Sync,
    C: Checked<Tile<N>, A::Twins>,
{
    fn launch(self, domain: TiledExtent<N>, on: Option<&AcceleratorView>) -> Result<()> {
        let (extent, tile) = (domain.extent().0, domain.tile_extent().0);
        check_domain(P::TEMPLATE, &extent)?;
        check_tile(P::TEMPLATE, &extent, &tile)?;
        launch::<P, A>(&self.arguments, &extent, on, self.checked.form().is_some(), |id, twins, _, then| {
            let run = |threads| {
                let twin = {
                    #[inline(always)]
                    |tile: &Tile<N>| (self.twin)(tile, twins)
                };
                cpu::tiles(id, extent, tile, threads, twin)
            };
            let check = self.checked.form().map(|form| {
                move |checker: &Checker| {
                    checked::tiles(checker, id, extent, tile, &|tile| form(checker, tile, twins))
                }
            });
            then(Twin { run: &run, check: check.as_ref().map(|check| check as _) })
        })
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        warm::<P, A>(&self.arguments, on)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(P::TEMPLATE, P::ACCESSES)
    }
}

impl<P, A, F, C, const N: usize> Kernel<TiledExtent<N>> for BoundTiledRows<P, A, F, C, N>
where
    P: Program<A::Keys>,
    A: Arguments,
    F: Fn(&Line<'_, N>, &A::Twins) + Sync,
    C: Checked<Tile<N>, A::Twins>,
{
    fn launch(self, domain: TiledExtent<N>, on: Option<&AcceleratorView>) -> Result<()> {
        let (extent, tile) = (domain.extent().0, domain.tile_extent().0);
        check_domain(P::TEMPLATE, &extent)?;
        check_tile(P::TEMPLATE, &extent, &tile)?;
        launch::<P, A>(
            &self.arguments,
            &extent,
            on,
            self.checked.form().is_some(),
            |id, twins, flat, then| {
                let run = |threads| run_rows::<P, A, _, N>(id, extent, threads, flat, &self.twin, twins);
                let check = self.checked.form().map(|form| {
                    move |checker: &Checker| {
                        checked::tiles(checker, id, extent, tile, &|tile| form(checker, tile, twins))
                    }
                });
                then(Twin { run: &run, check: check.as_ref().map(|check| check as _) })
            },
        )
    }

    fn warm_up(self, on: Option<&AcceleratorView>) -> CompletionFuture<'static> {
        warm::<P, A>(&self.arguments, on)
    }

    fn explain(&self) -> Explanation {
        Explanation::of(P::TEMPLATE, P::ACCESSES)
    }
}
