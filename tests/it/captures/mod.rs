//! Captures: values, views, extents.

mod extents;
mod values;
