//! What is asked about functions that wait: whether what decides about their barriers is the same for all.

use amp_shader::{Item, position};

use crate::text::Text;

/// A method that waits, and that may not change its receiver, because by that work-items would differ at a barrier.
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
pub const fn unchanging_for_a_barrier(item: &'static Item) -> &'static Item {
    if item.changes {
        let mut text = Text::new();
        text.push("[AMP014] `");
        text.push(item.name);
        text.push(
            "` takes `&mut self`, and what it is called on decides whether a barrier is reached: nobody knows whether that is the same for all behind the call. Decide by a copy that was made before, or by `uniform(..)`",
        );
        panic!("{}", text.text());
    }
    item
}

/// A function that waits, called with arguments of which some vary, as the bits say. Which of its parameters decide whether it
/// reaches a barrier is known to the function, and which arguments vary to the kernel that calls it; only rustc sees both.
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
/// // The same for all of a tile.
/// turns(&t.barrier, t.tile[0] as u32);
/// #     y[t.global] = 1.0;
/// # }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, agrees(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn uniform_where_needed(item: &'static Item, varying: u32, of_method: bool) -> &'static Item {
    let guilty = item.uniform & varying;
    if guilty != 0 {
        let mut text = Text::new();
        text.push("[AMP014] ");
        match (guilty & !position::OF_ITS_OWN, of_method) {
            (0, _) => text.push("what a function is passed in the body"),
            (1, true) => text.push("the receiver"),
            (guilty, true) => text.push_argument(guilty.trailing_zeros() as usize),
            (guilty, false) => text.push_argument(guilty.trailing_zeros() as usize + 1),
        }
        text.push(" of `");
        text.push(item.name);
        text.push(
            "` decides whether that reaches a barrier, and varies among the work-items of the tile: make it the same for all, or pass it by `uniform(..)`",
        );
        panic!("{}", text.text());
    }
    item
}

/// What varies, as bits, where methods that wait may change what they are called on, and where none of them does.
pub const fn varying_if_changed(methods: &[&'static Item], varying: u32, otherwise: u32) -> u32 {
    let mut at = 0;
    while at < methods.len() {
        if methods[at].changes {
            return varying;
        }
        at += 1;
    }
    otherwise
}

/// The parameters that have to be uniform because the arguments of a function that waits are computed from them.
pub const fn needs(item: &'static Item, from: &[u32]) -> u32 {
    let (mut needed, mut at) = (item.uniform & position::OF_ITS_OWN, 0);
    while at < from.len() {
        if item.uniform & position::bit(at) != 0 {
            needed |= from[at];
        }
        at += 1;
    }
    needed
}
