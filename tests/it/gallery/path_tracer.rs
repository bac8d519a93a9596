//! A small path tracer, after "Ray Tracing in One Weekend" and `smallpt`.
//!
//! Uses an enum of materials with fields, a constant scene of structs, `Option<Hit>`, `filter_map` with `min_by`, tuples in an
//! `Option`, and a generator that is passed by `&mut`.

use std::ops::Range;

use amp::glam::vec3;
use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, GpuType)]
struct Ray {
    origin: Vec3,
    direction: Vec3,
}

#[derive(Clone, Copy, Debug, GpuType)]
enum Material {
    Diffuse { albedo: Vec3 },
    Metal { albedo: Vec3, fuzz: f32 },
    Glass(f32),
    Light(Vec3),
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Sphere {
    center: Vec3,
    radius: f32,
    material: Material,
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Hit {
    t: f32,
    point: Vec3,
    normal: Vec3,
    front: bool,
    material: Material,
}

const SCENE: [Sphere; 5] = [
    Sphere {
        center: Vec3::new(0.0, -100.5, -1.0),
        radius: 100.0,
        material: Material::Diffuse { albedo: Vec3::new(0.8, 0.8, 0.0) },
    },
    Sphere {
        center: Vec3::new(0.0, 0.0, -1.2),
        radius: 0.5,
        material: Material::Diffuse { albedo: Vec3::new(0.1, 0.2, 0.5) },
    },
    Sphere { center: Vec3::new(-1.0, 0.0, -1.0), radius: 0.5, material: Material::Glass(1.5) },
    Sphere {
        center: Vec3::new(1.0, 0.0, -1.0),
        radius: 0.5,
        material: Material::Metal { albedo: Vec3::new(0.8, 0.6, 0.2), fuzz: 0.1 },
    },
    Sphere { center: Vec3::new(0.0, 3.0, 0.0), radius: 1.0, material: Material::Light(Vec3::splat(4.0)) },
];

#[derive(Clone, Copy, Debug, GpuType)]
struct Rng(u32);

#[device]
impl Rng {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    fn in_unit_sphere(&mut self) -> Vec3 {
        loop {
            let p = vec3(self.next(), self.next(), self.next()) * 2.0 - Vec3::ONE;
            if p.length_squared() < 1.0 {
                return p;
            }
        }
    }
}

#[device]
impl Ray {
    fn at(&self, t: f32) -> Vec3 {
        self.origin + self.direction * t
    }
}

#[device]
impl Sphere {
    fn hit(&self, ray: &Ray, range: &Range<f32>) -> Option<Hit> {
        let oc = ray.origin - self.center;
        let a = ray.direction.length_squared();
        let half_b = oc.dot(ray.direction);
        let c = oc.length_squared() - self.radius * self.radius;
        let discriminant = half_b * half_b - a * c;
        if discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        let t = [(-half_b - root) / a, (-half_b + root) / a].into_iter().find(|t| range.contains(t))?;
        let point = ray.at(t);
        let outward = (point - self.center) / self.radius;
        let front = ray.direction.dot(outward) < 0.0;
        Some(Hit { t, point, normal: if front { outward } else { -outward }, front, material: self.material })
    }
}

#[device]
fn reflectance(cosine: f32, ratio: f32) -> f32 {
    let r0 = ((1.0 - ratio) / (1.0 + ratio)).powi(2);
    r0 + (1.0 - r0) * (1.0 - cosine).powi(5)
}

#[device]
impl Hit {
    fn scatter(&self, ray: &Ray, rng: &mut Rng) -> Option<(Vec3, Ray)> {
        let Hit { point, normal, front, .. } = *self;
        match self.material {
            Material::Diffuse { albedo } => {
                let direction = normal + rng.in_unit_sphere().normalize();
                let direction = if direction.abs().max_element() < 1e-6 { normal } else { direction };
                Some((albedo, Ray { origin: point, direction }))
            }
            Material::Metal { albedo, fuzz } => {
                let reflected = ray.direction.normalize().reflect(normal);
                let scattered = Ray { origin: point, direction: reflected + fuzz * rng.in_unit_sphere() };
                (scattered.direction.dot(normal) > 0.0).then_some((albedo, scattered))
            }
            Material::Glass(index) => {
                let ratio = if front { index.recip() } else { index };
                let unit = ray.direction.normalize();
                let cosine = (-unit).dot(normal).min(1.0);
                let sine = (1.0 - cosine * cosine).sqrt();
                let direction = if ratio * sine > 1.0 || reflectance(cosine, ratio) > rng.next() {
                    unit.reflect(normal)
                } else {
                    unit.refract(normal, ratio)
                };
                Some((Vec3::ONE, Ray { origin: point, direction }))
            }
            Material::Light(_) => None,
        }
    }

    fn emitted(&self) -> Vec3 {
        if let Material::Light(colour) = self.material { colour } else { Vec3::ZERO }
    }
}

#[device]
fn trace(ray: &Ray) -> Option<Hit> {
    SCENE
        .iter()
        .filter_map(|sphere| sphere.hit(ray, &(0.001..f32::INFINITY)))
        .min_by(|a, b| a.t.total_cmp(&b.t))
}

#[device]
fn radiance(mut ray: Ray, rng: &mut Rng) -> Vec3 {
    let mut colour = Vec3::ZERO;
    let mut throughput = Vec3::ONE;
    for _ in 0..8 {
        let Some(hit) = trace(&ray) else {
            let blue = 0.5 * (ray.direction.normalize().y + 1.0);
            return colour + throughput * Vec3::ONE.lerp(vec3(0.5, 0.7, 1.0), blue);
        };
        colour += throughput * hit.emitted();
        match hit.scatter(&ray, rng) {
            Some((attenuation, scattered)) => {
                throughput *= attenuation;
                ray = scattered;
            }
            None => break,
        }
    }
    colour
}

#[device]
fn pixel(x: usize, y: usize, width: usize, height: usize, samples: u32) -> Vec3 {
    let mut rng = Rng((y * width + x) as u32 * 9781 + 1);
    let sum: Vec3 = (0..samples)
        .map(|_| {
            let u = (x as f32 + rng.next()) / width as f32 * 4.0 - 2.0;
            let v = (y as f32 + rng.next()) / height as f32 * 2.0 - 1.0;
            radiance(Ray { origin: Vec3::ZERO, direction: vec3(u, v, -1.0) }, &mut rng)
        })
        .sum();
    (sum / samples as f32).clamp(Vec3::ZERO, Vec3::ONE)
}

#[kernel]
fn render(i: Index<2>, samples: u32, image: &mut ArrayViewMut<Vec3, 2>) {
    let [height, width] = image.extent().into();
    image[i] = pixel(i[1], i[0], width, height, samples);
}

#[test]
fn images_are_those_of_the_host() {
    let (width, height) = (24, 12);
    let expected: Vec<Vec3> =
        (0..width * height).map(|k| pixel(k % width, k / width, width, height, 4)).collect();
    on_each_queue(|queue| {
        let mut image = ArrayViewMut::without_source([height, width])?;
        queue.parallel_for_each(image.extent(), render(4, &mut image))?;
        // A path that passes the edge of a sphere may take another direction after rounding.
        let image = image.to_vec()?;
        let different = image.iter().zip(&expected).filter(|(a, b)| !a.abs_diff_eq(**b, 1e-2)).count();
        assert!(different * 20 < image.len(), "{different} of {} pixels", image.len());
        Ok(())
    });
}
