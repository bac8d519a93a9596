//! Limits on tiles, tile memory and the local variables of a work-item, equal on every accelerator. Each is
//! the lesser of C++ AMP's limit and WebGPU's guarantee. The compiler and launches check them, and
//! `Accelerator::limits` returns them.

/// The most work-items in a tile.
pub const TILE_ITEMS: u32 = 1024;
/// The most bytes of tile memory.
pub const TILE_BYTES: u32 = 32 * 1024;
/// The most bytes of local variables in a kernel or device function, for each work-item. WebGPU guarantees
/// this size for the variables of a function.
pub const PRIVATE_BYTES: u32 = 8 * 1024;
