//! Captures: values, views, extents.

mod extents;
mod read_parameters;
mod values;
