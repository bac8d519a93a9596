//! Invalid inputs return an error. Its message has the two numbers that do not fit, for example two lengths.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;
use amp_tests::on_each;

#[test]
fn different_lengths_are_an_error() {
    on_each(|on| {
        let queue = &on.default_view();
        let (a, b) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[1, 2]));
        let error = alg::dot_on(queue, &a, &b).unwrap_err().to_string();
        assert_eq!(error, "the inputs have different lengths: 3 and 2");
        assert!(alg::zip_map_on(queue, &a, &b, op!(|a, b| a + b)).is_err());
        let mut short = Array::new_on(queue, 2).unwrap();
        let error = alg::map_into(&a, op!(|v| v + 1), &mut short).unwrap_err().to_string();
        assert_eq!(error, "the output has 2 elements, but the result has 3");
        let error = alg::copy_if(&a, op!(|v| v > 0), &mut short).unwrap_err().to_string();
        assert_eq!(error, "the output has 2 elements, but the algorithm may write 3");
        let mut keys = Array::from_slice_on(queue, 3, &[3, 2, 1]).unwrap();
        let error = alg::sort_pairs_on(queue, &mut keys, &mut short).unwrap_err().to_string();
        assert_eq!(error, "the keys and the values have different lengths: 3 and 2");
        let error = alg::reduce_by_key_on(queue, &a, &b, op!(|a, b| a + b)).unwrap_err().to_string();
        assert_eq!(error, "the keys and the values have different lengths: 3 and 2");
        let lengths = ArrayView::new(&[1u32]);
        let error = alg::run_length_decode_on(queue, &a, &lengths).unwrap_err().to_string();
        assert_eq!(error, "the values and the lengths have different lengths: 3 and 1");
        let lengths = ArrayView::new(&[u32::MAX, 1, 5]);
        let error = alg::run_length_decode_on(queue, &a, &lengths).unwrap_err().to_string();
        assert!(error.contains("4294967295 needed, but the accelerator's limit is 4294901760"), "{error}");
        let mut count = Array::new_on(queue, 1).unwrap();
        let error = alg::union_into(&a, &b, &mut short, &mut count).unwrap_err().to_string();
        assert_eq!(error, "the output has 2 elements, but the algorithm may write 5");
        let error = alg::merge_into(&a, &b, &mut short).unwrap_err().to_string();
        assert_eq!(error, "the output has 2 elements, but the result has 5");
        let indices = ArrayView::new(&[0u32]);
        assert!(alg::scatter_on(queue, &a, &indices, &mut keys).is_err());
        assert_eq!(keys.to_vec().unwrap(), [3, 2, 1]);
    });
}

#[test]
fn indices_out_of_range_are_an_error_on_the_cpu() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let queue = &on.default_view();
        let (x, indices) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[0u32, 9]));
        let error = alg::gather_on(queue, &x, &indices).unwrap_err().to_string();
        assert!(error.contains("9") && error.contains("3"), "{error}");
        let mut out = Array::new_on(queue, 3).unwrap();
        let error = alg::scatter_on(queue, &x.section(0, 2).unwrap(), &indices, &mut out).unwrap_err();
        assert!(error.to_string().contains("[9] is out of range"), "{error}");
    }
}

#[test]
fn empty_inputs_have_results() {
    on_each(|on| {
        let queue = &on.default_view();
        let x = ArrayView::<f32>::new(&[]);
        assert_eq!(alg::sum_on(queue, &x), Ok(0.0));
        assert_eq!(alg::min_on(queue, &x), Ok(None));
        let mut total = Array::from_slice_on(queue, 1, &[5.0]).unwrap();
        alg::sum_into(&x, &mut total).unwrap();
        assert_eq!(total.to_vec().unwrap(), [0.0]);
        let mut position = Array::from_slice_on(queue, 1, &[5]).unwrap();
        alg::argmin_into(&x, &mut position).unwrap();
        assert_eq!(position.to_vec().unwrap(), [u32::MAX]);
    });
}

#[test]
fn lengths_beyond_32_bits_are_an_error() {
    let error = alg::count_if(1 << 32, op!(|k| k == 3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the number of items of an algorithm: 4294967296 needed, but the accelerator's limit is 4294901760; split \
         the work, or use another accelerator"
    );
    assert!(
        alg::map_reduce(Extent::new([1 << 17, 1 << 17]), op!(|i| i[0] as u32), 0, op!(|a, b| a | b)).is_err()
    );
}
