// Queries of state: glGetIntegerv and similar functions for other types (OpenGL ES 3.0.6 §6.1.1, tables 6.2 to 6.35).

import Raster

extension GLContext {
    package func glGetIntegerv(_ pname: GLenum, _ data: UnsafeMutablePointer<GLint>?) throws(GLError) { try state(pname).write(to: data) }
    package func glGetInteger64v(_ pname: GLenum, _ data: UnsafeMutablePointer<Int64>?) throws(GLError) { try state(pname).write(to: data) }
    package func glGetFloatv(_ pname: GLenum, _ data: UnsafeMutablePointer<GLfloat>?) throws(GLError) { try state(pname).write(to: data) }
    package func glGetBooleanv(_ pname: GLenum, _ data: UnsafeMutablePointer<GLboolean>?) throws(GLError) { try state(pname).write(to: data) }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    package func glGetIntegeri_v(_ target: GLenum, _ index: GLuint, _ data: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try indexedState(target, index).write(to: data)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    package func glGetInteger64i_v(_ target: GLenum, _ index: GLuint, _ data: UnsafeMutablePointer<Int64>?) throws(GLError) {
        try indexedState(target, index).write(to: data)
    }

    func indexedState(_ name: GLenum, _ index: GLuint) throws(GLError) -> StateValue {
        func range(_ ranges: [BufferRange?]) throws(GLError) -> BufferRange? {
            guard Int(index) < ranges.count else { throw .invalidValue("there are only \(ranges.count) bindings") }
            return ranges[Int(index)]
        }
        func place() throws(GLError) -> VertexBufferPlace {
            guard Int(index) < vertexArray.bindings.count else { throw .invalidValue("there are only \(vertexArray.bindings.count) bindings") }
            return vertexArray.bindings[Int(index)]
        }
        func image() throws(GLError) -> ImageUnit {
            guard Int(index) < imageUnits.count else { throw .invalidValue("there are \(imageUnits.count) image units") }
            return imageUnits[Int(index)]
        }
        func blend() throws(GLError) -> BlendParameters { state.blends[try drawBufferIndex(index)] }
        func axis() throws(GLError) -> Int {
            guard index < 3 else { throw .invalidValue("work groups have three sides") }
            return Int(index)
        }
        switch name {
        case GL_UNIFORM_BUFFER_BINDING: return .int(Int(try range(buffers.uniformRanges)?.buffer.name ?? 0))
        case GL_UNIFORM_BUFFER_START: return .int(try range(buffers.uniformRanges)?.offset ?? 0)
        case GL_UNIFORM_BUFFER_SIZE: return .int(try range(buffers.uniformRanges)?.byteCount ?? 0)
        case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: return .int(Int(try range(transformFeedback.ranges)?.buffer.name ?? 0))
        case GL_TRANSFORM_FEEDBACK_BUFFER_START: return .int(try range(transformFeedback.ranges)?.offset ?? 0)
        case GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: return .int(try range(transformFeedback.ranges)?.byteCount ?? 0)
        case GL_SHADER_STORAGE_BUFFER_BINDING where version.hasES31: return .int(Int(try range(buffers.storageRanges)?.buffer.name ?? 0))
        case GL_SHADER_STORAGE_BUFFER_START where version.hasES31: return .int(try range(buffers.storageRanges)?.offset ?? 0)
        case GL_SHADER_STORAGE_BUFFER_SIZE where version.hasES31: return .int(try range(buffers.storageRanges)?.byteCount ?? 0)
        case GL_ATOMIC_COUNTER_BUFFER_BINDING where version.hasES31: return .int(Int(try range(buffers.counterRanges)?.buffer.name ?? 0))
        case GL_ATOMIC_COUNTER_BUFFER_START where version.hasES31: return .int(try range(buffers.counterRanges)?.offset ?? 0)
        case GL_ATOMIC_COUNTER_BUFFER_SIZE where version.hasES31: return .int(try range(buffers.counterRanges)?.byteCount ?? 0)
        case GL_VERTEX_BINDING_BUFFER where version.hasES31: return .int(Int(try place().buffer?.name ?? 0))
        case GL_VERTEX_BINDING_OFFSET where version.hasES31: return .wide(Int64(truncatingIfNeeded: try place().offset))
        case GL_VERTEX_BINDING_STRIDE where version.hasES31: return .int(try place().stride)
        case GL_VERTEX_BINDING_DIVISOR where version.hasES31: return .int(try place().divisor)
        case GL_IMAGE_BINDING_NAME where version.hasES31: return .int(Int(try image().texture?.name ?? 0))
        case GL_IMAGE_BINDING_LEVEL where version.hasES31: return .int(try image().level)
        case GL_IMAGE_BINDING_LAYERED where version.hasES31: return .bool(try image().isLayered)
        case GL_IMAGE_BINDING_LAYER where version.hasES31: return .int(try image().layer)
        case GL_IMAGE_BINDING_ACCESS where version.hasES31: return .enumeration(try image().access)
        case GL_IMAGE_BINDING_FORMAT where version.hasES31: return .enumeration(try image().format)
        case GL_MAX_COMPUTE_WORK_GROUP_COUNT where version.hasES31: return .int(GLLimits.workGroupCount[try axis()])
        case GL_MAX_COMPUTE_WORK_GROUP_SIZE where version.hasES31: return .int(GLLimits.workGroupSize[try axis()])
        case GL_BLEND_SRC_RGB where version.hasES3: return .enumeration(try blend().factors.sourceColor)
        case GL_BLEND_DST_RGB where version.hasES3: return .enumeration(try blend().factors.destinationColor)
        case GL_BLEND_SRC_ALPHA where version.hasES3: return .enumeration(try blend().factors.sourceAlpha)
        case GL_BLEND_DST_ALPHA where version.hasES3: return .enumeration(try blend().factors.destinationAlpha)
        case GL_BLEND_EQUATION_RGB where version.hasES3: return .enumeration(try blend().equations.color)
        case GL_BLEND_EQUATION_ALPHA where version.hasES3: return .enumeration(try blend().equations.alpha)
        case GL_COLOR_WRITEMASK where version.hasES3: return .colorMask(state.colorMasks[try drawBufferIndex(index)])
        case GL_BLEND where version.hasES3: return .bool(try glIsEnabledi(name, index) != 0)
        case GL_SAMPLE_MASK_VALUE where version.hasES31:
            guard index == 0 else { throw .invalidValue("there is one word of the sample mask") }
            return .int(Int(state.desktop.sampleMask))
        default: throw .invalidEnum("target", name)
        }
    }

    /// Returns the value of a state that exists in OpenGL ES 2.0 and 3.0, or only in 3.0.
    func state(_ name: GLenum) throws(GLError) -> StateValue {
        if let value = fixedState(name) ?? limit(name) ?? binding(name) { return value }
        if version.hasES3, let value = es3State(name) { return value }
        if version.hasES31, let value = es31State(name) { return value }
        if version.isDesktop, let value = desktopState(name) { return value }
        if let value = try framebufferState(name) { return value }
        if let isEnabled = try? glIsEnabled(name) { return .bool(isEnabled != 0) }
        throw .invalidEnum("pname", name)
    }

    private func fixedState(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_VIEWPORT: return .ints([state.viewport.x, state.viewport.y, state.viewport.width, state.viewport.height])
        case GL_DEPTH_RANGE: return .normalized([state.depthRange.near, state.depthRange.far])
        case GL_SCISSOR_BOX: return .ints([state.scissor.x, state.scissor.y, state.scissor.width, state.scissor.height])
        case GL_CULL_FACE_MODE: return .enumeration(state.cullFace)
        case GL_FRONT_FACE: return .enumeration(state.frontFace)
        case GL_LINE_WIDTH: return .float(state.lineWidth)
        case GL_POLYGON_OFFSET_FACTOR: return .float(state.polygonOffset.factor)
        case GL_POLYGON_OFFSET_UNITS: return .float(state.polygonOffset.units)
        case GL_SAMPLE_COVERAGE_VALUE: return .float(state.sampleCoverage.value)
        case GL_SAMPLE_COVERAGE_INVERT: return .bool(state.sampleCoverage.inverts)
        case GL_DEPTH_FUNC: return .enumeration(state.depthFunction)
        case GL_DEPTH_WRITEMASK: return .bool(state.depthMask)
        case GL_DEPTH_CLEAR_VALUE: return .normalized([state.clearDepth])
        case GL_STENCIL_CLEAR_VALUE: return .int(Int(state.clearStencil))
        case GL_COLOR_CLEAR_VALUE: return .normalized(state.clearColor.components)
        case GL_COLOR_WRITEMASK:
            return .colorMask(state.colorMasks[0])
        case GL_BLEND_SRC_RGB: return .enumeration(state.blends[0].factors.sourceColor)
        case GL_BLEND_DST_RGB: return .enumeration(state.blends[0].factors.destinationColor)
        case GL_BLEND_SRC_ALPHA: return .enumeration(state.blends[0].factors.sourceAlpha)
        case GL_BLEND_DST_ALPHA: return .enumeration(state.blends[0].factors.destinationAlpha)
        case GL_BLEND_EQUATION_RGB: return .enumeration(state.blends[0].equations.color)
        case GL_BLEND_EQUATION_ALPHA: return .enumeration(state.blends[0].equations.alpha)
        case GL_BLEND_COLOR: return .normalized(state.blendColor.components)
        case GL_STENCIL_FUNC: return .enumeration(state.stencil.front.function)
        case GL_STENCIL_REF: return .int(Int(state.stencil.front.clampedReference))
        case GL_STENCIL_VALUE_MASK: return .int(Int(state.stencil.front.readMask))
        case GL_STENCIL_WRITEMASK: return .int(Int(state.stencil.front.writeMask))
        case GL_STENCIL_FAIL: return .enumeration(state.stencil.front.stencilFail)
        case GL_STENCIL_PASS_DEPTH_FAIL: return .enumeration(state.stencil.front.depthFail)
        case GL_STENCIL_PASS_DEPTH_PASS: return .enumeration(state.stencil.front.depthPass)
        case GL_STENCIL_BACK_FUNC: return .enumeration(state.stencil.back.function)
        case GL_STENCIL_BACK_REF: return .int(Int(state.stencil.back.clampedReference))
        case GL_STENCIL_BACK_VALUE_MASK: return .int(Int(state.stencil.back.readMask))
        case GL_STENCIL_BACK_WRITEMASK: return .int(Int(state.stencil.back.writeMask))
        case GL_STENCIL_BACK_FAIL: return .enumeration(state.stencil.back.stencilFail)
        case GL_STENCIL_BACK_PASS_DEPTH_FAIL: return .enumeration(state.stencil.back.depthFail)
        case GL_STENCIL_BACK_PASS_DEPTH_PASS: return .enumeration(state.stencil.back.depthPass)
        case GL_GENERATE_MIPMAP_HINT: return .enumeration(state.generateMipmapHint)
        case GL_FRAGMENT_SHADER_DERIVATIVE_HINT: return .enumeration(state.fragmentDerivativeHint)
        case GL_UNPACK_ALIGNMENT: return .int(pixelStore.unpack.alignment)
        case GL_PACK_ALIGNMENT: return .int(pixelStore.pack.alignment)
        // OpenGL ES 2 has these states too, from GL_EXT_unpack_subimage and GL_NV_pack_subimage.
        case GL_UNPACK_ROW_LENGTH: return .int(pixelStore.unpack.rowLength)
        case GL_UNPACK_SKIP_ROWS: return .int(pixelStore.unpack.skipRows)
        case GL_UNPACK_SKIP_PIXELS: return .int(pixelStore.unpack.skipPixels)
        case GL_PACK_ROW_LENGTH: return .int(pixelStore.pack.rowLength)
        case GL_PACK_SKIP_ROWS: return .int(pixelStore.pack.skipRows)
        case GL_PACK_SKIP_PIXELS: return .int(pixelStore.pack.skipPixels)
        case GL_DEBUG_LOGGED_MESSAGES: return .int(debug.messageCount)
        case GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH: return .int(debug.firstMessage.map { $0.text.utf8.count + 1 } ?? 0)
        case GL_DEBUG_GROUP_STACK_DEPTH: return .int(debug.groups.count + 1)
        default: return nil
        }
    }

    private static let compressedFormats = FormatTable.all.filter { $0.compressed != nil }.map { Int($0.internalFormat) }

    private func limit(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_SUBPIXEL_BITS: return .int(8)
        case GL_MAX_TEXTURE_SIZE, GL_MAX_CUBE_MAP_TEXTURE_SIZE: return .int(GLLimits.textureSize)
        case GL_MAX_RENDERBUFFER_SIZE: return .int(GLLimits.renderbufferSize)
        case GL_MAX_VIEWPORT_DIMS: return .ints([GLLimits.viewportSize, GLLimits.viewportSize])
        case GL_ALIASED_POINT_SIZE_RANGE: return .floats([1, Device.maximumPointSize])
        case GL_ALIASED_LINE_WIDTH_RANGE: return .floats([1, Device.maximumLineWidth])
        case GL_MAX_VERTEX_ATTRIBS: return .int(GLLimits.vertexAttributes)
        case GL_MAX_VERTEX_UNIFORM_VECTORS: return .int(GLLimits.vertexUniformVectors)
        case GL_MAX_FRAGMENT_UNIFORM_VECTORS: return .int(GLLimits.fragmentUniformVectors)
        case GL_MAX_VARYING_VECTORS: return .int(GLLimits.varyingVectors)
        case GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS: return .int(GLLimits.combinedTextureUnits)
        case GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS: return .int(GLLimits.vertexTextureUnits)
        case GL_MAX_TEXTURE_IMAGE_UNITS: return .int(GLLimits.fragmentTextureUnits)
        case GL_MAX_DRAW_BUFFERS, GL_MAX_COLOR_ATTACHMENTS: return .int(GLLimits.colorAttachments)
        case GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT: return .float(16)
        case GL_SHADER_COMPILER: return .bool(true)
        case GL_NUM_SHADER_BINARY_FORMATS: return .int(0)
        case GL_SHADER_BINARY_FORMATS, GL_PROGRAM_BINARY_FORMATS: return .ints([])
        case GL_NUM_COMPRESSED_TEXTURE_FORMATS: return .int(Self.compressedFormats.count)
        case GL_COMPRESSED_TEXTURE_FORMATS: return .ints(Self.compressedFormats)
        case GL_MAX_DEBUG_MESSAGE_LENGTH, GL_MAX_LABEL_LENGTH: return .int(DebugState.largestLength)
        case GL_MAX_DEBUG_LOGGED_MESSAGES: return .int(DebugState.largestLogCount)
        case GL_MAX_DEBUG_GROUP_STACK_DEPTH: return .int(DebugState.largestGroupDepth)
        case GL_CONTEXT_ROBUST_ACCESS_EXT: return .bool(true)
        case GL_RESET_NOTIFICATION_STRATEGY_EXT: return .enumeration(notifiesOfResets ? GL_LOSE_CONTEXT_ON_RESET_EXT : GL_NO_RESET_NOTIFICATION_EXT)
        case GL_CONTEXT_FLAGS: return .enumeration((isDebugContext ? GL_CONTEXT_FLAG_DEBUG_BIT : 0) | (isRobustContext ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0))
        default: return nil
        }
    }

    private func binding(_ name: GLenum) -> StateValue? {
        func nameOf(_ value: GLuint?) -> StateValue { .int(Int(value ?? 0)) }
        switch name {
        case GL_ACTIVE_TEXTURE: return .enumeration(GL_TEXTURE0 + GLenum(activeUnit))
        case GL_ARRAY_BUFFER_BINDING: return nameOf(buffers.array?.name)
        case GL_ELEMENT_ARRAY_BUFFER_BINDING: return nameOf(vertexArray.elementBuffer?.name)
        case GL_CURRENT_PROGRAM: return nameOf(program?.name)
        case GL_RENDERBUFFER_BINDING: return nameOf(renderbuffer?.name)
        case GL_FRAMEBUFFER_BINDING: return nameOf(drawFramebuffer?.name)
        case GL_VERTEX_ARRAY_BINDING: return nameOf(vertexArray.name)
        default: return TextureKind(binding: name, version).map { nameOf(textureUnits[activeUnit][$0]?.name) }
        }
    }

    private func es3State(_ name: GLenum) -> StateValue? {
        func nameOf(_ value: GLuint?) -> StateValue { .int(Int(value ?? 0)) }
        switch name {
        case GL_SAMPLER_BINDING: return nameOf(textureUnits[activeUnit].sampler?.name)
        case GL_READ_FRAMEBUFFER_BINDING: return nameOf(readFramebuffer?.name)
        case GL_COPY_READ_BUFFER_BINDING: return nameOf(buffers.copyRead?.name)
        case GL_COPY_WRITE_BUFFER_BINDING: return nameOf(buffers.copyWrite?.name)
        case GL_PIXEL_PACK_BUFFER_BINDING: return nameOf(buffers.pixelPack?.name)
        case GL_PIXEL_UNPACK_BUFFER_BINDING: return nameOf(buffers.pixelUnpack?.name)
        case GL_UNIFORM_BUFFER_BINDING: return nameOf(buffers.uniform?.name)
        case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: return nameOf(buffers.transformFeedback?.name)
        case GL_TRANSFORM_FEEDBACK_BINDING: return nameOf(transformFeedback.name)
        case GL_TRANSFORM_FEEDBACK_ACTIVE: return .bool(transformFeedback.isActive)
        case GL_TRANSFORM_FEEDBACK_PAUSED: return .bool(transformFeedback.isPaused)
        case GL_UNPACK_IMAGE_HEIGHT: return .int(pixelStore.unpack.imageHeight)
        case GL_UNPACK_SKIP_IMAGES: return .int(pixelStore.unpack.skipImages)
        case GL_MAJOR_VERSION: return .int(version.major)
        case GL_MINOR_VERSION: return .int(version.minor)
        case GL_NUM_EXTENSIONS: return .int(extensionNames.count)
        case GL_MAX_3D_TEXTURE_SIZE: return .int(GLLimits.texture3DSize)
        case GL_MAX_ARRAY_TEXTURE_LAYERS: return .int(GLLimits.arrayLayers)
        case GL_MAX_TEXTURE_LOD_BIAS: return .float(16)
        case GL_MAX_SAMPLES: return .int(GLLimits.samples)
        case GL_MAX_ELEMENT_INDEX: return .int(Int(UInt32.max))
        case GL_MAX_ELEMENTS_INDICES, GL_MAX_ELEMENTS_VERTICES: return .int(Int(Int32.max))
        case GL_MAX_SERVER_WAIT_TIMEOUT: return .int(0)
        case GL_MIN_PROGRAM_TEXEL_OFFSET: return .int(-8)
        case GL_MAX_PROGRAM_TEXEL_OFFSET: return .int(7)
        case GL_NUM_PROGRAM_BINARY_FORMATS: return .int(0)
        case GL_MAX_VERTEX_UNIFORM_COMPONENTS: return .int(4 * GLLimits.vertexUniformVectors)
        case GL_MAX_FRAGMENT_UNIFORM_COMPONENTS: return .int(4 * GLLimits.fragmentUniformVectors)
        case GL_MAX_VERTEX_UNIFORM_BLOCKS: return .int(GLLimits.vertexUniformBlocks)
        case GL_MAX_FRAGMENT_UNIFORM_BLOCKS: return .int(GLLimits.fragmentUniformBlocks)
        case GL_MAX_COMBINED_UNIFORM_BLOCKS: return .int(GLLimits.combinedUniformBlocks)
        case GL_MAX_UNIFORM_BUFFER_BINDINGS: return .int(GLLimits.uniformBufferBindings)
        case GL_MAX_UNIFORM_BLOCK_SIZE: return .int(GLLimits.uniformBlockSize)
        case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: return .int(GLLimits.uniformBufferAlignment)
        case GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS:
            return .int(4 * GLLimits.vertexUniformVectors + GLLimits.vertexUniformBlocks * GLLimits.uniformBlockSize / 4)
        case GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS:
            return .int(4 * GLLimits.fragmentUniformVectors + GLLimits.fragmentUniformBlocks * GLLimits.uniformBlockSize / 4)
        case GL_MAX_VARYING_COMPONENTS, GL_MAX_VERTEX_OUTPUT_COMPONENTS, GL_MAX_FRAGMENT_INPUT_COMPONENTS: return .int(4 * GLLimits.varyingVectors)
        case GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS: return .int(GLLimits.transformFeedbackInterleavedComponents)
        case GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS: return .int(GLLimits.transformFeedbackBuffers)
        case GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS: return .int(GLLimits.transformFeedbackSeparateComponents)
        default: return nil
        }
    }
}

extension SIMD4<Float> {
    var components: [Float] { [x, y, z, w] }
}
