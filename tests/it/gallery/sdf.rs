//! A ray marcher of signed distance functions, after the shaders of Inigo Quilez.
//!
//! Uses a trait with generic combinators in place of trait objects, default methods that build them, and closures.

use amp::glam::{vec2, vec3};
use amp::prelude::*;

use super::on_each_queue;

#[device]
trait Sdf: Copy {
    fn distance(&self, p: Vec3) -> f32;

    fn normal(&self, p: Vec3) -> Vec3 {
        const EPSILON: f32 = 1e-2;
        let along = |axis: Vec3| self.distance(p + axis * EPSILON) - self.distance(p - axis * EPSILON);
        vec3(along(Vec3::X), along(Vec3::Y), along(Vec3::Z)).normalize()
    }
}

#[derive(Clone, Copy, GpuType)]
struct Ball {
    radius: f32,
}

#[derive(Clone, Copy, GpuType)]
struct Cuboid {
    half: Vec3,
}

#[derive(Clone, Copy, GpuType)]
struct Torus {
    major: f32,
    minor: f32,
}

#[derive(Clone, Copy, GpuType)]
struct Floor;

#[derive(Clone, Copy, GpuType)]
struct At<S>(S, Vec3);

#[derive(Clone, Copy, GpuType)]
struct Union<A, B>(A, B);

#[derive(Clone, Copy, GpuType)]
struct Blend<A, B> {
    a: A,
    b: B,
    k: f32,
}

#[device]
impl Sdf for Ball {
    fn distance(&self, p: Vec3) -> f32 {
        p.length() - self.radius
    }
}

#[device]
impl Sdf for Cuboid {
    fn distance(&self, p: Vec3) -> f32 {
        let q = p.abs() - self.half;
        q.max(Vec3::ZERO).length() + q.max_element().min(0.0)
    }
}

#[device]
impl Sdf for Torus {
    fn distance(&self, p: Vec3) -> f32 {
        let Torus { major, minor } = *self;
        vec2(p.x.hypot(p.z) - major, p.y).length() - minor
    }
}

#[device]
impl Sdf for Floor {
    fn distance(&self, p: Vec3) -> f32 {
        p.y
    }
}

#[device]
impl<S: Sdf> Sdf for At<S> {
    fn distance(&self, p: Vec3) -> f32 {
        self.0.distance(p - self.1)
    }
}

#[device]
impl<A: Sdf, B: Sdf> Sdf for Union<A, B> {
    fn distance(&self, p: Vec3) -> f32 {
        self.0.distance(p).min(self.1.distance(p))
    }
}

#[device]
impl<A: Sdf, B: Sdf> Sdf for Blend<A, B> {
    fn distance(&self, p: Vec3) -> f32 {
        let (a, b) = (self.a.distance(p), self.b.distance(p));
        let h = (0.5 + 0.5 * (b - a) / self.k).clamp(0.0, 1.0);
        b + (a - b) * h - self.k * h * (1.0 - h)
    }
}

type Scene = Union<Floor, Union<Blend<At<Ball>, Cuboid>, At<Torus>>>;

#[device]
fn scene() -> Scene {
    let blob = Blend {
        a: At(Ball { radius: 0.5 }, vec3(-0.4, 0.6, 0.0)),
        b: Cuboid { half: vec3(0.4, 0.3, 0.4) },
        k: 0.2,
    };
    Union(Floor, Union(blob, At(Torus { major: 0.5, minor: 0.15 }, vec3(1.2, 0.4, 0.0))))
}

#[device]
fn march<S: Sdf>(scene: &S, origin: Vec3, direction: Vec3) -> Option<f32> {
    let mut t = 0.0;
    for _ in 0..80 {
        let distance = scene.distance(origin + direction * t);
        if distance < 1e-3 {
            return Some(t);
        }
        t += distance;
        if t > 20.0 {
            break;
        }
    }
    None
}

#[device]
fn shade(scene: &impl Sdf, direction: Vec3) -> f32 {
    let origin = vec3(0.0, 1.0, -3.0);
    let sun = vec3(1.0, 2.0, -1.0).normalize();
    march(scene, origin, direction.normalize()).map_or(0.1, |t| {
        let p = origin + direction.normalize() * t;
        let n = scene.normal(p);
        let lit = march(scene, p + n * 0.02, sun).is_none();
        0.2 + if lit { 0.8 * n.dot(sun).max(0.0) } else { 0.0 }
    })
}

#[kernel]
fn render(i: Index<2>, image: &mut ArrayViewMut<f32, 2>) {
    let (x, y) = (i[1] as f32 / 16.0 - 1.0, 0.5 - i[0] as f32 / 16.0);
    image[i] = shade(&scene(), vec3(x, y, 1.5));
}

#[test]
fn images_are_those_of_the_host() {
    let expected: Vec<f32> = (0..16 * 32)
        .map(|k| shade(&scene(), vec3((k % 32) as f32 / 16.0 - 1.0, 0.5 - (k / 32) as f32 / 16.0, 1.5)))
        .collect();
    on_each_queue(|queue| {
        let mut image = ArrayViewMut::without_source([16, 32])?;
        queue.parallel_for_each(image.extent(), render(&mut image))?;
        let different = image.to_vec()?.iter().zip(&expected).filter(|(a, b)| (*a - *b).abs() > 2e-2).count();
        assert!(different < 10, "{different} pixels");
        Ok(())
    });
}
