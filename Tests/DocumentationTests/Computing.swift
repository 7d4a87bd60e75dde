// The code of the page "Computing": sunlight on the floor of a pool. A dispatch follows light through the waves, a second dispatch finds the
// brightest place, and a draw shows the floor.

import Raster

struct Caustics {
    static let width = 320, height = 180

    static let lightShader = """
        #version 430
        layout(local_size_x = 8, local_size_y = 8) in;
        layout(std430) buffer Floor { uint brightest; uint light[]; };
        uniform ivec2 size;

        vec2 slope(vec2 place) {
            vec2 sum = vec2(0.0), way = vec2(1.0, 0.0);
            float length = 120.0;
            for (int i = 0; i < 9; i++) {
                way = mat2(-0.54, 0.84, -0.84, -0.54) * way;
                sum += way * cos(dot(way, place) * 6.2832 / length + float(i * i) + 0.8 * sum.x);
                length *= 0.82;
            }
            return sum;
        }

        void main() {
            vec2 surface = (vec2(gl_GlobalInvocationID.xy) + 0.5) / 2.0 - 24.0;
            vec2 hit = surface - 5.0 * slope(surface), corner = floor(hit), part = hit - corner;
            for (int i = 0; i < 4; i++) {
                ivec2 side = ivec2(i & 1, i >> 1), cell = ivec2(corner) + side;
                vec2 share = mix(1.0 - part, part, vec2(side));
                if (all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, size)))
                    atomicAdd(light[cell.y * size.x + cell.x], uint(share.x * share.y * 1024.0));
            }
        }
        """
    static let brightestShader = """
        #version 430
        layout(local_size_x = 64) in;
        layout(std430) buffer Floor { uint brightest; uint light[]; };
        shared uint largest[64];
        void main() {
            uint own = gl_LocalInvocationIndex, found = 0u;
            for (uint i = gl_GlobalInvocationID.x; i < uint(light.length()); i += 64u * gl_NumWorkGroups.x) found = max(found, light[i]);
            largest[own] = found;
            barrier();
            for (uint width = 32u; width > 0u; width /= 2u) {
                if (own < width) largest[own] = max(largest[own], largest[own + width]);
                barrier();
            }
            if (own == 0u) atomicMax(brightest, largest[0]);
        }
        """
    static let showVertex = """
        #version 430
        void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
        """
    static let showFragment = """
        #version 430
        layout(std430) readonly buffer Floor { uint brightest; uint light[]; };
        uniform ivec2 size;
        out vec4 pixel;
        void main() {
            ivec2 cell = ivec2(gl_FragCoord.xy);
            float sun = sqrt(float(light[cell.y * size.x + cell.x]) / float(brightest));
            vec2 joint = abs(fract(gl_FragCoord.xy / 45.0) - 0.5);
            vec3 tile = mix(vec3(0.05, 0.42, 0.55), vec3(0.03, 0.30, 0.42), smoothstep(0.46, 0.5, max(joint.x, joint.y)));
            pixel = vec4(tile * (0.55 + 1.5 * sun) + vec3(0.8, 0.95, 0.8) * sun * sun, 1.0);
        }
        """

    static func draw(on device: Device) throws -> Image {
        let shining = try device.makeComputeProgram(lightShader, label: "light")
        let measuring = try device.makeComputeProgram(brightestShader, label: "brightest")
        let floor = try device.makeBuffer(byteCount: 4 + 4 * width * height, label: "floor")
        let size = SIMD2(Int32(width), Int32(height))

        let showing = try device.makePipeline(program: device.makeProgram(vertex: showVertex, fragment: showFragment), vertexLayout: .none)
        let target = try device.makeFramebuffer(width: width, height: height)

        var frame = device.makeCommandEncoder()
        frame.compute { pass in
            pass.setProgram(shining)
            pass.setStorageBuffer("Floor", floor)
            pass.setUniform("size", size)
            pass.dispatch((2 * width + 96) / 8, (2 * height + 96) / 8)

            pass.setProgram(measuring)
            pass.setStorageBuffer("Floor", floor)
            pass.dispatch(16)
        }
        frame.render(to: target) { pass in
            pass.setPipeline(showing)
            pass.setStorageBuffer("Floor", floor)
            pass.setUniform("size", size)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
