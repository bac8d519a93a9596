//! The own time of events: their duration without the work of other events.
//!
//! A launch on the host contains the uploads and the pipeline that it needs. A download begins before the kernels that
//! write its data have finished. Without this correction, a table would count that work twice.

use std::collections::HashMap;

use crate::trace::intervals::{common, merged};
use crate::trace::read::{HOST, Trace};

/// Sets the own time of each event. The events are sorted by their start, and longer ones come first.
pub(super) fn compute(trace: &mut Trace) {
    let inside = times_inside(trace);
    let waited = kernel_times(trace);
    for (event, (inside, waited)) in trace.events.iter_mut().zip(inside.into_iter().zip(waited)) {
        event.own = (event.duration - inside - waited).max(0.0);
    }
}

/// For each launch, the duration of the events directly inside it, which are on the same thread.
fn times_inside(trace: &Trace) -> Vec<f64> {
    let mut inside = vec![0.0; trace.events.len()];
    let mut open: HashMap<i64, Vec<usize>> = HashMap::new();
    for (n, event) in trace.events.iter().enumerate().filter(|(_, event)| event.process == HOST) {
        let open = open.entry(event.thread).or_default();
        while open.pop_if(|outer| trace.events[*outer].end() <= event.start).is_some() {}
        if let Some(outer) = open.last()
            && trace.events[*outer].category == "launch"
        {
            inside[*outer] += event.duration;
        }
        open.push(n);
    }
    inside
}

/// For each download and copy, the time during which a kernel ran on its accelerator.
fn kernel_times(trace: &Trace) -> Vec<f64> {
    let mut kernels: HashMap<String, Vec<(f64, f64)>> = HashMap::new();
    for event in trace.events.iter().filter(|event| event.category == "kernel") {
        kernels.entry(trace.accelerator(event)).or_default().push((event.start, event.end()));
    }
    let kernels: HashMap<_, _> = kernels.into_iter().map(|(name, times)| (name, merged(times))).collect();
    let times = trace.events.iter().map(|event| {
        if !matches!(&*event.category, "download" | "copy") {
            return 0.0;
        }
        let Some(kernels) = kernels.get(&trace.accelerator(event)) else { return 0.0 };
        let first = kernels.partition_point(|kernel| kernel.1 <= event.start);
        let end = kernels.partition_point(|kernel| kernel.0 < event.end());
        common(kernels.get(first..end).unwrap_or_default(), &[(event.start, event.end())])
    });
    times.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    #[test]
    fn work_of_other_events_is_subtracted() {
        let mut text = "[\n".to_owned();
        for (category, start, duration, process) in [
            ("launch", 0, 100, 1),
            ("upload", 10, 50, 1),
            ("pipeline", 70, 20, 1),
            ("kernel", 100, 40, 2),
            ("download", 110, 50, 1),
            ("kernel", 200, 40, 2),
        ] {
            text += &format!(
                "{{\"ph\":\"X\",\"name\":\"k\",\"cat\":\"{category}\",\"ts\":{start},\"dur\":{duration},\"pid\":{process},\"args\":{{\"accelerator\":\"GPU\"}}}},\n"
            );
        }
        let mut trace = read::trace(text.as_bytes()).unwrap();
        compute(&mut trace);
        let own: Vec<_> = trace.events.iter().map(|event| event.own).collect();
        assert_eq!(own, [30.0, 50.0, 20.0, 40.0, 20.0, 40.0]);
    }
}
