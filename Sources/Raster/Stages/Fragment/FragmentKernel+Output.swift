// FragmentKernel+Output: blends the shader's colours, applies the colour masks, converts the colours to the attachments' formats and stores
// them.

import Kernel
import Shading
import ShadingKernel

extension FragmentKernel {
    /// The attachments of a draw. The kernel loads the records of the attachments once per call.
    struct Outputs {
        let color: [[TexelPlane]?]
        let colorCodes: [TexelCodeKernel?]
        let depth: DepthPlanes

        /// - Parameter sample: The number of the sample to write if only one sample is written; nil if all samples are written.
        init(_ kernel: FragmentKernel, sample: Scalar<Int32>? = nil) {
            color = kernel.key.colorFormats.enumerated().map { location, format in
                let isBlended = if let format { kernel.key.state.readsColor(location, format) } else { false }
                return kernel.planes(kernel.context.color(location), format, isBlended: isBlended, sample: sample)
            }
            colorCodes = kernel.key.colorFormats.map { $0.map(kernel.code) }
            depth = DepthPlanes(kernel, sample: sample)
        }
    }

    func outputSlot(_ location: Int, index: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        module.outputs.slot(location: location, blendIndex: index)
    }

    /// - Parameter masks: The lanes to write, one mask for each sample of `outputs`.
    func write(_ emitter: ShaderEmitter, _ position: LanePixels, _ masks: [LaneMask], _ outputs: Outputs) {
        for (location, format) in key.colorFormats.enumerated() {
            guard let format, let output = outputSlot(location, index: 0) else { continue }
            let state = key.state.colorTarget(location)
            if state.writeMask.isEmpty { continue }
            let code = outputs.colorCodes[location]!
            let color = self.color(emitter, output.slot, output.count, output.type)
            let second = outputSlot(location, index: 1).map { self.color(emitter, $0.slot, $0.count, .float) }
                ?? (0..<4).map { builder.lanes($0 == 3 ? Float(1).bitPattern : 0) }
            for s in masks.indices {
                let plane = outputs.color[location]![s], mask = masks[s]
                func floats(_ v: [UIntLanes]) -> [FloatLanes] { v.map { $0.reinterpreted(as: Float.self) } }
                func blender(_ blend: BlendState) -> BlendKernel {
                    BlendKernel(builder: builder, state: blend, format: format,
                                constant: DrawContext.blendColor.map { context.load($0, .constant) })
                }
                /// Returns the texels to store: the channels that the draw does not write keep their stored values.
                func masked(_ written: [UIntLanes], _ stored: [UIntLanes]) -> [UIntLanes] {
                    (0..<4).map { state.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8($0))) ? written[$0] : stored[$0] }
                }
                func merge() {
                    if let operation = key.state.logicOperation(on: format) {
                        return code.combine(color, plane, position, mask: mask, operation, state.writeMask)
                    }
                    if state.blend == nil && state.writeMask == .all { return code.store(color, plane, position, mask: mask) }
                    if Blender.blendsInIntegers(format) {
                        let stored = code.loadCodes(plane, position, mask: mask)
                        let written = state.blend.map { blender($0).blendCodes(source: floats(color), source1: floats(second), destination: stored) }
                            ?? TexelCodeKernel.unormBytes(floats(color))
                        var bits: UInt32 = 0
                        for channel: UInt32 in 0..<4 where state.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8(channel))) {
                            bits |= 0xFF << (8 * channel)
                        }
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
        let alphaIsOne = key.state.alphaToOne && isMultisampled && type == .float
        return (0..<4).map { k in
            k < count && !(k == 3 && alphaIsOne) ? emitter.slot(slot + k) : builder.lanes(k == 3 ? (type == .float ? Float(1).bitPattern : 1) : 0)
        }
    }
}
