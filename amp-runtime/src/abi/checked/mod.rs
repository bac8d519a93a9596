//! The checked CPU accelerator: runs the checked version of a kernel, one work-item after another on one
//! thread, and verifies each operation.
//!
//! The checked version of a kernel or device function is a second body, which calls the [`Checker`] for every
//! access, integer operation, subscript and barrier. The checker records the running work-item and the source
//! location. It finds races by happens-before order (the order that barriers create). This order does not
//! depend on the order in which the work-items run, so one run finds all races.
//!
//! The result of a kernel without races can still depend on the order, for example if the kernel uses atomic
//! operations. To test such a kernel, a user sets a seed, which selects another order; see [`order`]. An
//! error unwinds to the executor in `launch::checked` as a payload of type `Error`, without the panic hook.

mod access_tracking;
mod arithmetic;
mod builtin;
mod checker;
mod components;
mod dispatch;
mod index32;
mod method_dispatch;
mod operator_dispatch;
mod order;
mod shadow_memory;
mod uniformity_check;
mod uninitialised;
mod view_origin;

pub(crate) use access_tracking::{AccessMode, Granularity};
pub use checker::Checker;
pub(crate) use dispatch::{Associated, CallProbe};
pub use dispatch::{
    CheckedFunction, by_name, probe_associated, probe_function_of_impl, probe_function_of_path,
    probe_method_by_path, probe_method_of_impl, probe_method_of_path, query_by_mut, query_by_ref,
    query_by_value,
};
pub use method_dispatch::{
    CheckedMethod, call_in_scope, call_on_copy_in_scope, call_ref_in_scope, probe_method,
    probe_method_in_scope,
};
pub use operator_dispatch::{CheckedOperator, probe_operator};
pub(crate) use uninitialised::BorrowedData;
