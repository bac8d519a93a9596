//! The recursion check distinguishes functions with the same source location or the same name.

use amp::prelude::*;
use amp_tests::on_each;

/// Pairs of functions. All have the source location of the macro call.
macro_rules! pairs {
    ($($outer:ident $inner:ident $add:literal),*) => {$(
        #[device]
        fn $inner(x: u32) -> u32 {
            x + $add
        }

        #[device]
        fn $outer(x: u32) -> u32 {
            $inner(x) * 3
        }
    )*};
}

/// Functions with the same names in different modules.
macro_rules! modules {
    ($($module:ident $add:literal),*) => {$(
        mod $module {
            use super::shared;
            use amp::prelude::*;

            #[device]
            pub(super) fn leaf(x: u32) -> u32 {
                x + $add
            }

            #[device]
            pub(super) fn step(x: u32) -> u32 {
                leaf(x) + super::step(x)
            }

            #[device]
            pub(super) fn step2(x: u32) -> u32 {
                step(x) * shared(x)
            }

            #[device]
            pub(super) fn step3(x: u32) -> u32 {
                step2(x) + step(x)
            }
        }
    )*};
}

#[device]
fn shared(x: u32) -> u32 {
    x * 2
}

#[device]
fn step(x: u32) -> u32 {
    x + 100
}

modules!(first 1, second 2, third 3);

/// Functions of the same names, in the bodies of different functions of one module.
macro_rules! in_a_body {
    ($name:ident $add:literal) => {
        fn $name(x: u32) -> u32 {
            #[device]
            fn low(x: u32) -> u32 {
                x + $add
            }

            #[device]
            fn high(x: u32) -> u32 {
                low(x) * 2
            }

            high(x)
        }
    };
}

in_a_body!(one_body 1);
in_a_body!(other_body 2);

/// Methods of the same name. Each calls the method of a field.
macro_rules! nested {
    ($($outer:ident $inner:ty),*) => {$(
        #[derive(Clone, Copy, GpuType)]
        #[repr(C)]
        struct $outer {
            inner: $inner,
        }

        #[device]
        impl $outer {
            fn weighed(self, by: u32) -> u32 {
                self.inner.weighed(by) + by
            }
        }
    )*};
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Core {
    mass: u32,
}

#[device]
impl Core {
    fn weighed(self, by: u32) -> u32 {
        self.mass * by
    }
}

nested!(Shell Core, Crate Shell, Ship Crate);

pairs!(aa2 aa1 0, ab2 ab1 1, ac2 ac1 2, ad2 ad1 3, ae2 ae1 4, af2 af1 5, ag2 ag1 6, ah2 ah1 7, ai2 ai1 8, aj2 aj1 9, ak2 ak1 10, al2 al1 11, am2 am1 12, an2 an1 13, ao2 ao1 14, ba2 ba1 15, bb2 bb1 16, bc2 bc1 17, bd2 bd1 18, be2 be1 19, bf2 bf1 20, bg2 bg1 21, bh2 bh1 22, bi2 bi1 23, bj2 bj1 24, bk2 bk1 25, bl2 bl1 26, bm2 bm1 27, bn2 bn1 28, bo2 bo1 29, ca2 ca1 30, cb2 cb1 31, cc2 cc1 32, cd2 cd1 33, ce2 ce1 34, cf2 cf1 35, cg2 cg1 36, ch2 ch1 37, ci2 ci1 38, cj2 cj1 39, ck2 ck1 40, cl2 cl1 41, cm2 cm1 42, cn2 cn1 43, co2 co1 44, da2 da1 45, db2 db1 46, dc2 dc1 47, dd2 dd1 48, de2 de1 49, df2 df1 50, dg2 dg1 51, dh2 dh1 52, di2 di1 53, dj2 dj1 54, dk2 dk1 55, dl2 dl1 56, dm2 dm1 57, dn2 dn1 58, do2 do1 59, ea2 ea1 60, eb2 eb1 61, ec2 ec1 62, ed2 ed1 63, ee2 ee1 64, ef2 ef1 65, eg2 eg1 66, eh2 eh1 67, ei2 ei1 68, ej2 ej1 69, ek2 ek1 70, el2 el1 71, em2 em1 72, en2 en1 73, eo2 eo1 74, fa2 fa1 75, fb2 fb1 76, fc2 fc1 77, fd2 fd1 78, fe2 fe1 79, ff2 ff1 80, fg2 fg1 81, fh2 fh1 82, fi2 fi1 83, fj2 fj1 84, fk2 fk1 85, fl2 fl1 86, fm2 fm1 87, fn2 fn1 88, fo2 fo1 89, ga2 ga1 90, gb2 gb1 91, gc2 gc1 92, gd2 gd1 93, ge2 ge1 94, gf2 gf1 95, gg2 gg1 96, gh2 gh1 97, gi2 gi1 98, gj2 gj1 99, gk2 gk1 100, gl2 gl1 101, gm2 gm1 102, gn2 gn1 103, go2 go1 104, ha2 ha1 105, hb2 hb1 106, hc2 hc1 107, hd2 hd1 108, he2 he1 109, hf2 hf1 110, hg2 hg1 111, hh2 hh1 112, hi2 hi1 113, hj2 hj1 114, hk2 hk1 115, hl2 hl1 116, hm2 hm1 117, hn2 hn1 118, ho2 ho1 119, ia2 ia1 120, ib2 ib1 121, ic2 ic1 122, id2 id1 123, ie2 ie1 124, if2 if1 125, ig2 ig1 126, ih2 ih1 127, ii2 ii1 128, ij2 ij1 129, ik2 ik1 130, il2 il1 131, im2 im1 132, in2 in1 133, io2 io1 134, ja2 ja1 135, jb2 jb1 136, jc2 jc1 137, jd2 jd1 138, je2 je1 139, jf2 jf1 140, jg2 jg1 141, jh2 jh1 142, ji2 ji1 143, jj2 jj1 144, jk2 jk1 145, jl2 jl1 146, jm2 jm1 147, jn2 jn1 148, jo2 jo1 149);

/// Hundreds of functions with short names, all on the same line.
#[rustfmt::skip]
#[allow(clippy::identity_op)]
mod one_line { use amp::prelude::*; #[device] pub(super) fn aa1(x: u32) -> u32 { x + 0 } #[device] pub(super) fn aa2(x: u32) -> u32 { aa1(x) * 3 } #[device] pub(super) fn ab1(x: u32) -> u32 { x + 1 } #[device] pub(super) fn ab2(x: u32) -> u32 { ab1(x) * 3 } #[device] pub(super) fn ac1(x: u32) -> u32 { x + 2 } #[device] pub(super) fn ac2(x: u32) -> u32 { ac1(x) * 3 } #[device] pub(super) fn ad1(x: u32) -> u32 { x + 3 } #[device] pub(super) fn ad2(x: u32) -> u32 { ad1(x) * 3 } #[device] pub(super) fn ae1(x: u32) -> u32 { x + 4 } #[device] pub(super) fn ae2(x: u32) -> u32 { ae1(x) * 3 } #[device] pub(super) fn af1(x: u32) -> u32 { x + 5 } #[device] pub(super) fn af2(x: u32) -> u32 { af1(x) * 3 } #[device] pub(super) fn ag1(x: u32) -> u32 { x + 6 } #[device] pub(super) fn ag2(x: u32) -> u32 { ag1(x) * 3 } #[device] pub(super) fn ah1(x: u32) -> u32 { x + 7 } #[device] pub(super) fn ah2(x: u32) -> u32 { ah1(x) * 3 } #[device] pub(super) fn ai1(x: u32) -> u32 { x + 8 } #[device] pub(super) fn ai2(x: u32) -> u32 { ai1(x) * 3 } #[device] pub(super) fn aj1(x: u32) -> u32 { x + 9 } #[device] pub(super) fn aj2(x: u32) -> u32 { aj1(x) * 3 } #[device] pub(super) fn ak1(x: u32) -> u32 { x + 10 } #[device] pub(super) fn ak2(x: u32) -> u32 { ak1(x) * 3 } #[device] pub(super) fn al1(x: u32) -> u32 { x + 11 } #[device] pub(super) fn al2(x: u32) -> u32 { al1(x) * 3 } #[device] pub(super) fn am1(x: u32) -> u32 { x + 12 } #[device] pub(super) fn am2(x: u32) -> u32 { am1(x) * 3 } #[device] pub(super) fn an1(x: u32) -> u32 { x + 13 } #[device] pub(super) fn an2(x: u32) -> u32 { an1(x) * 3 } #[device] pub(super) fn ao1(x: u32) -> u32 { x + 14 } #[device] pub(super) fn ao2(x: u32) -> u32 { ao1(x) * 3 } #[device] pub(super) fn ba1(x: u32) -> u32 { x + 15 } #[device] pub(super) fn ba2(x: u32) -> u32 { ba1(x) * 3 } #[device] pub(super) fn bb1(x: u32) -> u32 { x + 16 } #[device] pub(super) fn bb2(x: u32) -> u32 { bb1(x) * 3 } #[device] pub(super) fn bc1(x: u32) -> u32 { x + 17 } #[device] pub(super) fn bc2(x: u32) -> u32 { bc1(x) * 3 } #[device] pub(super) fn bd1(x: u32) -> u32 { x + 18 } #[device] pub(super) fn bd2(x: u32) -> u32 { bd1(x) * 3 } #[device] pub(super) fn be1(x: u32) -> u32 { x + 19 } #[device] pub(super) fn be2(x: u32) -> u32 { be1(x) * 3 } #[device] pub(super) fn bf1(x: u32) -> u32 { x + 20 } #[device] pub(super) fn bf2(x: u32) -> u32 { bf1(x) * 3 } #[device] pub(super) fn bg1(x: u32) -> u32 { x + 21 } #[device] pub(super) fn bg2(x: u32) -> u32 { bg1(x) * 3 } #[device] pub(super) fn bh1(x: u32) -> u32 { x + 22 } #[device] pub(super) fn bh2(x: u32) -> u32 { bh1(x) * 3 } #[device] pub(super) fn bi1(x: u32) -> u32 { x + 23 } #[device] pub(super) fn bi2(x: u32) -> u32 { bi1(x) * 3 } #[device] pub(super) fn bj1(x: u32) -> u32 { x + 24 } #[device] pub(super) fn bj2(x: u32) -> u32 { bj1(x) * 3 } #[device] pub(super) fn bk1(x: u32) -> u32 { x + 25 } #[device] pub(super) fn bk2(x: u32) -> u32 { bk1(x) * 3 } #[device] pub(super) fn bl1(x: u32) -> u32 { x + 26 } #[device] pub(super) fn bl2(x: u32) -> u32 { bl1(x) * 3 } #[device] pub(super) fn bm1(x: u32) -> u32 { x + 27 } #[device] pub(super) fn bm2(x: u32) -> u32 { bm1(x) * 3 } #[device] pub(super) fn bn1(x: u32) -> u32 { x + 28 } #[device] pub(super) fn bn2(x: u32) -> u32 { bn1(x) * 3 } #[device] pub(super) fn bo1(x: u32) -> u32 { x + 29 } #[device] pub(super) fn bo2(x: u32) -> u32 { bo1(x) * 3 } #[device] pub(super) fn ca1(x: u32) -> u32 { x + 30 } #[device] pub(super) fn ca2(x: u32) -> u32 { ca1(x) * 3 } #[device] pub(super) fn cb1(x: u32) -> u32 { x + 31 } #[device] pub(super) fn cb2(x: u32) -> u32 { cb1(x) * 3 } #[device] pub(super) fn cc1(x: u32) -> u32 { x + 32 } #[device] pub(super) fn cc2(x: u32) -> u32 { cc1(x) * 3 } #[device] pub(super) fn cd1(x: u32) -> u32 { x + 33 } #[device] pub(super) fn cd2(x: u32) -> u32 { cd1(x) * 3 } #[device] pub(super) fn ce1(x: u32) -> u32 { x + 34 } #[device] pub(super) fn ce2(x: u32) -> u32 { ce1(x) * 3 } #[device] pub(super) fn cf1(x: u32) -> u32 { x + 35 } #[device] pub(super) fn cf2(x: u32) -> u32 { cf1(x) * 3 } #[device] pub(super) fn cg1(x: u32) -> u32 { x + 36 } #[device] pub(super) fn cg2(x: u32) -> u32 { cg1(x) * 3 } #[device] pub(super) fn ch1(x: u32) -> u32 { x + 37 } #[device] pub(super) fn ch2(x: u32) -> u32 { ch1(x) * 3 } #[device] pub(super) fn ci1(x: u32) -> u32 { x + 38 } #[device] pub(super) fn ci2(x: u32) -> u32 { ci1(x) * 3 } #[device] pub(super) fn cj1(x: u32) -> u32 { x + 39 } #[device] pub(super) fn cj2(x: u32) -> u32 { cj1(x) * 3 } #[device] pub(super) fn ck1(x: u32) -> u32 { x + 40 } #[device] pub(super) fn ck2(x: u32) -> u32 { ck1(x) * 3 } #[device] pub(super) fn cl1(x: u32) -> u32 { x + 41 } #[device] pub(super) fn cl2(x: u32) -> u32 { cl1(x) * 3 } #[device] pub(super) fn cm1(x: u32) -> u32 { x + 42 } #[device] pub(super) fn cm2(x: u32) -> u32 { cm1(x) * 3 } #[device] pub(super) fn cn1(x: u32) -> u32 { x + 43 } #[device] pub(super) fn cn2(x: u32) -> u32 { cn1(x) * 3 } #[device] pub(super) fn co1(x: u32) -> u32 { x + 44 } #[device] pub(super) fn co2(x: u32) -> u32 { co1(x) * 3 } #[device] pub(super) fn da1(x: u32) -> u32 { x + 45 } #[device] pub(super) fn da2(x: u32) -> u32 { da1(x) * 3 } #[device] pub(super) fn db1(x: u32) -> u32 { x + 46 } #[device] pub(super) fn db2(x: u32) -> u32 { db1(x) * 3 } #[device] pub(super) fn dc1(x: u32) -> u32 { x + 47 } #[device] pub(super) fn dc2(x: u32) -> u32 { dc1(x) * 3 } #[device] pub(super) fn dd1(x: u32) -> u32 { x + 48 } #[device] pub(super) fn dd2(x: u32) -> u32 { dd1(x) * 3 } #[device] pub(super) fn de1(x: u32) -> u32 { x + 49 } #[device] pub(super) fn de2(x: u32) -> u32 { de1(x) * 3 } #[device] pub(super) fn df1(x: u32) -> u32 { x + 50 } #[device] pub(super) fn df2(x: u32) -> u32 { df1(x) * 3 } #[device] pub(super) fn dg1(x: u32) -> u32 { x + 51 } #[device] pub(super) fn dg2(x: u32) -> u32 { dg1(x) * 3 } #[device] pub(super) fn dh1(x: u32) -> u32 { x + 52 } #[device] pub(super) fn dh2(x: u32) -> u32 { dh1(x) * 3 } #[device] pub(super) fn di1(x: u32) -> u32 { x + 53 } #[device] pub(super) fn di2(x: u32) -> u32 { di1(x) * 3 } #[device] pub(super) fn dj1(x: u32) -> u32 { x + 54 } #[device] pub(super) fn dj2(x: u32) -> u32 { dj1(x) * 3 } #[device] pub(super) fn dk1(x: u32) -> u32 { x + 55 } #[device] pub(super) fn dk2(x: u32) -> u32 { dk1(x) * 3 } #[device] pub(super) fn dl1(x: u32) -> u32 { x + 56 } #[device] pub(super) fn dl2(x: u32) -> u32 { dl1(x) * 3 } #[device] pub(super) fn dm1(x: u32) -> u32 { x + 57 } #[device] pub(super) fn dm2(x: u32) -> u32 { dm1(x) * 3 } #[device] pub(super) fn dn1(x: u32) -> u32 { x + 58 } #[device] pub(super) fn dn2(x: u32) -> u32 { dn1(x) * 3 } #[device] pub(super) fn do1(x: u32) -> u32 { x + 59 } #[device] pub(super) fn do2(x: u32) -> u32 { do1(x) * 3 } #[device] pub(super) fn ea1(x: u32) -> u32 { x + 60 } #[device] pub(super) fn ea2(x: u32) -> u32 { ea1(x) * 3 } #[device] pub(super) fn eb1(x: u32) -> u32 { x + 61 } #[device] pub(super) fn eb2(x: u32) -> u32 { eb1(x) * 3 } #[device] pub(super) fn ec1(x: u32) -> u32 { x + 62 } #[device] pub(super) fn ec2(x: u32) -> u32 { ec1(x) * 3 } #[device] pub(super) fn ed1(x: u32) -> u32 { x + 63 } #[device] pub(super) fn ed2(x: u32) -> u32 { ed1(x) * 3 } #[device] pub(super) fn ee1(x: u32) -> u32 { x + 64 } #[device] pub(super) fn ee2(x: u32) -> u32 { ee1(x) * 3 } #[device] pub(super) fn ef1(x: u32) -> u32 { x + 65 } #[device] pub(super) fn ef2(x: u32) -> u32 { ef1(x) * 3 } #[device] pub(super) fn eg1(x: u32) -> u32 { x + 66 } #[device] pub(super) fn eg2(x: u32) -> u32 { eg1(x) * 3 } #[device] pub(super) fn eh1(x: u32) -> u32 { x + 67 } #[device] pub(super) fn eh2(x: u32) -> u32 { eh1(x) * 3 } #[device] pub(super) fn ei1(x: u32) -> u32 { x + 68 } #[device] pub(super) fn ei2(x: u32) -> u32 { ei1(x) * 3 } #[device] pub(super) fn ej1(x: u32) -> u32 { x + 69 } #[device] pub(super) fn ej2(x: u32) -> u32 { ej1(x) * 3 } #[device] pub(super) fn ek1(x: u32) -> u32 { x + 70 } #[device] pub(super) fn ek2(x: u32) -> u32 { ek1(x) * 3 } #[device] pub(super) fn el1(x: u32) -> u32 { x + 71 } #[device] pub(super) fn el2(x: u32) -> u32 { el1(x) * 3 } #[device] pub(super) fn em1(x: u32) -> u32 { x + 72 } #[device] pub(super) fn em2(x: u32) -> u32 { em1(x) * 3 } #[device] pub(super) fn en1(x: u32) -> u32 { x + 73 } #[device] pub(super) fn en2(x: u32) -> u32 { en1(x) * 3 } #[device] pub(super) fn eo1(x: u32) -> u32 { x + 74 } #[device] pub(super) fn eo2(x: u32) -> u32 { eo1(x) * 3 } #[device] pub(super) fn fa1(x: u32) -> u32 { x + 75 } #[device] pub(super) fn fa2(x: u32) -> u32 { fa1(x) * 3 } #[device] pub(super) fn fb1(x: u32) -> u32 { x + 76 } #[device] pub(super) fn fb2(x: u32) -> u32 { fb1(x) * 3 } #[device] pub(super) fn fc1(x: u32) -> u32 { x + 77 } #[device] pub(super) fn fc2(x: u32) -> u32 { fc1(x) * 3 } #[device] pub(super) fn fd1(x: u32) -> u32 { x + 78 } #[device] pub(super) fn fd2(x: u32) -> u32 { fd1(x) * 3 } #[device] pub(super) fn fe1(x: u32) -> u32 { x + 79 } #[device] pub(super) fn fe2(x: u32) -> u32 { fe1(x) * 3 } #[device] pub(super) fn ff1(x: u32) -> u32 { x + 80 } #[device] pub(super) fn ff2(x: u32) -> u32 { ff1(x) * 3 } #[device] pub(super) fn fg1(x: u32) -> u32 { x + 81 } #[device] pub(super) fn fg2(x: u32) -> u32 { fg1(x) * 3 } #[device] pub(super) fn fh1(x: u32) -> u32 { x + 82 } #[device] pub(super) fn fh2(x: u32) -> u32 { fh1(x) * 3 } #[device] pub(super) fn fi1(x: u32) -> u32 { x + 83 } #[device] pub(super) fn fi2(x: u32) -> u32 { fi1(x) * 3 } #[device] pub(super) fn fj1(x: u32) -> u32 { x + 84 } #[device] pub(super) fn fj2(x: u32) -> u32 { fj1(x) * 3 } #[device] pub(super) fn fk1(x: u32) -> u32 { x + 85 } #[device] pub(super) fn fk2(x: u32) -> u32 { fk1(x) * 3 } #[device] pub(super) fn fl1(x: u32) -> u32 { x + 86 } #[device] pub(super) fn fl2(x: u32) -> u32 { fl1(x) * 3 } #[device] pub(super) fn fm1(x: u32) -> u32 { x + 87 } #[device] pub(super) fn fm2(x: u32) -> u32 { fm1(x) * 3 } #[device] pub(super) fn fn1(x: u32) -> u32 { x + 88 } #[device] pub(super) fn fn2(x: u32) -> u32 { fn1(x) * 3 } #[device] pub(super) fn fo1(x: u32) -> u32 { x + 89 } #[device] pub(super) fn fo2(x: u32) -> u32 { fo1(x) * 3 } #[device] pub(super) fn ga1(x: u32) -> u32 { x + 90 } #[device] pub(super) fn ga2(x: u32) -> u32 { ga1(x) * 3 } #[device] pub(super) fn gb1(x: u32) -> u32 { x + 91 } #[device] pub(super) fn gb2(x: u32) -> u32 { gb1(x) * 3 } #[device] pub(super) fn gc1(x: u32) -> u32 { x + 92 } #[device] pub(super) fn gc2(x: u32) -> u32 { gc1(x) * 3 } #[device] pub(super) fn gd1(x: u32) -> u32 { x + 93 } #[device] pub(super) fn gd2(x: u32) -> u32 { gd1(x) * 3 } #[device] pub(super) fn ge1(x: u32) -> u32 { x + 94 } #[device] pub(super) fn ge2(x: u32) -> u32 { ge1(x) * 3 } #[device] pub(super) fn gf1(x: u32) -> u32 { x + 95 } #[device] pub(super) fn gf2(x: u32) -> u32 { gf1(x) * 3 } #[device] pub(super) fn gg1(x: u32) -> u32 { x + 96 } #[device] pub(super) fn gg2(x: u32) -> u32 { gg1(x) * 3 } #[device] pub(super) fn gh1(x: u32) -> u32 { x + 97 } #[device] pub(super) fn gh2(x: u32) -> u32 { gh1(x) * 3 } #[device] pub(super) fn gi1(x: u32) -> u32 { x + 98 } #[device] pub(super) fn gi2(x: u32) -> u32 { gi1(x) * 3 } #[device] pub(super) fn gj1(x: u32) -> u32 { x + 99 } #[device] pub(super) fn gj2(x: u32) -> u32 { gj1(x) * 3 } }

#[kernel]
fn kernel(i: Index<1>, ship: Ship, y: &mut ArrayViewMut<u32>) {
    let x = i[0] as u32;
    let modules = first::step3(x) + second::step3(x) * 2 + third::step3(x) * 3;
    let pairs = aa2(x) + ab2(x) * 2 + jn2(x) * 3 + jo2(x) * 4;
    let line = one_line::aa2(x) + one_line::gj2(x) * 2;
    y[i] = modules + pairs + line + ship.weighed(x);
}

#[test]
fn functions_of_one_place_or_one_name_are_no_recursion() {
    let expected: Vec<u32> = (0..4)
        .map(|x| {
            let module = |add: u32| (x + add + x + 100) * (x * 2 + 1);
            let modules = module(1) + module(2) * 2 + module(3) * 3;
            let pairs = x * 3 + (x + 1) * 6 + (x + 148) * 9 + (x + 149) * 12;
            let line = x * 3 + (x + 99) * 6;
            modules + pairs + line + 5 * x + 3 * x
        })
        .collect();
    let ship = Ship { inner: Crate { inner: Shell { inner: Core { mass: 5 } } } };
    on_each(|on| {
        let mut y = ArrayViewMut::without_source([4]).unwrap();
        on.default_view().parallel_for_each(4, kernel(ship, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
    assert_eq!((one_body(1), other_body(1)), (4, 6));
    // All of them are called, on the host.
    assert_eq!(every(1), EVERY);
}

#[rustfmt::skip]
fn every(x: u32) -> u32 { aa2(x) + ab2(x) + ac2(x) + ad2(x) + ae2(x) + af2(x) + ag2(x) + ah2(x) + ai2(x) + aj2(x) + ak2(x) + al2(x) + am2(x) + an2(x) + ao2(x) + ba2(x) + bb2(x) + bc2(x) + bd2(x) + be2(x) + bf2(x) + bg2(x) + bh2(x) + bi2(x) + bj2(x) + bk2(x) + bl2(x) + bm2(x) + bn2(x) + bo2(x) + ca2(x) + cb2(x) + cc2(x) + cd2(x) + ce2(x) + cf2(x) + cg2(x) + ch2(x) + ci2(x) + cj2(x) + ck2(x) + cl2(x) + cm2(x) + cn2(x) + co2(x) + da2(x) + db2(x) + dc2(x) + dd2(x) + de2(x) + df2(x) + dg2(x) + dh2(x) + di2(x) + dj2(x) + dk2(x) + dl2(x) + dm2(x) + dn2(x) + do2(x) + ea2(x) + eb2(x) + ec2(x) + ed2(x) + ee2(x) + ef2(x) + eg2(x) + eh2(x) + ei2(x) + ej2(x) + ek2(x) + el2(x) + em2(x) + en2(x) + eo2(x) + fa2(x) + fb2(x) + fc2(x) + fd2(x) + fe2(x) + ff2(x) + fg2(x) + fh2(x) + fi2(x) + fj2(x) + fk2(x) + fl2(x) + fm2(x) + fn2(x) + fo2(x) + ga2(x) + gb2(x) + gc2(x) + gd2(x) + ge2(x) + gf2(x) + gg2(x) + gh2(x) + gi2(x) + gj2(x) + gk2(x) + gl2(x) + gm2(x) + gn2(x) + go2(x) + ha2(x) + hb2(x) + hc2(x) + hd2(x) + he2(x) + hf2(x) + hg2(x) + hh2(x) + hi2(x) + hj2(x) + hk2(x) + hl2(x) + hm2(x) + hn2(x) + ho2(x) + ia2(x) + ib2(x) + ic2(x) + id2(x) + ie2(x) + if2(x) + ig2(x) + ih2(x) + ii2(x) + ij2(x) + ik2(x) + il2(x) + im2(x) + in2(x) + io2(x) + ja2(x) + jb2(x) + jc2(x) + jd2(x) + je2(x) + jf2(x) + jg2(x) + jh2(x) + ji2(x) + jj2(x) + jk2(x) + jl2(x) + jm2(x) + jn2(x) + jo2(x) + one_line::aa2(x) + one_line::ab2(x) + one_line::ac2(x) + one_line::ad2(x) + one_line::ae2(x) + one_line::af2(x) + one_line::ag2(x) + one_line::ah2(x) + one_line::ai2(x) + one_line::aj2(x) + one_line::ak2(x) + one_line::al2(x) + one_line::am2(x) + one_line::an2(x) + one_line::ao2(x) + one_line::ba2(x) + one_line::bb2(x) + one_line::bc2(x) + one_line::bd2(x) + one_line::be2(x) + one_line::bf2(x) + one_line::bg2(x) + one_line::bh2(x) + one_line::bi2(x) + one_line::bj2(x) + one_line::bk2(x) + one_line::bl2(x) + one_line::bm2(x) + one_line::bn2(x) + one_line::bo2(x) + one_line::ca2(x) + one_line::cb2(x) + one_line::cc2(x) + one_line::cd2(x) + one_line::ce2(x) + one_line::cf2(x) + one_line::cg2(x) + one_line::ch2(x) + one_line::ci2(x) + one_line::cj2(x) + one_line::ck2(x) + one_line::cl2(x) + one_line::cm2(x) + one_line::cn2(x) + one_line::co2(x) + one_line::da2(x) + one_line::db2(x) + one_line::dc2(x) + one_line::dd2(x) + one_line::de2(x) + one_line::df2(x) + one_line::dg2(x) + one_line::dh2(x) + one_line::di2(x) + one_line::dj2(x) + one_line::dk2(x) + one_line::dl2(x) + one_line::dm2(x) + one_line::dn2(x) + one_line::do2(x) + one_line::ea2(x) + one_line::eb2(x) + one_line::ec2(x) + one_line::ed2(x) + one_line::ee2(x) + one_line::ef2(x) + one_line::eg2(x) + one_line::eh2(x) + one_line::ei2(x) + one_line::ej2(x) + one_line::ek2(x) + one_line::el2(x) + one_line::em2(x) + one_line::en2(x) + one_line::eo2(x) + one_line::fa2(x) + one_line::fb2(x) + one_line::fc2(x) + one_line::fd2(x) + one_line::fe2(x) + one_line::ff2(x) + one_line::fg2(x) + one_line::fh2(x) + one_line::fi2(x) + one_line::fj2(x) + one_line::fk2(x) + one_line::fl2(x) + one_line::fm2(x) + one_line::fn2(x) + one_line::fo2(x) + one_line::ga2(x) + one_line::gb2(x) + one_line::gc2(x) + one_line::gd2(x) + one_line::ge2(x) + one_line::gf2(x) + one_line::gg2(x) + one_line::gh2(x) + one_line::gi2(x) + one_line::gj2(x) }

const EVERY: u32 = 3 * (150 + 149 * 150 / 2) + 3 * (100 + 99 * 100 / 2);
