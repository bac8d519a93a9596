//! The inputs and outputs of programs.

use amp::prelude::*;

use super::Program;
use super::types::{Bits, Case, Point, Slice};
use super::vector::Vector;

/// The length of a read-only view.
const LEN: usize = 64;

macro_rules! data {
    ($($read:ident: $r:ty = $from:expr;)* ; $($written:ident: $w:ty = $first:expr;)*) => {
        /// The inputs, equal for all programs.
        pub(super) struct Inputs {
            $($read: Vec<$r>,)*
        }

        impl Inputs {
            pub(super) fn new() -> Self {
                Inputs { $($read: (0..LEN).map($from).collect(),)* }
            }
        }

        /// The outputs of a program.
        #[derive(Clone, PartialEq)]
        pub struct Data {
            $($written: Vec<$w>,)*
            hu: Vec<u32>,
        }

        impl Data {
            pub(super) fn new(len: usize) -> Self {
                Data { $($written: (0..len).map($first).collect(),)* hu: vec![77; 48] }
            }

            /// The first difference, as an error.
            pub(super) fn against(&self, expected: &Data) -> Result<(), String> {
                $(first(stringify!($written), &self.$written, &expected.$written)?;)*
                first("hu", &self.hu, &expected.hu)
            }
        }

        /// The captures of a kernel.
        pub struct Views<'a, const N: usize> {
            $(pub $read: ArrayView<'a, $r>,)*
            pub ax: ArrayView<'a, i32, 2>,
            pub bi: ArrayView<'a, i32, N>,
            $(pub $written: ArrayViewMut<'a, $w, N>,)*
            pub hu: ArrayViewMut<'a, u32>,
        }

        /// The same data as [`Views`], for the plain Rust version of a program, which rustc compiles.
        #[derive(Clone)]
        pub struct Slices<const N: usize> {
            $(pub $read: Slice<$r>,)*
            pub ax: Slice<i32, 2>,
            pub bi: Slice<i32, N>,
            $(pub $written: Slice<$w, N>,)*
            pub hu: Slice<u32>,
        }

        impl<const N: usize> Slices<N> {
            pub(super) fn new(case: Case<N>) -> Self {
                let (inputs, data) = (Inputs::new(), Data::new(case.len()));
                let all = Case::full(&[LEN]);
                Slices {
                    bi: Slice { data: (5..case.len() + 5).map(integer).collect(), case },
                    ax: Slice { data: inputs.ai.clone(), case: WIDE },
                    $($read: Slice { data: inputs.$read, case: all },)*
                    $($written: Slice { data: data.$written, case },)*
                    hu: Slice { data: data.hu, case: Case::full(&[48]) },
                }
            }

            pub(super) fn data(self) -> Data {
                Data { $($written: self.$written.data,)* hu: self.hu.data }
            }

            /// Applies the changes of a work-item, which are the differences between `before` and `after`. The
            /// counters `hu` merge like the atomic operations that change them: sum, maximum, minimum, xor, or.
            pub(super) fn merge(&mut self, before: &Self, after: &Self) {
                $(
                    let changed = before.$written.data.iter().zip(&after.$written.data).enumerate();
                    changed.filter(|(_, (a, b))| a != b).for_each(|(n, (_, b))| self.$written.data[n] = *b);
                )*
                for (n, into) in self.hu.data.iter_mut().enumerate() {
                    let (old, new) = (before.hu.data[n], after.hu.data[n]);
                    *into = match n / 8 {
                        0 | 1 => into.wrapping_add(new.wrapping_sub(old)),
                        2 => (*into).max(new),
                        3 => (*into).min(new),
                        4 => *into ^ old ^ new,
                        _ => *into | new,
                    };
                }
            }
        }

        pub(super) fn run_kernel<const N: usize>(
            program: &Program<N>,
            accelerator: &Accelerator,
            inputs: &Inputs,
            case: Case<N>,
        ) -> amp::Result<Data> {
            let mut data = Data::new(case.len());
            let bi: Vec<_> = (5..case.len() + 5).map(integer).collect();
            {
                let bi = ArrayView::with_extent(case.parent, &bi)?;
                $(let mut $written = ArrayViewMut::with_extent(case.parent, &mut data.$written)?;)*
                let ax = ArrayView::with_extent(WIDE.parent, &inputs.ai)?;
                let mut hu = ArrayViewMut::new(&mut data.hu);
                let views = Views {
                    $($read: ArrayView::new(&inputs.$read),)*
                    bi: bi.section(case.origin, case.extent)?,
                    ax: ax.section(WIDE.origin, WIDE.extent)?,
                    $($written: $written.section_mut(case.origin, case.extent)?,)*
                    hu: hu.section_mut([0], [48])?,
                };
                (program.launch)(&accelerator.default_view(), case.extent.into(), views)?;
                $($written.finish()?;)*
                hu.finish()?;
            }
            Ok(data)
        }
    };
}

/// The section that the view `ax` shows. Its rows are not contiguous in memory.
const WIDE: Case<2> = Case { parent: [4, 16], origin: [1, 3], extent: [3, 8] };

data! {
    ai: i32 = integer;
    ac: Bits = |n| bits(n * 3);
    au: u32 = word;
    af: f32 = float;
    ap: Point = |n| Point { x: integer(n * 7), y: float(n * 5), z: [word(n), n as u32] };
    ab: u8 = |n| (n * 37 + 200) as u8;
    ah: i16 = |n| (n as i16).wrapping_mul(7919);
    ag: f16 = |n| f16::from_f32(n as f32 - 20.0);
    av: IVec3 = |n| IVec3::new(integer(n), integer(n + 9), n as i32);
    ao: Vector = |n| Vector::new(float(n * 3), float(n + 2));
    ;
    xi: i32 = integer;
    xb: u8 = |n| (n * 71 + 9) as u8;
    xh: i16 = |n| (n as i16).wrapping_mul(-3001);
    xc: Bits = bits;
    xu: u32 = word;
    xf: f32 = float;
    xp: Point = |n| Point { x: n as i32, y: float(n), z: [3, word(n)] };
    xo: Vector = |n| Vector::new(float(n + 1), n as f32 % 64.0);
}

/// Integers of all kinds, including the limits.
fn integer(n: usize) -> i32 {
    let i = (n % LEN) as i32;
    match i % 8 {
        0 => i,
        1 => -i,
        2 => i32::MAX - i,
        3 => i32::MIN + i,
        _ => i.wrapping_mul(0x2545_f491) ^ 0x1234_5678,
    }
}

fn bits(n: usize) -> Bits {
    Bits { r: (n * 37) as u8, g: (n * 91) as i8, b: (n * 7919) as u16 }
}

fn word(n: usize) -> u32 {
    (integer(n) as u32).rotate_left(7) >> (n & 15)
}

fn float(n: usize) -> f32 {
    (((n % LEN) * 29 + 5) % 97) as f32 % 64.0 - 32.0
}

fn first<T: PartialEq + std::fmt::Debug>(name: &str, found: &[T], expected: &[T]) -> Result<(), String> {
    match (0..found.len()).find(|n| found[*n] != expected[*n]) {
        Some(n) => Err(format!("{name}[{n}] is {:?}, expected {:?}", found[n], expected[n])),
        None => Ok(()),
    }
}
