//! Evaluation order of receivers, arguments and operands in calls.

mod arguments;
mod by_value_receivers;
mod expressions;
mod reads_before_changes;
mod receivers;
