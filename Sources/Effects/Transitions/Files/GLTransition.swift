// GLTransition: a transition from an unchanged GLSL file that follows the conventions of gl-transitions.
//
// The host is the application for which a file is written. The host provides functions such as `getFromColor` and uniforms such as
// `progress`. Raster declares these functions and uniforms in a shader of its own, which includes the unchanged file. Therefore error
// messages give the line numbers of the original file. Files of gl-transitions are written for browsers, in GLSL ES 1.00. GLSL 3.30 accepts
// most of these files, including code that ES 1.00 forbids (initial values that read uniforms, implicit conversions). If GLSL 3.30 rejects
// a file, GLSL 1.20 and ES 1.00 are tried, because the file may use names that are reserved in newer versions.

public import Raster
public import Shading

/// A transition from a GLSL file: `vec4 transition(vec2 uv)`, where uv.y grows upwards. The file may use `progress`, `ratio`,
/// `getFromColor(uv)` and `getToColor(uv)`; the uniforms that the file declares are the parameters. Files of gl-transitions run unchanged.
///
///     let ripple = try GLTransition(device: device, contentsOf: "ripple.glsl")
///     try ripple.set("amplitude", to: 60)
///
/// A float parameter `seed` has the value of the frame's seed modulo 65536 until the caller sets the parameter.
public final class GLTransition: Transition {
    public let device: Device
    public let name: String
    /// The text after `// Author:` in the file; nil if the file names no author.
    public let author: String?
    /// The text after `// License:` in the file; nil if the file names no license.
    public let license: String?
    /// The numeric parameters, in the order of their declarations.
    public let parameters: [TransitionParameter]
    /// The samplers that the file declares, in the order of declaration. Each sampler must have a texture before a frame is drawn.
    public let samplers: [TransitionParameter]
    /// The duration in seconds from progress 0 to 1; 1 by default. The duration must be above 0.
    public var duration = 1.0
    public var easing = Easing.linear

    private let fileName: String
    private var prepared: PreparedDraw
    private let triangle: Buffer
    private var values: [String: TransitionValue] = [:]
    private var textures: [String: (texture: Texture, sampler: Sampler)] = [:]

    /// Reads and compiles a file.
    /// - Throws: `ShaderError` for a file that cannot be read or compiled, `RasterError` for an invalid parameter; both errors give
    ///   the file and the line.
    public convenience init(device: Device, contentsOf path: String) throws {
        try self.init(device: device, source: try ShaderSource(contentsOf: path))
    }

    /// Compiles a text. Error messages use the name of the source as the file name. The transition's name is the source's name
    /// without folders and extension.
    /// - Throws: the errors of `init(device:contentsOf:)`.
    public init(device: Device, source: ShaderSource) throws {
        self.device = device
        fileName = source.name
        let file = source.name.split(separator: "/").last ?? ""
        name = String(file.lastIndex(of: ".").map { $0 == file.startIndex ? file : file[..<$0] } ?? file)
        let description = try TransitionFile(source)
        guard description.hasTransition else {
            throw ShaderError(preprocess: "has no function 'vec4 transition(vec2 uv)', which draws the picture", file: source.name, line: 0)
        }
        author = description.author
        license = description.license
        let program = try TransitionDialect.makeProgram(device: device, file: description)
        let layout = VertexLayout(stride: 8, VertexAttribute("position", .float2))
        prepared = PreparedDraw(try device.makePipeline(program: program, vertexLayout: layout, label: source.name))
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "full-screen triangle")

        var numbers: [TransitionParameter] = []
        for var parameter in description.parameters where parameter.shape.kind != .sampler && !numbers.contains(where: { $0.name == parameter.name }) {
            if let member = program.uniforms[parameter.name] {
                // The file's description also lists declarations in branches that the preprocessor removes. A declaration in a removed
                // branch does not count as a parameter. If another branch declares the same name, the program has a uniform of this name,
                // but with another type or count. The guard therefore compares the type and the count.
                guard member.type.glslName == parameter.typeName, member.arrayCount == parameter.count else { continue }
                let isZero = parameter.defaultValue.components.allSatisfy { $0 == 0 }
                if isZero, let words = member.defaultValue { parameter.defaultValue = TransitionValue(words, parameter.shape.kind) }
            }
            numbers.append(parameter)
        }
        parameters = numbers
        samplers = description.parameters.filter { $0.shape.kind == .sampler }
        for sampler in program.interface.samplers where sampler.name != "from" && sampler.name != "to" {
            guard sampler.dimension == .d2, !sampler.isShadow, sampler.count == 1, sampler.resultType == .float else {
                throw RasterError(.unsupported, "sampler '\(sampler.name)'", at: source.name, "is not a plain sampler2D",
                                  remedy: "declare it as uniform sampler2D")
            }
        }
        for parameter in parameters { write(parameter.defaultValue, to: parameter) }
    }

    /// Sets a parameter. A single number is used for all components of a vector, and for the diagonal of a matrix.
    /// - Throws: `unknownUniform` for a name that the file does not declare, `uniformTypeMismatch` for too many or too few numbers,
    ///   `invalidArgument` for a number that is not finite or out of the type's range.
    public func set(_ name: String, to value: TransitionValue) throws(RasterError) {
        let parameter = try parameter(name)
        guard let fitted = value.fitted(to: parameter.shape, count: parameter.count) else {
            throw RasterError(.uniformTypeMismatch, "parameter '\(name)'", at: "\(fileName):\(parameter.line)",
                              "is \(parameter.typeName)\(parameter.count > 1 ? "[\(parameter.count)]" : ""), which cannot take \(value.components.count) numbers",
                              remedy: "give \(parameter.shape.components * parameter.count)")
        }
        let range = switch parameter.shape.kind {
        case .float, .bool, .sampler: -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)
        case .int: Double(Int32.min)...Double(Int32.max)
        case .uint: 0...Double(UInt32.max)
        }
        for number in fitted where !range.contains(number) {
            throw RasterError(.invalidArgument, "parameter '\(name)'", at: "\(fileName):\(parameter.line)", "is \(number)",
                              remedy: "use \(range.lowerBound) to \(range.upperBound)")
        }
        values[name] = TransitionValue(fitted)
        write(TransitionValue(fitted), to: parameter)
    }
    /// Sets a parameter to a value in GLSL's form: `0.5`, `vec2(0.5)`, `1, 0.5`, `true`.
    /// - Throws: `invalidArgument` if the text is not a value, and the errors of `set(_:to:)`.
    public func set(_ name: String, parsing text: String) throws(RasterError) {
        let parameter = try parameter(name)
        let value: TransitionValue
        do { value = try TransitionValue(parsing: text) } catch {
            throw RasterError(.invalidArgument, "value '\(text)' of parameter '\(name)'", at: "\(fileName):\(parameter.line)", error.text,
                              remedy: "write a GLSL constant, such as 0.5 or vec2(1.0, 0.5)")
        }
        try set(name, to: value)
    }
    /// Sets the picture of a sampler that the file declares.
    /// - Throws: `unknownSampler` for a name that the file does not declare.
    public func set(_ name: String, to texture: Texture, sampler: Sampler = .linear) throws(RasterError) {
        guard samplers.contains(where: { $0.name == name }) else {
            throw RasterError(.unknownSampler, "sampler '\(name)'", at: fileName, "is not in the file",
                              remedy: samplers.isEmpty ? "it has no samplers" : "its samplers are: \(samplers.map(\.name).joined(separator: ", "))")
        }
        textures[name] = (texture, sampler)
    }
    /// Returns the current value of a parameter; nil for a name that the file does not declare.
    public func value(of name: String) -> TransitionValue? { values[name] ?? parameters.first { $0.name == name }?.defaultValue }

    private func parameter(_ name: String) throws(RasterError) -> TransitionParameter {
        if let parameter = parameters.first(where: { $0.name == name }) { return parameter }
        throw RasterError(.unknownUniform, "parameter '\(name)'", at: fileName, "is not in the file",
                          remedy: parameters.isEmpty ? "it has no parameters" : "its parameters are: \(parameters.map(\.name).joined(separator: ", "))")
    }
    private func write(_ value: TransitionValue, to parameter: TransitionParameter) {
        prepared.set(parameter.name, words: value.words(as: parameter.shape.kind))
    }

    /// Throws an error if the file reads a sampler that has no picture, because the transition would otherwise show black instead of this
    /// picture.
    /// - Parameter remedy: Returns the sentence of the error that says how to set the sampler with the given name.
    /// - Throws: `unknownSampler` with the sampler's name and place.
    package func requirePictures(remedy: (_ name: String) -> String = { "set it with set(\"\($0)\", to: texture)" }) throws(RasterError) {
        for sampler in samplers where textures[sampler.name] == nil && prepared.pipeline.program.samplers[sampler.name] != nil {
            throw RasterError(.unknownSampler, "sampler '\(sampler.name)'", at: "\(fileName):\(sampler.line)", "has no picture", remedy: remedy(sampler.name))
        }
    }

    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try requirePictures()
        if let parameter = parameters.first(where: { $0.name == "seed" && $0.typeName == "float" }), values["seed"] == nil {
            write(TransitionValue([Double(frame.seed & 0xFFFF)]), to: parameter)
        }
        prepared.set("progress", Float(frame.progress))
        prepared.set("ratio", frame.ratio)
        prepared.set(TransitionDialect.fromScale, frame.resize.scale(frame: frame.ratio, frame.source))
        prepared.set(TransitionDialect.toScale, frame.resize.scale(frame: frame.ratio, frame.destination))
        prepared.set("from", frame.source, .linear, levels: GLTransition.level(of: frame.source, for: frame.target))
        prepared.set("to", frame.destination, .linear, levels: GLTransition.level(of: frame.destination, for: frame.target))
        for (name, bound) in textures { prepared.set(name, bound.texture, bound.sampler) }
        encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: name) { pass in
            prepared.record(in: &pass)
            pass.setVertexBuffer(triangle)
            pass.draw(count: 3, label: name)
        }
    }
}

extension GLTransition {
    /// Returns the smallest mip level that is at least as large as the frame. Transition files do not choose mip levels. A level that
    /// depends on the change of the coordinates from pixel to pixel would give visible seams where the coordinates jump, for example at the
    /// edges of squares and slats.
    private static func level(of picture: Texture, for target: Framebuffer) -> ClosedRange<Int> {
        var level = 0
        while level + 1 < picture.descriptor.mipLevels, picture.width >> (level + 1) >= target.width, picture.height >> (level + 1) >= target.height {
            level += 1
        }
        return level...level
    }
}

extension TransitionValue {
    /// Returns the bits of each scalar, in the form in which a uniform of the default block stores the scalar.
    func words(as kind: TransitionParameter.Shape.Kind) -> [UInt32] {
        components.map { number in
            switch kind {
            case .float, .sampler: Float(number).bitPattern
            case .int: UInt32(bitPattern: Int32(number.rounded(.towardZero)))
            case .uint: UInt32(number.rounded(.towardZero))
            case .bool: number == 0 ? 0 : 0xFFFF_FFFF
            }
        }
    }
    init(_ words: [UInt32], _ kind: TransitionParameter.Shape.Kind) {
        self.init(words.map { word in
            switch kind {
            case .float, .sampler: Double(Float(bitPattern: word))
            case .int: Double(Int32(bitPattern: word))
            case .uint: Double(word)
            case .bool: word == 0 ? 0 : 1
            }
        })
    }
}
