//! Captures: values, views, extents.

mod extents;
mod places;
mod values;
