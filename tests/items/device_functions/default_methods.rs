//! Default methods of device traits: each implementor has them on every accelerator, and may override them. The host's results
//! are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use shapes::{Shape, Size};

/// A module of its own, so that an `impl` elsewhere imports only the trait.
pub(crate) mod shapes {
    use amp::prelude::*;

    /// A type that is not imported where the trait is implemented.
    #[derive(Clone, Copy, Debug, GpuType)]
    #[repr(C)]
    pub(crate) struct Size {
        pub(crate) area: f32,
        pub(crate) corners: u32,
    }

    #[device]
    fn twice(x: f32) -> f32 {
        x * 2.0
    }

    #[device]
    pub(crate) trait Shape {
        const CORNERS: u32;

        fn area(self) -> f32;

        fn grow(&mut self, by: f32);

        fn double(self) -> f32 {
            // A private function of this module, called for types of other modules.
            twice(self.area())
        }

        fn weighed(self, by: f32, more: u32) -> f32 {
            const HALF: f32 = 0.5;
            let mut sum = 0.0;
            for _ in 0..more {
                sum += self.double() * by;
            }
            sum * HALF
        }

        fn size(&self, other: Size) -> Size {
            Size { area: self.area() + other.area, corners: Self::CORNERS + other.corners }
        }

        fn grow_twice(&mut self) {
            self.grow(1.0);
            self.grow(0.5);
        }

        fn corners() -> u32 {
            Self::CORNERS * 2
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Circle {
    radius: f32,
}

#[device]
impl Shape for Square {
    const CORNERS: u32 = 4;

    fn area(self) -> f32 {
        self.side * self.side
    }

    fn grow(&mut self, by: f32) {
        self.side += by;
    }
}

mod round {
    use super::Circle;
    use super::shapes;
    use amp::prelude::*;

    #[device]
    impl shapes::Shape for Circle {
        const CORNERS: u32 = 0;

        fn area(self) -> f32 {
            3.0 * self.radius * self.radius
        }

        fn grow(&mut self, by: f32) {
            self.radius *= by;
        }

        // Overrides the default method.
        fn double(self) -> f32 {
            self.area() * 2.0 + 1.0
        }
    }
}

#[device]
fn all_of<S: Shape>(shape: S, more: u32) -> f32 {
    let mut shape = shape;
    shape.grow_twice();
    let size = shape.size(Size { area: 1.0, corners: 1 });
    shape.weighed(3.0, more) + size.area + size.corners as f32 + S::corners() as f32 + S::CORNERS as f32
}

#[kernel]
fn generic<S: Shape + GpuType>(i: Index<1>, shapes: &ArrayView<S>, y: &mut ArrayViewMut<f32>) {
    y[i] = all_of(shapes[i], 2) + shapes[i].double();
}

#[test]
fn default_methods_in_generic_code() {
    fn check<S: Shape + GpuType>(shapes: &[S]) {
        let wanted: Vec<_> = shapes.iter().map(|s| all_of(*s, 2) + s.double()).collect();
        on_each(|accelerator| {
            let on = accelerator.default_view();
            let mut found = vec![0.0; shapes.len()];
            let view = ArrayView::new(shapes);
            let mut y = ArrayViewMut::new(&mut found);
            on.parallel_for_each(y.extent(), generic(&view, &mut y)).unwrap();
            drop(y);
            assert_eq!(found, wanted);
        });
    }
    check(&[Square { side: 1.0 }, Square { side: 3.0 }]);
    check(&[Circle { radius: 1.0 }, Circle { radius: 4.0 }]);
}

#[test]
fn default_methods_of_concrete_types() {
    on_each(|accelerator| {
        let mut found = vec![0.0f32; 8];
        let mut y = ArrayViewMut::new(&mut found);
        let on = accelerator.default_view();
        on.parallel_for_each(
            y.extent(),
            amp!(|i: Index<1>| {
                let mut square = Square { side: i[0] as f32 };
                square.grow_twice();
                let circle = Circle { radius: 2.0 };
                y[i] = square.weighed(2.0, 3)
                    + circle.double()
                    + square.size(Size { area: 0.5, corners: 1 }).area
                    + Square::corners() as f32
                    + Square::CORNERS as f32;
            }),
        )
        .unwrap();
        drop(y);
        let wanted: Vec<_> = (0..8u16)
            .map(|n| {
                let side = f32::from(n) + 1.5;
                side * side * 6.0 + 25.0 + side * side + 0.5 + 8.0 + 4.0
            })
            .collect();
        assert_eq!(found, wanted);
    });
}

#[device]
trait Scale<T: GpuType> {
    fn factor(self) -> T;

    fn scaled(self, by: T) -> T {
        let _ = by;
        self.factor()
    }
}

#[device]
impl Scale<f32> for Square {
    fn factor(self) -> f32 {
        self.side
    }
}

/// No device trait: its default methods exist on the host only, and a `#[device]` impl of it has inherent methods on devices.
trait Plain {
    fn plain(self) -> f32;

    fn on_the_host(self) -> String
    where
        Self: Sized,
    {
        format!("{}", self.plain())
    }
}

#[device]
impl Plain for Square {
    fn plain(self) -> f32 {
        self.side + 1.0
    }
}

#[device]
impl Default for Square {
    fn default() -> Self {
        Square { side: 7.0 }
    }
}

#[test]
fn generic_local_and_ordinary_traits() {
    on_each(|accelerator| {
        #[device]
        trait Local {
            fn one(self) -> f32;
            fn two(self) -> f32 {
                self.one() + 1.0
            }
        }
        #[derive(Clone, Copy, GpuType)]
        #[repr(C)]
        struct Inner {
            one: f32,
        }
        #[device]
        impl Local for Inner {
            fn one(self) -> f32 {
                self.one
            }
        }
        let mut found = vec![0.0f32; 2];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let square = Square { side: i[0] as f32 };
                    y[i] = square.scaled(2.0)
                        + square.plain()
                        + Inner { one: square.side }.two()
                        + Square::default().side;
                }),
            )
            .unwrap();
        drop(y);
        assert_eq!(found, [9.0, 12.0]);
        assert_eq!(Square { side: 1.0 }.on_the_host(), "2");
    });
}

/// The trait and the function that its default method calls are in another crate.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Length(f32);

#[device]
impl amp_tests::Measured for Length {
    fn measure(self) -> f32 {
        self.0 + 1.0
    }
}

#[test]
fn default_methods_of_another_crate() {
    use amp_tests::Measured as _;
    on_each(|accelerator| {
        let mut found = vec![1.0f32, 2.0];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator
            .default_view()
            .parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = Length(y[i]).doubled(0.5)))
            .unwrap();
        drop(y);
        assert_eq!(found, [4.5, 6.5]);
    });
}

/// Default methods with generic parameters of their own, for types of other modules.
mod fields {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    pub(crate) struct Union<A, B> {
        a: A,
        b: B,
    }

    #[device]
    fn least(a: f32, b: f32) -> f32 {
        a.min(b)
    }

    #[device]
    pub(crate) trait Field {
        fn distance(&self, x: f32) -> f32;

        fn union<B: Field>(self, other: B) -> Union<Self, B> {
            Union { a: self, b: other }
        }

        fn nearer<B: Field>(&self, other: &B, x: f32) -> f32 {
            least(self.distance(x), other.distance(x)) + Self::step()
        }

        fn step() -> f32 {
            0.25
        }

        fn advance<const N: usize>(&mut self, steps: [f32; N]) -> f32 {
            let mut sum = 0.0;
            for k in 0..N {
                self.shift(steps[k]);
                sum += steps[k] * N as f32;
            }
            sum
        }

        fn shift(&mut self, by: f32);

        fn count<T: Copy + PartialOrd>(list: &[T], limit: T) -> u32 {
            let mut count = 0;
            for item in list {
                if *item < limit {
                    count += 1;
                }
            }
            count
        }
    }

    #[device]
    impl<A: Field, B: Field> Field for Union<A, B> {
        fn distance(&self, x: f32) -> f32 {
            least(self.a.distance(x), self.b.distance(x))
        }

        fn shift(&mut self, by: f32) {
            self.a.shift(by);
            self.b.shift(by);
        }
    }
}

use fields::Field;

#[device]
impl Field for Square {
    fn distance(&self, x: f32) -> f32 {
        (x - self.side).abs()
    }

    fn shift(&mut self, by: f32) {
        self.side += by;
    }
}

#[device]
impl Field for Circle {
    fn distance(&self, x: f32) -> f32 {
        x.abs() - self.radius
    }

    fn shift(&mut self, by: f32) {
        self.radius -= by;
    }

    // Overrides the default method.
    fn nearer<B: Field>(&self, other: &B, x: f32) -> f32 {
        other.distance(x) * 2.0
    }
}

#[device]
fn united(k: f32) -> f32 {
    let square = Square { side: k };
    let mut circle = Circle { radius: 2.0 };
    let sum = circle.advance([0.5, k]);
    let mut scene = square.union(circle).union(Square { side: 8.0 });
    let more = scene.advance([0.125]);
    scene.distance(3.0)
        + square.nearer(&circle, 5.0)
        + circle.nearer(&square, 5.0)
        + Square::nearer(&square, &scene, 1.0)
        + sum
        + more
        + Square::count(&[1u32, 2, 3], 3) as f32
        + Circle::count(&[k, 1.0], 2.0) as f32
}

#[test]
fn default_methods_with_generic_parameters() {
    let wanted: Vec<_> = (0..16).map(|k| united(k as f32)).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<f32>::without_source([16]).unwrap();
        let on = accelerator.default_view();
        on.parallel_for_each(16, amp!(|i: Index<1>| y[i] = united(i[0] as f32))).unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
