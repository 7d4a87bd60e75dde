// Shading: the fragment shader for batches of queued quads, the tests that come after it, and the outputs.

import Kernel
import Shading
import ShadingKernel

extension FragmentKernel {
    /// Shades `count` quads of a queue.
    func shade(_ queue: Pointer, count: Scalar<Int32>) {
        let outputs = Outputs(self), zero = builder.scalar(Int32(0)), step = Int32(builder.lanes / 4)
        func batch(_ first: Scalar<Int32>) -> QuadQueue.Batch { QuadQueue.Batch(queue, at: first, block: block, samples: samples, varyingCount: traits.varyingCount) }
        func interpolation(_ batch: QuadQueue.Batch, _ covered: [LaneMask], sample: Int?) -> Interpolation {
            Interpolation(kernel: self, records: batch.records, position: batch.position, covered: covered, sample: sample)
        }
        if module.runsPerSample && samples > 1 {
            return builder.forEach(from: zero, to: count, step: step) { first in
                let batch = batch(first)
                for s in 0..<samples {
                    builder.if(batch.masks[s].any) {
                        let covered = (0..<samples).map { $0 == s ? batch.masks[s] : builder.mask(false) }
                        var interpolation = interpolation(batch, covered, sample: s)
                        interpolation.findInputs(module.inputsRead, isOneRecord: batch.isOneRecord)
                        shade(batch, covered, interpolation, outputs)
                    }
                }
            }
        }
        if builder.form == .quick {
            return builder.forEach(from: zero, to: count, step: step) { first in
                let batch = batch(first)
                var interpolation = interpolation(batch, batch.masks, sample: nil)
                interpolation.findInputs(module.inputsRead, isOneRecord: nil)
                shade(batch, batch.masks, interpolation, outputs)
            }
        }
        // The inputs of the next batch are computed before the shader of this one, which then does not wait for its own.
        let inputs = module.inputsRead.map { ($0, builder.variable(builder.lanes(UInt32(0)))) }
        let last = (count - 1) & ~(step - 1)
        builder.forEach(from: zero - step, to: count, step: step) { first in
            let next = batch((first + step).minimum(last))
            var ahead = interpolation(next, next.masks, sample: nil)
            ahead.findInputs(module.inputsRead, isOneRecord: next.isOneRecord)
            builder.if(first .>= 0) {
                let batch = batch(first)
                var interpolation = interpolation(batch, batch.masks, sample: nil)
                interpolation.inputs = Dictionary(uniqueKeysWithValues: inputs.map { ($0, $1.value) })
                shade(batch, batch.masks, interpolation, outputs)
            }
            for (component, variable) in inputs { variable.value = ahead.inputs[component]! }
        }
    }

    private func shade(_ batch: QuadQueue.Batch, _ covered: [LaneMask], _ interpolation: Interpolation, _ outputs: Outputs) {
        let emitter = ShaderEmitter(module, builder: builder, environment: FragmentEnvironment(kernel: self, interpolation: interpolation))
        emitter.emit()
        var masks = covered
        if module.usesDiscard { let alive = emitter.alive; masks = masks.map { $0 & alive } }
        if samples > 1 {
            if let slot = module.builtinOutputs.sampleMask {
                let bits = emitter.slot(slot)
                masks = masks.enumerated().map { $1 & ((bits & (1 << UInt32($0))) .!= 0) }
            }
            let alphaSlot = outputSlot(0, index: 0).map { $0.count == 4 && $0.type == .float ? $0.slot + 3 : -1 } ?? -1
            if key.state.alphaToCoverage, alphaSlot >= 0 {
                let alpha = emitter.floatSlot(alphaSlot)
                masks = masks.enumerated().map { $1 & (alpha .> Float($0) / 4) }
            }
        }
        inOrder(batch, masks) { masks in
            var masks = masks
            if !testsEarly {
                let shaderDepth = module.builtinOutputs.fragmentDepth.map { emitter.floatSlot($0) }
                let isClamped = shaderDepth == nil || key.state.depthClamp
                masks = test(masks, batch.position, isFront: interpolation.isFront, outputs.depth, isClamped: isClamped) { s in
                    shaderDepth.map { key.state.depthClamp ? interpolation.clampDepth($0) : $0 } ?? interpolation.depth(sample: s)
                }
                count(masks)
            }
            write(emitter, batch.position, masks, outputs)
        }
    }

    /// Where what is written depends on what is there, pixels that a batch has twice are taken one quad after the other.
    /// Otherwise the later store wins as it is.
    private func inOrder(_ batch: QuadQueue.Batch, _ masks: [LaneMask], _ body: ([LaneMask]) -> Void) {
        let quads = batch.records.count
        let readsWhatIsThere = !testsEarly || key.colorFormats.indices.contains { key.colorFormats[$0] != nil && key.state.colorTarget($0).blend != nil }
        if !readsWhatIsThere { return body(masks) }
        let hasOverlap = batch.hasOverlap
        let numbers = builder.lanes((0..<builder.lanes).map { Int32($0 / 4) })
        let all = (~hasOverlap).broadcast()
        builder.forEach(from: builder.scalar(Int32(0)), to: hasOverlap.choose(builder.scalar(Int32(quads)), 1)) { turn in
            let own = all | (numbers .== turn.broadcast())
            body(masks.map { ($0 & own).holding(inAll: $0.all & ~hasOverlap) })
        }
    }

    // MARK: Output

    /// The attachments that are written, loaded once per call.
    private struct Outputs {
        let color: [[TexelPlane]?]
        let colorCodes: [TexelCodeKernel?]
        let depth: DepthPlanes

        init(_ kernel: FragmentKernel) {
            color = kernel.key.colorFormats.enumerated().map {
                kernel.planes(DrawContext.color + 24 * $0, $1, isBlended: kernel.key.state.colorTarget($0).blend != nil)
            }
            colorCodes = kernel.key.colorFormats.map { $0.map(kernel.code) }
            depth = DepthPlanes(kernel)
        }
    }

    private func outputSlot(_ location: Int, index: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        OutputMerger.slot(of: module.outputs, location: location, blendIndex: index)
    }

    private func write(_ emitter: ShaderEmitter, _ position: LanePixels, _ masks: [LaneMask], _ outputs: Outputs) {
        for (location, format) in key.colorFormats.enumerated() {
            guard let format, let output = outputSlot(location, index: 0) else { continue }
            let state = key.state.colorTarget(location)
            if state.writeMask.isEmpty { continue }
            let code = outputs.colorCodes[location]!
            let color = self.color(emitter, output.slot, output.count, output.type)
            let second = outputSlot(location, index: 1).map { self.color(emitter, $0.slot, $0.count, .float) }
                ?? (0..<4).map { builder.lanes($0 == 3 ? Float(1).bitPattern : 0) }
            for s in 0..<samples {
                let plane = outputs.color[location]![s], mask = masks[s]
                func floats(_ v: [UIntLanes]) -> [FloatLanes] { v.map { $0.reinterpreted(as: Float.self) } }
                func blender(_ blend: BlendState) -> BlendKernel {
                    BlendKernel(builder: builder, state: blend, format: format,
                                constant: (0..<4).map { context.load(Float.self, at: DrawContext.blendConstant + 4 * $0, .constant) })
                }
                /// The channels that are not written stay as they are.
                func masked(_ written: [UIntLanes], _ stored: [UIntLanes]) -> [UIntLanes] {
                    (0..<4).map { state.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8($0))) ? written[$0] : stored[$0] }
                }
                func merge() {
                    if state.blend == nil && state.writeMask == .all { return code.store(color, plane, position, mask: mask) }
                    if Blender.blendsInIntegers(format) {
                        let stored = code.loadCodes(plane, position, mask: mask)
                        let written = state.blend.map { blender($0).blendCodes(source: floats(color), source1: floats(second), destination: stored) }
                            ?? TexelCodeKernel.unormBytes(floats(color))
                        let bits = (0..<4).reduce(UInt32(0)) { state.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8($1))) ? $0 | 0xFF << UInt32(8 * $1) : $0 }
                        code.storeCodes((written & bits) | (stored & ~bits), plane, position, mask: mask)
                    } else {
                        let stored = code.load(plane, position, mask: mask)
                        let written = state.blend.map {
                            blender($0).blend(source: floats(color), source1: floats(second), destination: floats(stored)).map(\.bits)
                        } ?? color
                        code.store(masked(written, stored), plane, position, mask: mask)
                    }
                }
                if samples == 1 { merge() } else { builder.if(mask.any) { merge() } }
            }
        }
    }

    private func color(_ emitter: ShaderEmitter, _ slot: Int, _ count: Int, _ type: ScalarType) -> [UIntLanes] {
        (0..<4).map { k in
            k < count ? emitter.slot(slot + k) : builder.lanes(k == 3 ? (type == .float ? Float(1).bitPattern : 1) : 0)
        }
    }
}
