//! Values that the host computes when it links a kernel: the default of a type, and the sum and the product
//! of an empty sequence. Each value is a device function that takes no arguments and returns a constant. The
//! functions have names such as `<default>`, which no function of a user can have.

use amp_shader::{Item, Piece, TypeRef};

use crate::abi::link::DeviceMethod;
use crate::types::{EmptyProduct, EmptySum, Value, field_hash};

macro_rules! host_values {
    ($($name:literal, $bound:ident, $value:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value + $bound> DeviceMethod<{ field_hash($name) }, ()> for T {
            type Output = T;
            const ITEM: &'static Item = &Item {
                name: $name,
                body: &[
                    Piece::Text("() -> "),
                    Piece::Type(TypeRef::Known(T::INFO)),
                    Piece::Text(" { return "),
                    Piece::Const(TypeRef::Known(T::INFO), |out| $value.amp_write(out)),
                    Piece::Text("; }\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

host_values! {
    "<default>", Default, T::default();
    "<empty sum>", EmptySum, T::empty_sum();
    "<empty product>", EmptyProduct, T::empty_product();
}
