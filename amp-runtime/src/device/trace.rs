//! `Trace`: the public interface to the recorder in `support::trace`.

use std::path::Path;

use crate::device::gpu;
use crate::support::error::Result;
use crate::support::trace;

/// Records a timeline of amp's work in this process: launches, kernels, transfers with their causes, waits, pipeline builds
/// and allocations.
///
/// The file has the Chrome trace format. Perfetto (<https://ui.perfetto.dev>) shows it. The environment variable
/// `AMP_TRACE=run.json` records the complete run of a program without changes of its source.
///
/// ```
/// use amp::prelude::*;
///
/// let path = std::env::temp_dir().join("amp-trace-example.json");
/// let trace = amp::Trace::start(&path)?;
/// let mut y = ArrayViewMut::<f32>::without_source([1000])?;
/// parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = 1.0))?;
/// trace.finish()?;
/// assert!(std::fs::read_to_string(&path).is_ok_and(|json| json.contains("\"cat\":\"kernel\"")));
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), amp::Error>(())
/// ```
///
/// On a GPU with a clock, each kernel gets a compute pass of its own, with a timestamp before and after. The
/// trace shows these times on the host's clock. To find the difference of both clocks, amp assumes that at
/// least one batch began when the host submitted it. That batch began slightly later, so a kernel may appear
/// slightly too early. On a GPU without a clock, the trace has one event for each submitted batch.
#[derive(Debug)]
#[must_use = "dropping the trace ends it"]
pub struct Trace(());

impl Trace {
    /// Starts to record to a file, which is replaced if it exists.
    ///
    /// # Errors
    /// [`Error::TraceFile`](crate::Error::TraceFile) if the file cannot be created, or if a trace is already being
    /// recorded.
    pub fn start(path: impl AsRef<Path>) -> Result<Self> {
        trace::start_recording(path.as_ref())?;
        Ok(Trace(()))
    }

    /// Waits for the launches so far, so that the trace contains them, and completes the file.
    ///
    /// # Errors
    /// [`Error::TraceFile`](crate::Error::TraceFile) if the file could not be written, or the error of a device.
    pub fn finish(self) -> Result<()> {
        std::mem::forget(self);
        let waited = gpu::collect_all_times();
        trace::finish_recording()?;
        waited
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        // Errors cannot be returned here; `finish` returns them.
        let _ = gpu::collect_all_times();
        let _ = trace::finish_recording();
    }
}
