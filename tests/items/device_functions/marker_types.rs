//! Traits of constants and functions without `self`, and marker types that implement them without `#[derive(GpuType)]`. The
//! host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::marker::PhantomData;

#[device]
trait Metric {
    const SCALE: u32;

    fn combine(dx: u32, dy: u32) -> u32;

    fn distance(a: (u32, u32), b: (u32, u32)) -> u32 {
        Self::SCALE * Self::combine(a.0.abs_diff(b.0), a.1.abs_diff(b.1))
    }
}

struct Manhattan;
enum Octile {}

#[device]
impl Metric for Manhattan {
    const SCALE: u32 = 10;

    fn combine(dx: u32, dy: u32) -> u32 {
        dx + dy
    }
}

#[device]
impl Metric for Octile {
    const SCALE: u32 = 1;

    fn combine(dx: u32, dy: u32) -> u32 {
        10 * dx.max(dy) + 4 * dx.min(dy)
    }

    fn distance(a: (u32, u32), b: (u32, u32)) -> u32 {
        3 + Self::SCALE * Self::combine(a.0.abs_diff(b.0), a.1.abs_diff(b.1))
    }
}

#[device]
fn detour<M: Metric>(from: (u32, u32), via: (u32, u32), to: (u32, u32)) -> u32 {
    M::distance(from, via) + <M as Metric>::distance(via, to) - shortest::<M>(from, to)
}

#[device]
fn shortest<M>(from: (u32, u32), to: (u32, u32)) -> u32
where
    M: Metric,
{
    M::distance(from, to)
}

#[device]
trait Model {
    type State;

    fn step(state: Self::State) -> Self::State;
}

struct Decay;
struct Epidemic;

#[device]
impl Model for Decay {
    type State = u32;

    fn step(atoms: u32) -> u32 {
        atoms - atoms / 8
    }
}

#[device]
impl Model for Epidemic {
    type State = (u32, u32);

    fn step((healthy, ill): (u32, u32)) -> (u32, u32) {
        let infected = healthy * ill / 2000;
        (healthy - infected, ill + infected)
    }
}

#[device]
fn six_steps<M: Model>(start: M::State) -> M::State {
    (0..6).fold(start, |state, _| M::step(state))
}

#[device]
trait Unit {
    const PER_SI: u32;

    fn offset() -> u32 {
        0
    }
}

#[derive(Clone, Copy, GpuType)]
struct Metre;

#[derive(Clone, Copy, GpuType)]
struct Foot {
    inches: u32,
}

#[device]
impl Unit for Metre {
    const PER_SI: u32 = 1;
}

#[device]
impl Unit for Foot {
    const PER_SI: u32 = 3;

    fn offset() -> u32 {
        7
    }
}

#[derive(Clone, Copy, GpuType)]
struct Length<U> {
    value: u32,
    unit: PhantomData<U>,
}

#[derive(Clone, Copy, GpuType)]
struct Kept<U: Unit> {
    unit: U,
    count: u32,
}

#[device]
impl<U: Unit> Length<U> {
    fn new(value: u32) -> Self {
        Self { value, unit: PhantomData }
    }

    fn si(self) -> u32 {
        self.value * U::PER_SI + U::offset()
    }
}

#[device]
impl<U: Unit> Kept<U> {
    fn total(&self) -> u32 {
        self.count * U::PER_SI
    }
}

#[device]
fn both<U: Unit, V: Unit>(a: Length<U>, b: Length<V>) -> u32 {
    a.value * U::PER_SI + b.value * V::PER_SI
}

#[device]
fn tagged<U: Unit>(_: U, kept: &[Kept<U>], x: u32) -> u32 {
    let own = Length::<U>::new(x);
    kept.iter().map(|it| it.total()).sum::<u32>() + own.si()
}

#[device]
fn largest<U: Unit>(kept: &[Kept<U>; 2]) -> &Kept<U> {
    if kept[0].total() > kept[1].total() { &kept[0] } else { &kept[1] }
}

#[device]
fn tail(list: &[u32]) -> &[u32] {
    &list[1..]
}

#[device]
fn after<U: Unit>(list: &[u32], length: Length<U>) -> u32 {
    let rest: &[u32] = tail(list);
    rest.iter().sum::<u32>() + length.si()
}

#[device]
fn scaled<U: Unit>(x: u32) -> u32 {
    let length = Length::<U>::new(x);
    length.si() * 2
}

#[device]
fn run(n: u32) -> u32 {
    let via = (n % 8, n / 8);
    let paths = detour::<Manhattan>((1, 2), via, (6, 5)) * 100 + detour::<Octile>((1, 2), via, (6, 5));
    let (_, ill) = six_steps::<Epidemic>((1000 - n, n));
    let foot = Foot { inches: 12 };
    let kept = [Kept { unit: foot, count: n }, Kept { unit: foot, count: foot.inches }];
    let lengths = both(Length::<Metre>::new(n), Length::<Foot>::new(5)) + tagged(foot, &kept, n);
    let lengths = lengths + (*largest(&kept)).count + after(&[1, n, 3], Length::<Foot>::new(n));
    paths
        + six_steps::<Decay>(n * 1000)
        + 3 * ill
        + lengths * 7
        + scaled::<Metre>(n)
        + Manhattan::combine(n, 1)
}

#[kernel]
fn steps<M: Metric>(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let n = i[0] as u32;
    y[i] = M::distance((n, 2), (5, 6)) + run(n);
}

#[test]
fn results_equal_those_of_the_host() {
    let of_host: Vec<u32> = (0..64).map(|n| Octile::distance((n, 2), (5, 6)) + run(n)).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator.default_view().parallel_for_each(64, steps::<Octile>(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), of_host);
    });
}
