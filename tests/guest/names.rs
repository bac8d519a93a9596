//! Unusual names: keywords of WGSL, raw identifiers, non-ASCII letters, underscores, names that the expansion uses itself.

use amp::prelude::*;

fn everywhere() -> Vec<AcceleratorView> {
    Accelerator::all().iter().map(Accelerator::default_view).collect()
}

#[kernel]
fn var(r#loop: Index<1>, vec3: f32, array: &ArrayView<f32>, r#fn: &mut ArrayViewMut<f32>) {
    let bitcast = array[r#loop];
    let mut workgroup = bitcast * vec3;
    let r#type = 1.0f32;
    workgroup += r#type;
    let f32_ = workgroup;
    r#fn[r#loop] = f32_;
}

#[test]
fn wgsl_keywords_as_parameter_names() {
    for on in everywhere() {
        let mut out = [0.0; 4];
        let array = ArrayView::new(&[1.0, 2.0, 3.0, 4.0]);
        let mut view = ArrayViewMut::new(&mut out);
        on.parallel_for_each(4, var(2.0, &array, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(out.map(f32::to_bits), [3.0f32, 5.0, 7.0, 9.0].map(f32::to_bits));
    }
}

#[test]
fn wgsl_keywords_as_capture_names() {
    for on in everywhere() {
        let (var, let_, atomic) = (2u32, 3u32, [1u32, 2, 3, 4]);
        let storage = ArrayView::new(&atomic);
        let mut texture_2d = [0u32; 4];
        let mut function = ArrayViewMut::new(&mut texture_2d);
        on.parallel_for_each(
            4,
            amp!(|position: Index<1>| {
                let ptr = storage[position] * var;
                let sampler = ptr + let_;
                function[position] = sampler;
            }),
        )
        .unwrap();
        function.finish().unwrap();
        assert_eq!(texture_2d, [5, 7, 9, 11]);
    }
}

#[kernel]
fn größe(индекс: Index<1>, _a: f32, __b: f32, 距離: &mut ArrayViewMut<f32>) {
    let сумма = _a + __b;
    let _unused = сумма;
    let __amp_x = 距離[индекс];
    距離[индекс] = сумма + __amp_x;
}

#[test]
fn non_ascii_names() {
    for on in everywhere() {
        let mut values = [1.0, 2.0, 3.0, 4.0];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(4, größe(1.0, 2.0, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(values.map(f32::to_bits), [4.0f32, 5.0, 6.0, 7.0].map(f32::to_bits));
    }
}

#[test]
fn names_that_the_expansion_uses_itself() {
    for on in everywhere() {
        // The expansion declares variables of these names. They must not shadow the user's variables.
        let (unit, lane, row, tile, bound, twin) = (1u32, 2u32, 3u32, 4u32, 5u32, 6u32);
        let mut values = [0u32; 4];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                let (old, new, returned, first) = (unit, lane, row, tile);
                let amp_global = bound + twin;
                view[i] += old + new + returned + first + amp_global;
            }),
        )
        .unwrap();
        view.finish().unwrap();
        assert_eq!(values, [21; 4]);
    }
}

#[test]
fn name_shadowed_in_nested_scopes() {
    for on in everywhere() {
        let x = 1u32;
        let mut values = [0u32; 4];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                let y = x;
                let x = y + 1;
                let x = x + 1;
                for x in 0..x {
                    let x = x + 1;
                    view[i] += x;
                }
                view[i] += x;
            }),
        )
        .unwrap();
        view.finish().unwrap();
        assert_eq!(values, [9; 4]);
    }
}

/// A struct whose fields are keywords or types of WGSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(C)]
struct Struct {
    texture: u32,
    array: u32,
    vec2: u32,
    _private: u32,
}

#[kernel]
fn fields(i: Index<1>, s: Struct, out: &mut ArrayViewMut<Struct>) {
    out[i].vec2 = s.texture + s.array;
    out[i].texture = s._private;
}

#[test]
fn wgsl_keywords_as_field_names() {
    for on in everywhere() {
        let zero = Struct { texture: 0, array: 0, vec2: 0, _private: 0 };
        let mut values = [zero; 4];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(4, fields(Struct { texture: 1, array: 2, vec2: 3, _private: 4 }, &mut view))
            .unwrap();
        view.finish().unwrap();
        assert_eq!(values, [Struct { texture: 4, vec2: 3, ..zero }; 4]);
    }
}

/// A device function that does not use its parameters. The functions in its expansion must not cause
/// `unused_variables` either.
#[device]
#[allow(unused_variables)]
fn idle(v: &ArrayView<u32>, w: &mut ArrayViewMut<u32>, a: u32) -> u32 {
    3
}

#[device]
#[allow(unused_variables)]
fn called(f: impl Fn(u32) -> u32, place: &mut u32, a: u32) -> u32 {
    f(1)
}

#[test]
fn unused_parameters_cause_no_warnings() {
    for on in everywhere() {
        let inputs = [1u32; 4];
        let (mut values, mut others) = ([0u32; 4], [0u32; 4]);
        let (x, mut y, mut w) =
            (ArrayView::new(&inputs), ArrayViewMut::new(&mut values), ArrayViewMut::new(&mut others));
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                let mut place = 1u32;
                y[i] = idle(&x, &mut w, 1) + called(|k| k + 1, &mut place, 2) + place;
            }),
        )
        .unwrap();
        y.finish().unwrap();
        drop(w);
        assert_eq!(values, [6; 4]);
    }
}

#[kernel]
fn underscored(loop_: Index<1>, while_: u32, struct__: u32, _x: u32, fn_: &mut ArrayViewMut<u32>) {
    let if_ = while_ + struct__;
    let if__ = if_ + _x;
    {
        let if_ = 1;
        fn_[loop_] += if_ + if__;
    }
    let loop_ = fn_[loop_] + if_;
    let _unused_ = loop_;
}

#[test]
fn names_with_underscores_at_the_end() {
    for on in everywhere() {
        let (loop_, while_, struct__, _x, größe_, r#match, var_, let__) =
            (1u32, 2u32, 3u32, 4u32, 5u32, 6u32, 7u32, 8u32);
        let mut values = [0u32; 4];
        let mut view_ = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i_: Index<1>| {
            let sum_ = loop_ + while_ + struct__ + _x;
            let loop_ = sum_ + größe_ + r#match;
            let größe_ = loop_ + var_;
            let r#match = größe_ + let__;
            let sum_ = r#match;
            for loop_ in 0..1 {
                let while_ = sum_ + loop_;
                view_[i_] = while_;
            }
        });
        on.parallel_for_each(4, kernel).unwrap();
        on.parallel_for_each(4, underscored(1, 2, 3, &mut view_)).unwrap();
        view_.finish().unwrap();
        assert_eq!(values, [36 + 7; 4]);
    }
}

#[test]
fn names_that_are_allowed_where_they_are_declared() {
    for on in everywhere() {
        #[allow(non_snake_case)]
        let (a__b, aB, Ж) = (1u32, 2u32, 3u32);
        #[allow(non_snake_case)]
        let cD = &4u32;
        let mut values = [0u32; 4];
        #[allow(non_snake_case)]
        let mut V__w = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let e = &mut V__w[i];
            *e = a__b + aB + Ж + *cD;
        });
        on.parallel_for_each(4, kernel).unwrap();
        V__w.finish().unwrap();
        assert_eq!(values, [10; 4]);
    }
}
