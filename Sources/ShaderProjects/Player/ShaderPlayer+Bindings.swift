// ShaderPlayer, bindings: sets the uniforms and textures of a pass.

import Raster
import Shading

extension ShaderPlayer {
    func setUniforms(_ run: PassRun, _ surroundings: HostUniforms, face: Int?, isPicture: Bool, in pass: inout RenderPass) {
        for member in run.program.interface.uniformBlocks.first?.members ?? [] where run.program.isActive(uniform: member.name) {
            if member.name == "shaderProjectFace" {
                pass.setUniform(member.name, ShaderPlayer.faces[min(max(face ?? 0, 0), 5)])
                continue
            }
            guard let values = value(of: member, run, surroundings) else { continue }
            set(member, values, in: &pass)
        }
    }
    /// A matrix for each face of a cube map. The columns of a matrix are the direction in which s grows, the direction in which t grows,
    /// and the direction to the middle of the face (OpenGL 3.3 §3.8.10).
    private static let faces: [[Double]] = [
        [0, 0, -1, 0, -1, 0, 1, 0, 0], [0, 0, 1, 0, -1, 0, -1, 0, 0], [1, 0, 0, 0, 0, 1, 0, 1, 0],
        [1, 0, 0, 0, 0, -1, 0, -1, 0], [1, 0, 0, 0, -1, 0, 0, 0, 1], [-1, 0, 0, 0, -1, 0, 0, 0, -1],
    ]

    /// Returns the first of these values that exists: the value of a step, the user's value, 1 for an event, the parameter's initial value,
    /// the host's value, the usual value, and for matrices the identity. If none of these values exists, returns nil, and the uniform keeps
    /// the value of its declaration, or 0.
    func value(of member: UniformMember, _ run: PassRun, _ surroundings: HostUniforms) -> [Double]? {
        if let step = run.stepValues[member.name] { return step }
        if let given = givenValues(for: member) { return given }
        if surroundings.moment.events.contains(member.name) { return [1] }
        if let parameter = project.parameters.first(where: { $0.name == member.name }) {
            return parameter.initial.isEmpty ? nil : parameter.initial
        }
        if member.name == "u_SH", project.host == .glslViewer { return channels.skyHarmonics }
        if let camera = surroundings.camera, let value = camera.value(of: member.name) { return ShaderPlayer.fitted(value, to: member) }
        if let value = surroundings.value(of: member.name) { return value }
        if let usual = usualValue(of: member) { return Array(repeating: usual, count: member.type.scalarCount * member.arrayCount) }
        guard member.defaultValue == nil, case .matrix(let columns, let rows) = member.type else { return nil }
        return (0..<columns).flatMap { column in (0..<rows).map { $0 == column ? 1 : 0 } }
    }
    /// Returns the upper left part of a 4×4 matrix, as the value of a smaller matrix.
    private static func fitted(_ values: [Double], to member: UniformMember) -> [Double] {
        guard values.count == 16, case .matrix(let columns, let rows) = member.type, columns < 4 || rows < 4 else { return values }
        return (0..<columns).flatMap { column in (0..<rows).map { values[4 * column + $0] } }
    }
    /// Returns the number that all components of the uniform get if neither the user, nor the project, nor the host sets the uniform. The
    /// number is chosen so that a filter usually shows something. Returns nil if the uniform then keeps the value of its declaration, or 0.
    public func usualValue(of member: UniformMember) -> Double? {
        if case .matrix = member.type { return nil }
        return member.defaultValue == nil ? HostUniforms.usual(member.name, host: project.host) : nil
    }
    /// Returns the user's values for a uniform; nil if the user gave no values, or if the values do not fit the uniform's type.
    public func givenValues(for member: UniformMember) -> [Double]? {
        guard let given = values[member.name], given.count == member.type.scalarCount * member.arrayCount else { return nil }
        return ShaderPlayer.wholeRange(of: member).map { range in given.allSatisfy { range.contains($0) && $0 == $0.rounded() } } == false ? nil : given
    }
    /// Returns the range of the uniform's values if the values must be integers; otherwise returns nil.
    public static func wholeRange(of member: UniformMember) -> ClosedRange<Double>? {
        switch member.type {
        case .scalar(.int), .vector(.int, _): -2_147_483_648...2_147_483_647
        case .scalar(.uint), .vector(.uint, _): 0...4_294_967_295
        case .scalar(.bool), .vector(.bool, _): 0...1
        default: nil
        }
    }

    /// Sets a uniform. Numbers beyond the uniform's size are ignored, and missing numbers are 0. If there are numbers for only one element of
    /// an array, all elements get these numbers.
    private func set(_ member: UniformMember, _ values: [Double], in pass: inout RenderPass) {
        let width = member.type.scalarCount, count = width * member.arrayCount
        var numbers = values
        if member.arrayCount > 1, numbers.count < count {
            let element = Array((numbers + Array(repeating: 0, count: max(0, width - numbers.count))).prefix(max(width, 1)))
            numbers = numbers.count > width ? numbers : Array(repeating: element, count: member.arrayCount).flatMap { $0 }
        }
        numbers = Array((numbers + Array(repeating: 0, count: max(0, count - numbers.count))).prefix(count))
        if let range = ShaderPlayer.wholeRange(of: member) {
            pass.setUniform(member.name, numbers.map { Int(min(max($0.isNaN ? 0 : $0.rounded(.towardZero), range.lowerBound), range.upperBound)) })
        } else {
            pass.setUniform(member.name, numbers)
        }
    }

    // MARK: textures

    func setTextures(_ run: PassRun, in pass: inout RenderPass) throws {
        for sampler in run.program.interface.samplers where run.program.isActive(uniform: sampler.name) {
            for index in 0..<sampler.count {
                let name = sampler.count == 1 ? sampler.name : "\(sampler.name)[\(index)]"
                guard let (texture, how) = try texture(for: name, sampler, run, isFirstOfArray: index == 0) else { continue }
                pass.setTexture(name, texture, how)
            }
        }
    }

    /// Returns the texture of a sampler; nil if no texture fits the sampler's type. If the result is nil, the sampler reads black.
    func texture(for name: String, _ sampler: SamplerUniform, _ run: PassRun, isFirstOfArray: Bool) throws -> (texture: Texture, sampler: Sampler)? {
        guard !sampler.isShadow, sampler.resultType == .float else { return nil }
        let type: TextureType
        switch sampler.dimension {
        case .d2: type = .d2
        case .cube: type = .cube
        case .d3: type = .d3
        default: return nil
        }
        func fitting(_ texture: Texture, _ how: Sampler?) -> (Texture, Sampler)? {
            guard texture.descriptor.type == type else { return nil }
            var how = how ?? (type == .d2 ? .trilinearRepeat : type == .d3 ? .linearRepeat : .trilinear)
            if texture.descriptor.mipLevels == 1 { how.mipFilter = .none }
            return (texture, how)
        }
        let channel = run.channels[sampler.name], isPass = channel?.content.isPass == true
        if let texture = run.stepTextures[name] { return fitting(texture, run.stepSampler) }
        if !isPass, let content = contents[name] ?? contents[sampler.name],
           let found = fitting(try channels.texture(for: ShaderProject.Channel(content, isFlipped: channel?.isFlipped ?? false)),
                               channel?.sampler) { return found }
        if let channel {
            switch channel.content {
            case .pass(let pass):
                // Finds the last pass with this name that is drawn before the reading pass. If there is no such pass, finds the last of all
                // passes with this name.
                let index = runs.firstIndex { $0 === run } ?? 0
                let source = runs[..<index].last { $0.pass.name == pass } ?? runs[index...].last { $0.pass.name == pass }
                if let texture = source?.newest, let found = fitting(texture, channel.sampler) { return found }
            case .lastFrame(let pass):
                let index = runs.firstIndex { $0 === run } ?? 0, source = runs.lastIndex { $0.pass.name == pass }
                // The picture of the last frame is `before` if the pass has already been drawn in this frame. If the pass has not been
                // drawn in this frame yet, the picture of the last frame is still `newest`.
                if let source, let texture = source < index ? runs[source].targets?.before : runs[source].targets?.newest,
                   let found = fitting(texture, channel.sampler) {
                    return found
                }
            case .depth(let pass):
                if let texture = runs.last(where: { $0.pass.name == pass })?.targets?.depth, let found = fitting(texture, .nearest) { return found }
            default: break
            }
            // If the shader reads a picture as a cube map, the faces are made from the picture. The picture is a strip, a panorama or a square.
            if case .picture(let path) = channel.content, type == .cube {
                return fitting(try channels.texture(for: ShaderProject.Channel(.cubeMap(paths: [path]))), nil)
            }
            let texture = channel.content == .input ? fittedInput : nil
            if let found = fitting(try texture ?? channels.texture(for: channel), channel.sampler) { return found }
        }
        switch type {
        case .cube: return fitting(try channels.texture(for: ShaderProject.Channel(.sky)), nil)
        case .d3: return fitting(try channels.texture(for: ShaderProject.Channel(.volume(path: nil))), nil)
        default: return fitting(try standIn(for: sampler.name, run), nil)
        }
    }
    /// Returns the built-in texture for a sampler without a picture. Most Shadertoy files expect noise in the first channel. But noise is
    /// used only for files that seem to make random numbers, because another file would show the noise itself.
    private func standIn(for sampler: String, _ run: PassRun) throws -> Texture {
        switch standInContent(of: sampler, run) {
        case .input: try fittedInput ?? channels.texture(for: ShaderProject.Channel(.input))
        case .noise: try channels.noise()
        default: try channels.texture(for: ShaderProject.Channel(.standIn))
        }
    }
    func standInContent(of sampler: String, _ run: PassRun) -> ShaderProject.Content {
        let name = sampler.lowercased()
        if ["noise", "rand"].contains(where: { name.contains($0) }) || name == "ichannel0" && run.makesNoise { return .noise(size: 256, isGrey: false) }
        return project.host.filtersAPicture ? .input : .standIn
    }

    /// Whether a pass reads the picture that the project changes.
    public var readsInput: Bool {
        runs.contains { run in
            run.program.interface.samplers.contains { sampler in
                run.program.isActive(uniform: sampler.name) && (run.channels[sampler.name]?.content ?? standInContent(of: sampler.name, run)) == .input
            }
        }
    }

    // MARK: Own uniforms

    /// The uniforms that the files declare themselves and read: first the described parameters in their order, then the other uniforms in
    /// the order of declaration.
    public var ownMembers: [UniformMember] {
        var seen: Set<String> = []
        let order = Dictionary(project.parameters.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        let members = runs.flatMap { run in
            let blocks = run.program.interface.uniformBlocks
            let loose = (blocks.first?.members ?? []).filter { run.program.isActive(uniform: $0.name) }.sorted { $0.offset < $1.offset }
            let members = loose + blocks.dropFirst().flatMap { block in block.members.map(block.bare) }
            return members.filter { !isHosts($0.name, run) }
        }.filter { seen.insert($0.name).inserted }
        return members.filter { order[$0.name] != nil }.sorted { order[$0.name, default: 0] < order[$1.name, default: 0] }
            + members.filter { order[$0.name] == nil }
    }
    private func isHosts(_ name: String, _ run: PassRun) -> Bool {
        if project.parameters.contains(where: { $0.name == name }) { return false }
        if HostUniforms.isGiven(name) { return true }
        if run.hasMesh, MeshCamera(time: 0, aspect: 1).value(of: name) != nil { return true }
        let size = SIMD2<Double>(1, 1)
        return HostUniforms(host: project.host, moment: ShaderMoment(time: 0), pass: run.pass, size: size, output: size, source: size,
                            input: size) { _ in SIMD3(1, 1, 1) }
            .value(of: name) != nil
    }

    /// A sentence for each uniform, sampler and input that has no value from the user, the project or the host.
    public var unset: [String] {
        var lines = ownMembers.filter { member in
            member.defaultValue == nil && givenValues(for: member) == nil
                && !project.parameters.contains { $0.name == member.name && !$0.initial.isEmpty }
        }.map { member in
            let usual = usualValue(of: member).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
            var start = usual ?? "zero"
            if case .matrix = member.type { start = "the identity" }
            return "uniform '\(member.name)' has no value and is \(start); set it with --uniform \(member.name)=…"
        }
        for run in runs {
            for sampler in run.program.interface.samplers where run.program.isActive(uniform: sampler.name) {
                if let line = note(about: sampler, run), !lines.contains(line) { lines.append(line) }
            }
            for note in run.notes where !lines.contains(note) { lines.append(note) }
        }
        return lines
    }
    private func note(about sampler: SamplerUniform, _ run: PassRun) -> String? {
        let isNamed = contents[sampler.name] != nil || (0..<sampler.count).contains { contents["\(sampler.name)[\($0)]"] != nil }
        if isNamed { return nil }
        let channel = run.channels[sampler.name]
        if let channel, channel.content != .input, !(channel.content == .standIn && project.inputNames.contains(sampler.name)) { return nil }
        if sampler.dimension == .cube, !sampler.isShadow { return "sampler '\(sampler.name)' reads a built-in sky." }
        if sampler.dimension == .d3, sampler.resultType == .float { return "sampler '\(sampler.name)' reads built-in noise." }
        guard sampler.dimension == .d2, !sampler.isShadow, sampler.resultType == .float else {
            return "sampler '\(sampler.name)' has a type for which there is no built-in texture, and reads black."
        }
        let name: String
        switch channel?.content ?? standInContent(of: sampler.name, run) {
        case .input:
            guard channels.input == nil else { return nil }
            name = "a built-in picture"
        case .noise: name = "built-in noise"
        default: name = "built-in \(channels.standInName)"
        }
        return "sampler '\(sampler.name)' reads \(name); set its picture with --texture \(sampler.name)=FILE."
    }
    /// Sentences about the project and its channels.
    public var notes: [String] { project.notes + channels.notes }
}
