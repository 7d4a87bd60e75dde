// Light from the sky and the ground, a key light over the viewer's shoulder, a rim light, in linear light.
#version 330
in vec3 worldPosition;
in vec3 worldNormal;
in vec2 textureCoordinate;
in vec4 vertexColor;
uniform sampler2D picture;
uniform bool hasPicture;
uniform vec4 baseColor;
#ifdef CUTOUT
uniform float alphaCutoff;  // fragments with less alpha are discarded
#endif
uniform bool blended;
uniform vec3 eye;
uniform vec3 keyDirection;  // towards the light
uniform vec3 rimDirection;
out vec4 fragmentColor;

void main() {
    vec4 base = baseColor * vertexColor;
    if (hasPicture) base *= texture(picture, textureCoordinate);
#ifdef CUTOUT
    if (base.a < alphaCutoff) discard;
#endif

    vec3 v = normalize(eye - worldPosition);
    vec3 n = dot(worldNormal, worldNormal) > 0.0 ? normalize(worldNormal) : v;
    // Both sides are lit, because files disagree about which side is the front.
    if (dot(n, v) < 0.0) n = -n;

    vec3 sky = mix(vec3(0.16, 0.13, 0.11), vec3(0.46, 0.53, 0.64), n.y * 0.5 + 0.5);
    float key = max(dot(n, keyDirection), 0.0);
    float shine = pow(max(dot(n, normalize(v + keyDirection)), 0.0), 36.0);
    float grazing = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    float rim = grazing * (0.25 + 0.75 * max(dot(n, rimDirection), 0.0));
    vec3 color = base.rgb * (0.85 * sky + vec3(1.25, 1.15, 1.0) * key) + vec3(0.10) * shine * key + vec3(0.30, 0.36, 0.45) * rim * 0.5;
    color /= 1.0 + 0.25 * color;
    // Compresses bright values, so that white surfaces keep their shape.
    vec3 bright = max(color - 0.6, 0.0);
    color = min(color, 0.6) + 0.4 * bright / (bright + 0.4);
    fragmentColor = vec4(pow(color, vec3(1.0 / 2.2)), blended ? base.a : 1.0);
}
