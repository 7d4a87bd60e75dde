// Targets of random draws: images with or without layers. The images may differ in size and in the number of layers.

import Raster
import SeededRandom

extension DrawCase {
    /// The layers that the targets' images have.
    enum Layers: String, Sendable, Hashable, CaseIterable { case none, array, cube, volume }
    /// The source from which the last stage before rasterization takes gl_Layer. With `outside`, the shader also chooses layers that no
    /// target has.
    enum LayerChoice: String, Sendable, Hashable, CaseIterable { case none, instance, primitive, color, outside }

    /// Returns the descriptor of an attachment's texture. `number` is the index of the colour image; the image of depth and stencil has
    /// the next number.
    func targetDescriptor(_ format: PixelFormat, _ number: Int) -> TextureDescriptor {
        let type: TextureType = switch layers {
        case .none: .d2
        case .array: .d2Array
        case .cube: .cube
        // Volumes cannot store depth.
        case .volume: format.isColor ? .d3 : .d2Array
        }
        let depth = layers == .array || layers == .volume ? layerCount + growth * number : 1
        return TextureDescriptor(type: type, format: format, width: width + growth * number, height: height + growth * number, depth: depth, samples: samples)
    }

    func makeTarget(on device: Device) throws -> Framebuffer {
        func attachment(_ format: PixelFormat, _ number: Int) throws -> Attachment {
            let texture = try device.makeTexture(targetDescriptor(format, number))
            return layers == .none ? Attachment(texture) : Attachment(layersOf: texture)
        }
        let color = try colors.enumerated().map { try attachment($1, $0) }, last = try depth.map { try attachment($0, colors.count) }
        return try device.makeFramebuffer(color: color, depth: depth?.hasDepth == true ? last : nil, stencil: depth?.hasStencil == true ? last : nil,
                                          encodesSRGB: encodesSRGB)
    }

    /// Returns Swift code that makes the target with the given number.
    func targetLines(_ number: Int) -> [String] {
        func attachment(_ format: PixelFormat, _ index: Int) -> String {
            let d = targetDescriptor(format, index)
            return "Attachment(\(layers == .none ? "" : "layersOf: ")try stage.device.makeTexture(TextureDescriptor(type: .\(d.type), format: .\(format), "
                + "width: \(d.width), height: \(d.height), depth: \(d.depth), samples: \(d.samples))))"
        }
        var lines = colors.enumerated().map { "let color\(number)_\($0) = \(attachment($1, $0))" }
        if let depth { lines.append("let last\(number) = \(attachment(depth, colors.count))") }
        let list = colors.indices.map { "color\(number)_\($0)" }.joined(separator: ", ")
        let depthText = depth?.hasDepth == true ? ", depth: last\(number)" : "", stencilText = depth?.hasStencil == true ? ", stencil: last\(number)" : ""
        return lines + ["let target\(number) = try stage.device.makeFramebuffer(color: [\(list)]\(depthText)\(stencilText), encodesSRGB: \(encodesSRGB))"]
    }
    /// Returns Swift code for the outputs of the target with the given number: every layer of every colour image.
    func targetOutput(_ number: Int) -> String {
        if layers == .none { return "try stage.read(target\(number))" }
        let slices = colors.indices.map { index in
            "(0..<target\(number).layerCount).map { try SceneOutput(color\(number)_\(index).texture, slice: $0, name: \"color \(index) layer \\($0)\") }"
        }
        return "try " + slices.joined(separator: " + ")
    }

    /// The layer of the other target's image that fragment shaders read; nil without layers.
    var readLayers: Range<Int>? {
        switch layers {
        case .none: return nil
        case .cube: return 4..<5
        case .array, .volume: return layerCount - 1..<layerCount
        }
    }
    /// Returns the view through which fragment shaders read an image of the other target.
    func view(_ image: Attachment, _ draw: Draw) -> TextureView {
        TextureView(image.texture, as: layers == .none ? nil : .d2, layers: readLayers, swizzle: draw.swizzle, readsStencil: reading(draw) == .stencil)
    }
    /// Returns Swift code that makes the view that `view` returns.
    func viewText(_ texture: String, _ draw: Draw) -> String {
        let layer = readLayers.map { ", as: .d2, layers: \($0)" } ?? ""
        return "TextureView(\(texture)\(layer), swizzle: \(draw.swizzle.code)\(reading(draw) == .stencil ? ", readsStencil: true" : ""))"
    }
}

extension DrawCase.Draw {
    /// The GLSL expression that the vertex shader writes to gl_Layer; nil if the shader does not write gl_Layer.
    var vertexLayer: String? {
        guard geometry == nil else { return nil }
        return switch layer {
        case .none: nil
        case .instance: "gl_InstanceID"
        case .primitive: "gl_VertexID / 3 % 4"
        case .color: "int(paint.x * 6.0)"
        case .outside: "2 - gl_VertexID"
        }
    }
    /// The GLSL expression that the geometry shader writes to gl_Layer; nil if the shader does not write gl_Layer. `i` is the number of the
    /// emitted vertex, and `v` is the number of the input vertex that the emitted vertex repeats.
    var geometryLayer: String? {
        switch layer {
        case .none: nil
        case .instance: "gl_InvocationID"
        case .primitive: "gl_PrimitiveIDIn"
        case .color: "int(seen_tint[v].x * 6.0)"
        case .outside: "i * 3 - 2"
        }
    }
}
