//! Which accelerator is the default. The choice is made once in a process, so each case runs in one of its own.

use std::process::Command;

use amp::prelude::*;

/// What a process with this wish has for a default, and whether it complained.
fn default_with(wish: &str) -> (String, bool) {
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "choice::says_its_default", "--nocapture", "--ignored"])
        .env("AMP_ACCELERATOR", wish)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    let said = out.lines().find_map(|line| line.split_once("the default is ")).unwrap_or_default();
    (said.1.to_owned(), String::from_utf8_lossy(&run.stderr).contains("amp: no accelerator fits"))
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn says_its_default() {
    println!("the default is {}", Accelerator::default());
    Accelerator::set_default(&Accelerator::cpu());
    assert_eq!(Accelerator::default(), Accelerator::cpu());
    assert_eq!(Array::<f32>::new([1]).unwrap().accelerator_view(), &Accelerator::cpu().default_view());
}

#[test]
fn the_default_is_never_an_emulated_gpu() {
    let real = Accelerator::all().into_iter().find(|it| !it.is_emulated());
    let usual = real.unwrap_or_else(Accelerator::cpu).description();
    assert_eq!(default_with(""), (usual.clone(), false));
    assert_eq!(default_with("no such thing"), (usual, true));
}

#[test]
fn the_environment_chooses_the_default() {
    for accelerator in Accelerator::all() {
        assert_eq!(default_with(&accelerator.description()), (accelerator.description(), false));
    }
    if let [first, .., _cpu, _checked] = &Accelerator::all()[..] {
        assert_eq!(default_with("gpu"), (first.description(), false));
    }
}
