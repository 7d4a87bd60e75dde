// Compute shaders, storage blocks, atomic counters and images through OpenGL (OpenGL ES 3.1 §7.7, §7.8, §8.22, §17).

import GLState
import Raster
import TestSupport
import Testing

@Suite("Compute shaders of OpenGL") struct ComputeTests {
    /// Makes a program of a compute shader, and uses it.
    @discardableResult
    private func use(_ stage: Stage, version: String = "310 es", _ text: String) throws -> GLuint {
        let gl = stage.gl, program = try gl.glCreateProgram()
        try gl.glAttachShader(program, stage.shader(GL_COMPUTE_SHADER, "#version \(version)\n\(text)"))
        try gl.glLinkProgram(program)
        guard try stage.int({ try gl.glGetProgramiv(program, GL_LINK_STATUS, $0) }) == 1 else { throw TestFailure("no link: \(try stage.log(program))") }
        try gl.glUseProgram(program)
        return program
    }
    /// Returns the words of a buffer.
    private func words(_ stage: Stage, _ target: GLenum, _ count: Int) throws -> [UInt32] {
        let address = try stage.gl.glMapBufferRange(target, 0, 4 * count, GL_MAP_READ_BIT)
        defer { _ = try? stage.gl.glUnmapBuffer(target) }
        let words = try #require(address).assumingMemoryBound(to: UInt32.self)
        return (0..<count).map { words[$0] }
    }

    @Test("a dispatch writes a storage block and counts, on each renderer", arguments: [Device.Kind.reference, .jit])
    func storage(kind: Device.Kind) throws {
        let stage = try Stage(.es31, size: 1, kind: kind), gl = stage.gl
        try use(stage, """
            layout(local_size_x = 4) in; layout(binding = 1, std430) buffer List { uint values[]; }; layout(binding = 3) uniform atomic_uint count;
            void main() { values[gl_GlobalInvocationID.x] += gl_GlobalInvocationID.x * 10u + gl_NumWorkGroups.x; atomicCounterIncrement(count); }
            """)
        let list = try stage.buffer(GL_SHADER_STORAGE_BUFFER, [UInt32](repeating: 100, count: 9))
        try gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, list)
        let counter = try stage.buffer(GL_ATOMIC_COUNTER_BUFFER, [5] as [UInt32])
        try gl.glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 3, counter)
        try gl.glDispatchCompute(2, 1, 1)
        #expect(try words(stage, GL_SHADER_STORAGE_BUFFER, 9) == (0..<8).map { 102 + 10 * $0 } + [100])
        #expect(try words(stage, GL_ATOMIC_COUNTER_BUFFER, 1) == [13])
    }

    @Test("an indirect dispatch reads its numbers of work groups from a buffer that an earlier dispatch wrote")
    func indirect() throws {
        let stage = try Stage(.es31, size: 1), gl = stage.gl
        let list = try stage.buffer(GL_SHADER_STORAGE_BUFFER, [1, 1, 1, 0] as [UInt32])
        try gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, list)
        try gl.glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, list)
        try use(stage, """
            layout(local_size_x = 1) in; layout(binding = 0, std430) buffer List { uint v[]; };
            void main() { atomicAdd(v[0], 2u); atomicAdd(v[3], 1u); }
            """)
        try gl.glDispatchComputeIndirect(0)
        try gl.glDispatchComputeIndirect(0)
        let found = try words(stage, GL_SHADER_STORAGE_BUFFER, 4)
        #expect(found == [9, 1, 1, 4])
    }

    @Test("a compute shader writes an image, and a draw reads it as a texture")
    func image() throws {
        let stage = try Stage(.es31, size: 2), gl = stage.gl, texture = try stage.name(gl.glGenTextures)
        try gl.glBindTexture(GL_TEXTURE_2D, texture)
        try gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST))
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GLint(GL_NEAREST))
        try gl.glBindImageTexture(2, texture, 0, 0, 0, GL_WRITE_ONLY_OES, GL_RGBA8)
        try use(stage, """
            layout(local_size_x = 2, local_size_y = 2) in; layout(binding = 2, rgba8) uniform writeonly highp image2D target;
            void main() { imageStore(target, ivec2(gl_LocalInvocationID.xy), vec4(gl_LocalInvocationID.xy, 1, 1)); }
            """)
        try gl.glDispatchCompute(1, 1, 1)
        try gl.glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT)
        try stage.program("texture(s, p)", uniforms: "uniform sampler2D s;")
        try stage.fill()
        #expect(try stage.picture() == [0, 0, 255, 255, 255, 0, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255])
    }

    @Test("a compute shader writes the texels of a buffer and the samples of a layer as images")
    func imagesOfBuffersAndSamples() throws {
        let stage = try Stage(.core33, size: 1), gl = stage.gl, names = try (stage.name(gl.glGenTextures), stage.name(gl.glGenTextures))
        let buffer = try stage.buffer(GL_TEXTURE_BUFFER, [UInt32](repeating: 7, count: 4))
        try gl.glBindTexture(GL_TEXTURE_BUFFER, names.0)
        try gl.glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer)
        try gl.glBindImageTexture(0, names.0, 0, 0, 0, GL_READ_WRITE, GL_R32UI)
        try gl.glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, names.1)
        try gl.glTexImage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_R32UI, 1, 1, 2, 1)
        try gl.glBindImageTexture(1, names.1, 0, 0, 1, GL_READ_WRITE, GL_R32UI)
        try use(stage, version: "430", """
            layout(local_size_x = 1) in;
            layout(binding = 0, r32ui) uniform uimageBuffer texels; layout(binding = 1, r32ui) uniform uimage2DMS samples;
            void main() {
                imageStore(samples, ivec2(0), 3, uvec4(5));
                imageStore(texels, 2, uvec4(imageSize(texels)) * 10u + imageLoad(texels, 0) + imageLoad(samples, ivec2(0), 3));
            }
            """)
        try gl.glDispatchCompute(1, 1, 1)
        #expect(try words(stage, GL_TEXTURE_BUFFER, 4) == [7, 7, 52, 7])
    }

    @Test("images use the units of their binding, and unit 0 without a binding, until glUniform1i sets others")
    func unitsOfImages() throws {
        let stage = try Stage(.core33, size: 1), gl = stage.gl
        let program = try use(stage, version: "430", """
            layout(local_size_x = 1) in;
            layout(r32ui, binding = 3) uniform uimage2D bound[2]; layout(r32ui) uniform uimage2D free[3];
            void main() {
                for (int i = 0; i < 2; ++i) imageStore(bound[i], ivec2(0), uvec4(1));
                for (int i = 0; i < 3; ++i) imageStore(free[i], ivec2(0), uvec4(1));
            }
            """)
        func units() throws -> [GLint] {
            try ["bound[0]", "bound[1]", "free[0]", "free[1]", "free[2]"].map { name in
                let location = try gl.glGetUniformLocation(program, name)
                return try stage.int { try gl.glGetUniformiv(program, location, $0) }
            }
        }
        #expect(try units() == [3, 4, 0, 0, 0])
        try gl.glUniform1i(gl.glGetUniformLocation(program, "free[1]"), 5)
        #expect(try units() == [3, 4, 0, 5, 0])
    }

    @Test("a fragment shader adds to a storage block")
    func fragments() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program("#version 310 es\nlayout(location = 0) in vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", """
            #version 310 es
            precision highp float; out vec4 color; layout(binding = 0) buffer Sum { uint sum; };
            void main() { color = vec4(1); atomicAdd(sum, 1u); }
            """)
        let sum = try stage.buffer(GL_SHADER_STORAGE_BUFFER, [0] as [UInt32])
        try gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, sum)
        try stage.fill()
        #expect(try words(stage, GL_SHADER_STORAGE_BUFFER, 1) == [16])
    }
}
