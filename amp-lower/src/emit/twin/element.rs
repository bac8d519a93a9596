//! What is stored to a view is of the type of its elements, and rustc is told that before it looks at the store: so each form says
//! the same, and rustc says it once.

use super::spans::type_at;
use super::types::nameable;
use super::{Printer, type_of};
use crate::ir::{Role, Slot};
use crate::site::Site;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Whether a variable tells the type of a written view's elements: of what a closure captures only rustc sees it, whatever the closure
/// makes of it.
pub(crate) fn tells_element(slot: &Slot) -> bool {
    slot.role == Role::Write && slot.known_as.is_none()
}

impl Printer<'_, '_> {
    /// The type of a view's elements, as far as it can be written in the twin, for one that is stored at a place.
    pub(super) fn element_type(&self, slot: usize, place: Site) -> TokenStream {
        let slot = &self.facts.kernel.slots[slot];
        match nameable(&slot.element) && !tells_element(slot) {
            true => type_at(&slot.element, place.first),
            false => quote!(_),
        }
    }

    /// A value that is to become an element.
    pub(super) fn as_element(&self, slot: usize, value: &TokenStream, place: Site) -> TokenStream {
        if !tells_element(&self.facts.kernel.slots[slot]) {
            return value.clone();
        }
        let told = type_of(slot);
        quote_spanned!(place.first=> #told.is(#value))
    }
}
