// A bead: gl_PointCoord gives the place on the disc, from which the sphere's normal follows.
#version 330
in vec4 beadColor;
out vec4 fragmentColor;

void main() {
    vec2 p = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float r2 = dot(p, p);
    if (r2 > 1.0) discard;
    vec3 n = vec3(p, sqrt(1.0 - r2));
    vec3 light = normalize(vec3(-0.5, 0.7, 0.6));
    float diffuse = max(dot(n, light), 0.0);
    float shine = pow(max(dot(n, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0), 48.0);
    float rim = 0.25 * pow(1.0 - n.z, 2.0);
    fragmentColor = vec4(beadColor.rgb * (0.18 + 0.9 * diffuse + rim) + 0.7 * shine, 1.0);
}
