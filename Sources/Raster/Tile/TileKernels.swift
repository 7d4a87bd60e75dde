// TileKernels: the kernels of the tile renderer by what they depend on, compiled when first needed and kept.

import Kernel
import Shading

final class TileKernels {
    let target: KernelTarget
    let compiler: KernelCompiler
    private struct VertexKey: Hashable { var program: ObjectIdentifier; var state: VertexKernelState }
    private struct FragmentKey: Hashable { var program: ObjectIdentifier; var state: FragmentKernelState }
    private var vertexKernels: [VertexKey: Kernel] = [:]
    private var setupKernels: [SetupKernelState: Kernel] = [:]
    private var fragmentKernels: [FragmentKey: Kernel] = [:]
    /// Bytes that name a program's code, by program.
    private var programKeys: [ObjectIdentifier: (program: () -> Program?, bytes: [UInt8])] = [:]

    init(target: KernelTarget, options: KernelOptions, cache: CodeCache) {
        self.target = target
        compiler = KernelCompiler(options: options, cache: cache)
    }

    /// What a draw needs and where it is kept: a kernel that is there, or what it takes to make it.
    private enum Wanted {
        case known(Kernel)
        case missing(KernelRequest, keep: (Kernel) -> Void)
    }

    /// Fragment, set-up (for filled triangles without polygon offset), vertex: the quickest to compile last, so that it fills
    /// a gap.
    private func wanted(for call: DrawCall, _ fragmentState: FragmentKernelState) -> (kernels: [Wanted], isFilled: Bool) {
        let pipeline = call.pipeline, state = pipeline.state
        let isFilled = state.polygonMode == .fill && state.polygonOffset == .none && call.primitive.isTriangles
        var wanted = [wantFragment(pipeline.program, fragmentState)]
        if isFilled { wanted.append(wantSetup(pipeline, isMultisampled: fragmentState.samples > 1)) }
        wanted.append(wantVertex(pipeline, TextureUnitState.states(of: call, readBy: pipeline.program.linked.vertex)))
        return (wanted, isFilled)
    }

    /// What has not been compiled for a draw.
    func missing(for call: DrawCall, target framebuffer: Framebuffer) -> [KernelRequest] {
        wanted(for: call, FragmentKernelState(call: call, target: framebuffer)).kernels.compactMap {
            if case .missing(let request, _) = $0 { request } else { nil }
        }
    }

    /// What is missing is compiled side by side.
    func kernels(for call: DrawCall, target framebuffer: Framebuffer) throws(KernelError) -> DrawKernels {
        let pipeline = call.pipeline
        let fragmentState = FragmentKernelState(call: call, target: framebuffer)
        let (wanted, isFilled) = wanted(for: call, fragmentState)
        let found = try make(wanted)
        return try DrawKernels(program: pipeline.program.linked, state: fragmentState, vertex: found.last!, setup: isFilled ? found[1] : nil, fragment: found[0])
    }

    /// - Parameter units: the textures that the vertex shader reads.
    func vertex(_ pipeline: Pipeline, _ units: [TextureUnitState?] = []) throws(KernelError) -> Kernel {
        try make([wantVertex(pipeline, units)])[0]
    }

    private func make(_ wanted: [Wanted]) throws(KernelError) -> [Kernel] {
        var requests: [KernelRequest] = []
        for case .missing(let request, _) in wanted { requests.append(request) }
        var made = requests.isEmpty ? [] : try compiler.kernels(requests)[...]
        var found: [Kernel] = []
        for one in wanted {
            switch one {
            case .known(let kernel): found.append(kernel)
            case .missing(_, let keep):
                let kernel = made.removeFirst()
                keep(kernel)
                found.append(kernel)
            }
        }
        return found
    }

    private func wantVertex(_ pipeline: Pipeline, _ units: [TextureUnitState?]) -> Wanted {
        let divisors = pipeline.fetch.map { fetch -> Int in
            if case .buffer(let slot, _, _) = fetch.source { return pipeline.vertexLayout.buffers[slot].divisor }
            return 0
        }
        let state = VertexKernelState(fetch: pipeline.fetch, divisors: divisors, clipsDepth: !pipeline.state.depthClamp, units: units)
        let programKey = key(of: pipeline.program)
        let key = VertexKey(program: ObjectIdentifier(pipeline.program), state: state)
        if let known = vertexKernels[key] { return .known(known) }
        let linked = pipeline.program.linked
        return .missing(KernelRequest("vertices", key: programKey + describe("vertex", state), target: target) { builder throws(KernelError) in
            VertexKernel.build(builder, program: linked, key: state)
        }, keep: { self.vertexKernels[key] = $0 })
    }

    private func wantSetup(_ pipeline: Pipeline, isMultisampled: Bool) -> Wanted {
        let state = SetupKernelState(interpolations: pipeline.program.linked.interface.varyings.map(\.interpolation),
                                     cull: pipeline.state.cull, frontFace: pipeline.state.frontFace, isMultisampled: isMultisampled)
        if let known = setupKernels[state] { return .known(known) }
        return .missing(KernelRequest("triangles", key: describe("setup", state), target: target) { builder throws(KernelError) in
            SetupKernel.build(builder, key: state)
        }, keep: { self.setupKernels[state] = $0 })
    }

    private func wantFragment(_ program: Program, _ state: FragmentKernelState) -> Wanted {
        let programKey = key(of: program)
        let key = FragmentKey(program: ObjectIdentifier(program), state: state)
        if let known = fragmentKernels[key] { return .known(known) }
        let linked = program.linked
        return .missing(KernelRequest("fragments", key: programKey + describe("fragment", state), target: target) { builder throws(KernelError) in
            FragmentKernel.build(builder, program: linked, key: state)
        }, keep: { self.fragmentKernels[key] = $0 })
    }

    /// A key in words: every stored property by name and value. Stable between runs, as cached code must be.
    private func describe<Value>(_ kind: String, _ value: Value) -> [UInt8] { Array("\(kind) \(value)".utf8) }

    /// The program's code as bytes. Forgets kernels of programs that are gone, whose identity may be used again.
    private func key(of program: Program) -> [UInt8] {
        let id = ObjectIdentifier(program)
        if let known = programKeys[id], known.program() === program { return known.bytes }
        for (old, entry) in programKeys where entry.program() == nil || old == id {
            programKeys[old] = nil
            vertexKernels = vertexKernels.filter { $0.key.program != old }
            fragmentKernels = fragmentKernels.filter { $0.key.program != old }
        }
        let linked = program.linked
        var text = "\(linked.interface.varyings) \(linked.interface.uniformBlocks.count)"
        for module in [linked.vertex, linked.fragment] {
            text += " \(module.localSlotCount) \(module.localArrays) \(module.textureOperations) \(module.inputs) \(module.outputs)"
            text += " \(module.builtinOutputs) \(module.earlyFragmentTests) \(module.usesDiscard) \(module.runsPerSample)"
        }
        var bytes = Array(text.utf8)
        for module in [linked.vertex, linked.fragment] {
            // Field by field: the padding in an instruction holds anything.
            for instruction in module.instructions {
                bytes += [instruction.opcode.rawValue, instruction.type.rawValue]
                for operand in [instruction.a, instruction.b, instruction.c] { withUnsafeBytes(of: operand) { bytes += $0 } }
            }
        }
        programKeys[id] = ({ [weak program] in program }, bytes)
        return bytes
    }
}
