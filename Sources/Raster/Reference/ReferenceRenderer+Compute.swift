// ReferenceRenderer+Compute: runs dispatches, one work group after another.

import Shading

extension ReferenceRenderer {
    struct ComputeInterpreter {
        weak var program: ComputeProgram?
        let interpreter: Interpreter
    }

    /// Runs the work groups one after another: x advances fastest, z slowest.
    func execute(_ call: DispatchCall) throws {
        try execute(call, texels: nil) { interpreter, group, counts in try interpreter.run(workGroup: group, of: counts) }
    }
    /// Runs the work groups of a validated dispatch one after another: x advances fastest, z slowest. `run` runs each work group, so that a
    /// debugger can watch the group.
    /// - Parameters:
    ///   - log: Receives the texels of lookups; nil if these texels are not logged.
    ///   - run: Receives the interpreter with its bound memory, the position of the work group, and the work group counts along x, y and z.
    package func execute(_ call: DispatchCall, texels log: TexelLog?,
                         _ run: (Interpreter, _ group: SIMD3<UInt32>, _ counts: SIMD3<UInt32>) throws -> Void) throws {
        if call.isEmpty { return }
        let interpreter = interpreter(for: call.program)
        let counts = SIMD3<UInt32>(UInt32(call.groups.x), UInt32(call.groups.y), UInt32(call.groups.z))
        defer { call.markWritten() }
        do {
            try call.withUniformBlocks(call.uniforms) { blocks in
                interpreter.bind(uniformBlocks: blocks, textures: TextureUnits(bindings: call.textures, log: log), memory: call.memory)
                for z in 0..<counts.z {
                    for y in 0..<counts.y {
                        for x in 0..<counts.x { try run(interpreter, SIMD3(x, y, z), counts) }
                    }
                }
            }
        } catch let error as ShaderExecutionError {
            throw RasterError(.shaderDidNotEnd, call.program.name, at: call.place, "was stopped: \(error)", remedy: "end the loop")
        }
    }
    func interpreter(for program: ComputeProgram) -> Interpreter {
        let key = ObjectIdentifier(program)
        if let found = computeInterpreters[key], found.program === program { return found.interpreter }
        computeInterpreters = computeInterpreters.filter { $0.value.program != nil }
        let made = Interpreter(module: program.linked.compute, stepLimit: stepLimit)
        computeInterpreters[key] = ComputeInterpreter(program: program, interpreter: made)
        return made
    }
}
