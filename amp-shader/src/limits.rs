//! Limits on tiles and private memory that hold on every accelerator: the lesser of C++ AMP's limits and
//! WebGPU's guarantees. The compiler, launches and `Accelerator::limits` all use them.

/// The most work-items in a tile.
pub const TILE_ITEMS: u32 = 1024;
/// The most bytes of tile memory.
pub const TILE_BYTES: u32 = 32 * 1024;
/// The maximum total size of the variables of a kernel or function, for each work-item. It is the size that
/// WebGPU guarantees for the variables of a function.
pub const PRIVATE_BYTES: u32 = 8 * 1024;
