// StepTexts: the shaders that glslViewer uses if a file has no algorithm of its own. These shaders are a convolution pyramid that fills
// holes, jump flooding, and shaders that draw the normals and positions of a model.

import Shading

enum StepTexts {
    /// Fills the transparent parts of a picture smoothly from the opaque parts: the membrane interpolation of "Convolution Pyramids"
    /// (Farbman, Fattal, Lischinski 2011), with the filters h1, h2 and g of its table 1. Colours are divided by the weight in alpha.
    static let pyramid = ShaderSource(text: """
        #version 330
        uniform sampler2D u_pyramidTex0, u_pyramidTex1;
        uniform bool u_pyramidUpscaling;
        uniform vec2 u_pixel;
        in vec2 v_texcoord;
        out vec4 color;
        const float wide[3] = float[3](1.0334, 0.6836, 0.1507);
        const float narrow[2] = float[2](0.7753, 0.0312);
        const float share = 0.0270;
        vec4 gather(sampler2D picture, vec2 spacing) {
            vec4 sum = vec4(0.0);
            for (int y = -2; y <= 2; y++) {
                for (int x = -2; x <= 2; x++) {
                    vec2 place = v_texcoord + vec2(x, y) * spacing;
                    bool isInside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
                    if (isInside) sum += texture(picture, place) * wide[abs(x)] * wide[abs(y)];
                }
            }
            return sum;
        }
        void main() {
            if (u_pyramidUpscaling) {
                // The picture of the same size, and the smaller picture, whose pixels are twice as far apart.
                color = share * gather(u_pyramidTex1, 2.0 * u_pixel);
                for (int y = -1; y <= 1; y++) {
                    for (int x = -1; x <= 1; x++) color += texture(u_pyramidTex0, v_texcoord + vec2(x, y) * u_pixel) * narrow[abs(x)] * narrow[abs(y)];
                }
            } else {
                color = gather(u_pyramidTex0, 0.5 * u_pixel);
            }
            if (color.a != 0.0) color = vec4(color.rgb / color.a, 1.0);
        }
        """, name: "the convolution pyramid")

    /// Finds the nearest seed of each pixel. A seed is a pixel whose red and green give the position of the pixel itself, 0…1.
    static let flood = ShaderSource(text: """
        #version 330
        uniform sampler2D u_floodSrc;
        uniform int u_floodIndex, u_floodTotal;
        uniform vec2 u_resolution;
        out vec4 color;
        void main() {
            vec2 pixel = 1.0 / u_resolution, place = gl_FragCoord.xy * pixel;
            float jump = exp2(float(u_floodTotal - u_floodIndex - 1)), nearest = 1e30;
            color = vec4(0.0);
            for (int y = -1; y <= 1; y++) {
                for (int x = -1; x <= 1; x++) {
                    vec4 seed = texture(u_floodSrc, place + vec2(x, y) * jump * pixel);
                    float distance = length((seed.xy - place) * u_resolution);
                    if (seed.xy != vec2(0.0) && distance < nearest) { nearest = distance; color = seed; }
                }
            }
        }
        """, name: "jump flooding")

    /// The normals of the model in the space of the camera; alpha is 1 on the model.
    static let sceneNormal = ShaderSource(text: """
        #version 330
        uniform mat4 u_viewMatrix;
        in vec3 v_normal;
        out vec4 color;
        void main() { color = vec4(normalize(mat3(u_viewMatrix) * v_normal), 1.0); }
        """, name: "the normals of the scene")

    /// The positions of the model in the space of the camera; alpha is 1 on the model.
    static let scenePosition = ShaderSource(text: """
        #version 330
        uniform mat4 u_viewMatrix;
        in vec4 v_position;
        out vec4 color;
        void main() { color = vec4((u_viewMatrix * v_position).xyz, 1.0); }
        """, name: "the positions of the scene")
}
