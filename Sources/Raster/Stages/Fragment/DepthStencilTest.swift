// DepthStencilTest: tests the stencil and depth of one sample, and stores the new stencil and depth (OpenGL 3.3 §4.1.4, §4.1.5).

import Shading

package struct DepthStencilTest {
    let depth: DepthState?
    let depthAttachment: Attachment?
    let stencil: StencilState?
    let stencilAttachment: Attachment?
    let referenceFront: UInt8
    let referenceBack: UInt8
    /// The layer of the target whose samples are tested; 0 if the target is not layered.
    package var layer = 0

    init(call: DrawCall, target: Framebuffer) {
        let state = call.pipeline.state
        // Without an attachment the test always passes (§4.1.5).
        depth = target.depth == nil ? nil : state.depth
        depthAttachment = target.depth
        stencil = target.stencil == nil ? nil : state.stencil
        stencilAttachment = target.stencil
        referenceFront = call.stencilReferenceFront; referenceBack = call.stencilReferenceBack
    }
    var isTrivial: Bool { depth == nil && stencil == nil }

    /// Tests and writes one sample. `z` is the fragment's depth.
    /// - Returns: The test that failed; nil if the sample passes both tests.
    func test(x: Int, y: Int, sample: Int, z: Float, isFront: Bool) -> PipelineLoss? {
        guard let stencil else { return testDepth(x, y, sample, z) ? nil : .depthFailed }
        let texture = stencilAttachment!.texture
        let address = texture.storage.address(level: stencilAttachment!.level, slice: stencilAttachment!.slice + layer, x: x, y: y, sample: sample)
        let face = isFront ? stencil.front : stencil.back
        let reference = isFront ? referenceFront : referenceBack
        let stored = PixelCodec.loadStencil(texture.format, address)
        func write(_ operation: StencilOperation) {
            let value = operation.apply(stored, reference: reference)
            PixelCodec.storeStencil(texture.format, address, (stored & ~face.writeMask) | (value & face.writeMask))
        }
        guard face.compare.passes(reference & face.readMask, stored & face.readMask) else {
            write(face.stencilFail)
            return .stencilFailed
        }
        let passed = testDepth(x, y, sample, z)
        write(passed ? face.pass : face.depthFail)
        return passed ? nil : .depthFailed
    }

    private func testDepth(_ x: Int, _ y: Int, _ sample: Int, _ z: Float) -> Bool {
        guard let depth, let attachment = depthAttachment else { return true }
        let format = attachment.texture.format
        let address = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice + layer, x: x, y: y, sample: sample)
        let key = PixelCodec.depthKey(format, z)
        guard depth.compare.passes(key, PixelCodec.loadDepthKey(format, address)) else { return false }
        if depth.writes { PixelCodec.storeDepthKey(format, address, key) }
        return true
    }
}
