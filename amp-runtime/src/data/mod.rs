//! Arrays, views and copies. Storages, the memory behind arrays and views, and the protocol that keeps the
//! host's and the devices' copies of a storage coherent.

pub(crate) mod array;
pub(crate) mod coherence;
pub(crate) mod copy;
pub(crate) mod host;
#[cfg(feature = "wgpu")]
pub mod interop;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(rust_analyzer)]
mod rust_analyzer;
pub(crate) mod shape;
pub(crate) mod storage;
pub(crate) mod view;

pub use array::Array;
pub use copy::{CopySource, CopyTarget, copy, copy_async, copy_to_slice_async};
pub use storage::Transfers;
pub use view::{ArrayView, ArrayViewMut, AtomicView, ReadGuard, ViewIter, WriteGuard, set_lost_data_hook};
