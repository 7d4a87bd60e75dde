// ReferenceRenderer: executes commands one after the other on one thread. The code of the ReferenceRenderer follows the specification step
// by step; every other renderer must give the same bits.

import Shading

package final class ReferenceRenderer: Renderer {
    package let name = "reference"
    let stepLimit: Int
    /// The interpreters of each program, by the program's identity. The interpreters of a program are removed when the program no longer exists.
    private var interpreters: [ObjectIdentifier: ProgramInterpreters] = [:]
    /// The interpreters of compute programs, by the program's identity. These interpreters are also removed when their program no longer
    /// exists.
    var computeInterpreters: [ObjectIdentifier: ComputeInterpreter] = [:]

    private struct ProgramInterpreters {
        weak var program: Program?
        let stages: StageInterpreters
    }

    package init(stepLimit: Int) { self.stepLimit = stepLimit }

    package func prepare(_ pipeline: Pipeline) throws { _ = interpreters(for: pipeline.program) }
    package func prepare(_ program: ComputeProgram) throws { _ = interpreter(for: program) }
    package func synchronize(_ texture: Texture) throws { texture.hostIsStale = false }

    package func execute(_ commands: [Command]) throws { try execute(commands, observer: NoObserver()) }

    /// Executes commands. The observer sees every draw.
    package func execute(_ commands: [Command], observer: some DrawObserver) throws {
        for command in commands {
            switch command {
            case .renderPass(let pass): try execute(pass, observer)
            case .copyTexture(let copy): TextureCopy.execute(copy)
            case .blit(let blit): try Blit.execute(blit)
            case .generateMipmaps(let texture): MipmapGeneration.generate(texture)
            case .updateBuffer(let buffer, let offset, let bytes):
                try bytes.withUnsafeBytes { try buffer.update(bytes: $0, at: offset) }
            case .dispatch(let call): try execute(call)
            }
        }
    }

    private func execute(_ pass: RenderPassCommand, _ observer: some DrawObserver) throws {
        clear(pass.target, ClearCall(values: pass.clear))
        var drawIndex = 0
        for operation in pass.operations {
            switch operation {
            case .draw(let call):
                do { try execute(call, target: pass.target, observer) } catch let error as ShaderExecutionError {
                    throw RasterError(.shaderDidNotEnd, call.pipeline.program.name, at: "draw \(drawIndex) of \(pass.label)",
                                      "was stopped: \(error)", remedy: "end the loop")
                }
                drawIndex += 1
            case .clear(let call): clear(pass.target, call)
            case .pushGroup, .popGroup: break
            }
        }
        for attachment in pass.target.attachments { attachment.texture.hostVersion &+= 1 }
    }

    private func clear(_ target: Framebuffer, _ call: ClearCall) {
        let bounds = InclusivePixelBounds.whole(target), values = call.values, mask = call.mask
        let area = call.scissor.map { bounds.intersection(InclusivePixelBounds($0)) } ?? bounds
        if area.isEmpty { return }
        let rect = PixelRect(x: area.minX, y: area.minY, width: area.maxX - area.minX + 1, height: area.maxY - area.minY + 1)
        for layer in 0..<target.layerCount {
            for (i, attachment) in target.color.enumerated() {
                guard let attachment, let value = values.color(i) else { continue }
                AttachmentClear.color(attachment, of: target, layer: layer, value, mask: mask.color(i), rect)
            }
            AttachmentClear.depthAndStencil(of: target, layer: layer, depth: values.depth, stencil: values.stencil, stencilMask: mask.stencil, rect)
        }
    }

    private func execute(_ call: DrawCall, target: Framebuffer, _ observer: some DrawObserver) throws {
        if call.count == 0 || call.instanceCount == 0 { return }
        let interpreters = interpreters(for: call.pipeline.program).stages, textures = observer.textures(of: call)
        try call.withUniformBlocks { blocks in
            interpreters.vertex.bind(uniformBlocks: blocks, textures: textures.vertex, memory: call.memory)
            interpreters.geometry?.bind(uniformBlocks: blocks, textures: textures.vertex, memory: call.memory)
            interpreters.fragment.bind(uniformBlocks: blocks, textures: textures.fragment, memory: call.memory)
            defer { call.markWritten() }
            try DrawExecution(call: call, target: target, interpreters: interpreters, observer: observer).run()
        }
    }

    /// Returns the vertex shader's interpreter. A debugger binds the shader's resources and runs the interpreter.
    func vertexInterpreter(for program: Program) -> Interpreter { interpreters(for: program).stages.vertex }
    private func interpreters(for program: Program) -> ProgramInterpreters {
        let key = ObjectIdentifier(program)
        if let found = interpreters[key], found.program === program { return found }
        interpreters = interpreters.filter { $0.value.program != nil }
        let linked = program.linked
        func interpreter(_ module: ShaderModule) -> Interpreter { Interpreter(module: module, stepLimit: stepLimit) }
        let made = ProgramInterpreters(program: program, stages: StageInterpreters(
            vertex: interpreter(linked.vertex), geometry: linked.geometry.map(interpreter), fragment: interpreter(linked.fragment)))
        interpreters[key] = made
        return made
    }
}
