//! The checked CPU accelerator: it runs the checked form of a kernel, one work-item after another on one thread, and looks
//! at all that the kernel does.
//!
//! The [`Checker`] is what the expansion talks to. It knows which work-item runs and where in the source, and finds
//! races by the order that barriers make, not by how the work-items happened to run: so one schedule is enough to see
//! them. [`order`] permutes the schedule nevertheless, for kernels whose result depends on it without a race.

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
    Ask, CallChecked, CallMistaken, CallNoTwin, CallPlain, CallTwin, CheckedCall, CheckedFunction,
    FoundByAny, ProvidedChecked, WhoIsFunction, WhoIsMethod, associated_asked, by_name, method_asked,
    method_asked_by_path, named_of,
};
pub use checker::Checker;
pub(crate) use memory::Doing;
pub use method::{CallMethodChecked, CallMethodPlain, CheckedMethod};
pub use operate::{CheckedOperator, OperateChecked, OperatePlain, operator_asked};
pub(crate) use order::Seed;
pub(crate) use run::{Checked, Unchecked, WithChecks, rows, tiles};
pub(crate) use undefined::Lent;
