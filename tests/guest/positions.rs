//! Positions of kernels: in modules, functions, methods, macros and generic code, and next to items of the same name.

use amp::prelude::*;

/// The default queue of every accelerator.
pub(crate) fn everywhere() -> Vec<AcceleratorView> {
    Accelerator::all().iter().map(Accelerator::default_view).collect()
}

/// A public module, whose items need documentation under `missing_docs`.
pub mod public {
    use amp::prelude::*;

    /// Adds twice `n` to each element.
    #[kernel]
    pub fn add(i: Index<1>, n: u32, out: &mut ArrayViewMut<u32>) {
        out[i] += twice(n);
    }

    /// Twice `n`.
    #[must_use]
    #[device]
    pub fn twice(n: u32) -> u32 {
        n * 2
    }

    /// A type with a size.
    #[device]
    pub trait Large {
        /// The size.
        fn size(self) -> f32;

        /// The scaled size, plus one.
        #[must_use]
        fn more(self, by: f32) -> f32 {
            self.size() * by + 1.0
        }
    }

    /// Two components.
    #[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
    #[repr(C)]
    pub struct Pair {
        /// The left component.
        pub left: f32,
        /// The right component.
        pub right: f32,
    }
}

#[device]
impl public::Large for public::Pair {
    fn size(self) -> f32 {
        self.left + self.right
    }
}

#[test]
fn default_method_of_a_public_device_trait() {
    use public::Large as _;
    for on in everywhere() {
        let pair = public::Pair { left: 1.0, right: 2.0 };
        let mut values = [1.0f32, 2.0];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, amp!(|i: Index<1>| view[i] = pair.more(view[i]))).unwrap();
        view.finish().unwrap();
        assert_eq!(values.map(f32::to_bits), [4.0f32, 7.0].map(f32::to_bits));
        assert_eq!(pair.more(1.0).to_bits(), 4.0f32.to_bits());
    }
}

#[test]
fn kernel_in_a_module() {
    for on in everywhere() {
        let mut values = [1, 2];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, public::add(3, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [7, 8]);
    }
}

#[test]
fn macros_and_functions_by_full_path() {
    for on in everywhere() {
        let mut values = [1, 2];
        let mut view = ArrayViewMut::new(&mut values);
        let kernel = amp::amp!(|i: amp::Index<1>| view[i] = public::twice(2));
        on.parallel_for_each(2, kernel).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [4, 4]);
    }
}

#[test]
fn kernel_in_a_function() {
    for on in everywhere() {
        #[device]
        fn square(x: u32) -> u32 {
            x * x
        }
        #[kernel]
        fn squares(i: Index<1>, out: &mut ArrayViewMut<u32>) {
            out[i] = square(out[i]);
        }
        let mut values = [2, 3];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, squares(&mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [4, 9]);
    }
}

macro_rules! scaled_by {
    ($name:ident, $type:ty, $factor:expr) => {
        #[kernel]
        fn $name(i: Index<1>, out: &mut ArrayViewMut<$type>) {
            let factor: $type = $factor;
            out[i] *= factor;
        }
    };
}

scaled_by!(doubled, u32, 1 + 1);
scaled_by!(tripled, f32, 3.0);

#[test]
fn kernel_defined_by_a_macro() {
    for on in everywhere() {
        let (mut integers, mut floats) = ([1, 2], [1.0, 2.0]);
        let mut view = ArrayViewMut::new(&mut integers);
        on.parallel_for_each(2, doubled(&mut view)).unwrap();
        view.finish().unwrap();
        let mut view = ArrayViewMut::new(&mut floats);
        on.parallel_for_each(2, tripled(&mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!((integers, floats.map(f32::to_bits)), ([2, 4], [3.0f32, 6.0].map(f32::to_bits)));
    }
}

macro_rules! each {
    ($on:ident, $view:ident, |$i:ident, $x:ident| $value:expr) => {
        $on.parallel_for_each(
            $view.extent(),
            amp!(|$i: Index<1>| {
                let $x = $view[$i];
                $view[$i] = $value;
            }),
        )
    };
}

#[test]
fn closure_kernel_in_a_macro() {
    for on in everywhere() {
        let mut values = [1, 2];
        let mut view = ArrayViewMut::new(&mut values);
        each!(on, view, |i, x| x * 10 + 1).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [11, 21]);
    }
}

#[kernel]
fn fill<T: GpuType>(i: Index<1>, value: T, out: &mut ArrayViewMut<T>) {
    out[i] = value;
}

#[test]
fn generic_kernel() {
    for on in everywhere() {
        let mut values = [public::Pair::default(); 2];
        let pair = public::Pair { left: 1.0, right: 2.0 };
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(2, fill(pair, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [pair; 2]);
    }
}

#[kernel(tile = [4])]
fn first_of_tile<const STEP: usize>(t: TiledIndex<1>, out: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: [u32; 4];
    shared[t.local[0]] = out[t.global];
    t.barrier.wait();
    out[t.global] = shared[STEP];
}

#[test]
fn kernel_with_a_const_parameter() {
    for on in everywhere() {
        let mut values = [1, 2, 3, 4, 5, 6, 7, 8];
        let mut view = ArrayViewMut::new(&mut values);
        let domain = view.extent().tile([4]).unwrap();
        on.parallel_for_each(domain, first_of_tile::<2>(&mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [3, 3, 3, 3, 7, 7, 7, 7]);
    }
}

struct Simulation {
    values: Vec<f32>,
}

impl Simulation {
    fn step(&mut self, on: &AcceleratorView, dt: f32) -> Result<(), amp::Error> {
        let mut values = ArrayViewMut::new(&mut self.values);
        on.parallel_for_each(values.extent(), amp!(|i: Index<1>| values[i] += dt))?;
        values.finish()
    }
}

#[test]
fn closure_kernel_in_a_method() {
    for on in everywhere() {
        let mut simulation = Simulation { values: vec![0.0; 3] };
        simulation.step(&on, 0.5).unwrap();
        assert!(simulation.values.iter().all(|value| value.to_bits() == 0.5f32.to_bits()));
    }
}

/// Items that shadow names of the standard library.
mod shadowing {
    #[allow(dead_code, non_camel_case_types)]
    struct usize;
    #[allow(dead_code)]
    struct Option;
    #[allow(dead_code)]
    enum Result {
        Some,
        None,
    }
    #[allow(dead_code)]
    mod core {}
    #[allow(dead_code)]
    mod std {}

    #[test]
    fn user_items_may_shadow_standard_names() {
        for on in super::everywhere() {
            let mut values = [1u32, 2];
            let mut view = amp::ArrayViewMut::new(&mut values);
            let kernel = amp::amp!(|i: amp::Index<1>| {
                let n = i[0] as u32;
                if n > 0 && view[i] > 1 {
                    view[i] += n;
                }
            });
            on.parallel_for_each(2, kernel).unwrap();
            view.finish().unwrap();
            assert_eq!(values, [1, 3]);
        }
    }
}

/// Device functions that share a name with a function of the prelude or of the enclosing module. A macro calls
/// another device function by a path with `$crate`.
mod shadowed {
    use amp::prelude::*;

    #[device]
    fn copy(x: u32) -> u32 {
        x + 1
    }

    #[device]
    fn scale(x: u32) -> u32 {
        x
    }

    #[device]
    pub(crate) fn by_crate(x: u32) -> u32 {
        x * 100
    }

    macro_rules! hundred {
        ($on:expr, $y:ident) => {
            $on.parallel_for_each(
                $y.extent(),
                amp!(|i: Index<1>| $y[i] = $crate::positions::shadowed::by_crate($y[i])),
            )
        };
    }

    #[test]
    fn inner_device_function_shadows_the_outer_one() -> amp::Result<()> {
        #[device]
        fn scale(x: u32) -> u32 {
            x * 10
        }
        for on in super::everywhere() {
            let mut y = ArrayViewMut::from_vec([3], vec![1u32, 2, 3])?;
            on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = scale(copy(y[i]))))?;
            hundred!(on, y)?;
            assert_eq!(y.to_vec()?, [2000, 3000, 4000], "{on:?}");
        }
        assert_eq!((self::scale(1), copy(1), by_crate(1)), (1, 2, 100));
        Ok(())
    }
}
