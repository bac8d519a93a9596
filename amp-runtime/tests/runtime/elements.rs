//! Structs as elements and as captured values, with hand-written versions of the code that the derive
//! generates.

use std::mem::offset_of;

use amp::__private::*;
use amp::Kernel;
use amp::glam::{Vec2, Vec4};
use amp::prelude::*;

use crate::on_each::on_each;

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    position: Vec4,
    velocity: Vec2,
    age: u32,
    mass: f32,
}

impl ShaderType for Particle {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Struct(&StructInfo {
        name: "Particle",
        fields: &[
            ("position", <Vec4 as ShaderType>::INFO),
            ("velocity", <Vec2 as ShaderType>::INFO),
            ("age", <u32 as ShaderType>::INFO),
            ("mass", <f32 as ShaderType>::INFO),
        ],
    });
}

impl DerivedGpuType for Particle {
    const PROVED: Plain<Self> = Plain::of_struct(FIELDS);
}

impl DerivedValue for Particle {
    const NOTHING: Self = Particle {
        position: zeroed::<Vec4>(),
        velocity: zeroed::<Vec2>(),
        age: zeroed::<u32>(),
        mass: zeroed::<f32>(),
    };

    fn write_fields(&self, to: &mut impl ScalarWriter) {
        self.position.amp_write(to);
        self.velocity.amp_write(to);
        self.age.amp_write(to);
        self.mass.amp_write(to);
    }

    fn read_fields(from: &mut impl ScalarReader) -> Self {
        Particle {
            position: Value::amp_read(from),
            velocity: Value::amp_read(from),
            age: Value::amp_read(from),
            mass: Value::amp_read(from),
        }
    }
}

const WHOLE: &Particle = &Particle::NOTHING;
const FIELDS: &[PlainField<Particle>] = &[
    field(offset_of!(Particle, position), WHOLE, &WHOLE.position),
    field(offset_of!(Particle, velocity), WHOLE, &WHOLE.velocity),
    field(offset_of!(Particle, age), WHOLE, &WHOLE.age),
    field(offset_of!(Particle, mass), WHOLE, &WHOLE.mass),
];

impl Field<{ field_hash("velocity") }> for Particle {
    type Type = Vec2;
}

/// The kernel `p[i].position += by.position; p[i].age += 1`.
fn moved(by: Particle, p: &mut ArrayViewMut<Particle>) -> impl Kernel<Extent<1>> {
    static PROGRAM: Program = Program {
        template: Template {
            name: "moved",
            file: file!(),
            line: line!(),
            traps: ReportedFailures::None,
            rank: 1,
            tile: None,
            captures: &[],
            tile_static: &[],
            body: &[
                Piece::Assign(
                    1,
                    &[Piece::Text("amp_global[0]")],
                    &[Step::Field(TypeRef::Known(Particle::INFO), "position")],
                    Some("+"),
                    &[Piece::Value(0), Piece::Text(".f_position")],
                ),
                Piece::Text(";\n"),
                Piece::Assign(
                    1,
                    &[Piece::Text("amp_global[0]")],
                    &[Step::Field(TypeRef::Known(Particle::INFO), "age")],
                    Some("+"),
                    &[Piece::Literal(TypeRef::Known(<u32 as ShaderType>::INFO), "1")],
                ),
                Piece::Text(";\n"),
            ],
            entries: &[],
        },
        captures: &[CaptureName { name: "by", atomic: false }, CaptureName { name: "p", atomic: false }],
        accesses: &[],
        memory_bound: false,
        long_rows: false,
        joins_rows: false,
        collapsible: &[],
    };
    bind_checked(
        &PROGRAM,
        || (),
        (by.capture_value(), (shared(p.amp_capture_written()), ())),
        |line: &RowRun<'_, 1>, &(ref by, (ref p, ()))| {
            for row in line.all_rows() {
                for lane in 0..row.len() {
                    let at = [row.base()[0] + lane];
                    let mut it: Particle = p.get(&row, lane, at);
                    it.position += by.position;
                    it.age += 1;
                    p.set(&row, lane, at, it);
                }
            }
        },
        |checker: &Checker, row: &Row<1>, &(ref by, (ref p, ()))| {
            let at = row.base();
            let mut it: Particle = p.checked_peek(checker, at);
            it.position = p.checked_part(checker, at, |it| &it.position) + by.position;
            p.checked_put(checker, at, it, |it| &it.position);
            it.age = checker.add(p.checked_part(checker, at, |it| &it.age), 1);
            p.checked_put(checker, at, it, |it| &it.age);
        },
    )
    .with_entries(Vec::new)
}

#[test]
fn structs_work_as_elements_and_values() {
    on_each(|view| {
        let start =
            Particle { position: Vec4::new(1.0, 2.0, 3.0, 4.0), velocity: Vec2::NEG_X, age: 7, mass: 0.5 };
        let mut particles = vec![start; 300];
        let mut p = ArrayViewMut::new(&mut particles);
        view.parallel_for_each(300, moved(start, &mut p)).unwrap();
        p.finish().unwrap();
        let end = Particle { position: 2.0 * start.position, age: 8, ..start };
        assert!(particles.iter().all(|&it| it == end));
    });
}

#[test]
fn type_info_has_the_fields() {
    fn type_of<T: Field<{ field_hash("velocity") }>>() -> &'static TypeInfo {
        <T::Type as ShaderType>::INFO
    }
    assert_eq!(type_of::<Particle>(), <Vec2 as ShaderType>::INFO);
}
