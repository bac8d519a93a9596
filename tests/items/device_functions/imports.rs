//! `use` declarations in bodies and outside: functions, constants, traits, and variants.

use crate::compare::compare;
use amp::prelude::*;
use amp_tests::on_each;

mod tools {
    use amp::prelude::*;

    pub(super) const STEP: u32 = 7;

    #[derive(Clone, Copy, PartialEq, GpuType)]
    #[repr(u32)]
    pub(super) enum Turn {
        Left,
        Right,
        About,
    }

    #[device]
    pub(super) fn twice(a: u32) -> u32 {
        a * 2
    }

    #[device]
    pub(super) fn degrees(turn: Turn) -> u32 {
        use Turn::*;
        match turn {
            Left => 90,
            Right => 270,
            About => 180,
        }
    }

    #[device]
    pub(super) trait Corners {
        fn corners(self) -> u32;
    }

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub(super) struct Square(u32);

    #[device]
    impl Corners for Square {
        fn corners(self) -> u32 {
            use super::tools::twice as double;
            double(self.0) + double(1)
        }
    }

    #[device]
    pub(super) fn square(n: u32) -> Square {
        Square(n)
    }
}

compare!(renamed_imports, |i, x: u32, y: u32| {
    use std::cmp;
    use tools::{STEP, twice as double};
    const MORE: u32 = STEP + 1;
    let f = |v: u32| cmp::max(double(v), MORE);
    y[i] = f(x[i]) + STEP;
});

compare!(methods_of_imported_traits, |i, x: u32, y: u32| {
    use tools::{Corners, square};
    y[i] = square(x[i]).corners();
});

/// Imported variants in patterns and expressions; `Turn` itself is not imported.
#[kernel]
fn turned(i: Index<1>, x: &ArrayView<tools::Turn>, y: &mut ArrayViewMut<u32>) {
    use tools::Turn::{About, Left, Right};
    use tools::degrees;
    let turn = x[i];
    y[i] = match turn {
        Left => 1,
        Right | About if i[0] > 3 => 5,
        Right => 2,
        About => 3,
    };
    if turn == About || matches!(x[i], Left) {
        y[i] += 10;
    }
    y[i] += 100 * degrees(if i[0] == 2 { Left } else { turn });
}

#[test]
fn imported_variants() {
    use tools::Turn::*;
    let turns = [Left, Right, About, Left, Right, About];
    let expected = [9011, 27002, 9013, 9011, 27005, 18015];
    on_each(|accelerator| {
        let (x, mut found) = (ArrayView::new(&turns), [0; 6]);
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(6, turned(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, expected);

        let mut found = [0; 6];
        let mut y = ArrayViewMut::new(&mut found);
        let closure = amp!(|i: Index<1>| {
            use tools::Turn::*;
            let back = About;
            y[i] = match x[i] {
                Left | Right => 4,
                turn if turn == back => 6,
                About => 0,
            };
        });
        accelerator.default_view().parallel_for_each(6, closure).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [4, 4, 6, 4, 4, 6]);
    });
}

/// A local variable is captured, whatever its name.
#[test]
#[allow(non_snake_case)]
fn captures_with_capital_letters() {
    on_each(|accelerator| {
        let (As, Bs, mut found) = ([1u32, 2, 3], [4u32, 5, 6], [0u32; 3]);
        let (As, Bs, mut Cs) = (ArrayView::new(&As), ArrayView::new(&Bs), ArrayViewMut::new(&mut found));
        let Kd = 10;
        let closure = amp!(|i: Index<1>| Cs[i] = As[i] * Bs[i] + Kd);
        accelerator.default_view().parallel_for_each(3, closure).unwrap();
        Cs.finish().unwrap();
        assert_eq!(found, [14, 20, 28]);
    });
}
