//! The prelude: `use amp::prelude::*;` imports the items that programs with kernels usually need.

pub use amp_macros::{GpuType, GpuViews, amp, device, kernel};

pub use crate::data::array::Array;
pub use crate::data::copy::{copy, copy_async};
pub use crate::data::view::{ArrayView, ArrayViewMut, AtomicView};
pub use crate::device::accelerator::Accelerator;
pub use crate::device::completion::CompletionFuture;
pub use crate::device::queue::{AcceleratorView, QueuingMode};
pub use crate::functions::atomics::{
    atomic_compare_exchange, atomic_exchange, atomic_fetch_add, atomic_fetch_and, atomic_fetch_dec,
    atomic_fetch_inc, atomic_fetch_max, atomic_fetch_min, atomic_fetch_or, atomic_fetch_sub,
    atomic_fetch_xor, atomic_load, atomic_store,
};
pub use crate::launch::kernel::parallel_for_each;
pub use crate::types::extent::Extent;
pub use crate::types::index::Index;
pub use crate::types::tile::{TileBarrier, TiledExtent, TiledIndex, uniform};
pub use crate::types::{Float, GpuType, Int, Scalar};
#[cfg(feature = "glam")]
#[doc(no_inline)]
pub use glam::swizzles::{Vec2Swizzles as _, Vec3Swizzles as _, Vec4Swizzles as _};
#[cfg(feature = "glam")]
#[doc(no_inline)]
pub use glam::{
    BVec2, BVec3, BVec4, IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4,
};
#[doc(no_inline)]
pub use half::f16;
