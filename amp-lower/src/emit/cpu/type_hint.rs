//! Type hints for stored values: before the store, the generated code annotates the value with the element
//! type of the view. So every variant causes the same type error, and rustc reports it once.

use super::Printer;
use super::spans::type_at;
use super::types::nameable;
use crate::emit::rust_types::element_slot;
use crate::ir::{Capture, Role};
use crate::site::Site;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Whether a stored value passes through the type slot of the view's elements. This is so for views that a
/// closure in `amp!` writes, because only rustc knows their element types.
fn has_element_hint(capture: &Capture) -> bool {
    capture.role == Role::Write && capture.view_arg_types.is_none()
}

impl Printer<'_, '_> {
    /// Prints the element type of a view, or `_` if the type cannot be named in the expansion.
    pub(super) fn element_type(&self, capture: usize, place: Site) -> TokenStream {
        let capture = &self.facts.kernel.captures[capture];
        match nameable(&capture.element) && !has_element_hint(capture) {
            true => type_at(&capture.element, place.first),
            false => quote!(_),
        }
    }

    /// Prints a value that is stored in an element of a view. If the view has a type slot for its elements,
    /// the value passes through the slot, so that rustc infers its type.
    pub(super) fn as_element(&self, capture: usize, value: &TokenStream, place: Site) -> TokenStream {
        if !has_element_hint(&self.facts.kernel.captures[capture]) {
            return value.clone();
        }
        let slot = element_slot(capture);
        quote_spanned!(place.first=> #slot.is(#value))
    }
}
