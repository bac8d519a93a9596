//! Random programs over two sources against a naive model: what is read, what lies in the sources afterwards, and how many
//! bytes move, must be as the model says. Views, sections, other shapes and types, atomic views that several threads share,
//! copies from one source to the other, and all of it by futures as well. The programs of [`flight`] do not wait for these.
//!
//! `AMP_MODEL_ROUNDS` is the number of programs, `AMP_MODEL_SEED` the first one's seed. A failing program is made shorter
//! before it is shown. Each test has them on other places; the CPU, which uses the memory of the host, is always one.

mod act;
mod flight;
mod model;
mod parts;
mod program;
mod run;
mod view;

use amp::interop;
use amp::prelude::*;
use program::{Program, Step};

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Where data may be.
pub(crate) struct Places {
    pub(crate) views: Vec<AcceleratorView>,
    /// The device that each of them is on.
    pub(crate) devices: Vec<usize>,
}

impl Places {
    /// Some of them; the host is always there.
    fn only(self, keep: impl Fn(usize) -> bool) -> Places {
        let kept = self.views.into_iter().zip(self.devices).enumerate();
        let (views, devices) = kept.filter(|(n, _)| *n == 0 || keep(*n)).map(|(_, place)| place).unzip();
        Places { views, devices }
    }
}

/// The CPU, two views of each GPU, and one of a second device of the first.
fn places() -> Places {
    let all = Accelerator::all();
    // The checked accelerator uses the memory of the host, as the other one.
    let gpus = all.iter().filter(|it| !it.device_path().starts_with("cpu"));
    let modes = [QueuingMode::Automatic, QueuingMode::Immediate];
    let views = gpus.enumerate().flat_map(|(n, it)| modes.map(|mode| (n, it, mode)));
    let mut places = Places { views: vec![Accelerator::cpu().default_view()], devices: vec![0] };
    for (n, accelerator, mode) in views {
        places.views.push(accelerator.create_view(mode).unwrap_or_else(|error| panic!("{error}")));
        places.devices.push(n + 1);
    }
    if let Some(gpu) = all.iter().find(|it| interop::is_wgpu(it)) {
        places.views.push(second_device(gpu).default_view());
        places.devices.push(all.len());
    }
    if places.views.len() == 1 {
        assert!(
            std::env::var_os("AMP_REQUIRE_GPU").is_none_or(|it| it == "0"),
            "AMP_REQUIRE_GPU is set, but wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)"
        );
        eprintln!("only on the CPU: wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)");
    }
    places
}

/// Another device of the same adapter, which shares nothing with the first.
fn second_device(gpu: &Accelerator) -> Accelerator {
    let adapter = interop::adapter(gpu).expect("it is one of wgpu");
    let descriptor = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    let (device, queue) =
        pollster::block_on(adapter.request_device(&descriptor)).expect("it opens once more");
    interop::adopt(adapter, device, queue)
}

/// Drops steps as long as the program fails without them, many at once first, then one by one.
fn without_needless<S: Clone>(mut steps: Vec<S>, fails: impl Fn(&[S]) -> bool) -> Vec<S> {
    let mut size = steps.len();
    while size > 0 {
        let mut at = 0;
        while at < steps.len() {
            let mut shorter = steps.clone();
            shorter.drain(at..(at + size).min(shorter.len()));
            if fails(&shorter) {
                steps = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    steps
}

/// Makes a program shorter, and then each step of it simpler, as long as it fails.
fn shorten(program: &Program, places: &Places) -> Program {
    let with = |steps: &[Step]| Program { steps: steps.to_vec(), ..program.clone() };
    let fails = |steps: &[Step]| run::run(&with(steps), places).is_err();
    let mut steps = without_needless(program.steps.clone(), fails);
    for at in 0..steps.len() {
        while let Some(simpler) = steps[at].simpler().into_iter().find_map(|step| {
            let mut simpler = steps.clone();
            simpler[at] = step;
            fails(&simpler).then_some(simpler)
        }) {
            steps = simpler;
        }
    }
    with(&steps)
}

/// The seeds of the programs.
fn seeds() -> std::ops::Range<u64> {
    let seed = number("AMP_MODEL_SEED", 1);
    seed..seed + number("AMP_MODEL_ROUNDS", 150)
}

fn check(places: &Places) {
    for seed in seeds() {
        let program = Program::random(seed, places.views.len());
        if run::run(&program, places).is_err() {
            let program = shorten(&program, places);
            let what = run::run(&program, places).err().unwrap_or_default();
            panic!("AMP_MODEL_SEED={seed}: {what}\n{program:#?}");
        }
    }
}

/// The same for programs that do not wait. What depends on who is first may not happen twice.
fn check_in_flight(places: &Places) {
    for seed in seeds() {
        let program = flight::Program::random(seed, places.views.len());
        let Err(first) = flight::run(&program, places) else { continue };
        let with = |moves: &[flight::Move]| flight::Program { moves: moves.to_vec(), ..program.clone() };
        let fails = |moves: &[flight::Move]| (0..3).any(|_| flight::run(&with(moves), places).is_err());
        let shorter = with(&without_needless(program.moves.clone(), fails));
        panic!("AMP_MODEL_SEED={seed}: {first}\n{shorter:#?}");
    }
}

#[test]
fn on_one_device_programs_do_what_the_model_says() {
    check(&places().only(|place| place == 1));
}

#[test]
fn on_two_views_of_a_device_programs_do_what_the_model_says() {
    check(&places().only(|place| place <= 2));
}

#[test]
fn on_two_devices_programs_do_what_the_model_says() {
    let all = places();
    let last = all.views.len() - 1;
    check(&all.only(|place| place == 1 || place == last));
}

#[test]
fn everywhere_programs_do_what_the_model_says() {
    check(&places());
}

#[test]
fn in_flight_on_two_views_of_a_device() {
    check_in_flight(&places().only(|place| place <= 2));
}

#[test]
fn in_flight_on_two_devices() {
    let all = places();
    let last = all.views.len() - 1;
    check_in_flight(&all.only(|place| place == 1 || place == last));
}

#[test]
fn in_flight_everywhere() {
    check_in_flight(&places());
}
