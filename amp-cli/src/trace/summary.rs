//! Tables of a trace: time and bytes of each kernel, and transfers by their cause.

use std::collections::HashMap;

use crate::table::{bytes, count, time};
use crate::trace::read::{Event, Trace};

/// The kernels and the transfers of a trace, each list sorted by decreasing total time.
pub(crate) struct Summary {
    pub(crate) start: f64,
    pub(crate) duration: f64,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) launches: usize,
}

/// A kernel on an accelerator. Times are in microseconds.
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) accelerator: String,
    pub(crate) calls: usize,
    pub(crate) total: f64,
    /// Bytes of the captured views of all calls.
    pub(crate) bytes: u64,
    /// The kernel's total time divided by that of all kernels, from 0 to 1.
    pub(crate) share: f64,
    /// The clock that measured the kernel's time, as the trace names it. `mixed` if the calls used different
    /// clocks.
    pub(crate) clock: String,
}

impl Kernel {
    pub(crate) fn mean(&self) -> f64 {
        self.total / self.calls.max(1) as f64
    }

    pub(crate) fn gigabytes_per_second(&self) -> Option<f64> {
        rate(self.bytes, self.total)
    }
}

/// Transfers with the same direction, cause and accelerator.
pub(crate) struct Transfer {
    /// `upload`, `download` or `copy`.
    pub(crate) direction: String,
    pub(crate) cause: String,
    pub(crate) accelerator: String,
    pub(crate) count: usize,
    /// The time of the transfers, without the time that they waited for kernels.
    pub(crate) total: f64,
    pub(crate) bytes: u64,
    /// The number of redundant uploads, see [`is_redundant`].
    pub(crate) redundant: usize,
}

impl Transfer {
    pub(crate) fn gigabytes_per_second(&self) -> Option<f64> {
        rate(self.bytes, self.total)
    }
}

/// Gigabytes per second. `None` if the trace lacks the bytes or the time, which are then zero.
fn rate(bytes: u64, microseconds: f64) -> Option<f64> {
    (bytes > 0 && microseconds > 0.0).then(|| bytes as f64 / microseconds / 1e3)
}

/// Whether an event moves data.
pub(crate) fn is_transfer(event: &Event) -> bool {
    matches!(&*event.category, "upload" | "download" | "copy")
}

/// Whether an upload is redundant: the same host memory was uploaded before. The field `unchanged` compares
/// samples of the bytes; without it, the bytes count as unchanged.
pub(crate) fn is_redundant(event: &Event) -> bool {
    event.category == "upload" && event.number("repeat") > 0 && event.truth("unchanged") != Some(false)
}

/// The cause of a transfer in words.
pub(crate) fn cause(event: &Event) -> &str {
    event.text("cause").unwrap_or("unknown")
}

impl Summary {
    /// Computes the tables.
    pub(crate) fn new(trace: &Trace) -> Summary {
        let events = &trace.events;
        let start = events.iter().map(|it| it.start).fold(f64::INFINITY, f64::min);
        let end = events.iter().map(Event::end).fold(f64::NEG_INFINITY, f64::max);

        let mut kernels: HashMap<(&str, String), Kernel> = HashMap::new();
        let mut transfers: HashMap<(&str, &str, String), Transfer> = HashMap::new();
        for event in events {
            let accelerator = trace.accelerator(event);
            if event.category == "kernel" {
                let clock = event.text("clock").unwrap_or("unknown");
                let kernel = kernels.entry((&event.name, accelerator.clone())).or_insert_with(|| Kernel {
                    name: event.name.clone(),
                    accelerator,
                    calls: 0,
                    total: 0.0,
                    bytes: 0,
                    share: 0.0,
                    clock: clock.to_owned(),
                });
                kernel.calls += 1;
                kernel.total += event.duration;
                kernel.bytes = kernel.bytes.saturating_add(event.number("bytes"));
                if kernel.clock != clock {
                    kernel.clock = "mixed".to_owned();
                }
            } else if is_transfer(event) {
                let key = (&*event.category, cause(event), accelerator.clone());
                let transfer = transfers.entry(key).or_insert_with(|| Transfer {
                    direction: event.category.clone(),
                    cause: cause(event).to_owned(),
                    accelerator,
                    count: 0,
                    total: 0.0,
                    bytes: 0,
                    redundant: 0,
                });
                transfer.count += 1;
                transfer.total += event.own;
                transfer.bytes = transfer.bytes.saturating_add(event.number("bytes"));
                transfer.redundant += usize::from(is_redundant(event));
            }
        }
        let mut kernels: Vec<_> = kernels.into_values().collect();
        let total: f64 = kernels.iter().map(|it| it.total).sum();
        for kernel in &mut kernels {
            kernel.share = if total > 0.0 { kernel.total / total } else { 0.0 };
        }
        kernels.sort_by(|a, b| b.total.total_cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
        let mut transfers: Vec<_> = transfers.into_values().collect();
        transfers.sort_by(|a, b| b.total.total_cmp(&a.total).then_with(|| a.cause.cmp(&b.cause)));
        // On the CPU accelerator, a launch runs the kernel at once and records only the event `kernel`, no event
        // `launch`.
        let is_launch = |it: &&Event| {
            it.category == "launch" || (it.category == "kernel" && trace.accelerator(it).starts_with("CPU"))
        };
        let launches = events.iter().filter(is_launch).count();
        Summary { start, duration: end - start, kernels, transfers, launches }
    }

    /// A sentence about the traced run: its time, launches, uploads and downloads.
    pub(crate) fn sentence(&self) -> String {
        let moved = |direction| {
            let of = self.transfers.iter().filter(move |it| it.direction == direction);
            let (number, size) = of.fold((0, 0u64), |(n, b), it| (n + it.count, b.saturating_add(it.bytes)));
            format!("{} ({})", count(number, direction), bytes(size))
        };
        format!(
            "The run took {}: {}, {} and {}.",
            time(self.duration),
            count(self.launches, "launch"),
            moved("upload"),
            moved("download"),
        )
    }
}
