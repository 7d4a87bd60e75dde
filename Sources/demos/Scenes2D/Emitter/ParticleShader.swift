// ParticleShader: the GLSL of particles.

enum ParticleShader {
    static let vertex = """
        #version 330
        in vec2 corner;      // -1 to 1, the same for all particles
        in vec4 axes;        // where (1, 0) and (0, 1) go, in points
        in vec2 place;       // where the middle goes, in points
        in vec4 color;       // premultiplied
        uniform vec2 size;   // of the view, in points
        out vec2 offset;
        out vec4 tint;

        void main() {
            offset = corner;
            tint = color;
            vec2 point = place + corner.x * axes.xy + corner.y * axes.zw;
            // Points count downwards, clip space upwards.
            vec2 clip = point / size * 2.0 - 1.0;
            gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
        }
        """
    static let fragment = """
        #version 330
        in vec2 offset;
        in vec4 tint;
        uniform int look;    // 0 glow, 1 disc, 2 picture
        uniform sampler2D picture;
        out vec4 pixel;

        void main() {
            float r = length(offset);
            if (look == 0) {
                float halo = max(1.0 - r, 0.0), core = max(1.0 - r * 3.6, 0.0);
                halo = halo * halo * halo;
                core = core * core * (3.0 - 2.0 * core);
                // The middle of a light is whiter than its halo.
                float strength = max(max(tint.r, tint.g), tint.b);
                vec3 light = tint.rgb * (0.55 * halo + 0.6 * core) + strength * 0.4 * core * core;
                pixel = vec4(light, 0.0);
            } else if (look == 1) {
                float edge = max(fwidth(r), 0.0001);   // the distance that a pixel spans
                pixel = tint * clamp((1.0 - r) / edge, 0.0, 1.0);
            } else {
                pixel = tint * texture(picture, vec2(offset.x, -offset.y) * 0.5 + 0.5);
            }
        }
        """
}
