//! The items of device functions.

use super::{Callee, Written};
use proc_macro2::TokenStream;

impl Callee {
    /// The item of the function, which has its name in the namespace of types; or the type whose function it is.
    pub(crate) fn owner(&self) -> TokenStream {
        match self {
            Callee::Function(Written(path)) => path.clone(),
            Callee::Associated(ty, _) | Callee::Either(ty, _) => ty.rust(),
        }
    }
}
