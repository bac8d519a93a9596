//! Values of every type: structs, enums, tuples, arrays, indices, small elements.

mod array_methods;
mod arrays_of_inferred_type;
mod bytes;
mod characters;
mod comparison;
mod conversions;
mod generic_structs;
mod index_and_extent;
mod inferred_by_rustc;
mod ndarray;
mod optional_references;
mod orders;
mod own_comparison;
mod parts_of_slices;
mod ranges;
mod ranges_in_places;
mod slices;
mod small_elements;
mod split_slices;
mod structs_and_enums;
mod structs_without_layout;
mod sum_types;
mod unit;
mod user_types_named_like_glam;
mod view_structs;
mod wrappers;
