//! The table of operators: Rust token, WGSL text, linker operation, trait and method.

use crate::ir::{Binary, Unary};
use amp_shader::Operation;

/// The traits of the steps of `sum` and `product`, and their methods.
pub(crate) const SUM_STEP_TRAIT: &str = "AmpSumStep";
pub(crate) const PRODUCT_STEP_TRAIT: &str = "AmpProductStep";
pub(crate) const SUM_STEP: &str = "amp_sum_step";
pub(crate) const PRODUCT_STEP: &str = "amp_product_step";

/// The operator of a binary expression, and whether it assigns, as `+=` does.
pub(crate) fn binary(op: &syn::BinOp) -> Option<(Binary, bool)> {
    use syn::BinOp as B;
    Some(match op {
        B::Add(_) => (Binary::Add, false),
        B::Sub(_) => (Binary::Sub, false),
        B::Mul(_) => (Binary::Mul, false),
        B::Div(_) => (Binary::Div, false),
        B::Rem(_) => (Binary::Rem, false),
        B::BitAnd(_) => (Binary::BitAnd, false),
        B::BitOr(_) => (Binary::BitOr, false),
        B::BitXor(_) => (Binary::BitXor, false),
        B::Shl(_) => (Binary::Shl, false),
        B::Shr(_) => (Binary::Shr, false),
        B::And(_) => (Binary::And, false),
        B::Or(_) => (Binary::Or, false),
        B::Eq(_) => (Binary::Eq, false),
        B::Ne(_) => (Binary::Ne, false),
        B::Lt(_) => (Binary::Lt, false),
        B::Le(_) => (Binary::Le, false),
        B::Gt(_) => (Binary::Gt, false),
        B::Ge(_) => (Binary::Ge, false),
        B::AddAssign(_) => (Binary::Add, true),
        B::SubAssign(_) => (Binary::Sub, true),
        B::MulAssign(_) => (Binary::Mul, true),
        B::DivAssign(_) => (Binary::Div, true),
        B::RemAssign(_) => (Binary::Rem, true),
        B::BitAndAssign(_) => (Binary::BitAnd, true),
        B::BitOrAssign(_) => (Binary::BitOr, true),
        B::BitXorAssign(_) => (Binary::BitXor, true),
        B::ShlAssign(_) => (Binary::Shl, true),
        B::ShrAssign(_) => (Binary::Shr, true),
        _ => return None,
    })
}

impl Binary {
    /// The operator's text, which is the same in Rust and WGSL.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Binary::Add | Binary::SumStep => "+",
            Binary::Sub => "-",
            Binary::Mul | Binary::ProductStep => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::BitAnd => "&",
            Binary::BitOr => "|",
            Binary::BitXor => "^",
            Binary::Shl => "<<",
            Binary::Shr => ">>",
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
        }
    }

    /// The linker's operation for the operator; `None` for the short-circuiting `&&` and `||`.
    pub(crate) const fn operation(self) -> Option<Operation> {
        Some(match self {
            Binary::Add | Binary::SumStep => Operation::Add,
            Binary::Sub => Operation::Sub,
            Binary::Mul | Binary::ProductStep => Operation::Mul,
            Binary::Div => Operation::Div,
            Binary::Rem => Operation::Rem,
            Binary::BitAnd => Operation::And,
            Binary::BitOr => Operation::Or,
            Binary::BitXor => Operation::Xor,
            Binary::Shl => Operation::Shl,
            Binary::Shr => Operation::Shr,
            Binary::Eq => Operation::Eq,
            Binary::Ne => Operation::Ne,
            Binary::Lt => Operation::Lt,
            Binary::Le => Operation::Le,
            Binary::Gt => Operation::Gt,
            Binary::Ge => Operation::Ge,
            Binary::And | Binary::Or => return None,
        })
    }

    /// The trait in `std::ops`, such as `Add`. `None` for operators whose result type is fixed, such as `==`.
    pub(crate) const fn trait_name(self) -> Option<&'static str> {
        Some(match self {
            Binary::Add => "Add",
            Binary::SumStep => SUM_STEP_TRAIT,
            Binary::ProductStep => PRODUCT_STEP_TRAIT,
            Binary::Sub => "Sub",
            Binary::Mul => "Mul",
            Binary::Div => "Div",
            Binary::Rem => "Rem",
            Binary::BitAnd => "BitAnd",
            Binary::BitOr => "BitOr",
            Binary::BitXor => "BitXor",
            Binary::Shl => "Shl",
            Binary::Shr => "Shr",
            _ => return None,
        })
    }

    /// The method of the operator's trait, such as `add`. If `assigns`, that of the assigning trait, such as
    /// `add_assign`.
    pub(crate) const fn method(self, assigns: bool) -> &'static str {
        match (self, assigns) {
            (Binary::Add, false) => "add",
            (Binary::Sub, false) => "sub",
            (Binary::Mul, false) => "mul",
            (Binary::Div, false) => "div",
            (Binary::Rem, false) => "rem",
            (Binary::BitAnd, false) => "bitand",
            (Binary::BitOr, false) => "bitor",
            (Binary::BitXor, false) => "bitxor",
            (Binary::Shl, false) => "shl",
            (Binary::Shr, false) => "shr",
            (Binary::Add, true) => "add_assign",
            (Binary::Sub, true) => "sub_assign",
            (Binary::Mul, true) => "mul_assign",
            (Binary::Div, true) => "div_assign",
            (Binary::Rem, true) => "rem_assign",
            (Binary::BitAnd, true) => "bitand_assign",
            (Binary::BitOr, true) => "bitor_assign",
            (Binary::BitXor, true) => "bitxor_assign",
            (Binary::Shl, true) => "shl_assign",
            (Binary::Shr, true) => "shr_assign",
            (Binary::Eq, _) => "eq",
            (Binary::Ne, _) => "ne",
            (Binary::Lt, _) => "lt",
            (Binary::Le, _) => "le",
            (Binary::Gt, _) => "gt",
            (Binary::Ge, _) => "ge",
            (Binary::SumStep, _) => SUM_STEP,
            (Binary::ProductStep, _) => PRODUCT_STEP,
            (Binary::And | Binary::Or, _) => "",
        }
    }

    /// Whether the operator is a comparison, such as `==` or `<`.
    /// The operator with which `b op a` means `a self b`, for a comparison.
    pub(crate) const fn swap_operands(self) -> Binary {
        match self {
            Binary::Lt => Binary::Gt,
            Binary::Le => Binary::Ge,
            Binary::Gt => Binary::Lt,
            Binary::Ge => Binary::Le,
            other => other,
        }
    }

    pub(crate) const fn is_comparison(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }

    /// Whether the operator is `<<` or `>>`, whose operands may differ in type.
    pub(crate) const fn is_shift(self) -> bool {
        matches!(self, Binary::Shl | Binary::Shr)
    }

    /// The function of the runtime that computes the step of a sum or of a product.
    pub(crate) const fn step_function(self) -> Option<&'static str> {
        match self {
            Binary::SumStep => Some("sum_step"),
            Binary::ProductStep => Some("product_step"),
            _ => None,
        }
    }

    /// Whether the operator is `&&` or `||`, which evaluate the right operand only if needed.
    pub(crate) const fn is_lazy(self) -> bool {
        matches!(self, Binary::And | Binary::Or)
    }
}

/// The method of the operator trait with this name: `add` for `Add`. `None` for other traits.
pub(crate) fn of_trait(name: &str) -> Option<&'static str> {
    const ASSIGNING: [Binary; 10] = [
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Div,
        Binary::Rem,
        Binary::BitAnd,
        Binary::BitOr,
        Binary::BitXor,
        Binary::Shl,
        Binary::Shr,
    ];
    match name {
        "Neg" => return Some("neg"),
        "Not" => return Some("not"),
        "PartialEq" => return Some("eq"),
        SUM_STEP_TRAIT => return Some(SUM_STEP),
        PRODUCT_STEP_TRAIT => return Some(PRODUCT_STEP),
        _ => {}
    }
    let (stem, assigns) = match name.strip_suffix("Assign") {
        Some(stem) => (stem, true),
        None => (name, false),
    };
    let found = ASSIGNING.into_iter().find(|operator| operator.trait_name() == Some(stem));
    found.map(|operator| operator.method(assigns))
}

/// Whether a trait of the standard library has this name. A user's own device trait must have another name.
pub(crate) fn is_standard_trait(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "AsMut",
        "AsRef",
        "Borrow",
        "BorrowMut",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Deref",
        "DerefMut",
        "Display",
        "Drop",
        "Eq",
        "From",
        "FromStr",
        "Hash",
        "Index",
        "IndexMut",
        "Into",
        "IntoIterator",
        "Iterator",
        "Ord",
        "PartialOrd",
        "Product",
        "Sum",
        "ToOwned",
        "ToString",
        "TryFrom",
        "TryInto",
    ];
    of_trait(name).is_some() || OTHERS.contains(&name)
}

impl Unary {
    /// The method of the operator's trait, such as `neg`.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Unary::Neg => "neg",
            Unary::Not => "not",
        }
    }

    pub(crate) const fn text(self) -> &'static str {
        match self {
            Unary::Neg => "-",
            Unary::Not => "!",
        }
    }

    pub(crate) const fn operation(self) -> Operation {
        match self {
            Unary::Neg => Operation::Neg,
            Unary::Not => Operation::Not,
        }
    }
}
