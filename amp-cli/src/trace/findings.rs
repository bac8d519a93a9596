//! Findings: known problems of a run in plain sentences, each with its correction.
//!
//! Each function looks for one problem and returns sentences with their weight, the share of the run that the problem
//! concerns. Text between backticks is code.

use std::collections::HashMap;

use crate::table::{bytes, count, percent, time};
use crate::trace::intervals::{common, length, merged};
use crate::trace::read::{Event, HOST, Trace};
use crate::trace::summary::{self, Summary};

/// A sentence, with the share of the run that it concerns.
type Finding = (f64, String);

/// All findings, the most important first. There is always at least one sentence.
pub(crate) fn all(trace: &Trace, summary: &Summary) -> Vec<String> {
    let run = Run { trace, summary, duration: summary.duration.max(1e-9) };
    let mut found = Vec::new();
    found.extend(run.repeated_uploads());
    found.extend(run.small_downloads());
    found.extend(run.pipelines());
    found.extend(run.idle_queues());
    found.extend(run.frequent_waits());
    found.extend(run.short_kernels());
    found.extend(run.repeated_allocations());
    found.extend(run.transfers_exceed_kernels());
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut sentences: Vec<_> = found.into_iter().map(|(_, sentence)| sentence).collect();
    sentences.extend(run.dominant_kernel());
    if sentences.is_empty() {
        sentences.push("No known problem was found.".to_owned());
    }
    sentences
}

struct Run<'t> {
    trace: &'t Trace,
    summary: &'t Summary,
    duration: f64,
}

impl<'t> Run<'t> {
    /// The events of a category.
    fn of(&self, category: &str) -> impl Iterator<Item = &'t Event> {
        self.trace.events.iter().filter(move |event| event.category == category)
    }

    /// A share of the run, in words.
    fn share(&self, microseconds: f64) -> String {
        format!("{}, {} of the run", time(microseconds), percent(microseconds / self.duration))
    }

    /// The same host memory is uploaded again although the host has not changed it.
    fn repeated_uploads(&self) -> Vec<Finding> {
        let mut groups: HashMap<(&str, u64, String), Vec<&Event>> = HashMap::new();
        for event in self.of("upload") {
            let key = (summary::cause(event), event.number("bytes"), self.trace.accelerator(event));
            groups.entry(key).or_default().push(event);
        }
        let found = groups.into_iter().filter_map(|((cause, size, _), events)| {
            let redundant: Vec<_> = events.iter().filter(|event| summary::is_redundant(event)).collect();
            let lost = redundant.iter().map(|event| event.duration).sum::<f64>();
            let total = size.saturating_mul(redundant.len() as u64);
            let matters = lost >= 0.01 * self.duration || total >= 1 << 20;
            if redundant.len() < 2 || !matters {
                return None;
            }
            let size = bytes(size);
            let (were, them) = agreement(&size);
            let cause = plain(cause);
            let firsts = events.len() - redundant.len();
            let number = redundant.len() + usize::from(firsts == 1);
            let what = match firsts {
                0 | 1 => format!("{size} {were} uploaded {number} times from the same memory"),
                _ => format!("{size} {were} uploaded {number} times from memory that was uploaded before"),
            };
            let is_certain = redundant.iter().all(|event| event.truth("unchanged") == Some(true));
            let condition =
                if is_certain { String::new() } else { format!("if the host does not change {them}, ") };
            let lost_share = self.share(lost);
            let text = format!(
                "{what} ({cause}; {lost_share}): {condition}keep {them} in an `Array`, or keep the view."
            );
            Some((lost / self.duration, text))
        });
        found.collect()
    }

    /// The host reads many small pieces.
    fn small_downloads(&self) -> Vec<Finding> {
        let found = self.summary.transfers.iter().filter_map(|it| {
            let mean = it.bytes / it.count.max(1) as u64;
            let matters = it.total >= 0.01 * self.duration;
            if it.direction != "download" || it.count < 20 || mean > 4096 || !matters {
                return None;
            }
            let text = format!(
                "{} {} downloaded {} times ({}; {}): read the results once, after the last launch, by `read()` or `to_vec()`.",
                bytes(mean),
                agreement(&bytes(mean)).0,
                it.count,
                plain(&it.cause),
                self.share(it.total)
            );
            Some((it.total / self.duration, text))
        });
        found.collect()
    }

    /// A large part of the run compiles pipelines.
    fn pipelines(&self) -> Option<Finding> {
        let total = length(&merged(self.of("pipeline").map(interval).collect()));
        let share = total / self.duration;
        let number = self.of("pipeline").count();
        (share >= 0.1).then(|| {
            let text = format!(
                "{} took {} of the run ({}): call `warm_up` during the start, and keep pipelines between runs by `AMP_PIPELINE_CACHE`.",
                count(number, "pipeline"),
                percent(share),
                time(total)
            );
            (share, text)
        })
    }

    /// A queue has gaps between its kernels. The finding names the activity of the host in the gaps.
    fn idle_queues(&self) -> Vec<Finding> {
        let mut queues: HashMap<(i64, i64), Vec<(f64, f64)>> = HashMap::new();
        for event in self.trace.events.iter().filter(|event| event.process != HOST) {
            queues.entry((event.process, event.thread)).or_default().push(interval(event));
        }
        let found = queues.into_iter().filter_map(|((process, thread), busy)| {
            let name = self.trace.process(process);
            // The CPU accelerator is idle whenever the program does its own work.
            if name.starts_with("CPU") {
                return None;
            }
            let busy = merged(busy);
            let (first, last) = (busy.first()?.0, busy.last()?.1);
            let gaps: Vec<_> = busy.windows(2).map(|pair| (pair[0].1, pair[1].0)).collect();
            let idle = length(&gaps);
            let share = idle / (last - first).max(1e-9);
            if share < 0.25 || idle < 0.05 * self.duration {
                return None;
            }
            let during = |category: &str| {
                let host = self.of(category).filter(|event| event.process == HOST);
                common(&merged(host.map(interval).collect()), &gaps) / idle
            };
            let activities = [
                ("pipeline", "compiled pipelines", "call `warm_up` before"),
                ("upload", "uploaded data", "keep the data in an `Array`, or upload the next data while a kernel runs"),
                ("download", "downloaded results", "read results once, after the last launch"),
                ("copy", "copied data", "keep the data on one queue"),
                ("allocation", "allocated memory", "allocate once, and reuse arrays and views"),
            ];
            let activities = activities.map(|(category, did, advice)| (during(category), did, advice));
            let (part, did, advice) = activities.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
            let (launching, waiting) = (during("launch"), during("wait"));
            let reason = if part >= 0.2 {
                format!("During {} of that time, the host {did}: {advice}.", percent(part))
            } else if launching >= 0.2 {
                let part = percent(launching);
                format!("During {part} of that time, the host recorded launches: use fewer launches over larger domains.")
            } else if waiting >= 0.2 {
                format!("During {} of that time, the host waited: launch several kernels before you wait.", percent(waiting))
            } else {
                "The host did other work: launch the next kernels before that work.".to_owned()
            };
            let (name, queue) = (plain(&name), plain(&self.trace.thread(process, thread)));
            let text = format!(
                "The queue was idle {} of the time between its first and last work ({name}, {queue}; {}). {reason}",
                percent(share),
                time(idle)
            );
            Some((idle / self.duration, text))
        });
        found.collect()
    }

    /// The host waits after nearly every launch.
    fn frequent_waits(&self) -> Option<Finding> {
        let waits = self.of("wait").count();
        let total = length(&merged(self.of("wait").map(interval).collect()));
        let launches = self.summary.launches;
        let matters = total >= 0.05 * self.duration;
        (waits >= 10 && 2 * waits >= launches && matters).then(|| {
            let text = format!(
                "The host waited {waits} times for {launches} launches ({}): wait once, after the last launch. Reading an element of a view waits, too.",
                self.share(total)
            );
            (0.5 * total / self.duration, text)
        })
    }

    /// A kernel is so short that its launches take longer.
    fn short_kernels(&self) -> Vec<Finding> {
        let mut launches: HashMap<&str, (usize, f64)> = HashMap::new();
        for event in self.of("launch") {
            let (number, total) = launches.entry(&event.name).or_default();
            *number += 1;
            *total += event.own;
        }
        let found = self.summary.kernels.iter().filter_map(|kernel| {
            let (number, total) = *launches.get(&*kernel.name)?;
            let launch = total / number as f64;
            let matters = total >= 0.05 * self.duration;
            if kernel.calls < 50 || launch <= kernel.mean() || !matters || kernel.accelerator.starts_with("CPU") {
                return None;
            }
            let text = format!(
                "A launch of `{}` takes {} on the host, and the kernel runs for {} ({} calls): use one launch over a larger domain, or do several steps in one kernel.",
                plain(&kernel.name),
                time(launch),
                time(kernel.mean()),
                kernel.calls
            );
            Some((total / self.duration, text))
        });
        found.collect()
    }

    /// Memory of the same size is allocated again and again.
    fn repeated_allocations(&self) -> Vec<Finding> {
        let mut groups: HashMap<(u64, String), (usize, f64)> = HashMap::new();
        for event in self.of("allocation") {
            let key = (event.number("bytes"), self.trace.accelerator(event));
            let (number, total) = groups.entry(key).or_default();
            *number += 1;
            *total += event.duration;
        }
        let found = groups.into_iter().filter_map(|((size, _), (number, total))| {
            (number >= 20 && total >= 0.02 * self.duration).then(|| {
                let text = format!(
                    "{} {} allocated {number} times ({}): allocate once, and reuse the array or view.",
                    bytes(size),
                    agreement(&bytes(size)).0,
                    self.share(total)
                );
                (total / self.duration, text)
            })
        });
        found.collect()
    }

    /// More time passes with transfers than with kernels.
    fn transfers_exceed_kernels(&self) -> Option<Finding> {
        let transfers = self.trace.events.iter().filter(|event| summary::is_transfer(event));
        let (moving, running) =
            (merged(transfers.map(interval).collect()), merged(self.of("kernel").map(interval).collect()));
        // A download waits for kernels, and data may move while a kernel runs. So the time during which a kernel runs does
        // not count as time of transfers.
        let (moving, running) = (length(&moving) - common(&moving, &running), length(&running));
        (moving > running && moving >= 0.2 * self.duration).then(|| {
            let text = format!(
                "During {} of the run, data moved and no kernel ran. Kernels took {}: keep data on the accelerator between launches, or do more work for each byte.",
                percent(moving / self.duration),
                percent(running / self.duration)
            );
            // The weight is low, because the findings about single transfers say more and should come first.
            (0.1 * moving / self.duration, text)
        })
    }

    /// One kernel takes at least half of the time of all kernels, so tuning should begin with it.
    fn dominant_kernel(&self) -> Option<String> {
        let first = self.summary.kernels.first().filter(|_| self.summary.kernels.len() > 1)?;
        (first.share >= 0.5 && first.total >= 0.1 * self.duration).then(|| {
            format!(
                "`{}` took {} of the time of all kernels: begin the tuning of kernels with it.",
                plain(&first.name),
                percent(first.share)
            )
        })
    }
}

/// A name of the trace without backticks, which mark code.
fn plain(name: &str) -> String {
    name.replace('`', "'")
}

/// The verb and the pronoun for a number of bytes.
fn agreement(size: &str) -> (&'static str, &'static str) {
    if size.starts_with("1 ") { ("was", "it") } else { ("were", "them") }
}

fn interval(event: &Event) -> (f64, f64) {
    (event.start, event.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{own_time, read};

    /// The findings of events: category, start, duration, process, and arguments.
    fn findings(events: &[(&str, f64, f64, i64, &str)]) -> Vec<String> {
        let mut text = "[\n".to_owned();
        for (category, start, duration, process, arguments) in events {
            text += &format!(
                "{{\"ph\":\"X\",\"name\":\"k\",\"cat\":\"{category}\",\"ts\":{start},\"dur\":{duration},\"pid\":{process},\"tid\":0,\"args\":{{{arguments}}}}},\n"
            );
        }
        let mut trace = read::trace(text.as_bytes()).unwrap();
        own_time::compute(&mut trace);
        all(&trace, &Summary::new(&trace))
    }

    #[test]
    fn repeated_uploads_are_counted_with_the_first_one() {
        let argument = |n| {
            format!("\"bytes\":67108864,\"cause\":\"kernel k, view x\",\"repeat\":{n},\"unchanged\":true")
        };
        let arguments: Vec<_> = (0..100).map(argument).collect();
        let mut events: Vec<_> =
            arguments.iter().enumerate().map(|(n, it)| ("upload", 10.0 * n as f64, 4.0, 1, &**it)).collect();
        events.push(("other", 0.0, 1000.0, 1, ""));
        assert_eq!(
            findings(&events)[0],
            "64 MiB were uploaded 100 times from the same memory (kernel k, view x; 396 µs, 40% of the run): keep them in an \
             `Array`, or keep the view."
        );
    }

    #[test]
    fn changed_uploads_are_no_finding() {
        let change = "\"bytes\":67108864,\"repeat\":1,\"unchanged\":false";
        let events =
            [("kernel", 0.0, 100.0, 2, ""), ("upload", 0.0, 5.0, 1, change), ("upload", 6.0, 5.0, 1, change)];
        assert_eq!(findings(&events), ["No known problem was found."]);
    }

    #[test]
    fn idle_queue_names_the_activity_of_the_host() {
        let found = findings(&[
            ("kernel", 0.0, 30.0, 2, ""),
            ("kernel", 70.0, 30.0, 2, ""),
            ("download", 30.0, 20.0, 1, ""),
        ]);
        assert_eq!(
            found,
            [
                "The queue was idle 40% of the time between its first and last work (accelerator 2, queue 0; 40.0 µs). During \
              50% of that time, the host downloaded results: read results once, after the last launch."
            ]
        );
    }

    #[test]
    fn pipelines_that_overlap_count_once() {
        let found = findings(&[
            ("kernel", 0.0, 100.0, 2, ""),
            ("pipeline", 0.0, 30.0, 1, ""),
            ("pipeline", 10.0, 20.0, 1, ""),
        ]);
        assert_eq!(
            found,
            [
                "2 pipelines took 30% of the run (30.0 µs): call `warm_up` during the start, and keep pipelines between runs \
              by `AMP_PIPELINE_CACHE`."
            ]
        );
    }

    #[test]
    fn idle_queue_without_work_of_amp_names_waits_or_the_program() {
        let kernels = [("kernel", 0.0, 30.0, 2, ""), ("kernel", 70.0, 30.0, 2, "")];
        let found = findings(&[kernels[0], kernels[1], ("wait", 30.0, 30.0, 1, "")]);
        assert!(
            found[0].ends_with(
                "During 75% of that time, the host waited: launch several kernels before you wait."
            )
        );
        let found = findings(&kernels);
        assert!(
            found[0].ends_with("The host did other work: launch the next kernels before that work."),
            "{found:?}"
        );
        // On the CPU accelerator, the threads of the host run the kernels too, so a gap between kernels is no finding.
        let name = "\"accelerator\":\"CPU\"";
        let found = findings(&[("kernel", 0.0, 30.0, 1, name), ("kernel", 70.0, 30.0, 1, name)]);
        assert_eq!(found, ["No known problem was found."]);
    }

    #[test]
    fn many_small_downloads_waits_and_launches_are_found() {
        let mut events = Vec::new();
        for n in 0..100 {
            let start = 100.0 * f64::from(n);
            events.push(("launch", start, 30.0, 1, ""));
            events.push(("kernel", start + 30.0, 20.0, 2, "\"bytes\":4096"));
            events.push(("wait", start + 50.0, 30.0, 1, ""));
            events.push(("download", start + 80.0, 20.0, 1, "\"bytes\":4,\"cause\":\"read on the host\""));
        }
        let found = findings(&events);
        for expected in [
            "4 bytes were downloaded 100 times (read on the host; 2.00 ms, 20% of the run): read the results once, after the \
             last launch, by `read()` or `to_vec()`.",
            "The host waited 100 times for 100 launches (3.00 ms, 30% of the run): wait once, after the last launch. Reading an \
             element of a view waits, too.",
            "A launch of `k` takes 30.0 µs on the host, and the kernel runs for 20.0 µs (100 calls): use one launch over a \
             larger domain, or do several steps in one kernel.",
        ] {
            assert!(found.iter().any(|it| it == expected), "{expected}\n{found:#?}");
        }
    }

    #[test]
    fn repeated_allocations_and_long_transfers_are_found() {
        let size = "\"bytes\":1048576";
        let mut events: Vec<_> = (0..30).map(|n| ("allocation", f64::from(n), 1.0, 1, size)).collect();
        events.push(("download", 30.0, 60.0, 1, size));
        events.push(("kernel", 90.0, 10.0, 2, size));
        assert_eq!(
            findings(&events),
            [
                "1 MiB was allocated 30 times (30.0 µs, 30% of the run): allocate once, and reuse the array or view.",
                "During 60% of the run, data moved and no kernel ran. Kernels took 10%: keep data on the accelerator between launches, or do more \
                 work for each byte."
            ]
        );
    }
}
