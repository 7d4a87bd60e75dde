// Vocabulary: the terms in which texts name states and commands: the names of Raster's API, or the functions and constants of OpenGL.

import Raster

/// The terms in which texts name states and commands: the names of Raster's API, or the functions and constants of OpenGL.
public enum Vocabulary: String, Sendable, Hashable, CaseIterable {
    /// The names of Raster's API: `depth.compare` is `less`.
    case raster
    /// The functions and constants of OpenGL: `glDepthFunc` is `GL_LESS`.
    case opengl
}

// The names of a pipeline's parts in sentences about lost primitives and samples.
extension Vocabulary {
    /// - Parameter owner: A word such as "its" or "their" that refers to the draws of the sentence.
    func rasterizerDiscard(of owner: String) -> String { self == .raster ? "\(owner) pipeline's rasterizer discard" : "GL_RASTERIZER_DISCARD" }
    /// - Parameter settings: The draw's settings; nil if the settings are not known, or if the text is about several draws.
    func viewport(of owner: String, _ settings: DrawSettings?) -> String {
        self == .raster ? "\(owner) viewport" : "the rectangle of \(settings?.openGLViewport.description ?? "glViewport")"
    }
    func scissor(of owner: String, _ settings: DrawSettings?) -> String {
        self == .raster ? "\(owner) scissor" : "the rectangle of \(settings?.openGLScissor?.description ?? "glScissor")"
    }
    func sampleMask(of owner: String) -> String { self == .raster ? "\(owner) pipeline's sample mask" : "GL_SAMPLE_MASK or GL_SAMPLE_COVERAGE" }
    /// Returns the reasons why a fragment shader excludes samples, such as "gl_SampleMask or GL_SAMPLE_ALPHA_TO_COVERAGE".
    /// - Parameter alpha: The phrase for the shader's alpha in a sentence in Raster's vocabulary.
    func shaderMask(or alpha: String, _ settings: DrawSettings?) -> String {
        if self == .raster { return "gl_SampleMask or \(alpha)" }
        return "gl_SampleMask" + (settings?.state.alphaToCoverage == false ? "" : " or GL_SAMPLE_ALPHA_TO_COVERAGE")
    }
    var writeMasks: String { self == .raster ? "the write masks" : "glColorMask and glDepthMask" }
    /// - Parameter compare: The test's comparison; nil if the comparison is not known.
    func depthTest(_ compare: CompareFunction?) -> String { "the depth test" + named(compare) }
    func stencilTest(_ compare: CompareFunction?) -> String { "the stencil test" + named(compare) }
    private func named(_ compare: CompareFunction?) -> String { self == .raster ? "" : compare.map { " \($0.openGLName)" } ?? "" }
    /// Returns the phrase that follows "culled" in a sentence and names the cause of the culling, such as " by glCullFace(GL_BACK) with
    /// glFrontFace(GL_CCW)".
    func culling(_ settings: DrawSettings?) -> String {
        guard self == .opengl, let calls = settings?.openGLCulling, !calls.isEmpty else { return "" }
        return " by " + calls.map(\.description).joined(separator: " with ")
    }
}

// The names of resources, attachments and values.
extension Vocabulary {
    /// Returns `raster` if the vocabulary is Raster's, and `opengl` if the vocabulary is OpenGL's.
    package func choose(_ raster: String, opengl: String) -> String { self == .raster ? raster : opengl }
    /// Returns the text by which a piece of advice names a faulty resource, such as "texture #1 bricks" or "bricks (texture 5)".
    package func place(_ kind: String, _ label: String, _ number: Int) -> String {
        label.isEmpty ? "\(kind) #\(number)" : self == .raster ? "\(kind) #\(number) \(label)" : label
    }
    /// Returns the name of a resource in tables. An application that uses OpenGL does not know the numbers that a capture gives to
    /// resources. In OpenGL's vocabulary, the name of a resource with a label therefore has no number.
    package func object(_ label: String, _ number: Int) -> String {
        label.isEmpty ? "#\(number)" : self == .raster ? "#\(number) \(label)" : label
    }
    /// Returns the name of a resource in sentences, such as "buffer #1 'corners'" or "buffer 5".
    func object(_ kind: String, _ label: String, _ number: Int) -> String {
        label.isEmpty ? "\(kind) #\(number)" : self == .raster ? "\(kind) #\(number) '\(label)'" : label
    }
    /// Returns the name of an attachment: color0 or GL_COLOR_ATTACHMENT0.
    /// - Parameter isDefault: Whether the attachment belongs to the framebuffer with the number 0 of OpenGL, whose images have other names.
    package func name(_ attachment: AttachmentName, isDefault: Bool = false) -> String {
        guard self == .opengl else { return "\(attachment)" }
        return switch attachment {
        case .color where isDefault: "GL_BACK"
        case .depth where isDefault: "GL_DEPTH"
        case .stencil where isDefault: "GL_STENCIL"
        case .color(let number): "GL_COLOR_ATTACHMENT\(number)"
        case .depth: "GL_DEPTH_ATTACHMENT"
        case .stencil: "GL_STENCIL_ATTACHMENT"
        }
    }
    /// Returns the name of a format: rgba8 or GL_RGBA8.
    package func name(_ format: PixelFormat) -> String { self == .raster ? "\(format)" : format.openGLName }
    /// Returns the name of a kind of textures: d2 or GL_TEXTURE_2D.
    package func name(_ type: TextureType) -> String { self == .raster ? "\(type)" : type.openGLName }
    /// Returns the name of a layer of a texture, such as "+x face" or GL_TEXTURE_CUBE_MAP_POSITIVE_X.
    package func name(ofLayer layer: Int, of type: TextureType) -> String {
        let faces = ["+x", "−x", "+y", "−y", "+z", "−z"], face = min(max(layer, 0), 5)
        return switch type {
        case .cube: choose(faces[face] + " face", opengl: TextureType.openGLFaceNames[face])
        case .cubeArray: "\(faces[layer % 6]) face of cube \(layer / 6)"
        case .d3: "depth \(layer)"
        default: "layer \(layer)"
        }
    }
    /// Returns the name of a comparison: less or GL_LESS.
    package func name(_ compare: CompareFunction) -> String { self == .raster ? "\(compare)" : compare.openGLName }
    /// Returns the name of a kind of primitives: triangles or GL_TRIANGLES.
    package func name(_ primitive: PrimitiveType) -> String { self == .raster ? "\(primitive)" : primitive.openGLName }
    /// Returns the two equations of a blend, for colour and alpha, in Raster's notation or as calls of OpenGL.
    package func equations(_ blend: PixelBlend) -> String {
        self == .raster ? blend.equation : blend.state.openGLCalls.map(\.description).joined(separator: ", ")
    }
}
