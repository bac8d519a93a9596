//! What a tile and a work-item may have at most, on every accelerator: what C++ AMP allows or WebGPU promises, and about every GPU has. The compiler, a launch and
//! what accelerators say of themselves all ask here.

/// Work-items in a tile.
pub const TILE_ITEMS: u32 = 1024;
/// Bytes of a tile's memory.
pub const TILE_BYTES: u32 = 32 * 1024;
/// Bytes of all variables that a kernel or a function declares, for each work-item: what WebGPU promises for those of a function.
pub const PRIVATE_BYTES: u32 = 8 * 1024;
