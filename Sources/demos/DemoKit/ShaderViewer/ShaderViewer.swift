// shader: shows any fragment shader full screen, with the uniforms of Shadertoy and glslViewer, and loads it again when the file
// changes.
//
// The viewer sets each known uniform that the program declares, whatever its vector size. iFrame counts sixtieths of a second, and
// the date of a picture is fixed, so a picture depends only on its time. In a window, the date is today's date.

import Foundation
import Panels
import Raster
import Shading
import Terminal

package final class ShaderViewer: Demo {
    package struct TextureFile: Sendable {
        package var name: String?
        package var path: String
        package init(name: String?, path: String) { self.name = name; self.path = path }
    }
    private let device: Device
    private let path: String
    private let defines: [ShaderDefine]
    let showsToday: Bool
    private let triangle: Buffer
    /// The textures by the names of their samplers.
    private(set) var textures: [String: Texture] = [:]
    private let noise: Texture
    /// Built-in textures. Each is made when a file first needs it.
    private(set) var picture: Texture?, sky: Texture?
    /// The picture of the previous frame; it is made when a file first reads it.
    private(set) var feedback: FrameFeedback?
    /// The problem of the current version of the file; nil if the version is valid.
    package private(set) var problem: String?
    package var gainsFromSamples: Bool { false }
    private let folders: [String]
    /// The pipeline. If a program fails while it runs, the pipeline is nil until the file changes.
    private var pipeline: Pipeline?
    private var makesNoise = false
    private var watched: FileStamps
    private var watchedPaths: Set<String> = []
    private var lastLook = ContinuousClock.now
    /// The user's values for each uniform, one per scalar; bools are 0 or 1.
    private var given: [String: [Double]] = [:]
    private(set) var pointer = SIMD2<Float>.zero
    /// iMouse: the last position of a drag, and the position where the drag began. The sign of the values says whether the button is held.
    private(set) var mouse = SIMD4<Float>.zero

    /// - Parameter folders: The folders in which `#include` searches for files that are not in the folder of the including file.
    package init(device: Device, path: String, textures files: [TextureFile] = [], defines: [ShaderDefine] = [], folders: [String] = [], seed: UInt64 = 1,
                 showsToday: Bool = false) throws {
        self.device = device; self.path = path; self.defines = defines; self.folders = folders; self.showsToday = showsToday
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "full-screen triangle")
        noise = try device.makeTexture(from: Patterns.noise(seed: seed), mipmapped: true, label: "noise")
        var unnamed = 0
        for file in files {
            let picture = FileManager.default.fileExists(atPath: file.path) ? nil : Patterns.named(file.path)
            let image = try picture ?? Suggestion.withSuggestions(for: file.path, builtIn: Patterns.names) { try PictureReading.read(file.path) }
            let texture = try device.makeTexture(from: image, mipmapped: true, label: file.path)
            if let name = file.name {
                textures[name] = texture
            } else {
                textures["iChannel\(unnamed)"] = texture
                textures["u_tex\(unnamed)"] = texture
                unnamed += 1
            }
        }
        watched = FileStamps([])
        try load()
    }

    /// Returns the file's text. If the file does not exist, returns the text of the built-in sample of that name.
    private func readSource() throws -> ShaderSource {
        if !FileManager.default.fileExists(atPath: path), let sample = EmbeddedShader.sample(path) { return sample }
        let text = try Suggestion.withSuggestions(for: path, builtIn: EmbeddedShader.samples.keys) { try HostFile.read(path) }
        return ShaderSource(text: String(decoding: text, as: UTF8.self), name: path)
    }

    private func load() throws {
        // The stamps are taken before the files are read. The next check then finds a write that happens after the stamps are taken
        // and before the files are read.
        let before = FileStamps(watchedPaths.union([path]))
        let resolver = FileIncludeResolver(folders: folders)
        defer {
            watchedPaths = resolver.paths.union([path])
            watched = FileStamps(watchedPaths)
            watched.keep(before)
        }
        let file = ShaderFile(source: try readSource(), defines: Set(defines.map(\.name)))
        makesNoise = file.makesNoise
        _ = try file.makeProgram(device: device, defines: defines, resolver: resolver) { program in
            let layout = VertexLayout(stride: 8, VertexAttribute("position", .float2))
            var state = RasterState()
            // A program that reads the previous frame also reads the frame's alpha. All other programs do not write alpha.
            let isRemembered = program.isActive(uniform: FrameFeedback.samplerName)
            state.colorTargets = [ColorTargetState(writeMask: isRemembered ? .all : [.red, .green, .blue])]
            if isRemembered, feedback == nil { feedback = try FrameFeedback(device: device) }
            if !isRemembered { feedback = nil }
            pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state, label: path)
            if picture == nil, program.interface.samplers.contains(where: {
                $0.dimension == .d2 && !isNoise($0.name) && $0.name != FrameFeedback.samplerName
            }) {
                picture = try device.makeTexture(from: Patterns.brick(size: 256), mipmapped: true, label: "brick")
            }
            if sky == nil, program.interface.samplers.contains(where: { $0.dimension == .cube }) {
                sky = try device.makeTexture(cube: CubeImages.faces(.sky, size: 128, seed: 1), mipmapped: true, label: "sky")
            }
        }
    }

    /// Sets one of the file's own uniforms, as the panel does. Throws `unknownUniform`, and `uniformTypeMismatch` if the number of
    /// values is wrong.
    package func set(_ name: String, _ values: [Double]) throws {
        let own = ownMembers
        guard let member = own.first(where: { $0.name == name }) else {
            let names = own.map(\.name)
            throw RasterError(.unknownUniform, "--uniform \(name)", "is not a uniform that '\(path)' reads",
                              remedy: Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
                              ?? (names.isEmpty ? "it has no uniforms" : "its uniforms are: \(names.joined(separator: ", "))"))
        }
        func refuse(_ problem: String, _ remedy: String) -> RasterError { RasterError(.uniformTypeMismatch, "--uniform \(name)", problem, remedy: remedy) }
        let count = ShaderViewer.scalarCount(of: member)
        guard values.count == count else {
            throw refuse("has \(values.count) \(values.count == 1 ? "number" : "numbers"), but the uniform has \(count)", "give \(count)")
        }
        if let range = ShaderViewer.wholeRange(of: member), let value = values.first(where: { !range.contains($0) || $0 != $0.rounded() }) {
            throw refuse("has \(Int(exactly: value).map { "\($0)" } ?? "\(value)"), but the uniform needs whole numbers",
                         "give numbers from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        given[name] = values
    }
    private static func scalarCount(of member: UniformMember) -> Int { member.type.scalarCount * member.arrayCount }
    /// Returns the range of the uniform's values if the values must be integers; otherwise returns nil.
    static func wholeRange(of member: UniformMember) -> ClosedRange<Double>? {
        switch member.type {
        case .scalar(.int), .vector(.int, _): -2_147_483_648...2_147_483_647
        case .scalar(.uint), .vector(.uint, _): 0...4_294_967_295
        case .scalar(.bool), .vector(.bool, _): 0...1
        default: nil
        }
    }
    /// Returns the user's values for a uniform. Returns nil if the uniform's type no longer fits the values because the file has
    /// changed.
    func givenValues(for member: UniformMember) -> [Double]? {
        guard let values = given[member.name], values.count == ShaderViewer.scalarCount(of: member) else { return nil }
        return ShaderViewer.wholeRange(of: member).map { range in values.allSatisfy { range.contains($0) && $0 == $0.rounded() } } == false ? nil : values
    }
    /// The uniforms that the file itself declares and reads, in the order of declaration.
    var ownMembers: [UniformMember] {
        guard let program = pipeline?.program else { return [] }
        return (program.interface.uniformBlocks.first?.members ?? []).filter {
            program.isActive(uniform: $0.name) && !ShaderViewer.isGiven($0.name)
        }.sorted { $0.offset < $1.offset }
    }
    /// A sentence for each uniform and sampler without a value from the user: the uniform is zero, the sampler reads a built-in texture.
    package var unset: [String] {
        guard let program = pipeline?.program else { return [] }
        return ownMembers.filter { $0.defaultValue == nil && givenValues(for: $0) == nil }.map {
            "uniform '\($0.name)' has no value and is zero; set it with --uniform \($0.name)=…"
        }
            + program.interface.samplers.filter {
                program.isActive(uniform: $0.name) && (feedback == nil || $0.name != FrameFeedback.samplerName)
            }.compactMap { sampler in
                if sampler.dimension == .cube { return "sampler '\(sampler.name)' reads a built-in sky." }
                guard sampler.dimension == .d2, !sampler.isShadow, sampler.resultType == .float else {
                    return "sampler '\(sampler.name)' is of a kind without a built-in texture, and reads black."
                }
                let isNamed = textures[sampler.name] != nil || (0..<sampler.count).contains { textures["\(sampler.name)[\($0)]"] != nil }
                return isNamed ? nil : "sampler '\(sampler.name)' reads built-in \(standIn(for: sampler.name) === noise ? "noise" : "brick"); set its picture with --texture \(sampler.name)=FILE."
            }
    }
    /// Returns the built-in texture for a sampler without a picture. Most Shadertoy files expect noise in the first channel. But
    /// the viewer sets noise only for files that seem to make random numbers, because other files would show the noise itself.
    func standIn(for sampler: String) -> Texture { isNoise(sampler) ? noise : picture ?? noise }
    private func isNoise(_ sampler: String) -> Bool {
        let name = sampler.lowercased()
        return ["noise", "rand"].contains { name.contains($0) } || name == "ichannel0" && makesNoise
    }

    package var drawsInStrips: Bool { feedback == nil }
    package var remembersFrames: Bool { feedback != nil }
    package static let keys = ["the file is reloaded when it changes"]

    @discardableResult
    package func update() -> Bool {
        let now = ContinuousClock.now
        guard now - lastLook > .seconds(ShaderViewer.lookInterval * 0.9) else { return false }
        lastLook = now
        guard FileStamps(watchedPaths) != watched else { return false }
        do {
            try load()
            problem = nil
            printError("\(path): reloaded")
        } catch {
            problem = "\(error)"
            printError("\(error)")
        }
        return true
    }
    package func survives(_ error: any Error) -> Bool {
        printError("\(error)")
        problem = "\(error)"
        pipeline = nil
        return true
    }

    /// The names of the uniforms that the viewer changes with time.
    private static let timeUniforms = ["iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iDate", "iChannelTime", "u_time", "u_delta", "u_frame", "u_date",
                                       "time"]
    /// A file that reads neither the time nor the previous frame always gives the same picture.
    package func timeUntilNextChange(at time: Double) -> Double? {
        guard let program = pipeline?.program else { return nil }
        return feedback != nil || ShaderViewer.timeUniforms.contains { program.isActive(uniform: $0) } ? 0 : nil
    }
    /// The interval between two checks of the files for changes, in seconds.
    private static let lookInterval = 0.25
    package var updateInterval: Double? { ShaderViewer.lookInterval }

    package func handle(_ event: DemoEvent, at time: Double) {
        guard case .pointer(let x, let y, let pressed) = event else { return }
        pointer = SIMD2(x, y)
        if pressed {
            let isNew = mouse.z <= 0
            mouse = SIMD4(x, y, isNew ? x : mouse.z, isNew ? y : -abs(mouse.w))
        } else if mouse.z > 0 {
            mouse = SIMD4(mouse.x, mouse.y, -mouse.z, -abs(mouse.w))
        }
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.text(path, wrapped: true)
        panel.text("time \((time * 10).rounded() / 10) s")
        let program = pipeline?.program
        let own = ownMembers.filter { $0.arrayCount == 1 }
        for member in own { addOption(for: member, to: panel) }
        if program == nil { panel.note("The program failed; it is retried when the file changes.") }
        else if own.isEmpty { panel.note("Uniforms that the file declares itself appear here.") }
    }
    private func addOption(for member: UniformMember, to panel: PanelBuilder) {
        let count = member.type.scalarCount
        guard count <= 4 else { return }
        /// The value before the user changes it in the panel: the program's own value.
        let initial = (0..<count).map { i in member.defaultValue.flatMap { i < $0.count ? $0[i] : nil } ?? 0 }
        switch member.type {
        case .scalar(.float), .vector(.float, _):
            var values = SIMD4<Float>()
            for i in 0..<count { values[i] = givenValues(for: member).map { Float($0[i]) } ?? Float(bitPattern: initial[i]) }
            let isColor = count >= 3 && ["color", "colour", "tint", "albedo"].contains { member.name.lowercased().contains($0) }
            var changed = false
            if count == 1 {
                changed = panel.drag(member.name, &values.x)
            } else if count == 2 {
                changed = panel.drag(member.name, &values.lowHalf)
            } else if count == 3 {
                var three = SIMD3(values.x, values.y, values.z)
                changed = isColor ? panel.color(member.name, &three) : panel.drag(member.name, &three)
                values = SIMD4(three, 0)
            } else {
                changed = isColor ? panel.color(member.name, &values) : panel.drag(member.name, &values)
            }
            if changed { given[member.name] = (0..<count).map { Double(values[$0]) } }
        case .scalar(.int):
            var value = givenValues(for: member).map { Int($0[0]) } ?? Int(Int32(bitPattern: initial[0]))
            if panel.slider(member.name, &value, in: -32...32) { given[member.name] = [Double(value)] }
        case .scalar(.bool):
            var value = givenValues(for: member).map { $0[0] != 0 } ?? (initial[0] != 0)
            if panel.checkbox(member.name, &value) { given[member.name] = [value ? 1 : 0] }
        default: break
        }
    }
    /// The names of the uniforms that the viewer sets itself.
    private static func isGiven(_ name: String) -> Bool {
        let names: Set<String> = [
            "iResolution", "iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iFrameRate", "iSampleRate", "iMouse", "iDate", "iChannelTime", "iChannelResolution",
            "u_time", "u_delta", "u_frame", "u_resolution", "u_mouse", "u_date", "time", "resolution", "mouse", "surfaceSize", "u_camera", "u_light",
            "u_lightColor",
        ]
        return names.contains(name) || name.hasSuffix("Resolution") || name.hasPrefix("gl_")
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard feedback != nil, pipeline != nil else { return drawFile(frame, in: frame.target, into: &encoder) }
        if let target = try feedback?.begin(frame) { drawFile(frame, in: target, into: &encoder) }
        feedback?.end(frame, into: &encoder)
    }
    private func drawFile(_ frame: Frame, in target: Framebuffer, into encoder: inout CommandEncoder) {
        // Strips are drawn from the top down. Only the first strip clears the target.
        let isFirst = frame.region.map { $0.y + $0.height >= target.height } ?? true
        encoder.render(to: target, clear: isFirst ? .color(0, 0, 0, 1) : .none, label: path) { pass in
            pass.setScissor(frame.region)
            guard let pipeline else { return }
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(triangle)
            setUniforms(frame, pipeline.program, in: &pass)
            setTextures(pipeline.program, in: &pass)
            pass.draw(count: 3, label: path)
        }
    }
}
