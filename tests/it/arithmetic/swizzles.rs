//! Swizzles of glam's vectors. The tested names cover every component in every position, and every result type.

use amp::prelude::*;
use amp_tests::on_each;
use glam::{
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec2Swizzles, Vec3, Vec3Swizzles, Vec4, Vec4Swizzles,
};

/// Compares swizzles of the elements of a view in a kernel with glam on the host.
macro_rules! swizzled {
    ($($vector:ident $scalar:ident [$($component:literal)*] => $out:ident: $($name:ident)*;)*) => {$(
        on_each(|accelerator| {
            const COUNT: usize = [$(stringify!($name)),*].len();
            let vector = |n: usize| $vector::new($(($component + 10 * n) as $scalar),*);
            let vectors: Vec<$vector> = (0..5).map(vector).collect();
            let mut results = vec![$out::ZERO; vectors.len() * COUNT];
            let (x, mut y) = (ArrayView::new(&vectors), ArrayViewMut::new(&mut results));
            let extent = x.extent();
            let kernel = amp!(|i: Index<1>| {
                let mut results = [$out::ZERO; COUNT];
                let mut at = 0;
                $(
                    results[at] = x[i].$name();
                    at += 1;
                )*
                for k in 0..at {
                    y[i[0] * COUNT + k] = results[k];
                }
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            let expected: Vec<$out> = vectors.iter().flat_map(|vector| [$(vector.$name()),*]).collect();
            assert_eq!(results, expected);
        });
    )*};
}

#[test]
fn swizzles_of_two_components() {
    swizzled! {
        Vec2 f32 [1 2] => Vec2:
            xx xy yx yy;
        IVec2 i32 [1 2] => IVec3:
            xxx xxy xyx xyy yxx yxy yyx yyy;
        UVec2 u32 [1 2] => UVec4:
            xxxx xxxy xxyx xxyy xyxx xyxy xyyx xyyy yxxx yxxy yxyx yxyy yyxx yyxy yyyx yyyy;
    }
}

#[test]
fn swizzles_of_three_components() {
    swizzled! {
        IVec3 i32 [1 2 3] => IVec2:
            xx xy xz yx yy yz zx zy zz;
        Vec3 f32 [1 2 3] => Vec3:
            xxx xxy xxz xyx xyy xyz xzx xzy xzz yxx yxy yxz yyx yyy yyz yzx yzy yzz zxx zxy zxz zyx zyy zyz zzx
            zzy zzz;
        UVec3 u32 [1 2 3] => UVec4:
            xxxx xyzx zzyx yxzz zyxz;
    }
}

#[test]
fn swizzles_of_four_components() {
    swizzled! {
        UVec4 u32 [1 2 3 4] => UVec2:
            xx xy xz xw yx yy yz yw zx zy zz zw wx wy wz ww;
        Vec4 f32 [1 2 3 4] => Vec3:
            xxx xxy xxz xxw xyx xyy xyz xyw xzx xzy xzz xzw xwx xwy xwz xww yxx yxy yxz yxw yyx yyy yyz yyw yzx
            yzy yzz yzw ywx ywy ywz yww zxx zxy zxz zxw zyx zyy zyz zyw zzx zzy zzz zzw zwx zwy zwz zww wxx wxy
            wxz wxw wyx wyy wyz wyw wzx wzy wzz wzw wwx wwy wwz www;
        IVec4 i32 [1 2 3 4] => IVec4:
            xyzw xywz xzyw xzwy xwyz xwzy yxzw yxwz yzxw yzwx ywxz ywzx zxyw zxwy zyxw zywx zwxy zwyx wxyz wxzy
            wyxz wyzx wzxy wzyx xxxx wwww xyxy zwzw yyww;
    }
}

/// Fields and results whose type only rustc knows.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    position: Vec4,
    cell: IVec4,
}

#[device]
fn permuted(v: Vec3) -> Vec3 {
    v.zxy() + v.with_zx(v.yx()).xzz()
}

/// User-defined methods with names of swizzles.
#[device]
impl Body {
    fn xy(self) -> Vec2 {
        self.position.wz() * 0.5
    }

    fn with_xy(self, v: Vec2) -> Body {
        Body { position: self.position.with_zw(v), cell: self.cell.yxwz() }
    }
}

/// A trait whose methods have names of methods of glam.
#[device]
trait Positioned: Copy + amp::Value {
    fn zy(self) -> Vec2;
    fn length(self) -> f32;
}

#[device]
impl Positioned for Body {
    fn zy(self) -> Vec2 {
        self.position.yx()
    }

    fn length(self) -> f32 {
        self.position.xyz().dot(self.position.yzw())
    }
}

#[device]
fn position_sum<T: Positioned>(it: T) -> f32 {
    it.zy().x + it.length()
}

fn bodies() -> Vec<Body> {
    let body = |n: i16| {
        let v = f32::from(n);
        Body { position: Vec4::new(v, v + 1.0, 2.0 * v, 7.0 - v), cell: IVec4::new(n.into(), 3, 4, -5) }
    };
    (0..9).map(body).collect()
}

/// Compares expressions of an element and of captures in a kernel and on the host.
macro_rules! agree {
    ($out:ty, |$body:ident, $a:ident, $b:ident| $($value:expr;)*) => {$(
        on_each(|accelerator| {
            let bodies = bodies();
            let mut results = vec![<$out>::ZERO; bodies.len()];
            let ($a, $b) = (Vec4::new(1.0, 2.0, 3.0, 4.0), UVec3::new(5, 6, 7));
            let (x, mut y) = (ArrayView::new(&bodies), ArrayViewMut::new(&mut results));
            let extent = x.extent();
            let kernel = amp!(|i: Index<1>| {
                let $body = x[i];
                y[i] = $value;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for ($body, found) in bodies.into_iter().zip(results) {
                let _ = ($body, $a, $b);
                let expected: $out = $value;
                assert_eq!(found, expected, "{}", stringify!($value));
            }
        });
    )*};
}

#[test]
fn swizzles_of_values_of_unknown_type() {
    agree! { Vec4, |body, a, b|
        body.xy().xxyy();
        body.with_xy(body.xy()).xy().yyxy();
        permuted(body.position.zyx()).extend(1.0);
        body.position.with_wyx(body.cell.zxy().as_vec3()).wzyx();
        { let flat: Vec2 = body.position.xy().yx(); body.position.with_xw(flat * 2.0) };
        Vec3::new(3.0, 4.0, position_sum(body)).zzyx() - body.position.yy().yxxy();
        a.with_xy(a.zw()).xxyz() + body.position.wwww() * a.zyx().y;
        b.zx().as_vec2().xyxy() + b.with_zy(b.xx()).xyzx().as_vec4();
    }
    agree! { UVec2, |body, a, b|
        b.zx();
        b.with_zy(b.xx()).yz();
        body.cell.yyz().as_uvec3().xx();
        if body.cell.xw().length_squared() > 40 { b.yx() } else { a.wz().as_uvec2() };
    }
}
