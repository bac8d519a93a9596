//! The checked CPU accelerator: runs a kernel's checked code, one work-item after another on one thread, and
//! verifies each operation.
//!
//! The checked code is a separate body of the kernel that calls the [`Checker`] for every access, integer
//! operation, subscript and barrier. The checker knows the running work-item and the source location. Races
//! are found by happens-before order (the order that barriers create), so one schedule is enough to find
//! them. [`order`] can permute the schedule for kernels whose result depends on it without a race. An error
//! unwinds as its own type to the `executor`, without the panic hook.

mod agreement;
mod arithmetic;
mod builtin;
mod call;
mod checker;
mod components;
mod memory;
mod method;
mod narrow;
mod operate;
mod order;
mod run;
mod shadow;
mod undefined;
mod viewed;

pub use call::{
    Ask, CallChecked, ReportMismatch, ReportNoCpuVersion, CallPlain, CallCpuVersion, CheckedCall, CheckedFunction,
    AnyArguments, ProvidedChecked, IsFunction, IsMethod, associated_asked, by_name, method_asked,
    method_asked_by_path, named_of,
};
pub use checker::Checker;
pub(crate) use memory::Doing;
pub use method::{CallMethodChecked, CallMethodPlain, CheckedMethod};
pub use operate::{CheckedOperator, OperateChecked, OperatePlain, operator_asked};
pub(crate) use order::Seed;
pub(crate) use run::{Checked, Unchecked, WithChecks, rows, tiles};
pub(crate) use undefined::Lent;
