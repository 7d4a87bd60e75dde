// ShaderPlayer: compiles a project and draws its frames.
//
// A frame draws the passes in their order. A pass that reads an earlier pass sees the earlier pass's picture of this frame; a pass that
// reads itself or a later pass sees the picture of the last frame. Shadertoy, glslViewer, ISF and RetroArch use the same order.

import Foundation
import Host
public import Raster
public import Shading

/// Draws a `ShaderProject`. A player belongs to one device. A frame is drawn by `draw(_:to:region:into:)`; the first frame has number 0.
public final class ShaderPlayer {
    /// The settings for compiling and drawing a project.
    public struct Options: Sendable {
        /// The macros of all passes.
        public var defines: [ShaderDefine] = []
        /// The folders in which `#include` searches for files that are not in the folder of the including file.
        public var folders: [String] = []
        /// If `mesh` is not nil, the last pass of glslViewer, raylib, Processing and plain files is drawn on this mesh. If `mesh` is nil,
        /// the last pass is drawn on a rectangle over the whole picture. The vertex shader is the file beside the fragment shader; without
        /// such a file, a built-in vertex shader turns the mesh.
        public var mesh: ShaderMesh?
        /// The pictures for channels without a file.
        public var standIns = ShaderStandIns()
        /// Creates options without macros and folders.
        public init() {}
    }
    /// The project that is drawn.
    public let project: ShaderProject
    let device: Device
    let channels: ChannelTextures
    /// The passes with their programs.
    private(set) var runs: [PassRun] = []
    /// The user's channels, keyed by the names of the samplers: pictures, sounds, videos. The user's channels take precedence over the
    /// project's channels.
    public var contents: [String: ShaderProject.Content] = [:]
    /// The user's picture or video that the project changes; nil if a built-in picture is used.
    public var input: ShaderProject.Content? {
        get { channels.input }
        set { channels.input = newValue }
    }
    /// The user's values of uniforms, one number per component; bools are 0 or 1.
    public private(set) var values: [String: [Double]] = [:]
    /// The seconds that each pass took, if `measures` was set for the last frame.
    public private(set) var passTimes: [Double] = []
    /// Whether the next frames are drawn pass by pass, so that `passTimes` can be measured. The picture is the same.
    public var measures = false
    /// The paths of all files that were read, so that an application can watch these files for changes.
    public var paths: Set<String> { project.paths.union(files.paths) }
    private let files: ProjectFiles
    /// The text of the sound pass; nil if the project has no sound pass.
    let soundText: PassText?
    let defines: [ShaderDefine]
    private let triangle: Buffer, rectangle: Buffer
    private let mesh: (vertices: Buffer, indices: Buffer, count: Int)?
    /// `picturePipeline` copies the last pass's picture to the target, and keeps the alpha of the target. `inputPipeline` draws the
    /// input picture in the size of the output.
    private let picturePipeline: Pipeline, inputPipeline: Pipeline
    /// Whether a pass reads the last frame's picture of libretro's last pass. If a pass reads this picture, the player keeps this picture
    /// with its top row at t = 0. The copy of this picture to the target then reverses the order of the rows. If no pass reads this
    /// picture, the last pass normally draws straight to the target.
    private let keepsTurned: Bool
    /// The input picture in the size of the output, for hosts whose input is a window or a screen; nil if the input picture itself is used.
    private(set) var fittedInput: Texture?
    private var fittedSource: Texture?
    private var number: Int?

    /// Compiles all passes.
    /// - Throws: `ShaderError` with the messages of the first pass that does not compile, and `RasterError` if a resource cannot be made.
    public convenience init(device: Device, project: ShaderProject, options: Options = Options()) throws {
        try self.init(device: device, project: project, options: options, files: ProjectFiles(folders: options.folders))
    }

    package init(device: Device, project: ShaderProject, options: Options, files: ProjectFiles) throws {
        guard !project.passes.isEmpty else {
            throw RasterError(.invalidArgument, "project '\(project.name)'", "has no passes", remedy: "add one that draws the picture")
        }
        self.device = device; self.project = project; self.files = files
        defines = options.defines
        channels = ChannelTextures(device: device, host: project.host, standIns: options.standIns)
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "full-screen triangle")
        rectangle = try device.makeBuffer(PassRun.rectangle, label: "full-screen rectangle")
        let lastName = project.passes.last?.name ?? ""
        keepsTurned = project.host == .libretro && project.passes.contains { pass in
            pass.channels.contains { $0.value.content == .lastFrame(lastName) && pass.source.text.contains($0.key) }
        }
        picturePipeline = try PassRun.copyPipeline(device, mask: [.red, .green, .blue], isTurned: keepsTurned)
        inputPipeline = try PassRun.copyPipeline(device, mask: .all)
        let host = project.host
        mesh = try options.mesh.flatMap { mesh in
            guard !mesh.indices.isEmpty, !host.callsMainImage, host != .isf, host != .libretro, host != .picom else { return nil }
            return (try device.makeBuffer(mesh.vertices, label: "mesh"), try device.makeBuffer(mesh.indices, label: "mesh"), mesh.indices.count)
        }
        // If no pass is marked, the last pass is drawn on the mesh.
        let marked = project.passes.indices.filter { project.passes[$0].isOnMesh }
        let meshPasses: Set<Int> = mesh == nil ? [] : marked.isEmpty ? [project.passes.count - 1] : Set(marked)
        files.prepare { source in
            let source = host.callsMainImage ? ShadertoyDirectives.blanked(source) : host == .libretro ? LibretroShader.prepared(source) : source
            return ShaderSource(text: ShaderText.withoutHead(source.text), name: source.name)
        }
        let cubes = Set(project.passes.filter(\.isCube).map(\.name))
        var shared: [String: PassProgram] = [:]
        let turnsLast = host == .libretro && !keepsTurned
        func text(of pass: ShaderProject.Pass, isLast: Bool, hasMesh: Bool) -> PassText {
            let all = project.common + [pass.source]
            let known: Set<String> = host == .libretro ? ["FRAGMENT", "PARAMETER_UNIFORM"] : host.callsMainImage ? ["HW_PERFORMANCE"] : []
            let text = ShaderText(all.map { files.gathered($0) }.joined(separator: "\n"),
                                  defines: Set((options.defines + pass.defines).map(\.name)).union(known))
            return PassText(host: host, pass: pass, common: project.common, parameters: project.parameters,
                            channels: project.channels.merging(pass.channels) { $1 }, cubePasses: cubes, text: text, files: files, isLast: isLast,
                            hasMesh: hasMesh, isTurned: isLast && turnsLast)
        }
        for (index, pass) in project.passes.enumerated() {
            let isLast = index == project.passes.count - 1, hasMesh = meshPasses.contains(index)
            let passText = text(of: pass, isLast: isLast, hasMesh: hasMesh)
            // All passes of an ISF file share one program. The uniform PASSINDEX has the number of the pass that is drawn.
            let key = host == .isf ? pass.source.name : "\(index)"
            let compiled = try shared[key] ?? PassProgram.compile(passText, device: device, defines: options.defines)
            shared[key] = compiled
            let run = try PassRun(device: device, pass: pass, compiled: compiled, text: passText)
            if let steps = pass.steps {
                var step = pass
                (step.source, step.defines, step.steps) = (steps.source, steps.defines, nil)
                let stepText = text(of: step, isLast: false, hasMesh: false)
                let stepProgram = try PassProgram.compile(stepText, device: device, defines: options.defines)
                run.steps = PassSteps(kind: steps.kind, run: try PassRun(device: device, pass: step, compiled: stepProgram, text: stepText), device: device)
            }
            runs.append(run)
        }
        soundText = project.sound.map { text(of: $0, isLast: false, hasMesh: false) }
        connect()
    }

    /// Finds the passes whose pictures are read, and the passes whose pictures of the last frame are read.
    private func connect() {
        var isRead = [Bool](repeating: false, count: runs.count), remembers = isRead
        for (reader, run) in runs.enumerated() {
            for sampler in run.program.interface.samplers where run.program.isActive(uniform: sampler.name) {
                switch run.channels[sampler.name]?.content {
                case .pass(let name):
                    // If two passes have the same name, a pass that reads this name gets the newest picture.
                    for (index, other) in runs.enumerated() where other.pass.name == name {
                        isRead[index] = true
                        if index >= reader { remembers[index] = true }
                    }
                case .lastFrame(let name):
                    for (index, other) in runs.enumerated() where other.pass.name == name { (isRead[index], remembers[index]) = (true, true) }
                case .depth(let name): for (index, other) in runs.enumerated() where other.pass.name == name { isRead[index] = true }
                default: break
                }
            }
        }
        for (index, run) in runs.enumerated() {
            let needsPicture = isRead[index] || index < runs.count - 1 || run.hasMesh || run.steps != nil || keepsTurned
            run.targets = needsPicture ? PassTargets(device: device, pass: run.pass, remembers: remembers[index], hasDepth: run.hasMesh) : nil
            run.remembers = remembers[index]
        }
    }

    /// Whether a frame depends on earlier frames.
    public var remembersFrames: Bool { runs.contains { $0.remembers } }
    /// Whether the picture changes with time.
    public var moves: Bool {
        remembersFrames || runs.contains { run in
            run.hasMesh || HostUniforms.timeNames.contains { run.program.isActive(uniform: $0) } || run.program.interface.samplers.contains { sampler in
                run.program.isActive(uniform: sampler.name) && channels.moves(content(of: sampler.name, run) ?? standInContent(of: sampler.name, run))
            }
        }
    }
    /// Whether a part of the picture may be drawn without the rest.
    public var drawsInParts: Bool { runs.count == 1 && !remembersFrames && mesh == nil }
    /// Whether a pass reads the keyboard.
    public var readsKeyboard: Bool {
        runs.contains { run in run.program.interface.samplers.contains { content(of: $0.name, run) == .keyboard && run.program.isActive(uniform: $0.name) } }
    }
    /// The names of the passes, in the order in which they are drawn.
    public var passNames: [String] { runs.map(\.pass.name) }
    /// One line about the project: its host and passes.
    public var summary: String {
        let dialects = runs.map(\.dialect.directive).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map {
            $0.replacing("#version ", with: "GLSL ")
        }
        return "\(project.host.title)\(runs.count > 1 ? ", \(runs.count) passes: \(passNames.joined(separator: ", "))" : ""); \(dialects.joined(separator: ", "))"
    }

    /// Forgets all earlier frames: the next frame is drawn as the first frame.
    public func restart() { number = nil }

    /// Gives a uniform a value. The number of values is not tested here. If the number of values does not fit the uniform, the player later
    /// ignores the values.
    public func setValue(_ values: [Double]?, for name: String) {
        self.values[name] = values
        // The sizes of passes may depend on the value, so the memory for the passes must be checked again.
        checkedOutput = nil
    }
    /// Makes a picture known, so that `contents` and `input` can name it: `.stored(name)`. The first row of the picture is its top.
    public func add(_ image: Image, named name: String) { channels.add(image, named: name) }

    func content(of sampler: String, _ run: PassRun) -> ShaderProject.Content? { contents[sampler] ?? run.channels[sampler]?.content }

    // MARK: drawing

    /// Records a frame.
    /// - Parameters:
    ///   - moment: The time and the input of the frame.
    ///   - target: The picture to draw; its size is the size of the output.
    ///   - region: The part to draw, if `drawsInParts`; nil to draw the whole picture.
    ///   - encoder: Receives the passes. If `measures` is set, this method submits the passes at once, and `encoder` receives only the
    ///     copies of the input picture and of the last picture.
    /// - Throws: `RasterError` if a file of a channel cannot be read or a resource cannot be made.
    public func draw(_ moment: ShaderMoment, to target: Framebuffer, region: PixelRect? = nil, into encoder: inout CommandEncoder) throws {
        try LibraryCall.perform {
            try channels.update(moment)
            let isFirst = moment.number == 0 || number == nil
            // If a frame is drawn again, its passes must see the same last frame as before.
            if !isFirst, moment.number == number || moment.delta <= 0 { for run in runs { run.targets?.swap() } }
            number = moment.number
            let output = SIMD2(target.width, target.height)
            let original = try channels.texture(for: ShaderProject.Channel(.input))
            try fit(original, to: output, into: &encoder)
            let inputTexture = fittedInput ?? original
            let input = SIMD2(inputTexture.width, inputTexture.height)
            try checkMemory(output: output, input: input)
            var source = input
            passTimes = []
            for (index, run) in runs.enumerated() {
                let size = self.size(of: run.pass, output: output, source: source)
                let targets = run.targets ?? (measures ? measuringTargets(run) : nil)
                let surroundings = self.surroundings(run, moment, size: targets == nil ? output : size, output: output, source: source, input: input)
                func record(into encoder: inout CommandEncoder) throws {
                    guard let targets else { return try draw(run, surroundings, to: target, region: region, face: nil, into: &encoder) }
                    try targets.prepare(width: size.x, height: run.pass.isCube ? size.x : size.y, into: &encoder)
                    if isFirst { targets.clear(into: &encoder) }
                    for (face, framebuffer) in targets.drawn.enumerated() {
                        try draw(run, surroundings, to: framebuffer, region: nil, face: run.pass.isCube ? face : nil, into: &encoder)
                    }
                    targets.finish(into: &encoder)
                    if let steps = run.steps, let picture = targets.newest { try draw(steps, of: picture, surroundings, into: &encoder) }
                }
                if measures {
                    let begin = ContinuousClock.now
                    var own = device.makeCommandEncoder(label: run.pass.name)
                    try record(into: &own)
                    try device.submit(own)
                    passTimes.append((ContinuousClock.now - begin) / .seconds(1))
                } else {
                    try record(into: &encoder)
                }
                if index == runs.count - 1, let picture = run.steps?.result ?? targets?.newest { show(picture, on: target, into: &encoder) }
                source = size
            }
        }
    }
    /// The maximum number of bytes of all passes' pictures: 4 GiB.
    private static let maximumByteCount = 1 << 32
    private var checkedOutput: SIMD2<Int>?
    /// Throws `outOfMemory` if the pictures of all passes together need too much memory. `checkMemory` is called before any picture is
    /// made.
    private func checkMemory(output: SIMD2<Int>, input: SIMD2<Int>) throws {
        guard checkedOutput != output else { return }
        var source = input, total = 0
        for run in runs {
            let size = self.size(of: run.pass, output: output, source: source)
            let texels = run.pass.isCube ? 6 * size.x * size.x : size.x * size.y
            // The pictures of a pyramid or a flood need at most twice the memory of the pass's own picture.
            if run.targets != nil { total += texels * run.pass.format.bytesPerTexel * ((run.remembers ? 2 : 1) + (run.steps == nil ? 0 : 2)) }
            source = size
        }
        guard total <= ShaderPlayer.maximumByteCount else {
            throw RasterError(.outOfMemory, "project '\(project.name)'", "needs \(total) bytes for the pictures of its passes",
                              remedy: "give its passes smaller sizes; the limit is \(ShaderPlayer.maximumByteCount)")
        }
        checkedOutput = output
    }
    /// Draws the input picture in the size of the output, if the host's input has this size.
    private func fit(_ input: Texture, to size: SIMD2<Int>, into encoder: inout CommandEncoder) throws {
        guard project.host.fitsInput, readsInput, input.width != size.x || input.height != size.y else {
            fittedInput = nil
            return
        }
        let isFitting = fittedInput.map { $0.width == size.x && $0.height == size.y } == true
        if isFitting, fittedSource === input, !channels.moves(.input) { return }
        let levels = TextureDescriptor.fullMipLevelCount(width: size.x, height: size.y)
        let texture = try (isFitting ? fittedInput : nil)
            ?? device.makeTexture(TextureDescriptor(format: .rgba8, width: size.x, height: size.y, mipLevels: levels, label: "input picture"))
        encoder.render(to: try device.makeFramebuffer(color: [Attachment(texture)], label: "input picture"), label: "input picture") { pass in
            pass.setPipeline(inputPipeline)
            pass.setVertexBuffer(triangle)
            pass.setTexture("picture", input, input.descriptor.mipLevels > 1 ? .trilinear : .linear)
            pass.draw(count: 3, label: "input picture")
        }
        encoder.generateMipmaps(texture)
        (fittedInput, fittedSource) = (texture, input)
    }
    private var measuringTarget: PassTargets?
    /// Returns textures for the last pass while passes are measured. Without a measurement, the last pass normally draws directly to the
    /// target.
    private func measuringTargets(_ run: PassRun) -> PassTargets {
        if let measuringTarget { return measuringTarget }
        let made = PassTargets(device: device, pass: run.pass, remembers: false)
        measuringTarget = made
        return made
    }

    /// Returns the size of a pass's picture: 1…16384 pixels per side.
    private func size(of pass: ShaderProject.Pass, output: SIMD2<Int>, source: SIMD2<Int>) -> SIMD2<Int> {
        var variables = ["WIDTH": Double(output.x), "HEIGHT": Double(output.y)]
        for parameter in project.parameters { if let value = (values[parameter.name] ?? parameter.initial).first { variables[parameter.name] = value } }
        func side(_ extent: ShaderProject.Extent, _ axis: Int) -> Int {
            let length: Double = switch extent {
            case .output(let scale): Double(output[axis]) * scale
            case .previous(let scale): Double(source[axis]) * scale
            case .pixels(let count): Double(count)
            case .formula(let formula): formula.value(variables) ?? Double(output[axis])
            }
            return Int(min(max(length.rounded(.down), 1), Double(Device.maximumTextureSize)))
        }
        return SIMD2(side(pass.width, 0), side(pass.height, 1))
    }

    func surroundings(_ run: PassRun, _ moment: ShaderMoment, size: SIMD2<Int>, output: SIMD2<Int>, source: SIMD2<Int>,
                              input: SIMD2<Int>) -> HostUniforms {
        func double(_ v: SIMD2<Int>) -> SIMD2<Double> { SIMD2(Double(v.x), Double(v.y)) }
        let frameSize = run.pass.isCube ? SIMD2(size.x, size.x) : size
        return HostUniforms(host: project.host, moment: moment, pass: run.pass, size: double(frameSize), output: double(output), source: double(source),
                            input: double(input),
                            camera: run.hasMesh ? MeshCamera(time: moment.time, aspect: Double(size.x) / Double(size.y)) : nil) { [unowned self] name in
            guard let sampler = run.program.interface.samplers.first(where: { $0.name == name }) else {
                return name.hasPrefix("iChannel") ? SIMD3(256, 256, 1) : nil
            }
            return (try? self.texture(for: sampler.name, sampler, run, isFirstOfArray: true)).flatMap { $0 }.map {
                SIMD3(Double($0.texture.width), Double($0.texture.height), Double($0.texture.descriptor.depth))
            }
        }
    }

    func draw(_ run: PassRun, _ surroundings: HostUniforms, to target: Framebuffer, region: PixelRect?, face: Int?,
              into encoder: inout CommandEncoder) throws {
        // Strips are drawn from the top down. Only the first strip clears the target.
        let isFirst = region.map { $0.y + $0.height >= target.height } ?? true
        let isPicture = run.targets == nil && !run.isStep
        try encoder.render(to: target, clear: isFirst ? .color(0, 0, 0, isPicture ? 1 : 0) : .none, label: run.pass.source.name) { pass in
            pass.setScissor(region)
            if let backdrop = run.pass.backdrop, let picture = runs.last(where: { $0.pass.name == backdrop })?.newest {
                pass.setPipeline(inputPipeline)
                pass.setVertexBuffer(triangle)
                pass.setTexture("picture", picture, .nearest)
                pass.draw(count: 3, label: backdrop)
            }
            pass.setPipeline(isPicture ? run.picturePipeline : run.pipeline)
            pass.setVertexBuffer(run.hasMesh ? mesh?.vertices ?? triangle : run.isOwnVertex ? rectangle : triangle)
            setUniforms(run, surroundings, face: face, isPicture: isPicture, in: &pass)
            try setBlocks(run, surroundings, in: &pass)
            try setTextures(run, in: &pass)
            if run.hasMesh, let mesh { pass.drawIndexed(mesh.indices, type: .uint32, count: mesh.count, label: run.pass.name) }
            else { pass.draw(count: run.isOwnVertex ? 6 : 3, label: run.pass.name) }
        }
    }
    /// Draws the picture of the last pass over the target.
    private func show(_ picture: Texture, on target: Framebuffer, into encoder: inout CommandEncoder) {
        encoder.render(to: target, clear: .color(0, 0, 0), label: "picture") { pass in
            pass.setPipeline(picturePipeline)
            pass.setVertexBuffer(triangle)
            pass.setTexture("picture", picture, picture.width == target.width && picture.height == target.height ? .nearest : .linear)
            pass.draw(count: 3, label: "picture")
        }
    }
}
