// DepthStencilKernel: the kernel half of DepthStencilTest. It tests one sample of each lane's pixel.

import Kernel

struct DepthStencilKernel {
    let builder: KernelBuilder
    let depth: DepthState?
    let stencil: StencilState?
    let depthCode: TexelCodeKernel?
    let stencilCode: TexelCodeKernel?
    let referenceFront: Scalar<UInt32>
    let referenceBack: Scalar<UInt32>

    /// Tests and writes the lanes of `mask`, whose depths lie in 0…1. Returns the lanes that pass both tests.
    func test(depthPlane: TexelPlane?, stencilPlane: TexelPlane?, _ position: LanePixels, z: FloatLanes, isFront: LaneMask, mask: LaneMask) -> LaneMask {
        guard let stencil, let stencilPlane else { return testDepth(depthPlane, position, z, mask) }
        if stencil.front == stencil.back {
            let reference = isFront.choose(referenceFront.broadcast(), referenceBack.broadcast())
            return test(stencil.front, reference, depthPlane, stencilPlane, position, z, mask)
        }
        let passed = builder.variable(builder.mask(false))
        for (face, reference, lanes) in [(stencil.front, referenceFront, mask & isFront), (stencil.back, referenceBack, mask & ~isFront)] {
            builder.if(lanes.any) {
                passed.value = passed.value | test(face, reference.broadcast(), depthPlane, stencilPlane, position, z, lanes)
            }
        }
        return passed.value
    }

    private func test(_ face: StencilFaceState, _ reference: UIntLanes, _ depthPlane: TexelPlane?, _ plane: TexelPlane,
                      _ position: LanePixels, _ z: FloatLanes, _ mask: LaneMask) -> LaneMask {
        let code = stencilCode!
        let stored = code.loadStencil(plane, position, mask: mask)
        let read = UInt32(face.readMask)
        let passesStencil = mask & face.compare.passes(reference & read, stored & read)
        let passesBoth = testDepth(depthPlane, position, z, passesStencil)
        func result(_ operation: StencilOperation) -> UIntLanes { operation.apply(stored, reference: reference) }
        let write = UInt32(face.writeMask)
        if write != 0 && [face.stencilFail, face.depthFail, face.pass].contains(where: { $0 != .keep }) {
            var value = result(face.stencilFail)
            value = passesStencil.choose(result(face.depthFail), value)
            value = passesBoth.choose(result(face.pass), value)
            code.storeStencil((stored & ~write) | (value & write), plane, position, mask: mask)
        }
        return passesBoth
    }

    private func testDepth(_ plane: TexelPlane?, _ position: LanePixels, _ z: FloatLanes, _ mask: LaneMask) -> LaneMask {
        guard let depth, let plane, let code = depthCode else { return mask }
        let key = code.depthKey(z, isClamped: true)
        let passed = mask & depth.compare.passes(key, code.loadDepthKey(plane, position, mask: mask))
        if depth.writes { code.storeDepthKey(key, plane, position, mask: passed) }
        return passed
    }
}

/// The low byte of a lane is the stencil value; the other bytes are 0.
extension Lanes: StencilValue where Element == UInt32 {
    func constant(_ value: UInt8) -> Self { constant(UInt32(value)) }
    func incremented() -> Self { (self + 1) & 0xFF }
    func decremented() -> Self { (self - 1) & 0xFF }
    func inverted() -> Self { ~self & 0xFF }
    func unless(_ limit: UInt8, _ changed: Self) -> Self { (self .== UInt32(limit)).choose(self, changed) }
}
