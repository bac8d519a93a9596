//! ASCII predicates of `u8`, such as `is_ascii_digit`, and changes of case, for each value of a byte.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn classes(c: u8) -> u32 {
    u32::from(c.is_ascii())
        | u32::from(c.is_ascii_digit()) << 1
        | u32::from(c.is_ascii_uppercase()) << 2
        | u32::from(c.is_ascii_lowercase()) << 3
        | u32::from(c.is_ascii_alphabetic()) << 4
        | u32::from(c.is_ascii_alphanumeric()) << 5
        | u32::from(c.is_ascii_hexdigit()) << 6
        | u32::from(c.is_ascii_punctuation()) << 7
        | u32::from(c.is_ascii_graphic()) << 8
        | u32::from(c.is_ascii_whitespace()) << 9
        | u32::from(c.is_ascii_control()) << 10
        | u32::from(matches!(c, b'0'..=b'9' | b'a'..=b'f')) << 11
}

#[kernel]
fn classified(
    i: Index<1>,
    text: &ArrayView<u8>,
    class: &mut ArrayViewMut<u32>,
    upper: &mut ArrayViewMut<u8>,
    lower: &mut ArrayViewMut<u8>,
) {
    class[i] = classes(text[i]);
    upper[i] = text[i].to_ascii_uppercase();
    lower[i] = text[i].to_ascii_lowercase();
}

#[test]
fn predicates_of_each_byte_equal_rust() {
    let text: Vec<u8> = (0..=255).collect();
    let expected: Vec<u32> = text.iter().map(|c| classes(*c)).collect();
    on_each(|on| {
        let view = ArrayView::new(&text);
        let mut class = ArrayViewMut::without_source([256]).unwrap();
        let mut upper = ArrayViewMut::without_source([256]).unwrap();
        let mut lower = ArrayViewMut::without_source([256]).unwrap();
        let kernel = classified(&view, &mut class, &mut upper, &mut lower);
        on.default_view().parallel_for_each(256, kernel).unwrap();
        assert_eq!(class.to_vec().unwrap(), expected);
        assert_eq!(upper.to_vec().unwrap(), text.to_ascii_uppercase());
        assert_eq!(lower.to_vec().unwrap(), text.to_ascii_lowercase());
    });
}
