import Raster

// Clears (OpenGL ES 3.0.6 §4.2.3).

extension GLContext {
    package func glClear(_ mask: GLbitfield) throws(GLError) {
        guard mask & ~(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) == 0 else {
            throw .invalidValue("the mask \(mask.hexadecimal) names other buffers than colour, depth and stencil")
        }
        let target = try drawTarget()
        var values = ClearValues.none
        if mask & GL_COLOR_BUFFER_BIT != 0 {
            values.colors = target.color.map { $0.map { clearColor(for: $0.texture.format) } }
        }
        if mask & GL_DEPTH_BUFFER_BIT != 0 { values.depth = state.clearDepth }
        if mask & GL_STENCIL_BUFFER_BIT != 0 { values.stencil = UInt8(truncatingIfNeeded: state.clearStencil) }
        clear(values, target, "glClear")
    }

    /// Returns the colour of glClear. For an image of integers, OpenGL leaves the result undefined. This driver rounds each component of
    /// the colour towards zero, and replaces a component that is out of range by 0.
    private func clearColor(for format: PixelFormat) -> ClearColor {
        let color = state.clearColor
        return switch format.kind {
        case .int: .int(SIMD4((0..<4).map { Int32(exactly: color[$0].rounded(.towardZero)) ?? 0 }))
        case .uint: .uint(SIMD4((0..<4).map { UInt32(exactly: color[$0].rounded(.towardZero)) ?? 0 }))
        default: .float(color)
        }
    }

    /// Records a clear of the pixels inside the scissor, with the masks of the state.
    private func clear(_ values: ClearValues, _ target: Framebuffer, _ function: StaticString) {
        if state.isRasterizerDiscardEnabled { return }
        var values = values, mask = ClearMask.all
        if state.colorMasks.contains(where: { $0 != .all }) {
            for i in values.colors.indices where state.colorMasks[i].isEmpty { values.colors[i] = nil }
            mask = ClearMask(colors: state.colorMasks)
        }
        if !state.depthMask || target.depth == nil { values.depth = nil }
        mask.stencil = UInt8(truncatingIfNeeded: state.stencil.front.writeMask)
        if mask.stencil == 0 || target.stencil == nil { values.stencil = nil }
        guard values.depth != nil || values.stencil != nil || values.colors.contains(where: { $0 != nil }) else { return }
        var scissor: PixelRect?
        if state.isScissorEnabled {
            let inside = state.scissor.clipped(width: target.width, height: target.height)
            if inside.width == 0 || inside.height == 0 { return }
            if inside.width < target.width || inside.height < target.height { scissor = inside }
        }
        commands.clear(ClearCall(values: values, scissor: scissor, mask: mask, function: function), of: target, condition: renderCondition)
    }

    // MARK: Clears of one buffer

    /// Records a clear of one colour buffer. If the value has another kind of numbers than the buffer, OpenGL leaves the result undefined, so
    /// the value is ignored.
    private func clearColorBuffer(_ drawbuffer: GLint, _ value: ClearColor?, _ function: StaticString) throws(GLError) {
        guard (0..<GLLimits.colorAttachments).contains(Int(drawbuffer)) else { throw .invalidValue("there is no draw buffer \(drawbuffer)") }
        let target = try drawTarget(), index = Int(drawbuffer)
        guard let value, index < target.color.count, let attachment = target.color[index] else { return }
        let kind = attachment.texture.format.kind
        let fits = switch value {
        case .float: kind != .int && kind != .uint
        case .int: kind == .int
        case .uint: kind == .uint
        }
        guard fits else { return }
        var values = ClearValues.none
        values.colors = Array(repeating: nil, count: index) + [value]
        clear(values, target, function)
    }
    private func checkSingleBuffer(_ drawbuffer: GLint) throws(GLError) {
        guard drawbuffer == 0 else { throw .invalidValue("there is one depth buffer and one stencil buffer, with the number 0") }
    }

    package func glClearBufferiv(_ buffer: GLenum, _ drawbuffer: GLint, _ value: UnsafePointer<GLint>?) throws(GLError) {
        switch buffer {
        case GL_COLOR: try clearColorBuffer(drawbuffer, value.map { .int(SIMD4($0[0], $0[1], $0[2], $0[3])) }, "glClearBufferiv")
        case GL_STENCIL:
            try checkSingleBuffer(drawbuffer)
            let target = try drawTarget()
            if let value { clear(ClearValues(stencil: UInt8(truncatingIfNeeded: value[0])), target, "glClearBufferiv") }
        default: throw .invalidEnum("buffer", buffer)
        }
    }

    package func glClearBufferuiv(_ buffer: GLenum, _ drawbuffer: GLint, _ value: UnsafePointer<GLuint>?) throws(GLError) {
        guard buffer == GL_COLOR else { throw .invalidEnum("buffer", buffer) }
        try clearColorBuffer(drawbuffer, value.map { .uint(SIMD4($0[0], $0[1], $0[2], $0[3])) }, "glClearBufferuiv")
    }

    package func glClearBufferfv(_ buffer: GLenum, _ drawbuffer: GLint, _ value: UnsafePointer<GLfloat>?) throws(GLError) {
        switch buffer {
        case GL_COLOR: try clearColorBuffer(drawbuffer, value.map { .float(SIMD4($0[0], $0[1], $0[2], $0[3])) }, "glClearBufferfv")
        case GL_DEPTH:
            try checkSingleBuffer(drawbuffer)
            let target = try drawTarget()
            if let value { clear(ClearValues(depth: value[0].clampedToUnit), target, "glClearBufferfv") }
        default: throw .invalidEnum("buffer", buffer)
        }
    }

    package func glClearBufferfi(_ buffer: GLenum, _ drawbuffer: GLint, _ depth: GLfloat, _ stencil: GLint) throws(GLError) {
        guard buffer == GL_DEPTH_STENCIL else { throw .invalidEnum("buffer", buffer) }
        try checkSingleBuffer(drawbuffer)
        clear(ClearValues(depth: depth.clampedToUnit, stencil: UInt8(truncatingIfNeeded: stencil)), try drawTarget(), "glClearBufferfi")
    }
}

extension PixelRect {
    /// Returns the part that lies in an image of this size.
    package func clipped(width: Int, height: Int) -> PixelRect {
        let left = max(0, x), bottom = max(0, y), right = min(width, x + self.width), top = min(height, y + self.height)
        return PixelRect(x: left, y: bottom, width: max(0, right - left), height: max(0, top - bottom))
    }
}
