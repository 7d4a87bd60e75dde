// The surface of PhysicalEffect at a fragment, from the factors and textures of the material.
//
// SLOT_PLACE (BASE_COLOR_PLACE, NORMAL_PLACE, …)   the slot has a texture; the text is the place of the lookup
// PLACE_COUNT        the number of transforms of texture coordinates
// SPECULAR_GLOSSINESS, CLEARCOAT, SHEEN, SPECULAR, TRANSMISSION, VOLUME, ANISOTROPY, IRIDESCENCE   the parts of the material
// DIELECTRIC, METAL  the surface is nowhere a metal, or everywhere
// FRAME_COORDINATE   a texture holds directions in tangent space; without a TANGENT they follow from these coordinates
// DOUBLE_SIDED       back faces are visible
// ALPHA_MASK, ALPHA_BLEND   the use of alpha
// OCCLUSION_SHARED   the red of the metallic-roughness texture is the occlusion

in vec3 worldPosition;
#ifdef NORMAL
in vec3 worldNormal;
#endif
#ifdef TANGENT
in vec4 worldTangent;
#endif
#ifdef VERTEX_COLOR
in vec4 vertexColor;
#endif
#ifdef COORDINATE_0
in vec2 coordinate0;
#endif
#ifdef COORDINATE_1
in vec2 coordinate1;
#endif

#ifdef PLACE_COUNT
// Two rows for each transform.
uniform vec3 placeRows[2 * PLACE_COUNT];
vec2 placed(vec2 coordinate, int number) {
    vec3 c = vec3(coordinate, 1.0);
    return vec2(dot(placeRows[2 * number], c), dot(placeRows[2 * number + 1], c));
}
#endif

uniform vec4 baseColorFactor;
#ifdef BASE_COLOR_PLACE
uniform sampler2D baseColorTexture;
#endif
#ifdef ALPHA_MASK
uniform float alphaCutoff;
#endif

vec4 baseColor() {
    vec4 c = baseColorFactor;
#ifdef BASE_COLOR_PLACE
    c *= texture(baseColorTexture, BASE_COLOR_PLACE);
#endif
#ifdef VERTEX_COLOR
    c *= vertexColor;
#endif
    return c;
}

#if !defined(UNLIT) || defined(EMISSION)
uniform vec3 emissiveFactor;
#ifdef EMISSIVE_PLACE
uniform sampler2D emissiveTexture;
#endif

vec3 emittedLight() {
#ifdef EMISSIVE_PLACE
    return emissiveFactor * texture(emissiveTexture, EMISSIVE_PLACE).rgb;
#else
    return emissiveFactor;
#endif
}
#endif

#ifndef UNLIT
#ifdef SPECULAR_GLOSSINESS
uniform vec3 specularFactor;
uniform float glossinessFactor;
#ifdef SPECULAR_GLOSSINESS_PLACE
uniform sampler2D specularGlossinessTexture;
#endif
#else
uniform float metallicFactor;
uniform float roughnessFactor;
#ifdef METALLIC_ROUGHNESS_PLACE
uniform sampler2D metallicRoughnessTexture;
#endif
#endif
#ifdef NORMAL_PLACE
uniform sampler2D normalTexture;
uniform float normalScale;
#endif
#ifdef OCCLUSION_PLACE
uniform sampler2D occlusionTexture;
#endif
#if defined(OCCLUSION_PLACE) || defined(OCCLUSION_SHARED)
uniform float occlusionStrength;
#endif
// The reflectance of a dielectric at normal incidence.
uniform float reflectance;
#ifdef SPECULAR
uniform vec4 specularWeight;
#ifdef SPECULAR_PLACE
uniform sampler2D specularTexture;
#endif
#ifdef SPECULAR_COLOR_PLACE
uniform sampler2D specularColorTexture;
#endif
#endif
#ifdef CLEARCOAT
// Strength and roughness.
uniform vec2 clearcoatFactors;
#ifdef CLEARCOAT_PLACE
uniform sampler2D clearcoatTexture;
#endif
#ifdef CLEARCOAT_ROUGHNESS_PLACE
uniform sampler2D clearcoatRoughnessTexture;
#endif
#ifdef CLEARCOAT_NORMAL_PLACE
uniform sampler2D clearcoatNormalTexture;
uniform float clearcoatNormalScale;
#endif
#endif
#ifdef SHEEN
// Colour and roughness.
uniform vec4 sheenFactors;
#ifdef SHEEN_COLOR_PLACE
uniform sampler2D sheenColorTexture;
#endif
#ifdef SHEEN_ROUGHNESS_PLACE
uniform sampler2D sheenRoughnessTexture;
#endif
#endif
#ifdef TRANSMISSION
uniform float transmissionFactor;
#ifdef TRANSMISSION_PLACE
uniform sampler2D transmissionTexture;
#endif
#ifdef THICKNESS_PLACE
uniform sampler2D thicknessTexture;
#endif
#endif
#ifdef ANISOTROPY
// Strength, cosine and sine of the rotation.
uniform vec3 anisotropyFactors;
#ifdef ANISOTROPY_PLACE
uniform sampler2D anisotropyTexture;
#endif
#endif
#ifdef IRIDESCENCE
// Strength, index of refraction, minimum and maximum of the thickness in nanometres.
uniform vec4 iridescenceFactors;
#ifdef IRIDESCENCE_PLACE
uniform sampler2D iridescenceTexture;
#endif
#ifdef IRIDESCENCE_THICKNESS_PLACE
uniform sampler2D iridescenceThicknessTexture;
#endif
#endif
// The position of the eye and 1, or the direction to the eye and 0 if all rays are parallel.
uniform vec4 eye;

struct Surface {
    vec3 v;               // the direction to the eye
    vec3 n;               // the normal, which faces the outside
    float nv;             // n · v, at least a small number
    vec3 color;           // the scattered colour of a dielectric, the reflected colour of a metal
    float metallic;
    float roughness;
    float a;              // the α of the distribution, roughness²
    vec3 f0;              // the reflectance of the dielectric part at normal incidence
    float f90;            // the reflectance of the dielectric part at grazing incidence
    float occlusion;
    vec3 emitted;
#ifdef CLEARCOAT
    vec3 coatNormal;
    float coat, coatRoughness, coatA;
#endif
#ifdef SHEEN
    vec3 sheen;
    float sheenRoughness;
#endif
#ifdef TRANSMISSION
    float transmission;
    float thickness;      // the factor of the texture alone
#endif
#ifdef ANISOTROPY
    vec3 along, across;   // the direction of the stretch, and the direction across it
    float stretch;
    float aAlong;
#endif
#ifdef IRIDESCENCE
    vec3 filmF0, filmMetal;
    float film;
#endif
};

vec3 unit(vec3 v) { return v * inversesqrt(max(dot(v, v), 1e-30)); }

#ifdef FRAME_COORDINATE
// The directions to the right and to the top of the texture; n is the third direction.
mat3 tangentSpace(vec3 n) {
#ifdef TANGENT
    vec3 t = unit(worldTangent.xyz - n * dot(n, worldTangent.xyz));
    return mat3(t, cross(n, t) * (worldTangent.w < 0.0 ? -1.0 : 1.0), n);
#else
    vec3 px = dFdx(worldPosition), py = dFdy(worldPosition);
    vec2 cx = dFdx(FRAME_COORDINATE), cy = dFdy(FRAME_COORDINATE);
    float s = cx.x * cy.y - cx.y * cy.x < 0.0 ? -1.0 : 1.0;
    vec3 t = (px * cy.y - py * cx.y) * s, b = (py * cx.x - px * cy.x) * s;
    t -= n * dot(n, t);
    // Coordinates that do not change give no direction, so any direction in the surface serves.
    if (dot(t, t) < 1e-30) t = cross(n, abs(n.x) < 0.8 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0));
    t = unit(t);
    vec3 c = cross(n, t);
    return mat3(t, dot(c, b) < 0.0 ? -c : c, n);
#endif
}
vec3 mapped(mat3 frame, vec3 texel, float scale) { return unit(frame * ((texel * 2.0 - 1.0) * vec3(scale, scale, 1.0))); }
#endif

Surface surface(vec4 base) {
    Surface s;
    s.v = unit(eye.xyz - worldPosition * eye.w);
#ifdef NORMAL
    vec3 n = unit(worldNormal);
#ifdef DOUBLE_SIDED
    float side = gl_FrontFacing ? 1.0 : -1.0;
#else
    const float side = 1.0;
#endif
#else
    // Without normals, triangles are flat. This normal always faces the eye.
    vec3 n = unit(cross(dFdx(worldPosition), dFdy(worldPosition)));
    const float side = 1.0;
#endif
    s.n = n * side;
#ifdef FRAME_COORDINATE
    mat3 frame = tangentSpace(n);
#ifdef NORMAL_PLACE
    s.n = mapped(frame, texture(normalTexture, NORMAL_PLACE).xyz, normalScale) * side;
#endif
#endif
    s.nv = max(dot(s.n, s.v), 1e-4);

    s.color = base.rgb;
    s.occlusion = 1.0;
    s.f90 = 1.0;
#ifdef SPECULAR_GLOSSINESS
    vec4 specular = vec4(specularFactor, glossinessFactor);
#ifdef SPECULAR_GLOSSINESS_PLACE
    specular *= texture(specularGlossinessTexture, SPECULAR_GLOSSINESS_PLACE);
#endif
    s.f0 = specular.rgb;
    s.color *= 1.0 - max(max(s.f0.r, s.f0.g), s.f0.b);
    s.metallic = 0.0;
    s.roughness = 1.0 - specular.a;
#else
    s.metallic = metallicFactor;
    s.roughness = roughnessFactor;
#ifdef METALLIC_ROUGHNESS_PLACE
    vec3 texel = texture(metallicRoughnessTexture, METALLIC_ROUGHNESS_PLACE).rgb;
    s.roughness *= texel.g;
    s.metallic *= texel.b;
#ifdef OCCLUSION_SHARED
    s.occlusion = 1.0 + occlusionStrength * (texel.r - 1.0);
#endif
#endif
    s.f0 = vec3(reflectance);
#ifdef SPECULAR
    vec4 weight = specularWeight;
#ifdef SPECULAR_PLACE
    weight.a *= texture(specularTexture, SPECULAR_PLACE).a;
#endif
#ifdef SPECULAR_COLOR_PLACE
    weight.rgb *= texture(specularColorTexture, SPECULAR_COLOR_PLACE).rgb;
#endif
    s.f0 = min(s.f0 * weight.rgb, 1.0) * weight.a;
    s.f90 = weight.a;
#endif
#endif
#ifdef OCCLUSION_PLACE
    s.occlusion = 1.0 + occlusionStrength * (texture(occlusionTexture, OCCLUSION_PLACE).r - 1.0);
#endif
    s.roughness = clamp(s.roughness, 0.0, 1.0);
    // A smaller α makes highlights of a light without size too small for pixels.
    s.a = max(s.roughness * s.roughness, 0.0016);

    s.emitted = emittedLight();

#ifdef CLEARCOAT
    s.coat = clearcoatFactors.x;
    s.coatRoughness = clearcoatFactors.y;
    s.coatNormal = n * side;
#ifdef CLEARCOAT_PLACE
    s.coat *= texture(clearcoatTexture, CLEARCOAT_PLACE).r;
#endif
#ifdef CLEARCOAT_ROUGHNESS_PLACE
    s.coatRoughness *= texture(clearcoatRoughnessTexture, CLEARCOAT_ROUGHNESS_PLACE).g;
#endif
#ifdef CLEARCOAT_NORMAL_PLACE
    s.coatNormal = mapped(frame, texture(clearcoatNormalTexture, CLEARCOAT_NORMAL_PLACE).xyz, clearcoatNormalScale) * side;
#endif
    s.coatRoughness = clamp(s.coatRoughness, 0.0, 1.0);
    s.coatA = max(s.coatRoughness * s.coatRoughness, 0.0016);
#endif

#ifdef SHEEN
    s.sheen = sheenFactors.rgb;
    s.sheenRoughness = sheenFactors.a;
#ifdef SHEEN_COLOR_PLACE
    s.sheen *= texture(sheenColorTexture, SHEEN_COLOR_PLACE).rgb;
#endif
#ifdef SHEEN_ROUGHNESS_PLACE
    s.sheenRoughness *= texture(sheenRoughnessTexture, SHEEN_ROUGHNESS_PLACE).a;
#endif
    s.sheenRoughness = clamp(s.sheenRoughness, 0.07, 1.0);
#endif

#ifdef TRANSMISSION
    s.transmission = transmissionFactor;
#ifdef TRANSMISSION_PLACE
    s.transmission *= texture(transmissionTexture, TRANSMISSION_PLACE).r;
#endif
    s.thickness = 1.0;
#ifdef THICKNESS_PLACE
    s.thickness = texture(thicknessTexture, THICKNESS_PLACE).g;
#endif
#endif

#ifdef ANISOTROPY
    s.stretch = anisotropyFactors.x;
    vec2 direction = anisotropyFactors.yz;
#ifdef ANISOTROPY_PLACE
    vec3 stretch = texture(anisotropyTexture, ANISOTROPY_PLACE).rgb;
    vec2 own = stretch.rg * 2.0 - 1.0;
    s.stretch *= stretch.b;
    direction = vec2(direction.x * own.x - direction.y * own.y, direction.y * own.x + direction.x * own.y);
#endif
    vec3 wanted = frame * vec3(direction, 0.0);
    s.along = unit(wanted - s.n * dot(s.n, wanted));
    s.across = cross(s.n, s.along);
    s.aAlong = mix(s.a, 1.0, s.stretch * s.stretch);
#endif
    return s;
}
#endif
