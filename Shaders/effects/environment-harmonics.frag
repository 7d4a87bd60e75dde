#version 330
// The diffuse light of the surroundings as spherical harmonics (Ramamoorthi and Hanrahan 2001): nine pixels, one for each
// function. The results are divided by π and include the constants of the functions, so a polynomial of the normal remains.

uniform samplerCube source;
uniform float level;
uniform int size;
uniform mat3 faces[6];
out vec4 fragmentColor;

void main() {
    int number = int(gl_FragCoord.x);
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int f = 0; f < 6; ++f) {
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                vec2 place = (vec2(x, y) + 0.5) * (2.0 / float(size)) - 1.0;
                // The solid angle of the texel.
                float w = inversesqrt(1.0 + dot(place, place));
                vec3 d = faces[f] * vec3(place, 1.0) * w;
                w *= w * w;
                total += w;
                float function = number == 0 ? 1.0 : number == 1 ? d.y : number == 2 ? d.z : number == 3 ? d.x : number == 4 ? d.x * d.y
                    : number == 5 ? d.y * d.z : number == 6 ? 3.0 * d.z * d.z - 1.0 : number == 7 ? d.x * d.z : d.x * d.x - d.y * d.y;
                sum += textureLod(source, d, level).rgb * (w * function);
            }
        }
    }
    float scale = number == 0 ? 1.0 : number < 4 ? 2.0 : number == 6 ? 0.3125 : number == 8 ? 0.9375 : 3.75;
    fragmentColor = vec4(sum * (scale / total), 1.0);
}
