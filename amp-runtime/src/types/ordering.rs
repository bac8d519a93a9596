//! `Ordering` as a value: an enum without fields.

use std::cmp::Ordering;

use amp_shader::{EnumInfo, Item, TypeInfo};

use super::{ProjectionsOf, Relations, ShaderType, Value, Variants, field_hash};
use crate::abi::link::DeviceOperator;
use crate::launch::capture::ValueCapture;

impl Variants for Ordering {
    const ALL: &'static [Self] = &[Ordering::Less, Ordering::Equal, Ordering::Greater];
}

impl ShaderType for Ordering {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Enum(&EnumInfo {
        name: "Ordering",
        numbers: &[u32::MAX, 0, 1],
        signed: true,
        bytes: size_of::<Ordering>(),
        equal: Relations::<Ordering>::EQUAL,
        order: Relations::<Ordering>::ORDER,
    });
}

impl Value for Ordering {
    type Captured = ValueCapture<Self>;
    const ZERO: Self = Ordering::Equal;

    fn words(&self, out: &mut Vec<u32>) {
        out.push((*self as i32).cast_unsigned());
    }
}

macro_rules! compared {
    ($($operator:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceOperator<{ field_hash($operator) }, Ordering> for Ordering {
            const ITEM: Option<&'static Item> = None;
        }
    )*};
}

compared! { "eq" "lt" "le" "gt" "ge" }
