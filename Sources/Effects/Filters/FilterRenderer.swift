import Host
public import Raster
import Shading

/// Applies chains of filters to pictures.
///
///     let renderer = FilterRenderer(device: device)
///     let look = try Filter.chain("sepia(0.8) | blur(4) | vignette")
///     let result = try renderer.apply(look, to: picture)
///
/// Filters that compute each pixel only from the input pixel at the same position share one pass and one program. `passCount` is
/// the number of passes of the last chain. Sharing passes does not change any bit of the result.
///
/// Pictures are premultiplied 2D textures of one sample. Colours are not clamped between filters; the result is `rgba8`, clamped to
/// 0…1 and rounded to nearest. The renderer reuses its images for the next chain, so a result is valid only until the next
/// call.
public final class FilterRenderer {
    /// The device that draws.
    public let device: Device
    /// Whether stages share passes if possible; true by default.
    public var fusesStages = true
    /// The number of passes of the last chain.
    public private(set) var passCount = 0

    private let programs: ScreenPrograms
    private var images: [Framebuffer] = []
    /// The maximum number of images that the renderer keeps. No chain needs this many images at the same time.
    private static let imageLimit = 8

    /// Creates a renderer without images.
    public init(device: Device) {
        self.device = device
        programs = ScreenPrograms.of(device)
    }

    /// Applies a chain. The call does not wait until the result is drawn. Commands that are submitted later see the result.
    /// - Parameters:
    ///   - chain: The filters in order. For an empty chain, the result is `source` itself.
    ///   - source: The picture.
    ///   - pictures: The pictures that filters name. The name `source` always means the parameter `source`.
    /// - Returns: The result, of the picture's size; valid until the next call.
    /// - Throws: `FilterError` for a value out of its range or a picture that a filter cannot use; the errors of `Device.submit`.
    public func apply(_ chain: [Filter], to source: Texture, pictures: [String: Texture] = [:]) throws -> Texture {
        var encoder = device.makeCommandEncoder(label: "filters")
        let result = try apply(chain, to: source, pictures: pictures, into: &encoder)
        if passCount > 0 { try device.submit(encoder) }
        return result
    }

    /// Records a chain into an encoder. The other parameters are the same as in the function without `encoder`. If this function
    /// throws, `encoder` is unchanged.
    public func apply(_ chain: [Filter], to source: Texture, pictures: [String: Texture] = [:], into encoder: inout CommandEncoder) throws -> Texture {
        try LibraryCall.perform {
            try source.requirePicture("source", of: "filters", device: device)
            for filter in chain {
                try filter.validate()
                try check(filter, pictures)
            }
            let plan = FilterPlan(chain, fused: fusesStages)
            var recorded = encoder, current = source, kept = source
            images.removeAll { $0.width != source.width || $0.height != source.height }
            for pass in plan.passes {
                if pass.keepsInput { kept = current }
                let target = try image(pass.format ?? .rgba8, width: source.width, height: source.height, except: [current, kept, source] + pictures.values)
                try draw(pass, from: current, source: source, kept: kept, pictures, to: target, into: &recorded)
                guard let drawn = target.color[0]?.texture else { preconditionFailure("images are made with a colour") }
                current = drawn
            }
            encoder = recorded
            passCount = plan.passes.count
            return current
        }
    }

    private func check(_ filter: Filter, _ pictures: [String: Texture]) throws {
        for (parameter, value) in zip(filter.kind.definition.parameters, filter.values) {
            guard case .picture(let name)? = value, name != "source" else { continue }
            func error(_ problem: String, _ remedy: String) -> FilterError {
                FilterError(.unknownPicture, filter: filter.kind.rawValue, parameter: parameter.name, problem, remedy: remedy)
            }
            let known = pictures.keys.sorted() + ["source"]
            guard let picture = pictures[name] else {
                throw error("is '\(name)', which is not among the pictures",
                            NearestName.of(name, among: known).map { "did you mean '\($0)'?" } ?? "add it, or use one of \(known.joined(separator: ", "))")
            }
            try picture.requirePicture("picture '\(name)'", of: "filter '\(filter.kind.rawValue)'", device: device)
            if filter.kind == .lookupTable {
                guard (2...64).contains(picture.height), picture.width == picture.height * picture.height else {
                    throw error("is \(picture.width)×\(picture.height) pixels", "use a table of N·N × N pixels, N from 2 to 64")
                }
            }
        }
        if filter.kind == .lookupTable, filter.picture(0) == "source" {
            throw FilterError(.unknownPicture, filter: "lookupTable", parameter: "table", "is the filtered picture itself",
                              remedy: "name a table of N·N × N pixels")
        }
    }

    private func image(_ format: PixelFormat, width: Int, height: Int, except used: [Texture]) throws -> Framebuffer {
        if let free = images.first(where: { image in
            guard let texture = image.color[0]?.texture else { return false }
            return texture.format == format && !used.contains { $0 === texture }
        }) { return free }
        let new = try device.makeFramebuffer(width: width, height: height, color: [format], label: "filtered")
        if images.count >= FilterRenderer.imageLimit { images.removeFirst() }
        images.append(new)
        return new
    }

    private func draw(_ planned: FilterPlan.Pass, from current: Texture, source: Texture, kept: Texture, _ pictures: [String: Texture], to target: Framebuffer,
                      into encoder: inout CommandEncoder) throws {
        let fragment = planned.fragment
        let pipeline = try programs.pipeline(.init(fragment: fragment), includes: EffectShader.includes)
        try encoder.render(to: target, clear: .color(0, 0, 0, 0), label: fragment.name) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(try programs.triangleBuffer())
            /// Sets the picture of a sampler if the program has the sampler. A sampler that no stage uses is not part of the program.
            func set(_ name: String, _ texture: Texture, _ sampler: Sampler) {
                if pipeline.program.samplers[name] != nil { pass.setTexture(name, texture, sampler) }
            }
            set("source", current, .nearest)
            for (i, stage) in planned.stages.enumerated() {
                for (j, picture) in stage.pictures.enumerated() {
                    let texture = switch picture {
                    case .kept: kept
                    case .named(let name): name == "source" ? source : pictures[name] ?? source
                    }
                    set("picture\(i)_\(j)", texture, .linear)
                }
                for (j, value) in stage.values.enumerated() where pipeline.program.uniforms["value\(i)_\(j)"] != nil { value.set("value\(i)_\(j)", in: &pass) }
            }
            pass.draw(count: 3, label: fragment.name)
        }
    }
}

extension FilterStage.Value {
    func set(_ name: String, in pass: inout RenderPass) {
        switch self {
        case .float(let value): pass.setUniform(name, value)
        case .float2(let value): pass.setUniform(name, value)
        case .float3(let value): pass.setUniform(name, value)
        case .float4(let value): pass.setUniform(name, value)
        case .int(let value): pass.setUniform(name, value)
        case .int2(let value): pass.setUniform(name, value)
        }
    }
}
