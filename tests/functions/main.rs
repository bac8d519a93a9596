//! Device functions: what they take and give, on every accelerator.

// Written out, as people do.
#![allow(clippy::manual_swap, clippy::needless_range_loop, clippy::manual_is_multiple_of)]

mod beside;
mod bodies;
mod by_value;
mod called;
mod changing;
mod closures;
mod constant;
mod earlier;
mod either;
mod ended;
mod families;
mod first;
mod hidden;
mod identities;
mod inline;
mod lent;
mod named_twice;
mod names;
mod nothing;
mod order;
mod own_names;
mod parts;
mod paths;
mod patterns;
mod promised;
mod reborrowed;
mod references;
mod results;
mod sides;
mod standard_library;
mod subgroups;
mod taken;
mod told;
mod traits;
mod unchanged;
mod views;
mod waiting;
mod waiting_captures;
mod waiting_lists;
mod waiting_parts;

#[test]
fn in_any_order() {
    amp_tests::in_any_order("in_any_order");
}
