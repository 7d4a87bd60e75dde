// GLResources: OpenGL's counterparts of Raster's buffers, textures, framebuffers, samplers and programs. The counterpart of a
// Raster object is called its twin.
//
// Each twin is created at its first use, updated if the host has changed the Raster object, and deleted after the Raster object is
// gone. GLResources is used only on the context's thread.

import CSystemGL
import Raster
import Shading

final class BufferTwin {
    let name: GLuint
    /// The value that `Buffer.hostVersion` had when the bytes were copied into the twin. If `hostVersion` now has another value, the host
    /// has changed the buffer since then.
    var version: UInt64
    init(name: GLuint, version: UInt64) { self.name = name; self.version = version }
}

final class TextureTwin {
    let name: GLuint
    let target: GLenum
    /// The value that `Texture.hostVersion` had when the texels were copied into the twin. If `hostVersion` now has another value, the host
    /// has changed the texture since then.
    var version: UInt64
    /// The current values of GL_TEXTURE_BASE_LEVEL and GL_TEXTURE_MAX_LEVEL.
    var levels: ClosedRange<Int>
    /// The current values of GL_TEXTURE_SWIZZLE_R to GL_TEXTURE_SWIZZLE_A.
    var swizzle = TextureSwizzle.identity
    /// Whether GL_DEPTH_STENCIL_TEXTURE_MODE is GL_STENCIL_INDEX.
    var readsStencil = false
    /// The mip level of Raster's texture that corresponds to the twin's level 0.
    var firstLevel = 0
    /// OpenGL's views of the texture with other types or with some of the layers.
    var views: [ViewShape: TextureTwin] = [:]
    struct ViewShape: Hashable {
        var type: TextureType, layers: Range<Int>
        /// The mip level, if the twin is a copy of slices of a 3D texture; 0 for views.
        var level = 0
    }
    init(name: GLuint, target: GLenum, version: UInt64, levels: ClosedRange<Int>) {
        self.name = name; self.target = target; self.version = version; self.levels = levels
    }
}

final class GLResources {
    let gl: GLFunctions
    private let isCompatibilityProfile: Bool
    private var buffers = MirrorTable<Buffer, BufferTwin>()
    private var textures = MirrorTable<Texture, TextureTwin>()
    private var framebuffers = MirrorTable<Framebuffer, GLuint>()
    private var programs = MirrorTable<Program, GLProgram>()
    private var computePrograms = MirrorTable<ComputeProgram, GLProgram>()
    private var samplers: [Sampler: GLuint] = [:]
    /// The programs that copy one sample of a texture. Each kind of texture format needs a separate program, which is created when it is
    /// first needed.
    var samplePrograms: [PixelFormat.ChannelKind: GLuint] = [:]
    /// The framebuffers that are used for blits and for filling multisampled images.
    private var scratchFramebuffers: [GLuint] = [0, 0]

    init(context: EGLContext) {
        gl = context.gl
        isCompatibilityProfile = context.isCompatibilityProfile
        gl.genFramebuffers(2, &scratchFramebuffers)
        gl.pixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        gl.pixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    }

    /// Deletes the OpenGL objects of Raster resources that are gone.
    func deleteDead() {
        for program in programs.removeDead() + computePrograms.removeDead() { gl.deleteProgram(program.name) }
        for name in framebuffers.removeDead() { delete(name, gl.deleteFramebuffers) }
        for twin in textures.removeDead() {
            for view in twin.views.values { delete(view.name, gl.deleteTextures) }
            delete(twin.name, gl.deleteTextures)
        }
        for twin in buffers.removeDead() { delete(twin.name, gl.deleteBuffers) }
    }
    func delete(_ name: GLuint, _ function: (GLsizei, UnsafePointer<GLuint>?) -> Void) {
        withUnsafePointer(to: name) { function(1, $0) }
    }

    // MARK: Buffers

    /// Returns the buffer's twin, updated with the host's bytes. If this call had to write the twin, the twin stays bound to
    /// GL_COPY_WRITE_BUFFER.
    func twin(of buffer: Buffer) -> BufferTwin {
        let target = GLenum(GL_COPY_WRITE_BUFFER)
        if let twin = buffers[buffer] {
            if twin.version != buffer.hostVersion {
                gl.bindBuffer(target, twin.name)
                gl.bufferSubData(target, 0, buffer.byteCount, buffer.base)
                twin.version = buffer.hostVersion
            }
            return twin
        }
        var name: GLuint = 0
        gl.genBuffers(1, &name)
        gl.bindBuffer(target, name)
        // The size includes the readable bytes that Raster allocates after the buffer's end, so that no OpenGL buffer is empty.
        gl.bufferData(target, buffer.byteCount + Buffer.readableSlack, buffer.base, GLenum(GL_DYNAMIC_DRAW))
        let twin = BufferTwin(name: name, version: buffer.hostVersion)
        buffers.insert(twin, for: buffer)
        return twin
    }

    // MARK: Textures

    /// Returns the texture's twin, updated with the host's texels. If this call had to create or write the twin, the texture
    /// binding of the active unit changes.
    func twin(of texture: Texture) throws(RasterError) -> TextureTwin {
        if let source = texture.source { return try twin(of: texture, reading: source) }
        if let twin = textures[texture] {
            if twin.version != texture.hostVersion {
                upload(texture, to: twin)
                twin.version = texture.hostVersion
            }
            return twin
        }
        let d = texture.descriptor
        let target = d.glTarget
        let format = GLPixelFormat(d.format)
        var name: GLuint = 0
        gl.genTextures(1, &name)
        gl.bindTexture(target, name)
        let levels = GLsizei(d.mipLevels), width = GLsizei(d.width), height = GLsizei(d.height)
        switch d.type {
        case .d2 where d.samples > 1: gl.texStorage2DMultisample(target, GLsizei(d.samples), format.internalFormat, width, height, 1)
        case .d2Array where d.samples > 1:
            gl.texStorage3DMultisample(target, GLsizei(d.samples), format.internalFormat, width, height, GLsizei(d.depth), 1)
        case .d2, .cube, .rectangle: gl.texStorage2D(target, levels, format.internalFormat, width, height)
        case .d3, .d2Array: gl.texStorage3D(target, levels, format.internalFormat, width, height, GLsizei(d.depth))
        case .cubeArray: gl.texStorage3D(target, levels, format.internalFormat, width, height, GLsizei(d.slices))
        case .d1: gl.texStorage1D(target, levels, format.internalFormat, width)
        case .d1Array: gl.texStorage2D(target, levels, format.internalFormat, width, GLsizei(d.depth))
        case .buffer: preconditionFailure("a buffer texture has a twin of its own kind")
        }
        if let problem = gl.pendingError() {
            delete(name, gl.deleteTextures)
            throw RasterError(.unsupported, texture.name, "of \(d.width)×\(d.height)×\(d.depth), \(d.format), \(d.samples) samples, is refused by the system's OpenGL (\(problem))",
                              remedy: "use another format or size, or another device")
        }
        if d.samples > 1 {
            // OpenGL may give a texture more samples than requested. A texture with more samples is refused, because the samples would have
            // other positions than in Raster, and the pictures would differ.
            var samples: GLint = 0
            gl.getTexLevelParameteriv(target, 0, GLenum(GL_TEXTURE_SAMPLES), &samples)
            guard Int(samples) == d.samples else {
                delete(name, gl.deleteTextures)
                throw RasterError(.unsupported, texture.name, "has \(d.samples) samples, but the system's OpenGL gives it \(samples)",
                                  remedy: "use another number of samples, or another device")
            }
        }
        readDepthAsRed(d, target)
        let twin = TextureTwin(name: name, target: target, version: texture.hostVersion, levels: 0...(d.mipLevels - 1))
        textures.insert(twin, for: texture)
        upload(texture, to: twin)
        return twin
    }

    /// Returns the twin of a buffer texture. The twin of the texture's buffer is updated with the host's bytes.
    private func twin(of texture: Texture, reading source: TexelSource) throws(RasterError) -> TextureTwin {
        let buffer = twin(of: source.buffer)
        if let twin = textures[texture] { return twin }
        let target = GLenum(GL_TEXTURE_BUFFER)
        var name: GLuint = 0
        gl.genTextures(1, &name)
        gl.bindTexture(target, name)
        // OpenGL has no empty buffer textures, so an empty buffer texture gets one texel from the readable bytes after the buffer's end.
        gl.texBufferRange(target, GLPixelFormat(texture.format).internalFormat, buffer.name, source.offset, max(source.byteCount, texture.format.bytesPerTexel))
        if let problem = gl.pendingError() {
            delete(name, gl.deleteTextures)
            throw RasterError(.unsupported, texture.name, "of \(texture.width) texels, \(texture.format), is refused by the system's OpenGL (\(problem))",
                              remedy: "use another format or size, or another device")
        }
        let twin = TextureTwin(name: name, target: target, version: texture.hostVersion, levels: 0...0)
        textures.insert(twin, for: texture)
        return twin
    }

    /// Returns the twin of the view's texture. If the view has another type or only some of the layers, returns an OpenGL view of this twin.
    /// The texture binding of the active unit may change.
    func twin(of view: TextureView) throws(RasterError) -> TextureTwin {
        let whole = try twin(of: view.texture)
        if view.hasOwnShape { return whole }
        if view.texture.descriptor.type == .d3 { return copy(of: view, from: whole) }
        let shape = TextureTwin.ViewShape(type: view.type, layers: view.layers)
        if let known = whole.views[shape] { return known }
        let d = view.texture.descriptor, target = TextureDescriptor(type: view.type, format: d.format, width: 1, height: 1, samples: d.samples).glTarget
        var name: GLuint = 0
        gl.genTextures(1, &name)
        gl.textureView(name, target, whole.name, GLPixelFormat(d.format).internalFormat, 0, GLuint(d.mipLevels), GLuint(view.layers.lowerBound),
                       GLuint(view.layers.count))
        if let problem = gl.pendingError() {
            delete(name, gl.deleteTextures)
            throw RasterError(.unsupported, view.texture.name, "as \(view.type) of layers \(view.layers) is refused by the system's OpenGL (\(problem))",
                              remedy: "use another view, or another device")
        }
        gl.bindTexture(target, name)
        readDepthAsRed(d, target)
        let twin = TextureTwin(name: name, target: target, version: whole.version, levels: 0...(d.mipLevels - 1))
        whole.views[shape] = twin
        return twin
    }
    /// Returns a copy of a 3D texture's slices, because OpenGL has no views of slices. Each call copies the slices again.
    private func copy(of view: TextureView, from whole: TextureTwin) -> TextureTwin {
        let number = view.levels.lowerBound, shape = TextureTwin.ViewShape(type: view.type, layers: view.layers, level: number)
        let level = view.texture.storage.levels[number], width = GLsizei(level.width), height = GLsizei(level.height), count = GLsizei(view.layers.count)
        let twin: TextureTwin
        if let known = whole.views[shape] {
            twin = known
        } else {
            var name: GLuint = 0
            gl.genTextures(1, &name)
            twin = TextureTwin(name: name, target: view.type.glTarget, version: whole.version, levels: number...number)
            twin.firstLevel = number
            gl.bindTexture(twin.target, name)
            let format = GLPixelFormat(view.texture.format).internalFormat
            if view.type == .d2 {
                gl.texStorage2D(twin.target, 1, format, width, height)
            } else {
                gl.texStorage3D(twin.target, 1, format, width, height, count)
            }
            whole.views[shape] = twin
        }
        gl.copyImageSubData(whole.name, whole.target, GLint(number), 0, 0, GLint(view.layers.lowerBound), twin.name, twin.target, 0, 0, 0, 0,
                            width, height, count)
        return twin
    }
    /// Makes shaders read depth into the red component. The core profile always reads depth into red, but in the compatibility profile a
    /// setting of the texture chooses the components. The texture must be bound to `target`.
    private func readDepthAsRed(_ descriptor: TextureDescriptor, _ target: GLenum) {
        if isCompatibilityProfile && descriptor.format.hasDepth && descriptor.samples == 1 {
            gl.texParameteri(target, GLenum(COMPATIBILITY_DEPTH_TEXTURE_MODE), GL_RED)
        }
    }

    private func upload(_ texture: Texture, to twin: TextureTwin) {
        let format = GLPixelFormat(texture.format)
        let storage = texture.storage
        guard texture.descriptor.samples == 1 else { return clear(texture) }
        gl.bindTexture(twin.target, twin.name)
        for (index, level) in storage.levels.enumerated() {
            let width = GLsizei(level.width), height = GLsizei(level.height)
            let source = storage.base + level.offset
            let write = { (bytes: UnsafeRawPointer) in
                switch texture.descriptor.type {
                case .d2, .rectangle:
                    self.gl.texSubImage2D(twin.target, GLint(index), 0, 0, width, height, format.format, format.type, bytes)
                case .cube:
                    for face in 0..<6 {
                        self.gl.texSubImage2D(GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(face), GLint(index), 0, 0, width, height,
                                              format.format, format.type, bytes + face * level.bytesPerSlice)
                    }
                case .d1: self.gl.texSubImage1D(twin.target, GLint(index), 0, width, format.format, format.type, bytes)
                case .d1Array:
                    self.gl.texSubImage2D(twin.target, GLint(index), 0, 0, width, GLsizei(level.slices), format.format, format.type, bytes)
                case .buffer: break
                case .d3, .d2Array, .cubeArray:
                    self.gl.texSubImage3D(twin.target, GLint(index), 0, 0, 0, width, height, GLsizei(level.slices), format.format, format.type, bytes)
                }
            }
            if texture.format.storesWordsDifferently {
                let words = UnsafeRawBufferPointer(start: source, count: level.byteCount).bindMemory(to: UInt32.self)
                words.map(texture.format.wordForGL).withUnsafeBytes { write($0.baseAddress!) }
            } else {
                write(source)
            }
        }
    }

    /// Clears a multisampled image. OpenGL cannot upload texels to a multisampled image. So the image is cleared to zero, like the memory
    /// of a new texture in Raster.
    private func clear(_ texture: Texture) {
        bindScratch(Attachment(texture), to: GLenum(GL_DRAW_FRAMEBUFFER))
        gl.disable(GLenum(GL_SCISSOR_TEST))
        gl.colorMaski(0, 1, 1, 1, 1)
        gl.depthMask(1)
        gl.stencilMaskSeparate(GLenum(GL_FRONT_AND_BACK), 0xFF)
        switch texture.format.kind {
        case .int: gl.clearBufferiv(GLenum(GL_COLOR), 0, [0, 0, 0, 0])
        case .uint: gl.clearBufferuiv(GLenum(GL_COLOR), 0, [0, 0, 0, 0])
        case .unorm, .snorm, .float: gl.clearBufferfv(GLenum(GL_COLOR), 0, [0, 0, 0, 0])
        case .depth, .stencil, .depthStencil:
            if texture.format.hasDepth { gl.clearBufferfv(GLenum(GL_DEPTH), 0, [0]) }
            if texture.format.hasStencil { gl.clearBufferiv(GLenum(GL_STENCIL), 0, [0]) }
        }
    }

    /// Sets the parameters of the OpenGL texture, so that shaders read the texels that the view shows. The texture stays bound to the active
    /// unit.
    func bind(_ twin: TextureTwin, _ view: TextureView) {
        gl.bindTexture(twin.target, twin.name)
        if twin.levels != view.levels {
            gl.texParameteri(twin.target, GLenum(GL_TEXTURE_BASE_LEVEL), GLint(view.levels.lowerBound - twin.firstLevel))
            gl.texParameteri(twin.target, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(view.levels.upperBound - twin.firstLevel))
            twin.levels = view.levels
        }
        if twin.readsStencil != view.readsStencil {
            gl.texParameteri(twin.target, GLenum(GL_DEPTH_STENCIL_TEXTURE_MODE), view.readsStencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT)
            twin.readsStencil = view.readsStencil
        }
        if twin.swizzle != view.swizzle {
            for (component, name) in [GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A].enumerated() {
                gl.texParameteri(twin.target, GLenum(name), view.swizzle[component].glSource)
            }
            twin.swizzle = view.swizzle
        }
    }

    /// Reads every level and slice of the texture's twin into Raster's memory.
    func readBack(_ texture: Texture) throws(RasterError) {
        let twin = try twin(of: texture)
        guard texture.descriptor.samples == 1 else { return try readSamples(texture, twin) }
        gl.bindTexture(twin.target, twin.name)
        for (index, level) in texture.storage.levels.enumerated() {
            let destination = texture.storage.base + level.offset
            if texture.descriptor.type == .cube {
                for face in 0..<6 {
                    readImage(GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(face), level: index, texture.format,
                              to: destination + face * level.bytesPerSlice, byteCount: level.bytesPerSlice)
                }
            } else {
                readImage(twin.target, level: index, texture.format, to: destination, byteCount: level.byteCount)
            }
        }
    }

    /// Reads one image of the texture that is bound to the active unit, and converts the texels to Raster's layout.
    func readImage(_ target: GLenum, level: Int, _ pixelFormat: PixelFormat, to destination: UnsafeMutableRawPointer, byteCount: Int) {
        let format = GLPixelFormat(pixelFormat)
        gl.getTexImage(target, GLint(level), format.format, format.type, destination)
        if pixelFormat.storesWordsDifferently {
            let words = UnsafeMutableRawBufferPointer(start: destination, count: byteCount).bindMemory(to: UInt32.self)
            for i in words.indices { words[i] = pixelFormat.wordFromGL(words[i]) }
        }
    }

    // MARK: Framebuffers

    func attach(_ attachment: Attachment, at point: Int32, of target: GLenum) throws(RasterError) {
        let twin = try twin(of: attachment.texture)
        let level = GLint(attachment.level)
        if attachment.isLayered { return gl.framebufferTexture(target, GLenum(point), twin.name, level) }
        switch attachment.texture.descriptor.type {
        case .d2, .rectangle: gl.framebufferTexture2D(target, GLenum(point), twin.target, twin.name, level)
        case .cube:
            gl.framebufferTexture2D(target, GLenum(point), GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(attachment.slice), twin.name, level)
        case .d1: gl.framebufferTexture1D(target, GLenum(point), twin.target, twin.name, level)
        case .buffer: break
        case .d3, .d2Array, .d1Array, .cubeArray: gl.framebufferTextureLayer(target, GLenum(point), twin.name, level, GLint(attachment.slice))
        }
    }

    /// Updates the framebuffer's textures, and binds the framebuffer's twin to GL_FRAMEBUFFER.
    func bind(_ framebuffer: Framebuffer) throws(RasterError) {
        for attachment in framebuffer.attachments { _ = try twin(of: attachment.texture) }
        let target = GLenum(GL_FRAMEBUFFER)
        if let name = framebuffers[framebuffer] { return gl.bindFramebuffer(target, name) }
        var name: GLuint = 0
        gl.genFramebuffers(1, &name)
        gl.bindFramebuffer(target, name)
        var drawBuffers: [GLenum] = []
        for (i, attachment) in framebuffer.color.enumerated() {
            if let attachment { try attach(attachment, at: GL_COLOR_ATTACHMENT0 + Int32(i), of: target) }
            drawBuffers.append(GLenum(attachment == nil ? GL_NONE : GL_COLOR_ATTACHMENT0 + Int32(i)))
        }
        if let depth = framebuffer.depth { try attach(depth, at: GL_DEPTH_ATTACHMENT, of: target) }
        if let stencil = framebuffer.stencil { try attach(stencil, at: GL_STENCIL_ATTACHMENT, of: target) }
        if framebuffer.attachments.isEmpty {
            for (parameter, value) in [(GL_FRAMEBUFFER_DEFAULT_WIDTH, framebuffer.width), (GL_FRAMEBUFFER_DEFAULT_HEIGHT, framebuffer.height),
                                       (GL_FRAMEBUFFER_DEFAULT_SAMPLES, framebuffer.samples == 1 ? 0 : framebuffer.samples)] {
                gl.framebufferParameteri(target, GLenum(parameter), GLint(value))
            }
        }
        gl.drawBuffers(GLsizei(drawBuffers.count), drawBuffers)
        let first = framebuffer.color.firstIndex { $0 != nil }
        gl.readBuffer(GLenum(first.map { GL_COLOR_ATTACHMENT0 + Int32($0) } ?? GL_NONE))
        let status = gl.checkFramebufferStatus(target)
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            delete(name, gl.deleteFramebuffers)
            let formats = framebuffer.attachments.map { "\($0.texture.format)" }.joined(separator: ", ")
            throw RasterError(.unsupported, framebuffer.name, "with \(formats) is refused by the system's OpenGL (status 0x\(String(status, radix: 16)))",
                              remedy: "use other formats together, or another device")
        }
        if framebuffer.attachments.isEmpty, framebuffer.samples > 1 {
            // For a framebuffer without images, Mesa does not choose the number of samples before it draws, so the framebuffer cannot be
            // asked for the number. Instead, this code tests whether OpenGL offers the requested number of samples for an image.
            var counts = [GLint](repeating: 0, count: 16)
            gl.getInternalformativ(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), GLenum(GL_SAMPLES), GLsizei(counts.count), &counts)
            guard counts.contains(GLint(framebuffer.samples)) else {
                delete(name, gl.deleteFramebuffers)
                let offered = counts.filter { $0 > 0 }.map(String.init).joined(separator: ", ")
                throw RasterError(.unsupported, framebuffer.name, "has \(framebuffer.samples) samples, but the system's OpenGL has \(offered)",
                                  remedy: "use another number of samples, or another device")
            }
        }
        framebuffers.insert(name, for: framebuffer)
    }

    /// Binds a framebuffer with only this image, for reading or drawing.
    func bindScratch(_ attachment: Attachment, to target: GLenum) {
        gl.bindFramebuffer(target, scratchFramebuffers[target == GLenum(GL_READ_FRAMEBUFFER) ? 0 : 1])
        for point in [GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT] {
            gl.framebufferTexture2D(target, GLenum(point), GLenum(GL_TEXTURE_2D), 0, 0)
        }
        let format = attachment.texture.format
        // `attach` fails only if the twin cannot be created, and the caller has already created the twin.
        if format.isColor { try? attach(attachment, at: GL_COLOR_ATTACHMENT0, of: target) }
        if format.hasDepth { try? attach(attachment, at: GL_DEPTH_ATTACHMENT, of: target) }
        if format.hasStencil { try? attach(attachment, at: GL_STENCIL_ATTACHMENT, of: target) }
        let buffer = GLenum(format.isColor ? GL_COLOR_ATTACHMENT0 : GL_NONE)
        if target == GLenum(GL_READ_FRAMEBUFFER) { gl.readBuffer(buffer) } else { gl.drawBuffers(1, [buffer]) }
    }

    /// Binds a framebuffer with only one image of a single-sampled texture, for drawing.
    func bindScratch(plane: GLuint, isDepth: Bool) {
        let target = GLenum(GL_DRAW_FRAMEBUFFER)
        gl.bindFramebuffer(target, scratchFramebuffers[1])
        for point in [GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT] {
            gl.framebufferTexture2D(target, GLenum(point), GLenum(GL_TEXTURE_2D), 0, 0)
        }
        gl.framebufferTexture2D(target, GLenum(isDepth ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), plane, 0)
        gl.drawBuffers(1, [GLenum(isDepth ? GL_NONE : GL_COLOR_ATTACHMENT0)])
    }

    // MARK: Samplers and programs

    func name(of sampler: Sampler) -> GLuint {
        if let name = samplers[sampler] { return name }
        var name: GLuint = 0
        gl.genSamplers(1, &name)
        func set(_ parameter: Int32, _ value: GLint) { gl.samplerParameteri(name, GLenum(parameter), value) }
        set(GL_TEXTURE_MIN_FILTER, sampler.glMinFilter)
        set(GL_TEXTURE_MAG_FILTER, sampler.magFilter.glFilter)
        set(GL_TEXTURE_WRAP_S, sampler.wrapS.glMode)
        set(GL_TEXTURE_WRAP_T, sampler.wrapT.glMode)
        set(GL_TEXTURE_WRAP_R, sampler.wrapR.glMode)
        if let border = sampler.integerBorderColor {
            gl.samplerParameterIiv(name, GLenum(GL_TEXTURE_BORDER_COLOR), (0..<4).map { border[$0] })
        } else {
            gl.samplerParameterfv(name, GLenum(GL_TEXTURE_BORDER_COLOR), (0..<4).map { sampler.borderColor[$0] })
        }
        gl.samplerParameterf(name, GLenum(GL_TEXTURE_LOD_BIAS), sampler.lodBias)
        gl.samplerParameterf(name, GLenum(GL_TEXTURE_MIN_LOD), sampler.lodMin)
        gl.samplerParameterf(name, GLenum(GL_TEXTURE_MAX_LOD), sampler.lodMax)
        if sampler.maxAnisotropy > 1 { gl.samplerParameterf(name, GLenum(GL_TEXTURE_MAX_ANISOTROPY), sampler.maxAnisotropy) }
        if let compare = sampler.compare {
            set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE)
            set(GL_TEXTURE_COMPARE_FUNC, GLint(compare.glFunction))
        }
        samplers[sampler] = name
        return name
    }

    func twin(of program: Program) throws(RasterError) -> GLProgram {
        if let twin = programs[program] { return twin }
        let twin = try GLProgram(program, gl: gl)
        programs.insert(twin, for: program)
        return twin
    }
    func twin(of program: ComputeProgram) throws(RasterError) -> GLProgram {
        if let twin = computePrograms[program] { return twin }
        let twin = try GLProgram(program, gl: gl)
        computePrograms.insert(twin, for: program)
        return twin
    }
}

extension GLFunctions {
    /// Returns the name of the first OpenGL error since the last call; nil if no error has occurred.
    func pendingError() -> String? {
        var first: GLenum?
        // A lost context reports errors forever, so the loop stops after eight errors.
        for _ in 0..<8 {
            let error = getError()
            if error == GLenum(GL_NO_ERROR) { break }
            first = first ?? error
        }
        return first.map { error in
            switch Int32(error) {
            case GL_INVALID_ENUM: "GL_INVALID_ENUM"
            case GL_INVALID_VALUE: "GL_INVALID_VALUE"
            case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
            case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
            case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
            default: "error 0x" + String(error, radix: 16)
            }
        }
    }
}
