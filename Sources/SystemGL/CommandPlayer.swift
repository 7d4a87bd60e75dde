// CommandPlayer: executes a list of commands with OpenGL. A CommandPlayer is used only on the context's thread.

import CSystemGL
import Raster

final class CommandPlayer {
    let context: EGLContext
    let gl: GLFunctions
    let resources: GLResources
    let options: SystemGL.Options
    /// The state that the draws of a pass have set so far. If a draw needs the same state, the state is not set again.
    var drawState: GLDrawState
    let feedbackQueries: FeedbackQueries
    private var queries: QueryPool<OcclusionQuery>
    private var primitiveQueries: QueryPool<PrimitiveQuery>

    init(context: EGLContext, options: SystemGL.Options) {
        self.context = context
        self.options = options
        gl = context.gl
        resources = GLResources(context: context)
        feedbackQueries = FeedbackQueries(gl: context.gl)
        queries = QueryPool(gl: context.gl, target: GL_SAMPLES_PASSED)
        primitiveQueries = QueryPool(gl: context.gl, target: GL_PRIMITIVES_GENERATED)
        drawState = GLDrawState(gl: context.gl)
        let gl = context.gl
        gl.enable(GLenum(GL_FRAMEBUFFER_SRGB))
        gl.enable(GLenum(GL_TEXTURE_CUBE_MAP_SEAMLESS))
        gl.disable(GLenum(GL_DITHER))
        if context.isCompatibilityProfile {
            // The compatibility profile gives points a gl_PointCoord only if point sprites are enabled. In the core profile, point sprites
            // are always enabled.
            gl.enable(GLenum(COMPATIBILITY_POINT_SPRITE))
            gl.clampColor(GLenum(COMPATIBILITY_CLAMP_VERTEX_COLOR), GLenum(GL_FALSE))
            gl.clampColor(GLenum(COMPATIBILITY_CLAMP_FRAGMENT_COLOR), GLenum(GL_FALSE))
        }
    }

    /// Returns when all commands have been executed. If the driver refuses a command, throws `unsupported` with the command's position.
    func play(_ commands: [Command]) throws(RasterError) {
        resources.deleteDead()
        for (index, command) in commands.enumerated() {
            var place = "command \(index)"
            switch command {
            case .renderPass(let pass):
                place = pass.label
                try play(pass)
            case .copyTexture(let copy): try play(copy)
            case .blit(let blit): try play(blit)
            case .generateMipmaps(let texture): try generateMipmaps(texture)
            case .updateBuffer(let buffer, let offset, let bytes): update(buffer, offset, bytes)
            case .dispatch(let call):
                place = call.place
                try play(call)
            }
            try checkError(at: place)
        }
        gl.finish()
        queries.collect()
        primitiveQueries.collect()
        drawState.forget()
    }

    func checkError(at place: @autoclosure () -> String) throws(RasterError) {
        if let problem = gl.pendingError() {
            throw RasterError(.unsupported, "the system's OpenGL", at: place(), "reports \(problem)", remedy: "use another device for this command")
        }
    }

    private func play(_ pass: RenderPassCommand) throws(RasterError) {
        try resources.bind(pass.target)
        if !pass.target.encodesSRGB { gl.disable(GLenum(GL_FRAMEBUFFER_SRGB)) }
        defer { gl.enable(GLenum(GL_FRAMEBUFFER_SRGB)) }
        drawState.forget()
        clear(ClearCall(values: pass.clear), target: pass.target)
        var draw = 0
        for operation in pass.operations {
            switch operation {
            case .draw(let call):
                queries.select(call.query)
                primitiveQueries.select(call.countsOwnPrimitives ? nil : call.primitiveQuery)
                try play(call, target: pass.target)
                if options.checksEveryDraw {
                    try checkError(at: "draw \(draw)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)")
                }
                draw += 1
            case .clear(let call):
                clear(call, target: pass.target)
            case .pushGroup, .popGroup: break
            }
        }
        queries.select(nil)
        primitiveQueries.select(nil)
        gl.disable(GLenum(GL_RASTERIZER_DISCARD))
        for attachment in pass.target.attachments { attachment.texture.hostIsStale = true }
    }

    private func clear(_ call: ClearCall, target: Framebuffer) {
        let values = call.values
        // While OpenGL's rasterizer discard is on, OpenGL also ignores clears. So OpenGL's rasterizer discard is switched off.
        gl.disable(GLenum(GL_RASTERIZER_DISCARD))
        if let scissor = call.scissor {
            gl.enable(GLenum(GL_SCISSOR_TEST))
            setScissor(scissor)
        } else {
            gl.disable(GLenum(GL_SCISSOR_TEST))
        }
        drawState.forget()
        for (i, attachment) in target.color.enumerated() {
            guard attachment != nil, let value = values.color(i) else { continue }
            func channel(_ channel: ColorWriteMask) -> GLboolean { call.mask.color(i).contains(channel) ? 1 : 0 }
            gl.colorMaski(GLuint(i), channel(.red), channel(.green), channel(.blue), channel(.alpha))
            switch value {
            case .float(let v): gl.clearBufferfv(GLenum(GL_COLOR), GLint(i), [v.x, v.y, v.z, v.w])
            case .int(let v): gl.clearBufferiv(GLenum(GL_COLOR), GLint(i), [v.x, v.y, v.z, v.w])
            case .uint(let v): gl.clearBufferuiv(GLenum(GL_COLOR), GLint(i), [v.x, v.y, v.z, v.w])
            }
        }
        if let depth = values.depth, target.depth != nil {
            gl.depthMask(1)
            gl.clearBufferfv(GLenum(GL_DEPTH), 0, [depth])
        }
        if let stencil = values.stencil, target.stencil != nil {
            gl.stencilMaskSeparate(GLenum(GL_FRONT_AND_BACK), GLuint(call.mask.stencil))
            gl.clearBufferiv(GLenum(GL_STENCIL), 0, [GLint(stencil)])
        }
    }

    /// Sets OpenGL's scissor rectangle. OpenGL takes coordinates of 32 bits, so Raster's coordinates are limited to ±65536. This limit is
    /// far larger than any framebuffer.
    func setScissor(_ rect: PixelRect) {
        func bounded(_ value: Int) -> Int { min(max(value, -0x10000), 0x10000) }
        let x0 = bounded(rect.x), y0 = bounded(rect.y)
        let x1 = bounded(rect.x.addingReportingOverflow(rect.width).overflow ? Int.max : rect.x + rect.width)
        let y1 = bounded(rect.y.addingReportingOverflow(rect.height).overflow ? Int.max : rect.y + rect.height)
        gl.scissor(GLint(x0), GLint(y0), GLsizei(x1 - x0), GLsizei(y1 - y0))
    }

    /// Updates the bytes in host memory and in OpenGL's buffer. The copy in host memory and the copy in OpenGL stay equal, so the buffer's
    /// version number does not change, and the buffer is not uploaded again.
    private func update(_ buffer: Buffer, _ offset: Int, _ bytes: [UInt8]) {
        let twin = resources.twin(of: buffer)
        gl.bindBuffer(GLenum(GL_COPY_WRITE_BUFFER), twin.name)
        bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            gl.bufferSubData(GLenum(GL_COPY_WRITE_BUFFER), offset, bytes.count, start)
            (buffer.base + offset).copyMemory(from: start, byteCount: bytes.count)
        }
    }
}

/// OpenGL's query objects for Raster's queries of one kind (`Query`). Consecutive draws with the same query share a query object.
private struct QueryPool<Query: CountingQuery> {
    private let gl: GLFunctions
    private let target: GLenum
    private var free: [GLuint] = []
    private var used: [(name: GLuint, query: Query)] = []
    private var current: Query?

    init(gl: GLFunctions, target: Int32) { self.gl = gl; self.target = GLenum(target) }

    mutating func select(_ query: Query?) {
        guard query !== current else { return }
        if current != nil { gl.endQuery(target) }
        current = query
        guard let query else { return }
        if free.isEmpty {
            var name: GLuint = 0
            gl.genQueries(1, &name)
            free.append(name)
        }
        let name = free.removeLast()
        gl.beginQuery(target, name)
        used.append((name, query))
    }

    /// Adds the result of each query object to the count of the query that uses the object.
    mutating func collect() {
        for (name, query) in used {
            var count: GLuint64 = 0
            gl.getQueryObjectui64v(name, GLenum(GL_QUERY_RESULT), &count)
            query.count += count
            free.append(name)
        }
        used = []
    }
}
