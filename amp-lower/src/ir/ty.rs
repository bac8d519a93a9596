//! Types of expressions, including types that only rustc can resolve.

use crate::site::tidy;
use crate::source::Source;
use amp_shader::Scalar;
use amp_shader::methods::Method;
use proc_macro2::Span;
use std::fmt;
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
    Named(Source),
    /// The type of a captured value, or of the elements of a captured view.
    Element(usize),
    /// The type that rustc infers for an expression, given by its id. The expansion has a type slot for it.
    Inferred(usize),
    /// The type of a constant.
    TypeOf(Source),
    /// The type before the `::` of a called function, `Pair` in `Pair::new(a, b)`. It may have type
    /// arguments, which rustc infers. `true` if the path is certainly a type; otherwise it may be a trait.
    Owner(Source, bool),
    /// The integer type of the same size as a type: signed if the flag is true, otherwise unsigned.
    IntegerOf(Ty, bool),
    /// The item type of an array type.
    ElementOf(Ty),
    /// The type of a field: the type of the struct, and the name of the field.
    Field(Ty, String),
    /// The type of a view's extent, given the type that stands for the view as an argument of a call.
    Extent(Ty),
    /// A subview of a view with elements of a type, as an argument of a call, with its rank.
    View { mutable: bool, element: Ty, rank: usize },
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
    Function(Source),
    /// A method or associated function of a type.
    Associated(Ty, String, ImplOf),
    /// A method whose receiver may have a built-in type, or a user type with a method of the same name.
    MaybeBuiltin(Ty, &'static Method),
}

/// The generic arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turbofish {
    /// `3, f32`
    pub(crate) arguments: Source,
    /// The type with the trait, `<S as Bits>`, if the call names it.
    pub(crate) of_trait: Option<Source>,
}

/// The `impl` block of a method or associated function: its `Impl` argument (see `DeviceMethod` in the runtime).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ImplOf {
    /// rustc infers it. If several traits have a function of this name for the type, that is an error.
    Inferred,
    /// The call names the trait, as in `<S as Shape>::area(&s)`.
    Named(Box<Source>),
    /// The call is a method call, `s.area()`. So rustc selects among the traits in scope.
    InScope,
    /// The call has a turbofish, `s.bits::<3>()` or `S::bits::<3>(&s)`. rustc selects as for `InScope`.
    Turbofish(Box<Turbofish>),
}

/// The length of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Len {
    /// A literal.
    Number(usize),
    /// A constant, whose value only rustc knows.
    Const(Source),
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
                Projection::Named(name) => Ty::hole(Projection::Named(name.with_errors_at(place))),
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

    /// Whether the type can be written as a Rust type, without `_`.
    pub(crate) fn is_nameable(&self) -> bool {
        match self {
            Ty::Var(_) | Ty::Error => false,
            Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
                of.is_nameable()
            }
            Ty::Tuple(fields) => fields.iter().all(Ty::is_nameable),
            Ty::Hole(hole) => matches!(**hole, Projection::Named(_) | Projection::View { .. }),
            Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => true,
        }
    }

    /// Whether rustc infers the type. The expansion then has a type slot, a variable through which values of
    /// the type pass.
    pub(crate) fn is_inferred(&self) -> bool {
        matches!(self, Ty::Hole(hole) if matches!(**hole, Projection::Inferred(_)))
    }

    /// The type that contains this type: the struct of a field, the array of an item. For other types, the
    /// type itself.
    pub(crate) fn whole(&self) -> &Ty {
        match self {
            Ty::Hole(hole) => match &**hole {
                Projection::Field(of, _) | Projection::ElementOf(of) | Projection::IntegerOf(of, _) => {
                    of.whole()
                }
                _ => self,
            },
            _ => self,
        }
    }

    /// The capture whose elements have this type, if the macro has no other description of the type.
    pub(crate) fn element_of_capture(&self) -> Option<usize> {
        let Ty::Hole(hole) = self else { return None };
        match **hole {
            Projection::Element(capture) => Some(capture),
            _ => None,
        }
    }

    /// Calls `look` with the id of each inferred type that occurs in this type.
    pub(crate) fn each_inferred(&self, look: &mut dyn FnMut(usize)) {
        match self {
            Ty::Array(of, _) | Ty::Reference(_, of) | Ty::Callable(of) | Ty::Slice(of) | Ty::Range(_, of) => {
                of.each_inferred(look)
            }
            Ty::Tuple(fields) => fields.iter().for_each(|field| field.each_inferred(look)),
            Ty::Hole(hole) => match &**hole {
                Projection::Inferred(number) => look(*number),
                Projection::IntegerOf(of, _)
                | Projection::ElementOf(of)
                | Projection::Field(of, _)
                | Projection::Extent(of) => of.each_inferred(look),
                _ => {}
            },
            _ => {}
        }
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
            other => format!("`{}`", tidy(&other.to_string())),
        }
    }
}

/// The type as the user writes it; `_` for a type without a name.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Error | Ty::Var(_) => f.write_str("_"),
            Ty::Unit => f.write_str("()"),
            Ty::Scalar(scalar) => f.write_str(scalar.rust()),
            Ty::Index(rank) => write!(f, "Index<{rank}>"),
            Ty::Extent(rank) => write!(f, "Extent<{rank}>"),
            Ty::Array(element, Len::Number(len)) => write!(f, "[{element}; {len}]"),
            Ty::Array(element, Len::Const(len)) => write!(f, "[{element}; {}]", len.text()),
            Ty::Tuple(fields) => {
                let fields: Vec<_> = fields.iter().map(Ty::to_string).collect();
                write!(f, "({})", fields.join(", "))
            }
            Ty::Reference(mutable, to) => write!(f, "{}{to}", if *mutable { "&mut " } else { "&" }),
            Ty::Callable(result) => write!(f, "fn(..) -> {result}"),
            Ty::Slice(of) => write!(f, "[{of}]"),
            Ty::Range(form, of) if form.inclusive => write!(f, "RangeInclusive<{of}>"),
            Ty::Range(_, of) => write!(f, "Range<{of}>"),
            Ty::Hole(hole) => match &**hole {
                Projection::Named(written) => f.write_str(written.text()),
                _ => f.write_str("_"),
            },
        }
    }
}
