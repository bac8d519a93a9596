//! The recorder of a trace: writes events to a file in the Chrome trace format, which Perfetto and `amp trace`
//! read. The file is a JSON array with one event per line. A reader must accept a missing `]` at its end,
//! because a process may stop before the trace is finished.
//!
//! One trace is recorded at a time, for the whole process. While none is recorded, each event costs one relaxed
//! load.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::support::error::{Error, Result};
use crate::support::sync::lock;
use crate::support::warning::complain;

/// The environment variable `AMP_TRACE`, which starts a trace, was not read yet.
const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;

/// Whether a trace is being recorded. It changes only while `RECORDER` is locked.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

/// The process id that the trace contains for the host. The ids of the accelerators are 2, 3, ..
const HOST: u32 = 1;
/// Events are written to the file in blocks of at least this many bytes.
const BLOCK_BYTES: usize = 64 << 10;
/// An event that is recorded this long after the last write to the file causes the next write.
const FLUSH_INTERVAL: Duration = Duration::from_millis(500);
/// The number of words that are compared to find out whether an upload repeats an earlier one.
const SAMPLES: usize = 256;

/// With the feature `tracing`, opens a span of the crate `tracing` until the end of the enclosing block.
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)*) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!(target: "amp", $name $(, $field = $value)*).entered();
    };
}
pub(crate) use span;

/// Whether a trace is being recorded.
#[inline]
pub(crate) fn is_on() -> bool {
    match STATE.load(Ordering::Relaxed) {
        OFF => false,
        ON => true,
        _ => start_from_environment(),
    }
}

#[cold]
fn start_from_environment() -> bool {
    let mut recorder = lock(&RECORDER);
    if STATE.load(Ordering::Relaxed) == UNKNOWN {
        STATE.store(OFF, Ordering::Relaxed);
        if let Some(path) = std::env::var_os("AMP_TRACE").filter(|path| !path.is_empty()) {
            match Recorder::create(Path::new(&path)) {
                Ok(new) => {
                    *recorder = Some(new);
                    STATE.store(ON, Ordering::Relaxed);
                    at_exit::finish_trace();
                }
                Err(error) => complain(&format!("AMP_TRACE: {error}")),
            }
        }
    }
    STATE.load(Ordering::Relaxed) == ON
}

/// Starts to record a trace to a file.
pub(crate) fn start_recording(path: &Path) -> Result<()> {
    is_on();
    let mut recorder = lock(&RECORDER);
    if let Some(running) = &*recorder {
        let reason = format!("a trace to `{}` is being recorded", running.path.display());
        return Err(trace_error(path, reason));
    }
    *recorder = Some(Recorder::create(path)?);
    STATE.store(ON, Ordering::Relaxed);
    Ok(())
}

/// Stops recording, and completes the file.
pub(crate) fn finish_recording() -> Result<()> {
    let recorder = {
        let mut recorder = lock(&RECORDER);
        if recorder.is_some() {
            STATE.store(OFF, Ordering::Relaxed);
        }
        recorder.take()
    };
    recorder.map_or(Ok(()), Recorder::finish)
}

fn trace_error(path: &Path, reason: impl std::fmt::Display) -> Error {
    Error::TraceFile { path: path.display().to_string(), reason: reason.to_string() }
}

/// The track of an event: a row of the timeline.
pub(crate) enum Track<'a> {
    /// The current thread of the host.
    Thread,
    /// A queue of an accelerator: the accelerator's description, and the id of the queue.
    Queue(&'a str, u64),
}

/// A value in the details of an event.
pub(crate) enum Detail<'a> {
    Number(u64),
    Numbers(&'a [usize]),
    Text(&'a str),
    Flag(bool),
}

/// The time at which an event began; `None` if no trace is being recorded.
#[derive(Clone, Copy)]
#[must_use]
pub(crate) struct Begun(Option<Instant>);

/// Notes the begin of an event.
#[inline]
pub(crate) fn begin() -> Begun {
    Begun(is_on().then(Instant::now))
}

impl Begun {
    /// Records the event, which ends now. `record` gets the recorder and the event's begin and duration.
    #[inline]
    pub(crate) fn end(self, record: impl FnOnce(&mut Recorder, Span)) {
        if let Some(begin) = self.0 {
            record_span(begin, begin.elapsed(), record);
        }
    }
}

#[cold]
fn record_span(begin: Instant, duration: Duration, record: impl FnOnce(&mut Recorder, Span)) {
    let mut recorder = lock(&RECORDER);
    if let Some(recorder) = &mut *recorder {
        let begin = begin.saturating_duration_since(recorder.begin);
        record(recorder, Span { begin: nanoseconds(begin), duration: nanoseconds(duration) });
    }
}

/// Calls `record` if a trace is being recorded.
pub(crate) fn with_recorder(record: impl FnOnce(&mut Recorder)) {
    if is_on()
        && let Some(recorder) = &mut *lock(&RECORDER)
    {
        record(recorder);
    }
}

/// A period of time since the begin of the trace, in nanoseconds.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) begin: u64,
    pub(crate) duration: u64,
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// The details of a launch in a trace.
#[derive(Clone, Debug)]
pub(crate) struct KernelDetails {
    /// The id of the queue.
    pub(crate) queue: u64,
    /// The extent of the domain.
    pub(crate) extent: Vec<usize>,
    /// The size of all captured views.
    pub(crate) bytes: u64,
}

/// A trace that is being recorded.
pub(crate) struct Recorder {
    path: PathBuf,
    file: File,
    /// Events that are not in the file yet.
    pending: String,
    /// Whether the file, with the pending events, contains an event.
    has_events: bool,
    last_flush: Instant,
    begin: Instant,
    /// The process that records. A forked child inherits the recorder, but must not write to the file.
    process: u32,
    /// The descriptions of the accelerators so far. Their ids in the trace follow `HOST`.
    accelerators: Vec<String>,
    /// The tracks that have a name in the file: process and thread ids.
    named: HashSet<(u32, u64)>,
    /// Uploads so far, by accelerator, host address and size.
    uploads: HashMap<(u32, usize, u64), RepeatedUpload>,
    /// For each accelerator, the least difference so far between the device's clock and the time since the begin
    /// of the trace, in nanoseconds.
    clocks: HashMap<u32, i64>,
    /// The first error of a write to the file.
    failure: Option<std::io::Error>,
}

/// How often the same memory was uploaded, and a hash of samples of its last content.
#[derive(Clone, Copy, Default)]
struct RepeatedUpload {
    count: u64,
    sample: u64,
}

impl Recorder {
    fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).map_err(|error| trace_error(path, error))?;
        let now = Instant::now();
        let mut recorder = Recorder {
            path: path.to_owned(),
            file,
            pending: String::with_capacity(2 * BLOCK_BYTES),
            has_events: false,
            last_flush: now,
            begin: now,
            process: std::process::id(),
            accelerators: Vec::new(),
            named: HashSet::new(),
            uploads: HashMap::new(),
            clocks: HashMap::new(),
            failure: None,
        };
        recorder.pending.push('[');
        recorder.metadata("process_name", HOST, None, "host");
        Ok(recorder)
    }

    /// Records an event that took a period of time.
    pub(crate) fn event(
        &mut self,
        category: &str,
        name: &str,
        track: &Track<'_>,
        span: Span,
        details: &[(&str, Detail<'_>)],
    ) {
        let (process, thread) = self.track(track);
        self.separator();
        let out = &mut self.pending;
        out.push_str("{\"ph\":\"X\",\"cat\":");
        quoted(out, category);
        out.push_str(",\"name\":");
        quoted(out, name);
        // The format counts in microseconds.
        let _ = write!(
            out,
            ",\"pid\":{process},\"tid\":{thread},\"ts\":{}.{:03},\"dur\":{}.{:03},\"args\":{{",
            span.begin / 1000,
            span.begin % 1000,
            span.duration / 1000,
            span.duration % 1000
        );
        for (n, (name, detail)) in details.iter().enumerate() {
            if n > 0 {
                out.push(',');
            }
            quoted(out, name);
            out.push(':');
            match detail {
                Detail::Number(number) => {
                    let _ = write!(out, "{number}");
                }
                Detail::Numbers(numbers) => {
                    let _ = write!(out, "{numbers:?}");
                }
                Detail::Text(text) => quoted(out, text),
                Detail::Flag(flag) => {
                    let _ = write!(out, "{flag}");
                }
            }
        }
        out.push_str("}}");
        if self.pending.len() >= BLOCK_BYTES || self.last_flush.elapsed() >= FLUSH_INTERVAL {
            self.flush();
        }
    }

    /// Records that a kernel ran on an accelerator. `clock` names the clock that measured the span.
    pub(crate) fn kernel(
        &mut self,
        name: &str,
        accelerator: &str,
        details: &KernelDetails,
        span: Span,
        clock: &str,
    ) {
        self.event(
            "kernel",
            name,
            &Track::Queue(accelerator, details.queue),
            span,
            &[
                ("extent", Detail::Numbers(&details.extent)),
                ("bytes", Detail::Number(details.bytes)),
                ("clock", Detail::Text(clock)),
            ],
        );
    }

    /// Records an upload. `sample` is a hash of samples of the uploaded bytes, as [`sample`] returns it.
    pub(crate) fn upload(
        &mut self,
        accelerator: &str,
        host_address: usize,
        bytes: u64,
        sample: u64,
        span: Span,
    ) {
        let key = (self.accelerator(accelerator), host_address, bytes);
        let earlier = self.uploads.insert(key, RepeatedUpload::default()).unwrap_or_default();
        self.uploads.insert(key, RepeatedUpload { count: earlier.count + 1, sample });
        let unchanged = earlier.count > 0 && earlier.sample == sample;
        self.event(
            "upload",
            "upload",
            &Track::Thread,
            span,
            &[
                ("bytes", Detail::Number(bytes)),
                ("accelerator", Detail::Text(accelerator)),
                ("cause", Detail::Text(&cause())),
                ("repeat", Detail::Number(earlier.count)),
                ("unchanged", Detail::Flag(unchanged)),
            ],
        );
    }

    /// Records a download or a copy within a device.
    pub(crate) fn transfer(&mut self, category: &str, accelerator: &str, bytes: u64, span: Span) {
        let cause = cause();
        let details = [
            ("bytes", Detail::Number(bytes)),
            ("accelerator", Detail::Text(accelerator)),
            ("cause", Detail::Text(&cause)),
        ];
        self.event(category, category, &Track::Thread, span, &details);
    }

    /// Records that the current thread waited for an accelerator.
    pub(crate) fn wait(&mut self, accelerator: &str, span: Span) {
        self.event("wait", "wait", &Track::Thread, span, &[("accelerator", Detail::Text(accelerator))]);
    }

    /// Converts times of a device's clock to times since the begin of the trace. `times` are the begin and
    /// end of each command of a batch, and `submitted` is the time at which the host submitted the batch.
    ///
    /// The difference of the two clocks is unknown. No command begins before its submission. So the first
    /// time minus `submitted` is at least that difference, and the least such value so far is the best
    /// estimate.
    pub(crate) fn device_spans(
        &mut self,
        accelerator: &str,
        submitted: Instant,
        times: &[(u64, u64)],
    ) -> Vec<Span> {
        let accelerator = self.accelerator(accelerator);
        let submitted = nanoseconds(submitted.saturating_duration_since(self.begin));
        let Some(&(first, _)) = times.first() else { return Vec::new() };
        let difference = first.wrapping_sub(submitted) as i64;
        let least = self.clocks.entry(accelerator).or_insert(difference);
        *least = difference.min(*least);
        let span = |&(begin, end): &(u64, u64)| Span {
            begin: begin.wrapping_sub(*least as u64),
            duration: end.saturating_sub(begin),
        };
        times.iter().map(span).collect()
    }

    /// The process and thread ids of a track. The first use of a track names it in the file.
    fn track(&mut self, track: &Track<'_>) -> (u32, u64) {
        match *track {
            Track::Thread => {
                let id = THREAD.with(|thread| *thread);
                if self.named.insert((HOST, id.into())) {
                    let current = std::thread::current();
                    let name = current.name().unwrap_or("thread").to_owned();
                    self.metadata("thread_name", HOST, Some(id.into()), &name);
                }
                (HOST, id.into())
            }
            Track::Queue(accelerator, queue) => {
                let process = self.accelerator(accelerator);
                if self.named.insert((process, queue)) {
                    self.metadata("thread_name", process, Some(queue), &format!("queue {queue}"));
                }
                (process, queue)
            }
        }
    }

    /// The process id of an accelerator in the trace.
    fn accelerator(&mut self, description: &str) -> u32 {
        let id = |n: usize| HOST + 1 + n as u32;
        if let Some(known) = self.accelerators.iter().position(|known| known == description) {
            return id(known);
        }
        let new = id(self.accelerators.len());
        self.accelerators.push(description.to_owned());
        self.metadata("process_name", new, None, description);
        new
    }

    fn metadata(&mut self, kind: &str, process: u32, thread: Option<u64>, name: &str) {
        self.separator();
        let out = &mut self.pending;
        let _ = write!(out, "{{\"ph\":\"M\",\"name\":\"{kind}\",\"pid\":{process}");
        if let Some(thread) = thread {
            let _ = write!(out, ",\"tid\":{thread}");
        }
        out.push_str(",\"args\":{\"name\":");
        quoted(out, name);
        out.push_str("}}");
    }

    /// Ends the previous event's line.
    fn separator(&mut self) {
        if self.has_events {
            self.pending.push(',');
        }
        self.pending.push('\n');
        self.has_events = true;
    }

    fn flush(&mut self) {
        self.last_flush = Instant::now();
        // A forked child must not write the parent's events a second time.
        if std::process::id() == self.process
            && let Err(error) = self.file.write_all(self.pending.as_bytes())
        {
            self.failure.get_or_insert(error);
        }
        self.pending.clear();
    }

    fn finish(mut self) -> Result<()> {
        self.pending.push_str("\n]\n");
        self.flush();
        self.failure.take().map_or(Ok(()), |error| Err(trace_error(&self.path, error)))
    }
}

/// Appends a JSON string.
pub(crate) fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A hash of words at even distances. Two uploads with equal hashes probably contain the same data.
pub(crate) fn sample<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for piece in pieces {
        let step = (piece.len() / SAMPLES).next_multiple_of(8).max(8);
        for word in piece.chunks(step) {
            for &byte in word.iter().take(8) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

thread_local! {
    /// The id of this thread in traces.
    static THREAD: u32 = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    };
    /// The operation of the user that causes the transfers of this thread.
    static CAUSE: RefCell<Option<Cause>> = const { RefCell::new(None) };
    /// The index of the capture whose data is being moved.
    static CAPTURE: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// An operation of the user that may cause transfers.
enum Cause {
    /// An access of the host, by its description.
    Host(&'static str),
    /// A launch: the kernel, and the names of its captures.
    Launch(&'static str, Vec<&'static str>),
}

/// Names the operation that causes the transfers of this thread, until the result is dropped.
pub(crate) struct CauseGuard(bool);

/// The transfers of this thread are caused by this access of the host, unless a cause is already set.
pub(crate) fn caused_by_host(access: &'static str) -> CauseGuard {
    set_cause(|| Cause::Host(access))
}

/// The transfers of this thread are caused by a launch of this kernel. `names` returns the names of its captures.
pub(crate) fn caused_by_launch(
    kernel: &'static str,
    names: impl FnOnce() -> Vec<&'static str>,
) -> CauseGuard {
    set_cause(|| Cause::Launch(kernel, names()))
}

fn set_cause(cause: impl FnOnce() -> Cause) -> CauseGuard {
    let sets = is_on() && CAUSE.with_borrow(Option::is_none);
    if sets {
        CAPTURE.set(usize::MAX);
        CAUSE.set(Some(cause()));
    }
    CauseGuard(sets)
}

impl Drop for CauseGuard {
    fn drop(&mut self) {
        if self.0 {
            CAUSE.set(None);
        }
    }
}

/// The transfers that follow are for the capture with this index.
#[inline]
pub(crate) fn set_capture(capture: usize) {
    if is_on() {
        CAPTURE.set(capture);
    }
}

/// The cause of a transfer of this thread, as text.
pub(crate) fn cause() -> String {
    CAUSE.with_borrow(|cause| match cause {
        None => "read on the host".to_owned(),
        Some(Cause::Host(access)) => (*access).to_owned(),
        Some(Cause::Launch(kernel, names)) => match names.get(CAPTURE.get()) {
            Some(name) => format!("kernel {kernel}, view {name}"),
            None => format!("kernel {kernel}"),
        },
    })
}

/// Completes the trace of `AMP_TRACE` when the process ends. Rust runs no destructors of statics then.
mod at_exit {
    use std::ffi::c_int;

    unsafe extern "C" {
        fn atexit(handler: extern "C" fn()) -> c_int;
    }

    extern "C" fn handler() {
        // A panic must not leave the handler. An error at the end of the process can only be printed.
        let finished = std::panic::catch_unwind(super::finish_recording);
        if let Ok(Err(error)) = finished {
            super::complain(&error.to_string());
        }
    }

    pub(super) fn finish_trace() {
        // SAFETY: the declaration is that of the C standard, and each platform's standard library links it. The handler
        // accesses only a mutex, a file and atomics, which are never destroyed. If the code is part of a library, the
        // system calls the handler before it unloads the library.
        //
        // If the call fails, the events since the last flush are lost.
        unsafe { atexit(handler) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        quoted(&mut out, "a \"b\" \\ \n é");
        assert_eq!(out, r#""a \"b\" \\ \u000a é""#);
    }

    #[test]
    fn samples_distinguish_contents() {
        let data = vec![7u8; 100_000];
        let mut other = data.clone();
        *other.last_mut().unwrap() = 8;
        other[0] = 8;
        let hash = |data: &[u8]| sample([data].into_iter());
        assert_eq!(hash(&data), hash(&data.clone()));
        assert_ne!(hash(&data), hash(&other));
        assert_eq!(hash(&[]), sample([].into_iter()));
    }

    #[test]
    fn device_times_never_precede_their_submission() {
        let path = std::env::temp_dir().join(format!("amp-trace-clock-{}.json", std::process::id()));
        let mut recorder = Recorder::create(&path).unwrap();
        let at = |ns: u64| recorder_begin() + Duration::from_nanos(ns);
        fn recorder_begin() -> Instant {
            static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            *BEGIN.get_or_init(Instant::now)
        }
        recorder.begin = at(0);
        // The device's clock is 5000 ns ahead. The first batch begins 300 ns after its submission, the second 100 ns.
        let first = recorder.device_spans("gpu", at(1000), &[(6300, 6400)]);
        assert_eq!((first[0].begin, first[0].duration), (1000, 100));
        let second = recorder.device_spans("gpu", at(2000), &[(7100, 7200), (7300, 7400)]);
        assert_eq!((second[0].begin, second[1].begin), (2000, 2200));
        let third = recorder.device_spans("gpu", at(3000), &[(8500, 8600)]);
        assert_eq!(third[0].begin, 3400);
        recorder.finish().unwrap();
        std::fs::remove_file(path).unwrap();
    }
}
