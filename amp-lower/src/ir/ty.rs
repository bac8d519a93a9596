//! Types of expressions, including types that only rustc can resolve.

use crate::site::{quoted, with_errors_at};
use amp_shader::Scalar;
use amp_shader::methods::Method;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::rc::Rc;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// The type of an error placeholder. Code that uses such a type reports nothing further.
    Error,
    /// A type variable of the macro's own inference, which is not yet solved.
    Var(usize),
    /// `()`
    Unit,
    /// A scalar.
    Scalar(Scalar),
    /// `Index<N>`
    Index(usize),
    /// `Extent<N>`
    Extent(usize),
    /// `[T; N]`
    Array(Box<Ty>, Len),
    /// A tuple.
    Tuple(Vec<Ty>),
    /// `&T` or `&mut T`, as the type of an argument.
    Reference(bool, Box<Ty>),
    /// A closure or function, as the type of an argument, with the type of its result.
    Callable(Box<Ty>),
    /// `[T]`, as the type of a place.
    Slice(Box<Ty>),
    /// A range of numbers as a value, and the type of the numbers.
    Range(RangeForm, Box<Ty>),
    /// A type that only rustc knows.
    Hole(Rc<Projection>),
}

/// The form of a range as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RangeForm {
    /// Whether it is a `RangeInclusive`.
    pub(crate) inclusive: bool,
    /// Whether it is `std::ops::Range` or `RangeInclusive`, which signatures of functions contain. They are
    /// not `Copy`, so variables hold a struct of amp instead.
    pub(crate) of_std: bool,
}

/// A type that only rustc knows, described by where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Projection {
    /// A type that the user named, such as `Body`.
    Named(TokenKey),
    /// The type of a captured value, or of the elements of a captured view.
    Element(usize),
    /// The type that rustc infers for an expression, given by its id. The expansion has a type slot for it.
    Inferred(usize),
    /// The type of a constant.
    TypeOf(TokenKey),
    /// The type before the `::` of a called function, `Pair` in `Pair::new(a, b)`. It may have type
    /// arguments, which rustc infers. `true` if the path is certainly a type; otherwise it may be a trait.
    Owner(TokenKey, bool),
    /// The integer type of the same size as a type: signed if the flag is true, otherwise unsigned.
    IntegerOf(Ty, bool),
    /// The item type of an array type.
    ElementOf(Ty),
    /// The type of a field: the type of the struct, and the name of the field.
    Field(Ty, String),
    /// The type of a view's extent, given the type that stands for the view as an argument of a call.
    Extent(Ty),
    /// The argument type of a capture that is passed to a device function: by `&mut` if the flag is true,
    /// otherwise by `&`.
    ArgumentForm(usize, bool),
}

/// Marks equality as reflexive, so that `Rc` compares equal pointers without comparing their contents. Types
/// share subtypes, so a comparison of contents could take exponential time.
impl Eq for Projection {}

/// A device function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Callee {
    /// A free function, given by its path.
    Function(TokenKey),
    /// A method or associated function of a type. The last field is the `Impl` of the function (see `DeviceMethod` in
    /// the runtime) if the call names the trait, as in `<S as Shape>::area(&s)`.
    Associated(Ty, String, Option<Box<TokenKey>>),
    /// A method whose receiver may have a built-in type, or a user type with a method of the same name.
    MaybeBuiltin(Ty, &'static Method),
}

/// Tokens that can be compared with others and used as keys.
#[derive(Clone, Debug)]
pub(crate) struct TokenKey(pub(crate) TokenStream);

impl PartialEq for TokenKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl TokenKey {
    /// The last segment of a path.
    pub(crate) fn last(&self) -> String {
        let text = self.0.to_string();
        text.rsplit("::").next().unwrap_or_default().trim().to_owned()
    }
}

/// The length of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Len {
    /// A literal.
    Number(usize),
    /// A constant, whose value only rustc knows.
    Const(TokenKey),
}

impl Ty {
    pub(crate) const BOOL: Ty = Ty::Scalar(Scalar::Bool);
    pub(crate) const USIZE: Ty = Ty::Scalar(Scalar::Usize);

    pub(crate) fn hole(hole: Projection) -> Ty {
        Ty::Hole(Rc::new(hole))
    }

    /// Whether the type is an extent whose rank only rustc knows.
    pub(crate) fn is_open_extent(&self) -> bool {
        matches!(self, Ty::Hole(hole) if matches!(**hole, Projection::Extent(_)))
    }

    /// Changes the spans in the type, so that rustc reports errors about the type at `place`.
    pub(crate) fn with_errors_at(&self, place: Span) -> Ty {
        match self {
            Ty::Hole(hole) => match &**hole {
                Projection::Named(TokenKey(name)) => {
                    Ty::hole(Projection::Named(TokenKey(with_errors_at(name, place))))
                }
                _ => self.clone(),
            },
            _ => self.clone(),
        }
    }

    pub(crate) fn is_error(&self) -> bool {
        *self == Ty::Error
    }

    /// The unsigned integer type of the same size, for a type that only rustc knows.
    pub(crate) fn unsigned(&self) -> Ty {
        Ty::hole(Projection::IntegerOf(self.clone(), false))
    }

    /// Whether the type contains no unsolved inference variable.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Ty::Var(_) => false,
            Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
                of.is_known()
            }
            Ty::Tuple(fields) => fields.iter().all(Ty::is_known),
            Ty::Error | Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) | Ty::Hole(_) => true,
        }
    }

    /// Whether the macro can prove that the type is zero-sized.
    pub(crate) fn is_zero_sized(&self) -> bool {
        match self {
            Ty::Unit => true,
            Ty::Array(element, _) => element.is_zero_sized(),
            Ty::Tuple(fields) => fields.iter().all(Ty::is_zero_sized),
            _ => false,
        }
    }

    /// The type as text for a diagnostic.
    pub(crate) fn describe(&self) -> String {
        match self {
            Ty::Error | Ty::Var(_) => "a type not known here".to_owned(),
            Ty::Scalar(scalar) => format!("`{}`", scalar.rust()),
            Ty::Index(rank) => format!("`Index<{rank}>`"),
            Ty::Extent(rank) => format!("`Extent<{rank}>`"),
            other => {
                let text = quoted(&other.rust()).replace("::core::primitive::", "");
                format!("`{}`", text.replace(",)", ")").replace(',', ", ").replace(",  ", ", "))
            }
        }
    }
}

impl ToTokens for Len {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Len::Number(number) => number.to_tokens(tokens),
            Len::Const(written) => written.0.to_tokens(tokens),
        }
    }
}
