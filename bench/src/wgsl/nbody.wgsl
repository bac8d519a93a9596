// A step of an n-body simulation.
struct Particle { position: vec4<f32>, velocity: vec4<f32> }
struct Params { n: u32, softening: f32, dt: f32, z: u32 }
@group(0) @binding(0) var<storage, read> from_: array<Particle>;
@group(0) @binding(1) var<storage, read_write> to_: array<Particle>;
@group(0) @binding(2) var<uniform> params: Params;
var<workgroup> others: array<vec4<f32>, 256>;

fn attraction(me: vec4<f32>, other: vec4<f32>) -> vec3<f32> {
    let away = other.xyz - me.xyz;
    let squared = dot(away, away) + params.softening;
    return away * (other.w / (squared * sqrt(squared)));
}

fn moved(p: Particle, acceleration: vec3<f32>) -> Particle {
    let velocity = p.velocity + vec4<f32>(acceleration, 0.0) * params.dt;
    return Particle(p.position + vec4<f32>(velocity.xyz, 0.0) * params.dt, velocity);
}

@compute @workgroup_size(256)
fn simple(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.n) {
        return;
    }
    let me = from_[id.x].position;
    var acceleration = vec3<f32>(0.0);
    for (var other = 0u; other < params.n; other++) {
        acceleration += attraction(me, from_[other].position);
    }
    to_[id.x] = moved(from_[id.x], acceleration);
}

@compute @workgroup_size(256)
fn tiled(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let last = params.n - 1u;
    let me = from_[min(id.x, last)].position;
    var acceleration = vec3<f32>(0.0);
    for (var first = 0u; first < params.n; first += 256u) {
        let position = from_[min(first + local, last)].position;
        let mass = select(0.0, position.w, first + local < params.n);
        others[local] = vec4<f32>(position.xyz, mass);
        workgroupBarrier();
        for (var k = 0u; k < 256u; k++) {
            acceleration += attraction(me, others[k]);
        }
        workgroupBarrier();
    }
    if (id.x < params.n) {
        to_[id.x] = moved(from_[id.x], acceleration);
    }
}
