//! Methods of numbers that a device has.

use amp_shader::Operation;

/// The operation behind a method, and how many arguments it takes beside `self`. All of them take and return one type.
pub(crate) fn method(name: &str) -> Option<(Operation, usize)> {
    Some(match name {
        "abs" => (Operation::Abs, 0),
        "ceil" => (Operation::Ceil, 0),
        "cos" => (Operation::Cos, 0),
        "exp" => (Operation::Exp, 0),
        "floor" => (Operation::Floor, 0),
        "ln" => (Operation::Ln, 0),
        "max" => (Operation::Max, 1),
        "min" => (Operation::Min, 1),
        "sin" => (Operation::Sin, 0),
        "sqrt" => (Operation::Sqrt, 0),
        _ => return None,
    })
}
