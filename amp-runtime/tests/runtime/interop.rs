//! `interop`: wgpu devices and buffers that amp adopts, and devices and buffers of amp that the program
//! accesses.

use amp::Error;
use amp::interop::{self, wgpu};
use amp::prelude::*;

use crate::on_each::on_each;

/// Runs a test on queues of wgpu adapters.
fn on_wgpu(test: impl Fn(&AcceleratorView)) {
    on_each(|view| {
        if interop::is_wgpu(view.accelerator()) {
            test(view);
        }
    });
}

/// Opens another device of the same adapter through wgpu.
pub(crate) fn another_device(accelerator: &Accelerator) -> (wgpu::Adapter, wgpu::Device, wgpu::Queue) {
    let adapter = interop::adapter(accelerator).unwrap();
    let descriptor = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    (adapter, device, queue)
}

#[test]
fn cpu_is_not_a_wgpu_adapter() {
    let cpu = Accelerator::cpu();
    assert!(!interop::is_wgpu(&cpu));
    assert!(matches!(interop::device(&cpu.default_view()), Err(Error::DeviceUnavailable { .. })));
    assert!(matches!(interop::adapter(&cpu), Err(Error::DeviceUnavailable { .. })));
    let array = Array::<u32>::new_on(&cpu.default_view(), [4]).unwrap();
    assert!(matches!(interop::buffer(&array), Err(Error::DeviceUnavailable { .. })));
}

#[test]
fn devices_can_be_adopted() {
    on_wgpu(|view| {
        let (adapter, device, queue) = another_device(view.accelerator());
        let adopted = interop::adopt(adapter, device.clone(), queue);
        assert_eq!(adopted.description(), view.accelerator().description());
        assert!(!Accelerator::all().contains(&adopted) && adopted != *view.accelerator());
        let there = adopted.create_view(QueuingMode::Immediate).unwrap();
        assert_eq!(interop::device(&there).unwrap(), device);
        // Data moves from one device to the other and back.
        let mut values = vec![1u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        for on in [view, &there, view] {
            on.parallel_for_each(100, amp!(|i: Index<1>| y[i] = 2 * y[i] + i[0] as u32)).unwrap();
        }
        y.finish().unwrap();
        assert_eq!(values[99], 8 + 7 * 99);
        // The adopted device has no features that it was not opened with.
        assert!(!adopted.supports_f64());
        let mut wide = Array::<f64>::new_on(&there, [4]).unwrap();
        let result = there.parallel_for_each(4, amp!(|i: Index<1>| wide[i] = 1.0));
        assert!(matches!(result, Err(Error::UnsupportedFeature { .. })), "{result:?}");
    });
}

#[test]
fn array_buffers_are_exposed() {
    on_wgpu(|view| {
        let mut array = Array::from_slice_on(view, [2, 2], &[1u32, 2, 3, 4]).unwrap();
        view.parallel_for_each([2, 2], amp!(|i: Index<2>| array[i] += 10)).unwrap();
        let (device, queue) = (interop::device(view).unwrap(), interop::queue(view).unwrap());
        let buffer = interop::buffer_mut(&mut array).unwrap();
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&buffer, 4, Some(4));
        queue.submit([encoder.finish()]);
        view.parallel_for_each([2, 2], amp!(|i: Index<2>| array[i] += 1)).unwrap();
        assert_eq!(array.to_vec().unwrap(), [12, 1, 14, 15]);
        drop(array);
        // amp does not recycle a buffer that the program accessed, so it keeps its contents.
        let other = Array::from_slice_on(view, [2, 2], &[0u32; 4]).unwrap();
        assert_ne!(interop::buffer(&other).unwrap(), buffer);
    });
}

#[test]
fn wgpu_buffers_become_arrays() {
    on_wgpu(|view| {
        let device = interop::device(view).unwrap();
        let make = |size, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let buffer = make(64, interop::USAGES | wgpu::BufferUsages::UNIFORM);
        interop::queue(view).unwrap().write_buffer(&buffer, 0, &7u32.to_le_bytes());
        let mut array = interop::array::<u32, 2>(view, buffer.clone(), [3, 5]).unwrap();
        assert_eq!(interop::buffer(&array).unwrap(), buffer);
        view.parallel_for_each([3, 5], amp!(|i: Index<2>| array[i] += 1)).unwrap();
        let mut wanted = [1; 15];
        wanted[0] = 8;
        assert_eq!(array.to_vec().unwrap(), wanted);
        assert_eq!(array.transfers().uploads, 0);
        assert!(interop::array::<u32, 1>(view, buffer.clone(), [17]).is_err());
        assert!(interop::array::<u32, 1>(view, make(64, wgpu::BufferUsages::STORAGE), [4]).is_err());
        let cpu = Accelerator::cpu().default_view();
        assert!(interop::array::<u32, 1>(&cpu, buffer, [4]).is_err());
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Kind {
    Round,
    Flat = 5,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Shape {
    kind: Kind,
    size: f32,
}

/// wgpu commands may read arrays with enums. When amp copies the data to the host, it replaces an invalid
/// discriminant by variant 0. So even a buffer that a command writes causes no undefined behaviour.
#[test]
fn the_buffer_of_an_array_with_enums_is_read() {
    on_wgpu(|view| {
        let shapes = [Shape { kind: Kind::Flat, size: 1.5 }, Shape { kind: Kind::Round, size: 2.5 }];
        let array = Array::from_slice_on(view, [2], &shapes).unwrap();
        let buffer = interop::buffer(&array).unwrap();
        let mut words = Array::<u32>::from_slice_on(view, [4], &[9; 4]).unwrap();
        let target = interop::buffer_mut(&mut words).unwrap();
        let mut encoder = interop::device(view).unwrap().create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&buffer, 0, &target, 0, Some(16));
        interop::queue(view).unwrap().submit([encoder.finish()]);
        assert_eq!(words.to_vec().unwrap(), [5, 1.5f32.to_bits(), 0, 2.5f32.to_bits()]);

        let mut encoder = interop::device(view).unwrap().create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&interop::buffer(&words).unwrap(), 4, &buffer, 0, Some(4));
        interop::queue(view).unwrap().submit([encoder.finish()]);
        let kinds: Vec<_> = array.to_vec().unwrap().into_iter().map(|shape| shape.kind).collect();
        assert!(kinds == [Kind::Round, Kind::Round] || kinds == [Kind::Flat, Kind::Round]);
    });
}
