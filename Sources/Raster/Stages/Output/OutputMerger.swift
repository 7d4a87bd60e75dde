// OutputMerger: blends a fragment's colours, applies the colour masks, converts the colours to the targets' formats and writes them to the
// targets.

import Shading

package struct OutputMerger {
    /// A colour target with the shader output that is written to it.
    private struct Target {
        /// The index of the colour attachment.
        let number: Int
        let attachment: Attachment
        /// The format in which colours are stored.
        let format: PixelFormat
        let firstSlot: Int
        let componentCount: Int
        let scalar: ScalarType
        /// The first slot of the second source for dual-source blending; −1 if the target has no second source.
        let secondSlot: Int
        let secondCount: Int
        let blender: Blender?
        let writeMask: ColorWriteMask
        let logicOperation: LogicOperation?
    }
    private let targets: [Target]
    /// The layer of the target to which samples go; 0 if the target is not layered.
    var layer = 0
    private let alphaIsOne: Bool
    /// The slot with the alpha of colour output 0, for alpha to coverage; −1 if the shader has no such alpha.
    let alphaSlot: Int

    init(call: DrawCall, target: Framebuffer) {
        let outputs = call.pipeline.program.linked.fragment.outputs
        func find(_ location: Int, index: Int) -> (slot: Int, count: Int, type: ScalarType)? {
            outputs.slot(location: location, blendIndex: index)
        }
        var list: [Target] = []
        for (location, attachment) in target.color.enumerated() {
            guard let attachment, let output = find(location, index: 0) else { continue }
            let state = call.pipeline.state.colorTarget(location)
            if state.writeMask.isEmpty { continue }
            let second = find(location, index: 1), format = target.drawnFormat(attachment)
            let blender = state.blend.map { Blender(state: $0, format: format, constant: call.blendColor) }
            list.append(Target(number: location, attachment: attachment, format: format, firstSlot: output.slot, componentCount: output.count,
                               scalar: output.type, secondSlot: second?.slot ?? -1, secondCount: second?.count ?? 0, blender: blender,
                               writeMask: state.writeMask, logicOperation: call.pipeline.state.logicOperation(on: format)))
        }
        targets = list
        alphaIsOne = call.pipeline.state.alphaToOne && call.pipeline.state.isMultisampled(target.samples)
        alphaSlot = find(0, index: 0).map { $0.count == 4 && $0.type == .float ? $0.slot + 3 : -1 } ?? -1
    }

    /// Writes one sample. `locals` has the registers of the fragment shader's local slots after the run; see `Interpreter.locals`.
    func write(x: Int, y: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>, lane: Int) {
        for target in targets {
            let texture = target.attachment.texture
            let format = target.format
            let address = texture.storage.address(level: target.attachment.level, slice: target.attachment.slice + layer, x: x, y: y, sample: sample)
            var bits = color(locals, target.firstSlot, target.componentCount, target.scalar, lane)
            if let operation = target.logicOperation {
                PixelCodec.combineTexel(format, address, bits, format.layout.bits(of: target.writeMask)) { operation.result($0, $1) }
                continue
            }
            if target.blender == nil && target.writeMask == .all {
                PixelCodec.storeTexel(format, address, bits)
                continue
            }
            let stored = PixelCodec.loadTexel(format, address)
            if let blender = target.blender {
                let source1 = second(target, locals, lane)
                bits = unsafeBitCast(blender.blend(source: floats(bits), source1: floats(source1), destination: floats(stored)), to: SIMD4<UInt32>.self)
            }
            for k in 0..<4 where !target.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8(k))) { bits[k] = stored[k] }
            PixelCodec.storeTexel(format, address, bits)
        }
    }

    /// Returns, for each written target, the stored texel of a sample as register bits.
    func stored(x: Int, y: Int, sample: Int) -> [SIMD4<UInt32>] {
        targets.map { target in
            let texture = target.attachment.texture
            return PixelCodec.loadTexel(target.format, texture.storage.address(level: target.attachment.level, slice: target.attachment.slice + layer,
                                                                                x: x, y: y, sample: sample))
        }
    }
    /// Returns the shader's outputs for each written target, with the target's number and its blending.
    func outputs(locals: UnsafePointer<SIMD4<UInt32>>, lane: Int) -> [(target: Int, color: SIMD4<UInt32>, second: SIMD4<UInt32>, blender: Blender?)] {
        targets.map { ($0.number, color(locals, $0.firstSlot, $0.componentCount, $0.scalar, lane), second($0, locals, lane), $0.blender) }
    }

    /// Returns the second source of dual-source blending.
    private func second(_ target: Target, _ locals: UnsafePointer<SIMD4<UInt32>>, _ lane: Int) -> SIMD4<UInt32> {
        target.secondSlot < 0 ? SIMD4(0, 0, 0, Float(1).bitPattern) : color(locals, target.secondSlot, target.secondCount, .float, lane)
    }
    private func floats(_ bits: SIMD4<UInt32>) -> SIMD4<Float> { unsafeBitCast(bits, to: SIMD4<Float>.self) }

    private func color(_ locals: UnsafePointer<SIMD4<UInt32>>, _ slot: Int, _ count: Int, _ type: ScalarType, _ lane: Int) -> SIMD4<UInt32> {
        var bits = SIMD4<UInt32>(0, 0, 0, type == .float ? Float(1).bitPattern : 1)
        for k in 0..<count { bits[k] = locals[slot + k][lane] }
        if alphaIsOne && type == .float { bits[3] = Float(1).bitPattern }
        return bits
    }
}
