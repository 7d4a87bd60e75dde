// JoinedProgram: the stages of two or three program objects as one program of Raster. The uniforms of the objects stay apart, even if they
// have the same names (OpenGL ES 3.1 §7.6).

import Raster
import Shading

final class JoinedProgram {
    private let sources: [ProgramExecutable]
    private let result: Result<ProgramExecutable, GLError>
    /// The origin of the joined program's values. Each `Copy` names a range of these values, the program in `sources` from which the range
    /// is copied, and the index of the range's first value in that program. The values are the words of uniforms, the texture units, the
    /// image units, the bindings of uniform blocks, and the bindings of storage blocks.
    private var words: [Copy] = [], units: [Copy] = [], images: [Copy] = [], blocks: [Copy] = [], storage: [Copy] = []
    private var versions: [Int] = []

    private struct Copy {
        var target: Range<Int>
        var source: Int
        var first: Int
    }
    /// Returns the suffix for names in the shaders of the program `sources[source]`. A name gets the suffix only if an earlier program uses
    /// the same name.
    private static func suffix(_ source: Int) -> String { "_ofProgram\(source)" }

    /// - Parameter programs: The programs whose stages are joined, in the order of the stages. The first program has the vertex
    ///   shader.
    init(_ programs: [ProgramExecutable], device: Device, version: GLVersion) {
        sources = programs
        do throws(GLError) {
            result = .success(try Self.link(programs, device, version))
        } catch {
            result = .failure(error)
        }
        if case .success(let executable) = result { findCopies(executable) }
    }

    func joins(_ programs: [ProgramExecutable]) -> Bool { sources.elementsEqual(programs, by: ===) }

    private static func link(_ programs: [ProgramExecutable], _ device: Device, _ version: GLVersion) throws(GLError) -> ProgramExecutable {
        var shaders: [ShaderStage: CompiledShader] = [:], used: Set<String> = []
        for (number, program) in programs.enumerated() {
            if number > 0, let mismatch = StageInterfaces.mismatch(programs[number - 1], program) { throw .invalidOperation(mismatch) }
            let names = names(program.parts.interface), common = used.intersection(names)
            used.formUnion(names)
            for shader in program.shaders {
                shaders[shader.stage] = try common.isEmpty ? shader : renaming(common, suffix(number), in: shader)
            }
        }
        guard let vertex = shaders[.vertex] else { throw .invalidOperation("the pipeline has no vertex shader") }
        let last = programs.last { $0.parts.stage(.geometry) != nil } ?? programs[0], program: Program
        do {
            let fragment = try shaders[.fragment] ?? ProgramLinker.emptyFragment(for: vertex, version)
            program = try device.makeProgram(linking: vertex, fragment, geometry: shaders[.geometry], transformFeedback: last.feedbackOutputs,
                                             label: "program pipeline")
        } catch let error as ShaderError {
            throw .invalidOperation("the stages do not form one program: \(ProgramLog.text(error.diagnostics))")
        } catch { throw GLError(error) }
        let parts = ProgramParts(stages: Array(program.linked.stages.prefix(shaders.count)), interface: program.interface)
        return ProgramExecutable(program: program, parts: parts, shaders: [vertex, shaders[.geometry], shaders[.fragment]].compactMap { $0 },
                                 isSeparable: false, attributes: programs[0].attributes, activeAttributes: programs[0].reflection.attributes,
                                 feedbackMode: last.feedbackMode)
    }

    // MARK: Names

    /// Returns the names that uniforms, blocks, and members of blocks without an instance name have in the texts of a program's
    /// shaders.
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
    /// Compiles a shader once more, with macros that give the names a suffix. All lines keep their numbers.
    private static func renaming(_ names: Set<String>, _ suffix: String, in shader: CompiledShader) throws(GLError) -> CompiledShader {
        var lines = shader.source.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#version") }.map { $0 + 1 } ?? 0
        lines.insert(names.sorted().map { "#define \($0) \($0)\(suffix)\n" }.joined() + "#line \(place + 1)", at: place)
        let source = ShaderSource(text: lines.joined(separator: "\n"), name: shader.source.name)
        do throws(ShaderError) {
            return try ShaderCompiler.compile(source, as: shader.stage, options: shader.options)
        } catch { throw .invalidOperation("the stages do not form one program: \(ProgramLog.text(error.diagnostics))") }
    }
    /// Returns the index of the source to which a name of the joined program belongs, and the name in this source.
    private func origin(_ name: String) -> (source: Int, name: String) {
        let head = name.prefix { $0 != "." && $0 != "[" }
        for source in sources.indices.dropFirst() where head.hasSuffix(Self.suffix(source)) {
            return (source, String(head.dropLast(Self.suffix(source).count)) + name.dropFirst(head.count))
        }
        return (sources.firstIndex { Self.names($0.parts.interface).contains(String(head)) } ?? 0, name)
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
        // The application sets uniforms of the original program objects, so captures record the locations that these objects give
        // to the uniforms.
        let locations = executable.reflection.locations.keys.compactMap { name -> (String, Int)? in
            let (source, own) = origin(name)
            return sources[source].reflection.locations[own].map { (name, $0) }
        }
        executable.program?.captureLocations = Dictionary(uniqueKeysWithValues: locations)
    }

    /// Returns the joined program with the present values of the program objects.
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
