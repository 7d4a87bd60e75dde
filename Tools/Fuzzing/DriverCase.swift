// DriverCase: random calls of OpenGL as values. A case begins with calls that make a program, buffers, textures and a framebuffer, so
// that draws have something to draw with. All renderers must give the same pixels and the same errors.

import GLState
import Raster
import SeededRandom

package struct DriverCase: FuzzCase {
    /// A call of a function. The function is given by its index in `functionNames`; the seed determines the arguments.
    struct Call: Sendable, Hashable {
        var function: Int
        var seed: UInt64
    }
    package let seed: UInt64
    var isES2: Bool
    /// `vertex` and `fragment` are the indices, in `shaders`, of the first program's vertex shader and fragment shader.
    var vertex: Int, fragment: Int
    var calls: [Call]

    static let variableNames = ["position", "color", "uv", "mvp", "tint", "image", "cube", "Block", "weights", "weights[1]", "lights[0].color", "v", "",
                                "gl_Position"]
    /// The texts of shaders: vertex shaders at even indices, fragment shaders at odd indices.
    static let shaders = [
        "attribute vec4 position; attribute vec4 color; varying vec4 v; uniform mat4 mvp; void main() { v = color; gl_PointSize = 3.0; gl_Position = position; }",
        "precision mediump float; varying vec4 v; uniform vec4 tint; void main() { gl_FragColor = v + tint; }",
        "attribute vec4 position; attribute vec2 uv; varying vec4 v; void main() { v = vec4(uv, 0.5, 1.0); gl_Position = position; }",
        "precision mediump float; varying vec4 v; uniform sampler2D image; uniform samplerCube cube; void main() { gl_FragColor = texture2D(image, v.xy) + textureCube(cube, v.xyz); }",
        "#version 300 es\nin vec4 position; in uvec2 color; flat out uvec2 u; out vec4 v; layout(std140) uniform Block { vec4 a; mat3 b; };\n"
            + "void main() { u = color; v = a * float(gl_VertexID); gl_Position = position + vec4(b[0], 0.0) * float(gl_InstanceID); }",
        "#version 300 es\nprecision highp float; precision highp int; flat in uvec2 u; in vec4 v; uniform float weights[3]; layout(location = 0) out vec4 o;\n"
            + "void main() { o = v * weights[1] + vec4(u, u); }",
        "#version 300 es\nin vec4 position; out vec4 v; struct L { vec3 color; float k; }; uniform L lights[2];\nvoid main() { v = vec4(lights[1].color, lights[0].k); gl_Position = position; }",
        "#version 300 es\nprecision highp float; in vec4 v; uniform highp sampler2DArray image; uniform highp sampler3D cube; layout(location = 0) out vec4 o; layout(location = 1) out vec4 p;\n"
            + "void main() { o = texture(image, v.xyz); p = textureLod(cube, v.xyz, 1.0); if (v.x > 3.0) discard; gl_FragDepth = 0.5; }",
        "void main( { gl_Position", "precision mediump float; void main() { int x = 1; gl_FragColor = vec4(undeclared); }",
    ]

    package init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(state: seed)
        isES2 = random.once(in: 3)
        let pairs = isES2 ? [0, 2] : [0, 2, 4, 6]
        vertex = random.pick(pairs)
        fragment = random.once(in: 8) ? random.pick(pairs) + 1 : vertex + 1
        // Draws are rare among all functions, so draws are chosen more often than other functions.
        let draws = Self.functionNames.indices.filter { Self.functionNames[$0].hasPrefix("glDraw") || Self.functionNames[$0].hasPrefix("glClear") }
        calls = (0..<random.int(10...120)).map { _ in
            Call(function: random.once(in: 3) ? random.pick(draws) : random.int(0...(Self.functionNames.count - 1)), seed: random.next())
        }
    }

    package var description: String {
        let lines = calls.map { "    \(Self.functionNames[$0.function]), arguments of seed \($0.seed)" }
        return "// OpenGL ES \(isES2 ? "2.0" : "3.0") with the shaders \(vertex) and \(fragment); after the first objects are made:\n" + lines.joined(separator: "\n")
    }
    package var reductions: [DriverCase] {
        var result: [DriverCase] = []
        var size = calls.count / 2
        while size > 0 {
            for start in stride(from: 0, to: calls.count, by: size) {
                var smaller = self
                smaller.calls.removeSubrange(start..<min(start + size, calls.count))
                result.append(smaller)
            }
            size /= 2
        }
        return result
    }

    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            var options = device.options
            options.robustAccess = true
            options.memoryLimit = 256 << 20
            options.shaderStepLimit = 1 << 16
            let driver = DriverDevice(device: Device(renderer: device.renderer, options: options))
            let context = GLContext(version: isES2 ? .es2 : .es3, share: ShareGroup(driver: driver))
            let surface = try DefaultFramebuffer(driver: driver, format: SurfaceFormat(), width: 48, height: 40)
            context.makeCurrent(draw: surface, read: surface)
            try makeObjects(context)
            for call in calls {
                var arguments = DriverArguments(seed: call.seed)
                do throws(GLError) { try Self.call(call.function, context, &arguments) } catch { outcome.counts.append(UInt64(error.code)) }
            }
            context.commands.flush()
            try surface.finish()
            if let color = surface.color { try outcome.add(color, name: "surface") }
            for (number, buffer) in context.share.buffers.objects.enumerated() {
                guard let bytes = buffer.buffer?.bytes, buffer.map == nil else { continue }
                outcome.parts.append(FuzzOutcome.Part(name: "buffer \(number)", bytesPerTexel: 1, width: max(1, bytes.count), bytes: [UInt8](bytes)))
            }
        }
    }

    /// Makes a program, buffers, a texture for each target and a framebuffer, with the names that random calls use most.
    private func makeObjects(_ context: GLContext) throws(GLError) {
        let memory = DriverMemory.shared
        func source(_ shader: GLuint, _ number: Int) throws(GLError) { try context.glShaderSource(shader, 1, memory.sources[number], nil) }
        let program = try context.glCreateProgram()
        for (type, number) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = try context.glCreateShader(type)
            try source(shader, number)
            try context.glCompileShader(shader)
            try context.glAttachShader(program, shader)
        }
        try context.glLinkProgram(program)
        try? context.glUseProgram(program)

        var names: [GLuint] = [0, 0, 0, 0]
        try context.glGenBuffers(3, &names)
        let corners: [Float] = [-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0.5, 1, 0.5, 0.5, -0.5, 1]
        try context.glBindBuffer(GL_ARRAY_BUFFER, 1)
        try context.glBufferData(GL_ARRAY_BUFFER, 4 * corners.count, corners, GL_STATIC_DRAW)
        try context.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 2)
        let indices: [UInt16] = [0, 1, 2, 2, 1, 3, 4, 5]
        try context.glBufferData(GL_ELEMENT_ARRAY_BUFFER, 2 * indices.count, indices, GL_STATIC_DRAW)
        for location in 0..<GLuint(2) {
            try context.glEnableVertexAttribArray(location)
            try context.glVertexAttribPointer(location, 4, GL_FLOAT, 0, 16, nil)
        }
        let texels = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        try context.glGenTextures(4, &names)
        try context.glBindTexture(GL_TEXTURE_2D, 1)
        try context.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
        try context.glGenerateMipmap(GL_TEXTURE_2D)
        // The shaders read the texture of unit 0 through `image`, and the texture of unit 1 through `cube`.
        try? context.glUniform1i(try context.glGetUniformLocation(program, memory.names[6]), 1)
        try context.glActiveTexture(GL_TEXTURE1)
        try context.glBindTexture(GL_TEXTURE_CUBE_MAP, 2)
        for face in 0..<GLenum(6) {
            try context.glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GLint(GL_RGB), 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, texels)
        }
        if !isES2 {
            try context.glBindTexture(GL_TEXTURE_3D, 3)
            try context.glTexImage3D(GL_TEXTURE_3D, 0, GLint(GL_RGBA8), 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
            try context.glActiveTexture(GL_TEXTURE0)
            try context.glBindTexture(GL_TEXTURE_2D_ARRAY, 4)
            try context.glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 3)
            try context.glBindBuffer(GL_UNIFORM_BUFFER, 3)
            try context.glBufferData(GL_UNIFORM_BUFFER, 256, texels, GL_DYNAMIC_DRAW)
            try context.glBindBufferBase(GL_UNIFORM_BUFFER, 0, 3)
        }
        try context.glGenFramebuffers(1, &names)
        try context.glBindFramebuffer(GL_FRAMEBUFFER, 1)
        try context.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
        try context.glBindFramebuffer(GL_FRAMEBUFFER, 0)
        try context.glDrawArrays(GL_TRIANGLES, 0, 3)
    }
}
