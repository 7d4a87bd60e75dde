// JoinedProgram: the stages of two program objects as one program of Raster. The uniforms of both objects stay apart, even if they have the
// same names (OpenGL ES 3.1 §7.6).

import Raster
import Shading

final class JoinedProgram {
    private let sources: [ProgramExecutable]
    private let result: Result<ProgramExecutable, GLError>
    /// The words, units and blocks of the joined program, and where their values are.
    private var words: [Copy] = [], units: [Copy] = [], images: [Copy] = [], blocks: [Copy] = [], storage: [Copy] = []
    private var versions: [Int] = []

    private struct Copy {
        var target: Range<Int>
        var source: Int
        var first: Int
    }
    /// If both shaders use a name, the fragment shader's name gets this suffix.
    private static let suffix = "_ofFragments"

    init(_ vertex: ProgramExecutable, _ fragment: ProgramExecutable, device: Device) {
        sources = [vertex, fragment]
        do throws(GLError) {
            result = .success(try Self.link(vertex, fragment, device))
        } catch {
            result = .failure(error)
        }
        if case .success(let executable) = result { findCopies(executable) }
    }

    private static func link(_ vertex: ProgramExecutable, _ fragment: ProgramExecutable, _ device: Device) throws(GLError) -> ProgramExecutable {
        guard let vertexShader = vertex.shaders.first, var fragmentShader = fragment.shaders.last else { throw .invalidOperation("a stage has no shader") }
        let geometryShader = vertex.shaders.first { $0.stage == .geometry }
        if let mismatch = StageInterfaces.mismatch(vertex, fragment) { throw .invalidOperation(mismatch) }
        let common = names(vertex.parts.interface).intersection(names(fragment.parts.interface))
        if !common.isEmpty {
            let text = renaming(common, in: fragmentShader.source.text)
            do throws(ShaderError) {
                fragmentShader = try ShaderCompiler.compile(ShaderSource(text: text, name: fragmentShader.source.name), as: .fragment,
                                                            options: fragmentShader.options)
            } catch { throw .invalidOperation("the stages do not form one program: \(ProgramLog.text(error.diagnostics))") }
        }
        let program: Program
        do {
            program = try device.makeProgram(linking: vertexShader, fragmentShader, geometry: geometryShader, transformFeedback: vertex.feedbackOutputs,
                                             label: "program pipeline")
        } catch let error as ShaderError {
            throw .invalidOperation("the stages do not form one program: \(ProgramLog.text(error.diagnostics))")
        } catch { throw GLError(error) }
        return ProgramExecutable(program: program, parts: ProgramParts(stages: program.linked.stages, interface: program.interface),
                                 shaders: [vertexShader, geometryShader, fragmentShader].compactMap { $0 }, isSeparable: false, attributes: vertex.attributes,
                                 activeAttributes: vertex.reflection.attributes, feedbackMode: vertex.feedbackMode)
    }

    // MARK: Names

    /// The names that uniforms, blocks and members of blocks without a name have in the text.
    private static func names(_ interface: ProgramInterface) -> Set<String> {
        func variable(_ name: String) -> String { String(name.prefix { $0 != "." && $0 != "[" }) }
        var names = Set((interface.uniformBlocks.first?.members ?? []).map { variable($0.name) } + interface.samplers.map { variable($0.name) })
        names.formUnion(interface.images.map { variable($0.name) })
        let blocks = interface.uniformBlocks.dropFirst().map { ($0.name, $0.members) } + interface.storageBlocks.map { ($0.name, $0.members) }
        for (name, members) in blocks {
            names.insert(variable(name))
            for member in members { names.insert(variable(member.name)) }
        }
        return names.filter { !$0.hasPrefix("gl_") }
    }
    /// Returns a text in which macros give the names a suffix. All lines keep their numbers.
    private static func renaming(_ names: Set<String>, in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#version") }.map { $0 + 1 } ?? 0
        lines.insert(names.sorted().map { "#define \($0) \($0)\(suffix)\n" }.joined() + "#line \(place + 1)", at: place)
        return lines.joined(separator: "\n")
    }
    /// The number of the source that a name of the joined program belongs to, and the name there.
    private func origin(_ name: String) -> (source: Int, name: String) {
        let head = name.prefix { $0 != "." && $0 != "[" }
        if head.hasSuffix(Self.suffix) { return (1, String(head.dropLast(Self.suffix.count)) + name.dropFirst(head.count)) }
        return (Self.names(sources[0].parts.interface).contains(String(head)) ? 0 : 1, name)
    }

    // MARK: Values

    private func findCopies(_ executable: ProgramExecutable) {
        let interface = executable.parts.interface
        for member in interface.uniformBlocks.first?.members ?? [] where !member.name.hasPrefix("gl_") {
            let (source, name) = origin(member.name), first = member.offset / 4
            guard let other = sources[source].parts.interface.uniformBlocks.first?.members.first(where: { $0.name == name }) else { continue }
            words.append(Copy(target: first ..< first + member.type.scalarCount * member.arrayCount, source: source, first: other.offset / 4))
        }
        for sampler in interface.samplers {
            let (source, name) = origin(sampler.name)
            guard let other = sources[source].parts.interface.samplers.first(where: { $0.name == name }) else { continue }
            units.append(Copy(target: sampler.unit ..< sampler.unit + sampler.count, source: source, first: other.unit))
        }
        for (number, block) in interface.uniformBlocks.dropFirst().enumerated() {
            let (source, name) = origin(block.name)
            guard let other = sources[source].parts.interface.uniformBlocks.dropFirst().enumerated().first(where: { $0.element.name == name }) else { continue }
            blocks.append(Copy(target: number ..< number + 1, source: source, first: other.offset))
        }
        for image in interface.images {
            let (source, name) = origin(image.name)
            guard let other = sources[source].parts.interface.images.first(where: { $0.name == name }) else { continue }
            images.append(Copy(target: image.unit ..< image.unit + image.count, source: source, first: other.unit))
        }
        for (number, block) in interface.storageBlocks.enumerated() {
            let (source, name) = origin(block.name)
            guard let other = sources[source].parts.interface.storageBlocks.firstIndex(where: { $0.name == name }) else { continue }
            storage.append(Copy(target: number ..< number + 1, source: source, first: other))
        }
    }

    /// Returns the joined program with the present values of both objects.
    func updated() throws(GLError) -> ProgramExecutable {
        let executable = try result.get()
        for copy in words {
            for (target, source) in zip(copy.target, copy.first...) { executable.uniforms[target] = sources[copy.source].uniforms[source] }
        }
        let present = sources.map(\.bindingVersion)
        guard present != versions else { return executable }
        versions = present
        executable.bindingVersion += 1
        for copy in units {
            for (target, source) in zip(copy.target, copy.first...) { executable.textureUnits[target] = sources[copy.source].textureUnits[source] }
        }
        for copy in images {
            for (target, source) in zip(copy.target, copy.first...) { executable.imageUnits[target] = sources[copy.source].imageUnits[source] }
        }
        for copy in storage { executable.storageBindings[copy.target.lowerBound] = sources[copy.source].storageBindings[copy.first] }
        for copy in blocks { executable.blockBindings[copy.target.lowerBound] = sources[copy.source].blockBindings[copy.first] }
        return executable
    }
}
