// TextureCall: texture lookups from kernels through the scalar TextureUnits, quad by quad.

import Kernel
import Shading
import ShadingKernel

/// The operands of one lookup in memory: fields of W words each.
private enum LookupField: Int, CaseIterable {
    case unit, s, t, r, i, j, k, reference, lod, level, dsdx, dtdx, drdx, dsdy, dtdy, drdy, offsetS, offsetT, offsetR
}

/// What the context's `textures` points to.
final class TextureCallTarget {
    let units: TextureUnits
    let vertexOperations: [TextureOperation]
    let fragmentOperations: [TextureOperation]
    init(units: TextureUnits, program: LinkedProgram) {
        self.units = units
        vertexOperations = program.vertex.textureOperations
        fragmentOperations = program.fragment.textureOperations
    }
}

struct TextureCall {
    let builder: KernelBuilder
    let context: Pointer
    let operations: [TextureOperation]
    let isFragment: Bool

    static let sampleName = "RasterSampleTexture"
    static let sizeName = "RasterTextureSize"
    /// target, operation index, is fragment, lanes, request, result
    private static let signature = KernelSignature([.pointer, .int32, .int32, .int32, .pointer, .pointer])

    func sample(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        call(Self.sampleName, operation, operands, resultCount: 4)
    }
    func size(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        var operands = TextureOperands()
        operands.unitOffset = unitOffset
        operands.level = level
        return call(Self.sizeName, operation, operands, resultCount: 3)
    }

    private func call(_ name: String, _ operation: TextureOperation, _ operands: TextureOperands, resultCount: Int) -> [UIntLanes] {
        let lanes = builder.lanes, bytes = 4 * lanes
        let request = builder.localMemory(bytes: LookupField.allCases.count * bytes), result = builder.localMemory(bytes: 4 * bytes)
        func put(_ field: LookupField, _ value: UIntLanes?) {
            request.store(value ?? builder.lanes(UInt32(0)), at: field.rawValue * bytes, alignment: 4)
        }
        func bits(_ list: [FloatLanes], _ i: Int) -> UIntLanes? { i < list.count ? list[i].bits : nil }
        func bits(_ list: [IntLanes], _ i: Int) -> UIntLanes? { i < list.count ? list[i].withSign(of: UInt32.self) : nil }
        put(.unit, ((operands.unitOffset ?? builder.lanes(Int32(0))) + Int32(operation.unit)).withSign(of: UInt32.self))
        put(.s, bits(operands.coordinate, 0)); put(.t, bits(operands.coordinate, 1)); put(.r, bits(operands.coordinate, 2))
        put(.i, bits(operands.texel, 0)); put(.j, bits(operands.texel, 1)); put(.k, bits(operands.texel, 2))
        put(.reference, operands.reference?.bits); put(.lod, operands.lod?.bits); put(.level, operands.level?.withSign(of: UInt32.self))
        put(.dsdx, bits(operands.gradientX, 0)); put(.dtdx, bits(operands.gradientX, 1)); put(.drdx, bits(operands.gradientX, 2))
        put(.dsdy, bits(operands.gradientY, 0)); put(.dtdy, bits(operands.gradientY, 1)); put(.drdy, bits(operands.gradientY, 2))
        put(.offsetS, bits(operands.offset, 0)); put(.offsetT, bits(operands.offset, 1)); put(.offsetR, bits(operands.offset, 2))
        let index = operations.firstIndex(of: operation)!
        builder.call(builder.hostFunction(name, Self.signature), [
            context.loadPointer(at: DrawContext.textures, .constant), builder.scalar(Int32(index)), builder.scalar(Int32(isFragment ? 1 : 0)),
            builder.scalar(Int32(lanes)), request, result,
        ])
        return (0..<resultCount).map { result.loadLanes(UInt32.self, at: $0 * bytes, alignment: 4) }
    }

    // MARK: The called side

    typealias Function = @convention(c) (UnsafeRawPointer, Int32, Int32, Int32, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void

    static let sampleFunction: Function = { target, operation, isFragment, lanes, request, result in
        Unmanaged<TextureCallTarget>.fromOpaque(target)._withUnsafeGuaranteedRef { target in
            let operation = (isFragment != 0 ? target.fragmentOperations : target.vertexOperations)[Int(operation)]
            let bytes = 4 * Int(lanes)
            for quad in stride(from: 0, to: bytes, by: 16) {
                func float(_ field: LookupField) -> QuadFloat { request.loadUnaligned(fromByteOffset: field.rawValue * bytes + quad, as: QuadFloat.self) }
                func int(_ field: LookupField) -> QuadInt { request.loadUnaligned(fromByteOffset: field.rawValue * bytes + quad, as: QuadInt.self) }
                var r = TextureRequest()
                r.unit = int(.unit)
                r.s = float(.s); r.t = float(.t); r.r = float(.r)
                r.i = int(.i); r.j = int(.j); r.k = int(.k)
                r.reference = float(.reference); r.lod = float(.lod); r.level = int(.level)
                r.dsdx = float(.dsdx); r.dtdx = float(.dtdx); r.drdx = float(.drdx)
                r.dsdy = float(.dsdy); r.dtdy = float(.dtdy); r.drdy = float(.drdy)
                r.offsetS = int(.offsetS); r.offsetT = int(.offsetT); r.offsetR = int(.offsetR)
                let answer = target.units.sample(operation, r, isFragment: isFragment != 0)
                for (k, v) in [answer.x, answer.y, answer.z, answer.w].enumerated() { result.storeBytes(of: v, toByteOffset: k * bytes + quad, as: QuadUInt.self) }
            }
        }
    }

    static let sizeFunction: Function = { target, _, _, lanes, request, result in
        Unmanaged<TextureCallTarget>.fromOpaque(target)._withUnsafeGuaranteedRef { target in
            let bytes = 4 * Int(lanes)
            for lane in 0..<Int(lanes) {
                func int(_ field: LookupField) -> Int { Int(request.load(fromByteOffset: field.rawValue * bytes + 4 * lane, as: Int32.self)) }
                let size = target.units.size(unit: int(.unit), level: int(.level))
                for (k, v) in [size.width, size.height, size.depth].enumerated() {
                    result.storeBytes(of: UInt32(truncatingIfNeeded: v), toByteOffset: k * bytes + 4 * lane, as: UInt32.self)
                }
            }
        }
    }

    static var hostFunctions: [String: UnsafeRawPointer] {
        [sampleName: unsafeBitCast(sampleFunction, to: UnsafeRawPointer.self), sizeName: unsafeBitCast(sizeFunction, to: UnsafeRawPointer.self)]
    }
}
