//! What a tile may be at most, on every accelerator: what C++ AMP allows, and about every GPU has. The compiler, a launch and
//! what accelerators say of themselves all ask here.

/// Work-items in a tile.
pub const TILE_ITEMS: u32 = 1024;
/// Bytes of a tile's memory.
pub const TILE_BYTES: u32 = 32 * 1024;
