//! Const checks on collective functions: a value that decides whether a barrier is reached must be uniform.

use amp_shader::{Item, param_mask};

use crate::support::const_string::ConstString;

/// Asserts that a collective method does not take `&mut self`. An expansion contains this check for a call if
/// the receiver decides whether a later barrier is reached. A method that modifies the receiver might give it
/// a different value in each work-item.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[derive(Clone, Copy, GpuType)]
/// #[repr(C)]
/// struct Turns {
///     count: u32,
/// }
///
/// #[device]
/// impl Turns {
///     fn take(&mut self, barrier: &TileBarrier, by: u32) {
///         barrier.wait();
///         self.count += by;
///     }
/// }
///
/// #[kernel(tile = [16])]
/// fn diverges(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
///     let mut turns = Turns { count: 2 };
///     turns.take(&t.barrier, t.local[0] as u32);
///     for _ in 0..turns.count {
///         t.barrier.wait();
///     }
///     y[t.global] = 1.0;
/// }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, diverges(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[derive(Clone, Copy, GpuType)]
/// # #[repr(C)]
/// # struct Turns {
/// #     count: u32,
/// # }
/// #[device]
/// impl Turns {
///     fn take(&self, barrier: &TileBarrier) {
///         barrier.wait();
///     }
/// }
///
/// #[kernel(tile = [16])]
/// fn agrees(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
///     let mut turns = Turns { count: 2 };
///     turns.count += 1;
///     turns.take(&t.barrier);
///     for _ in 0..turns.count {
///         t.barrier.wait();
///     }
///     y[t.global] = 1.0;
/// }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, agrees(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn assert_receiver_unmodified_for_barrier(item: &'static Item) -> &'static Item {
    if item.mutates_receiver {
        let mut text = ConstString::new();
        text.push("[AMP014] `");
        text.push(item.name);
        text.push(
            "` takes `&mut self`, and a barrier depends on its receiver: the receiver may differ between work-items after the call. Decide by a copy made before the call, or by `uniform(..)`",
        );
        panic!("{}", text.text());
    }
    item
}

/// Asserts that the arguments of a collective function are uniform if the function's barriers depend on them.
/// `varying` has a bit for each argument that may differ between work-items. The macro computes `varying` in
/// the caller's expansion. In the function's expansion, it computes the mask of the parameters that must be
/// uniform. No expansion knows both masks, so rustc compares them.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[device]
/// fn turns(barrier: &TileBarrier, n: u32) {
///     for _ in 0..n {
///         barrier.wait();
///     }
/// }
///
/// #[kernel(tile = [16])]
/// fn diverges(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
///     turns(&t.barrier, t.local[0] as u32);
///     y[t.global] = 1.0;
/// }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, diverges(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[device]
/// # fn turns(barrier: &TileBarrier, n: u32) {
/// #     for _ in 0..n {
/// #         barrier.wait();
/// #     }
/// # }
/// # #[kernel(tile = [16])]
/// # fn agrees(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
/// // Uniform within a tile.
/// turns(&t.barrier, t.tile[0] as u32);
/// #     y[t.global] = 1.0;
/// # }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, agrees(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn assert_uniform_arguments(item: &'static Item, varying: u32, of_method: bool) -> &'static Item {
    let guilty = item.required_uniform & varying;
    if guilty != 0 {
        let mut text = ConstString::new();
        text.push("[AMP014] ");
        match (guilty & !param_mask::ALWAYS_VARYING, of_method) {
            (0, _) => text.push("a value in the body"),
            (1, true) => text.push("the receiver"),
            (guilty, true) => text.push_argument(guilty.trailing_zeros() as usize),
            (guilty, false) => text.push_argument(guilty.trailing_zeros() as usize + 1),
        }
        text.push(" of `");
        text.push(item.name);
        text.push(
            "` varies among the work-items of the tile and decides whether a barrier is reached: make it uniform, or pass `uniform(..)`",
        );
        panic!("{}", text.text());
    }
    item
}

/// Returns `varying` if one of `methods` takes `&mut self`, otherwise `otherwise`. `methods` are the methods
/// that a kernel calls on one variable. A method with `&mut self` may give the variable a different value in
/// each work-item. Both masks have a bit for each argument of a collective call that may differ between
/// work-items: `varying` if the variable was modified, and `otherwise` if it was not.
pub const fn varying_if_modified(methods: &[&'static Item], varying: u32, otherwise: u32) -> u32 {
    let mut at = 0;
    while at < methods.len() {
        if methods[at].mutates_receiver {
            return varying;
        }
        at += 1;
    }
    otherwise
}

/// The bit mask of the caller's parameters that must be uniform because of a call of the collective function
/// `item`. `from[n]` is the mask of the caller's parameters from which argument `n` of the call is computed.
/// If argument `n` must be uniform, so must these parameters.
pub const fn required_uniform(item: &'static Item, from: &[u32]) -> u32 {
    let (mut needed, mut at) = (item.required_uniform & param_mask::ALWAYS_VARYING, 0);
    while at < from.len() {
        if item.required_uniform & param_mask::bit(at) != 0 {
            needed |= from[at];
        }
        at += 1;
    }
    needed
}
