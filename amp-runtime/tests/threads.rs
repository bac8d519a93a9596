//! The threads of a CPU launch: rayon's global pool, the pool that the caller belongs to, or `AMP_NUM_THREADS` threads.
//! Each case runs in its own process, because pool threads never end.

#![cfg(not(miri))]

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use amp::prelude::*;
use rayon::prelude::*;

/// The number of work-items: large enough that a launch uses several threads.
const COUNT: usize = 1 << 18;

fn cpu() -> AcceleratorView {
    Accelerator::cpu().default_view()
}

/// Runs a large launch, and returns whether its result is correct.
fn launch(seed: u32) -> bool {
    let mut y = Array::<u32>::new_on(&cpu(), COUNT).unwrap();
    cpu()
        .parallel_for_each(
            COUNT,
            amp!(|i: Index<1>| {
                let mut x = i[0] as u32 ^ seed;
                for _ in 0..16 {
                    x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                }
                y[i] = x;
            }),
        )
        .unwrap();
    let expected =
        |n: u32| (0..16).fold(n ^ seed, |x, _| x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let all = y.to_vec().unwrap();
    all.len() == COUNT && all.iter().zip(0..).step_by(997).all(|(x, n)| *x == expected(n))
}

/// The thread ids of this process, if the system lists them.
fn threads() -> Option<BTreeSet<String>> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    Some(tasks.flatten().map(|task| task.file_name().to_string_lossy().into_owned()).collect())
}

/// Returns the names of threads that have started since `before`.
fn new_threads(before: &BTreeSet<String>) -> Vec<String> {
    let started = threads().unwrap_or_default();
    let name =
        |id: &String| std::fs::read_to_string(format!("/proc/self/task/{id}/comm")).unwrap_or_default();
    started.difference(before).map(|id| name(id).trim_end().to_owned()).collect()
}

/// Runs an ignored test of this file in its own process, with a value of `AMP_NUM_THREADS`.
fn alone(test: &str, thread_limit: Option<&str>) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).env_remove("AMP_NUM_THREADS");
    let output =
        command.envs(thread_limit.map(|thread_limit| ("AMP_NUM_THREADS", thread_limit))).output().unwrap();
    assert!(output.status.success(), "{test} with {thread_limit:?}: {output:?}");
    output
}

/// Returns the rest of the line after a word in the output of a process.
fn printed_after(output: &Output, word: &str) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().find_map(|line| line.split_once(word)).unwrap_or_else(|| panic!("{text}")).1.to_owned()
}

#[test]
#[ignore = "run by other tests, in its own process"]
fn prints_new_threads() {
    let Some(before) = threads() else { return println!("threads unknown") };
    assert!(launch(1));
    let mut started = new_threads(&before);
    started.sort();
    println!("threads {started:?}");
}

#[test]
fn environment_variable_sets_the_number_of_threads() {
    let threads_with = |thread_limit| printed_after(&alone("prints_new_threads", thread_limit), "threads ");
    if threads_with(None) == "unknown" {
        return eprintln!("skipped: this system does not list the threads of a process");
    }
    assert_eq!(threads_with(Some("3")), r#"["amp 0", "amp 1", "amp 2"]"#);
    assert_eq!(threads_with(Some("1")), "[]", "one thread is the caller");
    let rayons = threads_with(None);
    assert!(rayons != "[]" && !rayons.contains("amp 0"), "{rayons}");
    for nonsense in ["0", "-1", "many", ""] {
        let output = alone("prints_new_threads", Some(nonsense));
        assert_eq!(printed_after(&output, "threads "), rayons, "{nonsense:?}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains(&format!("ignoring AMP_NUM_THREADS={nonsense:?}")), "{complaint}");
    }
}

#[test]
fn environment_variable_cannot_exceed_the_limit_of_threads() {
    let output = alone("prints_new_threads", Some("100000"));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("AMP_NUM_THREADS=\"100000\" is more than the limit of "), "{complaint}");
    let threads = printed_after(&output, "threads ");
    let count = threads.matches("amp ").count();
    assert!(threads == "unknown" || (100..10_000).contains(&count), "{count}");
}

#[test]
#[ignore = "run by another test, in its own process"]
fn launches_in_a_pool() {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(3).thread_name(|n| format!("user {n}")).build().unwrap();
    // Pool threads start lazily. So each thread must run a job before the test counts the threads.
    pool.broadcast(|_| ());
    let before = threads();
    assert!(pool.install(|| launch(2)));
    if let Some(before) = before {
        println!("threads {:?}", new_threads(&before));
    } else {
        println!("threads unknown");
    }
    // All threads of the pool launch kernels, from nested jobs, too.
    let right = pool.install(|| {
        (0..6u32)
            .into_par_iter()
            .map(|n| (launch(n), rayon::join(|| launch(n + 10), || launch(n + 20))))
            .collect()
    });
    let right: Vec<(bool, (bool, bool))> = right;
    assert!(right.iter().all(|(a, (b, c))| *a && *b && *c), "{right:?}");
    assert!((0..4u32).into_par_iter().all(launch), "in rayon's own");
}

#[test]
fn launch_in_a_pool_runs_on_its_threads() {
    let threads = printed_after(&alone("launches_in_a_pool", None), "threads ");
    assert!(["[]", "unknown"].contains(&&*threads), "the user's threads are enough: {threads}");
    // `AMP_NUM_THREADS` takes precedence, and no thread deadlocks.
    let threads = printed_after(&alone("launches_in_a_pool", Some("2")), "threads ");
    assert!(
        ["[\"amp 0\", \"amp 1\"]", "[\"amp 1\", \"amp 0\"]", "unknown"].contains(&&*threads),
        "{threads}"
    );
    alone("launches_in_a_pool", Some("1"));
}

#[test]
#[ignore = "run by another test, in its own process"]
fn launches_with_a_lock() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let (total, ones) = (Mutex::new(vec![0.0f32; 4096]), vec![1.0f32; 4096]);
    let add = |_: u32| {
        let mut total = total.lock().unwrap();
        let (x, mut y) = (ArrayView::new(&ones), ArrayViewMut::new(&mut total[..]));
        let kernel = amp!(|i: Index<1>| {
            let mut sum = 0.0;
            for _ in 0..64 {
                sum += x[i];
            }
            y[i] += sum;
        });
        cpu().parallel_for_each(4096, kernel).unwrap();
        y.finish().unwrap();
    };
    pool.install(|| (0..2000u32).into_par_iter().for_each(add));
    assert!(total.lock().unwrap().iter().all(|sum| *sum == 128_000.0));
}

/// A pool thread that waits for helper threads runs no other job, because the job might wait for a lock that
/// the launching code holds.
#[test]
fn launch_under_a_lock_does_not_deadlock() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "launches_with_a_lock", "--ignored", "--nocapture"]);
    let mut process = command.stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    // The process needs less than a second. After a minute, the test considers it deadlocked.
    let status = loop {
        match process.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if start.elapsed() > Duration::from_secs(60) => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if status.is_none() {
        process.kill().unwrap();
    }
    assert!(status.is_some_and(|status| status.success()), "{status:?}");
}
