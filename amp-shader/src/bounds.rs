//! Bounds requirements: conditions under which a kernel's accesses are in bounds. The compiler derives the
//! requirements, and each launch tests them.

/// An integer that is fixed at launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The domain's extent in this dimension.
    Domain(usize),
    /// The number of tiles in this dimension.
    Tiles(usize),
    /// The extent of a captured view in a dimension: the index of the capture, then the dimension.
    Extent(usize, usize),
    /// The value of the capture with this index, which is a `usize`.
    Value(usize),
    /// A constant.
    Constant(u32),
}

/// The requirement that a captured view has at least this size in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsRequirement {
    /// The position of the view among the captures.
    pub capture: usize,
    /// The dimension of the view.
    pub dimension: usize,
    /// The least extent that the requirement demands.
    pub size: Size,
}

impl BoundsRequirement {
    /// Whether the requirement holds in a launch. `size` computes the value of a [`Size`] for the launch; if
    /// `size` returns `None`, the requirement fails.
    pub fn holds(&self, size: impl Fn(Size) -> Option<u64>) -> bool {
        let (own, needed) = (size(Size::Extent(self.capture, self.dimension)), size(self.size));
        matches!((own, needed), (Some(own), Some(needed)) if own >= needed)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Item, ItemRef, Piece, Size, Specialisation, Template, TypeInfo, TypeRef, link};

    const ROOM: super::BoundsRequirement =
        super::BoundsRequirement { capture: 0, dimension: 0, size: Size::Domain(0) };

    const TEMPLATE: Template<'static> = Template {
        name: "k",
        file: "",
        line: 0,
        traps: crate::ReportedFailures::None,
        rank: 1,
        tile: None,
        captures: &[],
        tile_static: &[],
        body: &[Piece::RequiresBounds(&[ROOM])],
        entries: &[],
    };

    fn is_inside(body: &'static [Piece], in_bounds: bool) -> bool {
        let specialisation = Specialisation { in_bounds, ..Specialisation::default() };
        link(&Template { body, ..TEMPLATE }, &specialisation).is_ok_and(|linked| linked.bounds_proved)
    }

    #[test]
    fn callers_of_dynamic_indexing_are_checked() {
        const fn item(body: &'static [Piece]) -> Item {
            Item { name: "f", body, entries: &[], mutates_receiver: false, required_uniform: 0 }
        }
        const REACHES: Item = item(&[Piece::MayIndexAnywhere, Piece::Text("() { }")]);
        const STAYS: Item = item(&[Piece::Text("() { }")]);
        const OVER: Item =
            item(&[Piece::Text("() { "), Piece::Call(ItemRef::Known(&REACHES), &[]), Piece::Text("; }")]);
        assert!(is_inside(TEMPLATE.body, true));
        assert!(is_inside(
            &[Piece::RequiresBounds(&[]), Piece::Call(ItemRef::Known(&STAYS), &[]), Piece::Text(";")],
            true
        ));
        assert!(!is_inside(TEMPLATE.body, false));
        assert!(!is_inside(&[], true));
        for item in [&REACHES, &OVER] {
            let body =
                vec![Piece::RequiresBounds(&[]), Piece::Call(ItemRef::Known(item), &[]), Piece::Text(";")]
                    .leak();
            assert!(!is_inside(body, true));
        }
    }

    #[test]
    fn termination_depends_on_constants_and_types() {
        let ends = |piece: Piece| {
            let body = vec![piece].leak();
            link(&Template { body, ..TEMPLATE }, &Specialisation::default())
                .is_ok_and(|linked| linked.terminates)
        };
        let usize = TypeRef::Known(&TypeInfo::Scalar(crate::Scalar::Usize));
        assert!(
            ends(Piece::TerminatesIfNonZero(usize, |out| out.push(4)))
                && ends(Piece::TerminatesIfInteger(usize))
        );
        assert!(!ends(Piece::TerminatesIfNonZero(usize, |out| out.push(0))));
        assert!(
            !ends(Piece::TerminatesIfInteger(TypeRef::Known(&TypeInfo::Scalar(crate::Scalar::F32))))
                && !ends(Piece::MayNotTerminate)
        );
    }
}
