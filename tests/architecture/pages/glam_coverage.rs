//! The coverage of glam: for each type, the methods that kernels have and those that they lack.

use std::collections::HashSet;

use amp::__private::functions;
use amp_shader::methods::{Class, METHODS, SWIZZLES};
use amp_shader::{Scalar, TypeInfo};

const INTRODUCTION: &str = "\
### Coverage of glam

The table counts the functions and methods that glam 0.34 documents for each type, without swizzles and deprecated ones. Kernels lack
those that take closures, slices or `&mut self`, and those of types that kernels lack: `Vec3A`, `EulerRot`, vectors of `f64` and of
small integers. Methods with an `Option` or two integer types are missing too, and methods of matrices that have the name of a method of scalars.

| type | kernels have | kernels lack |
|---|---|---|
";

/// glam's types with the names of their inherent functions, from the documentation of glam 0.34.
const API: &[(&str, &str)] = &[
    (
        "Vec2",
        "\
         abs abs_diff_eq angle_to as_dvec2 as_i16vec2 as_i64vec2 as_i8vec2 as_isizevec2 as_ivec2 as_u16vec2 \
         as_u64vec2 as_u8vec2 as_usizevec2 as_uvec2 ceil clamp clamp_length clamp_length_max clamp_length_min cmpeq \
         cmpge cmpgt cmple cmplt cmpne copysign cos distance distance_squared div_euclid dot dot_into_vec \
         element_product element_sum exp exp2 extend floor fract fract_gl from_angle from_array from_slice is_finite \
         is_finite_mask is_nan is_nan_mask is_negative_bitmask is_negative_mask is_normalized length length_recip \
         length_squared lerp lerp_monotonic ln log2 map max max_element max_position midpoint min min_element \
         min_position move_towards mul_add new normalize normalize_and_length normalize_or normalize_or_zero perp \
         perp_dot powf project_onto project_onto_normalized recip reflect refract reject_from reject_from_normalized \
         rem_euclid rotate rotate_angle rotate_towards round saturate select signum sin sin_cos smoothstep splat sqrt \
         step to_angle to_array trunc try_normalize with_x with_y write_to_slice \
         ",
    ),
    (
        "Vec3",
        "\
         abs abs_diff_eq angle_between angle_to any_orthogonal_vector any_orthonormal_pair any_orthonormal_vector \
         as_dvec3 as_i16vec3 as_i64vec3 as_i8vec3 as_isizevec3 as_ivec3 as_u16vec3 as_u64vec3 as_u8vec3 as_usizevec3 \
         as_uvec3 ceil clamp clamp_length clamp_length_max clamp_length_min cmpeq cmpge cmpgt cmple cmplt cmpne \
         copysign cos cross distance distance_squared div_euclid dot dot_into_vec element_product element_sum exp \
         exp2 extend floor fract fract_gl from_array from_homogeneous from_slice is_finite is_finite_mask is_nan \
         is_nan_mask is_negative_bitmask is_negative_mask is_normalized length length_recip length_squared lerp \
         lerp_monotonic ln log2 map max max_element max_position midpoint min min_element min_position move_towards \
         mul_add new normalize normalize_and_length normalize_or normalize_or_zero powf project_onto \
         project_onto_normalized recip reflect refract reject_from reject_from_normalized rem_euclid rotate_axis \
         rotate_towards rotate_x rotate_y rotate_z round saturate select signum sin sin_cos slerp smoothstep splat \
         sqrt step to_array to_homogeneous to_vec3a trunc truncate try_normalize with_x with_y with_z write_to_slice \
         ",
    ),
    (
        "Vec4",
        "\
         abs abs_diff_eq as_dvec4 as_i16vec4 as_i64vec4 as_i8vec4 as_isizevec4 as_ivec4 as_u16vec4 as_u64vec4 \
         as_u8vec4 as_usizevec4 as_uvec4 ceil clamp clamp_length clamp_length_max clamp_length_min cmpeq cmpge cmpgt \
         cmple cmplt cmpne copysign cos distance distance_squared div_euclid dot dot_into_vec element_product \
         element_sum exp exp2 floor fract fract_gl from_array from_slice is_finite is_finite_mask is_nan is_nan_mask \
         is_negative_bitmask is_negative_mask is_normalized length length_recip length_squared lerp lerp_monotonic ln \
         log2 map max max_element max_position midpoint min min_element min_position move_towards mul_add new \
         normalize normalize_and_length normalize_or normalize_or_zero powf project project_onto \
         project_onto_normalized recip reflect refract reject_from reject_from_normalized rem_euclid round saturate \
         select signum sin sin_cos smoothstep splat sqrt step to_array trunc truncate try_normalize with_w with_x \
         with_y with_z write_to_slice \
         ",
    ),
    (
        "IVec2",
        "\
         abs as_dvec2 as_i16vec2 as_i64vec2 as_i8vec2 as_isizevec2 as_u16vec2 as_u64vec2 as_u8vec2 as_usizevec2 \
         as_uvec2 as_vec2 chebyshev_distance checked_add checked_add_unsigned checked_div checked_manhattan_distance \
         checked_mul checked_sub checked_sub_unsigned clamp cmpeq cmpge cmpgt cmple cmplt cmpne distance_squared \
         div_euclid dot dot_into_vec element_product element_sum extend from_array from_slice is_negative_bitmask \
         is_negative_mask length_squared manhattan_distance map max max_element max_position min min_element \
         min_position new perp perp_dot rem_euclid rotate saturating_add saturating_add_unsigned saturating_div \
         saturating_mul saturating_sub saturating_sub_unsigned select signum splat to_array with_x with_y \
         wrapping_add wrapping_add_unsigned wrapping_div wrapping_mul wrapping_sub wrapping_sub_unsigned \
         write_to_slice \
         ",
    ),
    (
        "IVec3",
        "\
         abs as_dvec3 as_i16vec3 as_i64vec3 as_i8vec3 as_isizevec3 as_u16vec3 as_u64vec3 as_u8vec3 as_usizevec3 \
         as_uvec3 as_vec3 as_vec3a chebyshev_distance checked_add checked_add_unsigned checked_div \
         checked_manhattan_distance checked_mul checked_sub checked_sub_unsigned clamp cmpeq cmpge cmpgt cmple cmplt \
         cmpne cross distance_squared div_euclid dot dot_into_vec element_product element_sum extend from_array \
         from_slice is_negative_bitmask is_negative_mask length_squared manhattan_distance map max max_element \
         max_position min min_element min_position new rem_euclid saturating_add saturating_add_unsigned \
         saturating_div saturating_mul saturating_sub saturating_sub_unsigned select signum splat to_array truncate \
         with_x with_y with_z wrapping_add wrapping_add_unsigned wrapping_div wrapping_mul wrapping_sub \
         wrapping_sub_unsigned write_to_slice \
         ",
    ),
    (
        "IVec4",
        "\
         abs as_dvec4 as_i16vec4 as_i64vec4 as_i8vec4 as_isizevec4 as_u16vec4 as_u64vec4 as_u8vec4 as_usizevec4 \
         as_uvec4 as_vec4 chebyshev_distance checked_add checked_add_unsigned checked_div checked_manhattan_distance \
         checked_mul checked_sub checked_sub_unsigned clamp cmpeq cmpge cmpgt cmple cmplt cmpne distance_squared \
         div_euclid dot dot_into_vec element_product element_sum from_array from_slice is_negative_bitmask \
         is_negative_mask length_squared manhattan_distance map max max_element max_position min min_element \
         min_position new rem_euclid saturating_add saturating_add_unsigned saturating_div saturating_mul \
         saturating_sub saturating_sub_unsigned select signum splat to_array truncate with_w with_x with_y with_z \
         wrapping_add wrapping_add_unsigned wrapping_div wrapping_mul wrapping_sub wrapping_sub_unsigned \
         write_to_slice \
         ",
    ),
    (
        "UVec2",
        "\
         as_dvec2 as_i16vec2 as_i64vec2 as_i8vec2 as_isizevec2 as_ivec2 as_u16vec2 as_u64vec2 as_u8vec2 as_usizevec2 \
         as_vec2 chebyshev_distance checked_add checked_add_signed checked_div checked_manhattan_distance checked_mul \
         checked_sub clamp cmpeq cmpge cmpgt cmple cmplt cmpne dot dot_into_vec element_product element_sum extend \
         from_array from_slice length_squared manhattan_distance map max max_element max_position min min_element \
         min_position new saturating_add saturating_add_signed saturating_div saturating_mul saturating_sub select \
         splat to_array with_x with_y wrapping_add wrapping_add_signed wrapping_div wrapping_mul wrapping_sub \
         write_to_slice \
         ",
    ),
    (
        "UVec3",
        "\
         as_dvec3 as_i16vec3 as_i64vec3 as_i8vec3 as_isizevec3 as_ivec3 as_u16vec3 as_u64vec3 as_u8vec3 as_usizevec3 \
         as_vec3 as_vec3a chebyshev_distance checked_add checked_add_signed checked_div checked_manhattan_distance \
         checked_mul checked_sub clamp cmpeq cmpge cmpgt cmple cmplt cmpne cross dot dot_into_vec element_product \
         element_sum extend from_array from_slice length_squared manhattan_distance map max max_element max_position \
         min min_element min_position new saturating_add saturating_add_signed saturating_div saturating_mul \
         saturating_sub select splat to_array truncate with_x with_y with_z wrapping_add wrapping_add_signed \
         wrapping_div wrapping_mul wrapping_sub write_to_slice \
         ",
    ),
    (
        "UVec4",
        "\
         as_dvec4 as_i16vec4 as_i64vec4 as_i8vec4 as_isizevec4 as_ivec4 as_u16vec4 as_u64vec4 as_u8vec4 as_usizevec4 \
         as_vec4 chebyshev_distance checked_add checked_add_signed checked_div checked_manhattan_distance checked_mul \
         checked_sub clamp cmpeq cmpge cmpgt cmple cmplt cmpne dot dot_into_vec element_product element_sum \
         from_array from_slice length_squared manhattan_distance map max max_element max_position min min_element \
         min_position new saturating_add saturating_add_signed saturating_div saturating_mul saturating_sub select \
         splat to_array truncate with_w with_x with_y with_z wrapping_add wrapping_add_signed wrapping_div \
         wrapping_mul wrapping_sub write_to_slice \
         ",
    ),
    (
        "BVec2",
        "\
         all any bitmask from_array new set splat test \
         ",
    ),
    (
        "BVec3",
        "\
         all any bitmask from_array new set splat test \
         ",
    ),
    (
        "BVec4",
        "\
         all any bitmask from_array new set splat test \
         ",
    ),
    (
        "Mat2",
        "\
         abs abs_diff_eq add_mat2 as_dmat2 col col_mut determinant diagonal div_scalar from_angle from_cols \
         from_cols_array from_cols_array_2d from_cols_slice from_diagonal from_mat3 from_mat3_minor from_mat3a \
         from_mat3a_minor from_rows from_rows_array from_rows_slice from_scale_angle inverse inverse_or_zero \
         is_finite is_nan mul_diagonal_scale mul_mat2 mul_scalar mul_vec2 recip row set_row sub_mat2 to_cols_array \
         to_cols_array_2d to_rows_array transpose transpose_mul_vec2 try_inverse write_cols_to_slice \
         ",
    ),
    (
        "Mat3",
        "\
         abs abs_diff_eq add_mat3 as_dmat3 col col_mut determinant diagonal div_scalar from_angle from_axis_angle \
         from_cols from_cols_array from_cols_array_2d from_cols_slice from_diagonal from_euler from_mat2 from_mat4 \
         from_mat4_minor from_quat from_rotation_x from_rotation_y from_rotation_z from_rows from_rows_array \
         from_rows_slice from_scale from_scale_angle_translation from_translation inverse inverse_or_zero is_finite \
         is_nan mul_diagonal_scale mul_mat3 mul_scalar mul_vec3 mul_vec3a recip row set_row sub_mat3 to_cols_array \
         to_cols_array_2d to_euler to_rows_array transform_point2 transform_vector2 transpose transpose_mul_vec3 \
         try_inverse write_cols_to_slice \
         ",
    ),
    (
        "Mat4",
        "\
         abs abs_diff_eq add_mat4 as_dmat4 col col_mut determinant diagonal div_scalar from_axis_angle from_cols \
         from_cols_array from_cols_array_2d from_cols_slice from_diagonal from_euler from_mat3 from_mat3_translation \
         from_mat3a from_quat from_rotation_translation from_rotation_x from_rotation_y from_rotation_z from_rows \
         from_rows_array from_rows_slice from_scale from_scale_rotation_translation from_translation inverse \
         inverse_or_zero is_finite is_nan mul_diagonal_scale mul_mat4 mul_scalar mul_vec4 project_point3 \
         project_point3a recip row set_row sub_mat4 to_cols_array to_cols_array_2d to_euler to_rows_array \
         to_scale_rotation_translation transform_point3 transform_point3a transform_vector3 transform_vector3a \
         transpose transpose_mul_vec4 try_inverse write_cols_to_slice \
         ",
    ),
    (
        "Quat",
        "\
         abs_diff_eq angle_between as_dquat conjugate dot from_affine3 from_affine3a from_array from_axis_angle \
         from_euler from_mat3 from_mat3a from_mat4 from_rotation_arc from_rotation_arc_2d from_rotation_arc_colinear \
         from_rotation_x from_rotation_y from_rotation_z from_scaled_axis from_slice from_vec4 \
         from_xyzw inverse is_finite is_nan is_near_identity is_normalized length length_recip length_squared lerp \
         mul_quat mul_vec3 mul_vec3a normalize rotate_towards slerp slerp_long to_array to_axis_angle to_euler \
         to_scaled_axis write_to_slice xyz \
         ",
    ),
    (
        "Affine2",
        "\
         abs_diff_eq as_daffine2 from_angle from_angle_translation from_cols from_cols_array from_cols_array_2d \
         from_cols_slice from_mat2 from_mat2_translation from_mat3 from_mat3a from_scale from_scale_angle_translation \
         from_translation inverse is_finite is_nan to_cols_array to_cols_array_2d to_scale_angle_translation \
         transform_point2 transform_vector2 write_cols_to_slice \
         ",
    ),
    (
        "Affine3A",
        "\
         abs_diff_eq as_daffine3 from_axis_angle from_cols from_cols_array from_cols_array_2d from_cols_slice \
         from_mat3 from_mat3_translation from_mat4 from_quat from_rotation_translation from_rotation_x \
         from_rotation_y from_rotation_z from_scale from_scale_rotation_translation from_translation inverse \
         is_finite is_nan to_cols_array to_cols_array_2d to_scale_rotation_translation transform_point3 \
         transform_point3a transform_vector3 transform_vector3a write_cols_to_slice \
         ",
    ),
];

/// The section of `docs/language.md` about the coverage of glam, with one row for each type.
pub(super) fn section() -> String {
    let mut text = INTRODUCTION.to_owned();
    for (owner, names) in API {
        let supported = supported(owner);
        let names: Vec<_> = names.split_whitespace().collect();
        let missing: Vec<_> =
            names.iter().filter(|name| !supported.contains(*name)).map(|name| format!("`{name}`")).collect();
        let count = names.len() - missing.len();
        text += &format!("| `{owner}` | {count} of {} | {} |\n", names.len(), missing.join(", "));
    }
    text + "\n"
}

/// The names of the functions of a type that kernels have.
fn supported(owner: &str) -> HashSet<&'static str> {
    let of_type = functions().into_iter().filter(|function| function.owner == owner);
    let mut names: HashSet<_> = of_type.map(|function| function.name).collect();
    if let Some(class) = class(owner) {
        names.extend(
            METHODS.iter().filter(|method| method.meaning(class).is_some()).map(|method| method.name),
        );
    }
    names
}

fn class(owner: &str) -> Option<Class> {
    let scalar = match owner.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "Vec" => Scalar::F32,
        "IVec" => Scalar::I32,
        "UVec" => Scalar::U32,
        _ => return None,
    };
    Class::of(&TypeInfo::Vector(scalar, 2))
}

/// `default` and `from` belong to traits, so `API` does not list them. The table of methods has `cross` for
/// vectors of all sizes, although in glam only vectors of three components have it.
#[test]
fn every_function_of_a_kernel_is_in_the_documentation_of_glam() {
    for (owner, names) in API {
        let names: HashSet<_> = names.split_whitespace().collect();
        let unknown: Vec<_> = supported(owner)
            .into_iter()
            .filter(|name| !names.contains(name) && !["default", "from", "cross"].contains(name))
            .filter(|name| SWIZZLES.iter().all(|swizzle| swizzle.name != *name))
            .collect();
        assert!(unknown.is_empty(), "glam documents no {unknown:?} of `{owner}`");
    }
}
