//! Barriers, tile memory, subgroups and collective functions.

mod captures;
mod field_arguments;
mod functions;
mod loops_over_arrays;
mod shared_receivers;
mod subgroups;
mod tile_index;
mod tile_memory;
mod uniform;
mod warp_idioms;
