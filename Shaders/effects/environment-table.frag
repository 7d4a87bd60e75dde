#version 330
// The table that PhysicalEffect reads for light from all around, by n · v (to the right) and roughness (upwards): the factor of
// the reflectance at normal incidence, the factor of the reflectance at grazing incidence (Karis 2013), the share of light that
// sheen reflects, and the sine of the angle by which the average direction of this light lies nearer to the eye than the normal.
#define SHEEN
#include "microfacets.glsl"

uniform float texelSize;
// The cosine and sine of an angle, and a number between 0 and 1.
uniform vec3 points[POINTS];
out vec4 fragmentColor;

void main() {
    float nv = gl_FragCoord.x * texelSize, roughness = gl_FragCoord.y * texelSize, a = roughness * roughness;
    vec3 v = vec3(sqrt(1.0 - nv * nv), 0.0, nv);
    vec3 sum = vec3(0.0);
    // The average direction of the light of the sheen: towards the eye along the surface, and along the normal.
    vec2 from = vec2(0.0);
    for (int i = 0; i < POINTS; ++i) {
        vec3 p = points[i];
        float cosine = sqrt((1.0 - p.z) / (1.0 + (a * a - 1.0) * p.z)), sine = sqrt(max(1.0 - cosine * cosine, 0.0));
        vec3 h = vec3(p.xy * sine, cosine);
        float vh = max(dot(v, h), 0.0), nl = 2.0 * vh * h.z - v.z;
        if (nl > 0.0) {
            float share = visibility(nl, nv, a) * 4.0 * vh * nl / h.z, grazing = fifth(1.0 - vh);
            sum.rg += share * vec2(1.0 - grazing, grazing);
        }
        sine = pow(p.z, a / (2.0 * a + 1.0));
        h = vec3(p.xy * sine, sqrt(max(1.0 - sine * sine, 0.0)));
        vh = max(dot(v, h), 0.0);
        nl = 2.0 * vh * h.z - v.z;
        if (nl > 0.0 && h.z > 0.0) {
            float share = sheenVisibility(nl, nv, a) * 4.0 * vh * nl / h.z;
            sum.b += share;
            from += share * vec2(2.0 * vh * h.x - v.x, nl);
        }
    }
    fragmentColor = vec4(sum / float(POINTS), from.x * inversesqrt(max(dot(from, from), 1e-12)));
}
