// CaseRunner: runs cases on one device. An unexpected result becomes a failure with a reason; the runner throws no errors.

import Raster
import Shading

package struct CaseRunner {
    let device: CaseDevice
    package init(_ device: CaseDevice) { self.device = device }

    /// Runs a case. In a capture, a case is one frame: the clear at the start of a script, and all draws.
    package func run(_ test: ConformanceCase) -> CaseResult {
        do { return try device.device.frame(label: test.name) { result(of: test) } } catch { return .fail("\(error)") }
    }
    private func result(of test: ConformanceCase) -> CaseResult {
        switch test.content {
        case .skipped(let reason): .skip(reason)
        case .shaders(let test): run(test)
        case .script(let script): ScriptRun(script, on: device).run()
        case .source(let test): run(test)
        }
    }

    // MARK: Shader cases

    /// The width and height in pixels. All pixels of the target have the same inputs, except for gl_FragCoord.
    private static let size = 16

    private func run(_ test: ShaderCase) -> CaseResult {
        var vertexExtensions: [String] = [], fragmentExtensions: [String] = []
        for required in test.extensions {
            guard let name = required.alternatives.first(where: { device.has(extension: $0, in: test.dialect) }) else {
                return .skip("it requires \(required.alternatives.joined(separator: " or "))")
            }
            if required.inVertex { vertexExtensions.append(name) }
            if required.inFragment { fragmentExtensions.append(name) }
        }
        let sources = ShaderCaseSources(test: test, vertexExtensions: vertexExtensions, fragmentExtensions: fragmentExtensions)
        let texts: (vertex: String, fragment: String)
        do { texts = try sources.make() } catch { return .fail("\(error)") }

        let build = device.build(vertex: texts.vertex, fragment: texts.fragment)
        if case .unavailable(let reason) = build, [.pass, .validationFailure].contains(test.expectation) { return .built(reason) }
        if let problem = Self.problem(build.outcome, expecting: test.expectation) { return .fail(problem) }
        guard case .program(let program) = build, [.pass, .validationFailure].contains(test.expectation) else { return .pass }
        do {
            let result = try draw(test, sources, program)
            return test.expectation == .pass ? result : .fail("the draw must be refused, but was drawn")
        } catch {
            return test.expectation == .pass ? .fail("the draw was refused: \(error)") : .pass
        }
    }

    /// Returns a sentence about the difference between the result of a build and the expected result; nil if the two results are equal.
    private static func problem(_ build: CaseDevice.Build<Void>, expecting expectation: ShaderCase.Expectation) -> String? {
        switch (expectation, build) {
        case (.pass, .refused(_, let message)), (.validationFailure, .refused(_, let message)), (.buildSuccess, .refused(_, let message)):
            return "the shaders are refused: \(message)"
        case (.compileFailure, .refused(.link, let message)): return "compiling must fail, but only linking failed: \(message)"
        case (.linkFailure, .refused(.compile, let message)): return "linking must fail, but compiling failed: \(message)"
        case (.compileFailure, .program), (.compileFailure, .unavailable): return "compiling must fail, but the shaders were accepted"
        case (.linkFailure, .program), (.linkFailure, .unavailable): return "linking must fail, but the shaders were accepted"
        case (.compileOrLinkFailure, .program), (.compileOrLinkFailure, .unavailable): return "building must fail, but the shaders were accepted"
        case (_, .program), (_, .refused), (_, .unavailable): return nil
        }
    }

    private func draw(_ test: ShaderCase, _ sources: ShaderCaseSources, _ program: Program) throws -> CaseResult {
        let format: PixelFormat = switch test.outputColor?.scalar {
        case nil: .rgba8
        case .float?: .rgba32Float
        case .int?: .rgba32Int
        case .uint?, .bool?: .rgba32Uint
        }
        let clear: ClearColor = switch format.kind {
        case .int: .int(.zero)
        case .uint: .uint(.zero)
        default: .float(SIMD4(0.125, 0.25, 0.5, 1))
        }
        let target = try device.device.makeFramebuffer(width: Self.size, height: Self.size, color: [format])
        let corners: [Float] = [-1, -1, 0, 1, -1, 1, 0, 1, 1, -1, 0, 1, 1, 1, 0, 1]
        let position = AttributeColumn(name: "dEQP_Position", scalar: .float, count: 4, words: corners.map(\.bitPattern))
        let indices = try device.device.makeBuffer([0, 1, 2, 1, 3, 2] as [UInt16])
        var digest = PixelDigest()
        var pipelines: [VertexLayout: Pipeline] = [:]
        for row in 0..<test.values.rowCount {
            var table = VertexTable(columns: [position], vertexCount: 4)
            for input in test.values.inputs {
                // All attributes are floats. The vertex shader converts each attribute to the type of the case's input.
                let type = input.type.asFloat
                let words = input.row(row).map { Self.asFloat($0, input.type.scalar) }
                table.columns += VertexTable.constantColumns(sources.attributeName(of: input), type, words[...], vertexCount: 4)
            }
            var uniforms = UniformState(program.table)
            for value in test.values.uniforms {
                if case .mismatch(let problem) = uniforms.set(value.name, value.type, value.row(row)) { return .fail(problem) }
            }
            for value in test.values.outputs {
                if case .mismatch(let problem) = uniforms.set("ref_" + value.name, value.type, value.row(row)) { return .fail(problem) }
            }
            let layout = table.layout(for: program, currents: [:])
            let pipeline = try pipelines[layout] ?? device.device.makePipeline(program: program, vertexLayout: layout)
            pipelines[layout] = pipeline
            let buffer = try table.makeBuffer(device.device)
            var resources = program.table.noResources
            resources.uniformBuffers = try uniforms.makeBlockBuffers(device.device)
            // The cases bind no buffers. In implementations with robust access, a block without a buffer reads zeros. Raster demands a
            // buffer, so each block gets a buffer of zeros.
            resources.storageBuffers = try program.interface.storageBlocks.map { block in
                let buffer = try device.device.makeBuffer(byteCount: max(4, block.byteCount))
                return StorageBufferBinding(buffer: buffer, offset: 0, byteCount: buffer.byteCount)
            }
            var encoder = device.device.makeCommandEncoder(label: "case")
            encoder.render(to: target, clear: ClearValues(colors: [clear])) { pass in
                pass.set(pipeline, uniforms, resources)
                pass.setVertexBuffer(buffer)
                pass.drawIndexed(indices, type: .uint16, count: 6)
            }
            try device.device.submit(encoder)
            let pixels = try target.readPixels()
            digest.add(pixels)
            if let problem = Self.problem(pixels, test, row) { return .fail(problem) }
        }
        return CaseResult(.pass, digest: digest.value)
    }

    private static func asFloat(_ word: UInt32, _ scalar: ElementType.Scalar) -> UInt32 {
        switch scalar {
        case .float: word
        case .int: Float(Int32(bitPattern: word)).bitPattern
        case .uint, .bool: Float(word).bitPattern
        }
    }

    /// Returns a sentence about the wrong pixels in the picture of a table's row; nil if all pixels are right. Alpha is compared only if
    /// the case states the expected colour.
    private static func problem(_ pixels: [SIMD4<Float>], _ test: ShaderCase, _ row: Int) -> String? {
        if let type = test.outputColor, let output = test.values.outputs.first {
            let wanted = output.row(row).map { word in
                switch type.scalar {
                case .float: Float(bitPattern: word)
                case .int: Float(Int32(bitPattern: word))
                case .uint, .bool: Float(word)
                }
            }
            let tolerance: Float = type.scalar == .float ? 0.05 : 0
            for pixel in pixels {
                for (index, value) in wanted.enumerated() where !(abs(pixel[index] - value) <= tolerance * abs(value) + tolerance) {
                    return "the colour is \(channelText((0..<4).map { pixel[$0] })), not \(type.text(output.row(row)))\(describe(test.values, row))"
                }
            }
            return nil
        }
        let right = pixels.count { $0.x == 1 && $0.y == 1 && $0.z == 1 }
        if right == pixels.count { return nil }
        let isMixed = right > 0 ? ", in \(pixels.count - right) of \(pixels.count) pixels" : ""
        return (test.values.outputs.isEmpty ? "the picture is not white" : "the outputs are wrong") + isMixed + describe(test.values, row)
    }

    private static func describe(_ values: ValueTable, _ row: Int) -> String {
        let all = (values.inputs + values.uniforms).map { "\($0.name) = \($0.type.text($0.row(row)))" }
            + values.outputs.map { "expected \($0.name) = \($0.type.text($0.row(row)))" }
        return all.isEmpty ? "" : " for row \(row + 1): \(all.joined(separator: ", "))"
    }

    // MARK: Single sources

    private func run(_ test: SourceCase) -> CaseResult {
        for name in test.extensions where !device.has(extension: name, in: test.dialect) { return .skip("it requires \(name)") }
        let text = SourceVersion.isStated(in: test.text) ? test.text : test.dialect.directive + "\n#line 1\n" + test.text
        // The stage that is generated for the program gets the same version as the file's stage, because stages of different ES versions do
        // not link.
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let version = lines.first { SourceVersion.isStated(in: [$0]) } ?? ""
        let vertex = version + "\nvoid main() { gl_Position = vec4(0.0); }\n", fragment = version + "\nvoid main() { }\n"
        let build = switch test.stage {
        case .vertex: device.build(vertex: text, fragment: fragment).outcome
        case .geometry: device.build(vertex: vertex, geometry: text, fragment: fragment).outcome
        case .fragment: device.build(vertex: vertex, fragment: text).outcome
        case .compute: device.build(compute: text).outcome
        }
        switch build {
        case .program, .unavailable:
            return test.expectsPass ? .pass : .fail("compiling must fail, but the shader was accepted")
        case .refused(let phase, let message):
            // A link error may come from the generated stage, so a link error does not count as an error of the tested shader.
            if phase == .link, !test.checksLink { return test.expectsPass ? .pass : .fail("compiling must fail, but only linking failed: \(message)") }
            return test.expectsPass ? .fail("the shader is refused: \(message)") : .pass
        }
    }
}
