//! Model test: random programs over two sources, compared with a naive model. The values, the final contents
//! of the sources, and the number of transferred bytes must agree. The programs use views, sections,
//! reinterpreted views, atomic views on several threads, copies between the sources, and the asynchronous
//! version of each operation. The programs of [`flight`] have pending futures.
//!
//! `AMP_MODEL_ROUNDS` is the number of programs, `AMP_MODEL_SEED` the first seed. A failing program is shrunk
//! before it is reported. Each test uses another set of queues. Each set contains the CPU, which uses host
//! memory.

mod in_flight;
mod model;
mod program;
mod run;
mod sections;
mod step;
mod view;

use amp::interop;
use amp::prelude::*;
use program::{Program, Step};

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The queues that can have the data of a program.
pub(crate) struct Locations {
    pub(crate) views: Vec<AcceleratorView>,
    /// The index of each queue's device. Queues of the same device have the same index.
    pub(crate) devices: Vec<usize>,
}

impl Locations {
    /// Returns a subset of the queues. The first queue, on the host, is always in the subset.
    fn only(self, keep: impl Fn(usize) -> bool) -> Locations {
        let kept = self.views.into_iter().zip(self.devices).enumerate();
        let (views, devices) =
            kept.filter(|(n, _)| *n == 0 || keep(*n)).map(|(_, location)| location).unzip();
        Locations { views, devices }
    }
}

/// Creates queues: one of the CPU, two of each GPU, and one of a second device of a GPU's adapter.
fn locations() -> Locations {
    let all = Accelerator::all();
    // The checked accelerator uses host memory, as the CPU does, so it adds no location.
    let gpus = all.iter().filter(|it| !it.device_path().starts_with("cpu"));
    let modes = [QueuingMode::Automatic, QueuingMode::Immediate];
    let views = gpus.enumerate().flat_map(|(n, it)| modes.map(|mode| (n, it, mode)));
    let mut locations = Locations { views: vec![Accelerator::cpu().default_view()], devices: vec![0] };
    for (n, accelerator, mode) in views {
        locations.views.push(accelerator.create_view(mode).unwrap_or_else(|error| panic!("{error}")));
        locations.devices.push(n + 1);
    }
    if let Some(gpu) = all.iter().find(|it| interop::is_wgpu(it)) {
        locations.views.push(second_device(gpu).default_view());
        locations.devices.push(all.len());
    }
    if locations.views.len() == 1 {
        assert!(
            std::env::var_os("AMP_REQUIRE_GPU").is_none_or(|it| it == "0"),
            "AMP_REQUIRE_GPU is set, but wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)"
        );
        eprintln!("only on the CPU: wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)");
    }
    locations
}

/// Opens another device of the same adapter, which shares nothing with the first device.
fn second_device(gpu: &Accelerator) -> Accelerator {
    let adapter = interop::adapter(gpu).expect("it is one of wgpu");
    let descriptor = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    let (device, queue) =
        pollster::block_on(adapter.request_device(&descriptor)).expect("it opens once more");
    interop::adopt(adapter, device, queue)
}

/// Removes steps as long as the program still fails: first many steps together, then single steps.
fn shrink_steps<S: Clone>(mut steps: Vec<S>, fails: impl Fn(&[S]) -> bool) -> Vec<S> {
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

/// Shrinks a program, and then each of its steps, as long as the program still fails.
fn shrink(program: &Program, locations: &Locations) -> Program {
    let with = |steps: &[Step]| Program { steps: steps.to_vec(), ..program.clone() };
    let fails = |steps: &[Step]| run::run(&with(steps), locations).is_err();
    let mut steps = shrink_steps(program.steps.clone(), fails);
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

/// The seeds of the programs that a test runs.
fn seeds() -> std::ops::Range<u64> {
    let seed = number("AMP_MODEL_SEED", 1);
    seed..seed + number("AMP_MODEL_ROUNDS", 150)
}

fn check(locations: &Locations) {
    for seed in seeds() {
        let program = Program::random(seed, locations.views.len());
        if run::run(&program, locations).is_err() {
            let program = shrink(&program, locations);
            let what = run::run(&program, locations).err().unwrap_or_default();
            panic!("AMP_MODEL_SEED={seed}: {what}\n{program:#?}");
        }
    }
}

/// Like `check`, for programs with pending futures. A race may not be reproducible, so a failure is only
/// shrunk if it occurs again.
fn check_in_flight(locations: &Locations) {
    for seed in seeds() {
        let program = in_flight::Program::random(seed, locations.views.len());
        let Err(first) = in_flight::run(&program, locations) else { continue };
        let with =
            |moves: &[in_flight::Step]| in_flight::Program { moves: moves.to_vec(), ..program.clone() };
        let fails =
            |moves: &[in_flight::Step]| (0..3).any(|_| in_flight::run(&with(moves), locations).is_err());
        let shorter = with(&shrink_steps(program.moves.clone(), fails));
        panic!("AMP_MODEL_SEED={seed}: {first}\n{shorter:#?}");
    }
}

#[test]
fn programs_on_one_device() {
    check(&locations().only(|location| location == 1));
}

#[test]
fn programs_on_two_queues_of_a_device() {
    check(&locations().only(|location| location <= 2));
}

#[test]
fn programs_on_two_devices() {
    let all = locations();
    let last = all.views.len() - 1;
    check(&all.only(|location| location == 1 || location == last));
}

#[test]
fn programs_on_all_accelerators() {
    check(&locations());
}

#[test]
fn programs_in_flight_on_two_queues_of_a_device() {
    check_in_flight(&locations().only(|location| location <= 2));
}

#[test]
fn programs_in_flight_on_two_devices() {
    let all = locations();
    let last = all.views.len() - 1;
    check_in_flight(&all.only(|location| location == 1 || location == last));
}

#[test]
fn programs_in_flight_on_all_accelerators() {
    check_in_flight(&locations());
}
