//! Paths of functions and enum variants.

use super::ResultForm;
use crate::source::Source;
use proc_macro2::Ident;

/// The path of a function or of an enum variant.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The path as the user wrote it.
    pub(crate) source: Source,
    /// The names of the segments, without generic arguments.
    pub(crate) names: Vec<Ident>,
    /// The type before the last `::`: `T` in `T::new` and in `<T as Trait>::new`.
    pub(crate) owner: Source,
    /// The form of the result, if this is the path of a called function.
    pub(crate) form: ResultForm,
}

impl Path {
    /// Whether the path begins with `::`.
    pub(crate) fn is_global(&self) -> bool {
        self.source.text().starts_with("::")
    }

    /// The last name of the path, such as that of an enum variant.
    pub(crate) fn last(&self) -> String {
        self.names.last().map(Ident::to_string).unwrap_or_default()
    }
}
