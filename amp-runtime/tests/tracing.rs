//! The feature `tracing`: amp's work appears as spans of the crate `tracing`.

use std::sync::{Arc, Mutex};

use amp::prelude::*;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Collects the names of all spans.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<Vec<&'static str>>>);

impl Subscriber for Names {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "amp"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.0.lock().unwrap().push(span.metadata().name());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn launches_and_transfers_are_spans() {
    let names = Names::default();
    tracing::subscriber::with_default(names.clone(), || {
        for accelerator in Accelerator::all() {
            names.0.lock().unwrap().clear();
            let queue = accelerator.create_view(QueuingMode::Automatic).unwrap();
            let x = ArrayView::from_vec([1000], vec![2.0f32; 1000]).unwrap();
            let mut y = ArrayViewMut::<f32>::without_source([1000]).unwrap();
            queue.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = x[i])).unwrap();
            queue.wait().unwrap();
            assert_eq!(y.to_vec().unwrap(), [2.0; 1000]);
            let expected: &[_] = match accelerator.device_path().starts_with("cpu") {
                true => &["kernel"],
                false => &["launch", "upload", "pipeline", "wait", "download", "wait"],
            };
            assert_eq!(*names.0.lock().unwrap(), expected, "on {}", accelerator.description());
        }
    });
}
