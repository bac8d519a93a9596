//! Traces: events of launches, transfers and pipelines in a file of the Chrome trace format.

use std::path::PathBuf;
use std::process::Command;

use amp::prelude::*;
use amp_tests::on_each;
use serde_json::Value;

#[kernel]
fn traced_scaling(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i];
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("amp-{name}-{}.json", std::process::id()))
}

fn events(path: &PathBuf) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::remove_file(path).unwrap();
    let Value::Array(events) = serde_json::from_str(&text).unwrap() else { panic!("no array: {text}") };
    events
}

/// The events of a category that concern an accelerator: their argument `accelerator` or the name of their process is its
/// name.
fn of<'e>(events: &'e [Value], category: &str, accelerator: &str) -> Vec<&'e Value> {
    let process = events
        .iter()
        .find(|event| event["name"] == "process_name" && event["args"]["name"] == accelerator)
        .map(|event| &event["pid"]);
    let concerns = |event: &&Value| {
        event["cat"] == category
            && (event["args"]["accelerator"] == accelerator || Some(&event["pid"]) == process)
    };
    events.iter().filter(concerns).collect()
}

/// The only test that starts a trace: a process records one trace at a time.
#[test]
fn trace_records_launches_transfers_and_pipelines() {
    let path = file("trace");
    let trace = amp::Trace::start(&path).unwrap();
    let second = amp::Trace::start(file("second")).unwrap_err();
    assert!(matches!(&second, amp::Error::TraceFile { reason, .. } if reason.contains("is being recorded")));
    let mut accelerators = Vec::new();
    on_each(|accelerator| {
        let queue = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let mut xs = vec![1.0f32; 5000];
        let mut ys = vec![0.0f32; 5000];
        for round in 0..3 {
            if round == 2 {
                xs[0] = 2.0;
            }
            let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
            y.discard_data();
            queue.parallel_for_each(y.extent(), traced_scaling(2.0, &x, &mut y)).unwrap();
            y.finish().unwrap();
        }
        assert_eq!((ys[0], ys[1]), (4.0, 2.0));
        accelerators.push(accelerator.clone());
    });
    trace.finish().unwrap();
    let events = events(&path);
    for accelerator in &accelerators {
        let name = accelerator.description();
        let is_gpu = !accelerator.device_path().starts_with("cpu");
        let mut kernels = of(&events, "kernel", &name);
        kernels.retain(|event| event["name"] == "traced_scaling");
        assert_eq!(kernels.len(), 3, "on {name}");
        for event in kernels {
            assert_eq!(event["args"]["extent"], serde_json::json!([5000]));
            assert_eq!(event["args"]["bytes"], 40_000);
            assert!(event["dur"].as_f64().unwrap() > 0.0);
            assert_eq!(event["args"]["clock"] == "host", !is_gpu);
        }
        let cause = |event: &&&Value| event["args"]["cause"] == "kernel traced_scaling, view x";
        let uploads: Vec<_> =
            of(&events, "upload", &name).iter().filter(cause).map(|event| event["args"].clone()).collect();
        let repeats: Vec<_> = uploads
            .iter()
            .map(|args| (args["bytes"].as_u64(), args["repeat"].as_u64(), args["unchanged"].as_bool()))
            .collect();
        let expected = [(0, false), (1, true), (2, false)];
        let expected: Vec<_> = expected
            .iter()
            .filter(|_| is_gpu)
            .map(|(repeat, same)| (Some(20_000), Some(*repeat), Some(*same)))
            .collect();
        assert_eq!(repeats, expected, "on {name}");
        let downloads = of(&events, "download", &name)
            .iter()
            .filter(|event| event["args"]["cause"] == "synchronize or drop of a view")
            .filter(|event| event["args"]["bytes"] == 20_000)
            .count();
        assert_eq!(downloads >= 3, is_gpu, "on {name}");
        let pipelines = of(&events, "pipeline", &name);
        let own = pipelines.iter().filter(|event| event["args"]["kernel"] == "traced_scaling").count();
        assert_eq!(own, usize::from(is_gpu), "on {name}");
    }
    let missing = amp::Trace::start(path.join("no such folder")).unwrap_err();
    assert!(matches!(missing, amp::Error::TraceFile { .. }), "{missing}");
}

/// Run by `environment_variable_records_the_complete_process` in a process of its own.
#[test]
#[ignore = "run by environment_variable_records_the_complete_process"]
fn one_launch() {
    let mut y = ArrayViewMut::<f32>::without_source([100]).unwrap();
    let x = ArrayView::from_vec([100], vec![3.0; 100]).unwrap();
    let queue = Accelerator::cpu().default_view();
    queue.parallel_for_each(y.extent(), traced_scaling(2.0, &x, &mut y)).unwrap();
    assert_eq!(y[5], 6.0);
}

#[test]
fn environment_variable_records_the_complete_process() {
    let path = file("trace-of-process");
    let run = |path: &std::path::Path| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "launch::trace::one_launch", "--ignored"])
            .env("AMP_TRACE", path)
            .output()
            .unwrap()
    };
    let output = run(&path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let events = events(&path);
    let kernels = events.iter().filter(|event| event["cat"] == "kernel").count();
    assert_eq!(kernels, 1);
    // An unusable path causes one warning, and launches still work.
    let output = run(&path.join("no such folder"));
    assert!(output.status.success());
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert_eq!(warnings.matches("AMP_TRACE").count(), 1, "{warnings}");
}
