// Texture instructions: gathers the operands and asks the environment.

import Kernel
import Shading

extension ShaderLowering {
    /// Emits a lookup or a size query; its first result, after the others were given to the `component`s that follow.
    func lookUp(_ index: Int, _ instruction: Instruction) -> Register {
        let operation = module.textureOperations[Int(instruction.c)]
        let results: [UIntLanes]
        if instruction.opcode == .textureSize {
            let size = environment.textureSize(
                operation, unit: operation.unit, laneUnits: laneUnits(operation),
                level: LaneShape.integers(register(instruction.a)), active: flow.active, builder)
            results = [size.0, size.1, size.2].map { LaneShape.unsigned($0) }
        } else {
            let texel = environment.sample(operation, request(operation), active: flow.active, builder)
            results = [texel.x, texel.y, texel.z, texel.w]
        }
        for component in 1 ..< results.count {
            registers[index + component] = typed(.words(results[component]), module.instructions[index + component].type)
        }
        return typed(.words(results[0]), instruction.type)
    }

    private func request(_ operation: TextureOperation) -> LaneTextureRequest {
        var request = LaneTextureRequest(unit: operation.unit)
        request.laneUnits = laneUnits(operation)
        if operation.kind == .fetch {
            request.texel = integers(operation.coordinate)
            if operation.lod >= 0 { request.level = LaneShape.integers(register(operation.lod)) }
        } else {
            request.coordinate = floats(operation.coordinate)
            if operation.lod >= 0 { request.lod = LaneShape.floats(register(operation.lod)) }
            if operation.reference >= 0 { request.reference = LaneShape.floats(register(operation.reference)) }
            switch operation.levelOfDetail {
            case .implicit, .bias:
                request.ddx = request.coordinate.map { $0.acrossQuad(1, 1, 1, 1) - $0.acrossQuad(0, 0, 0, 0) }
                request.ddy = request.coordinate.map { $0.acrossQuad(2, 2, 2, 2) - $0.acrossQuad(0, 0, 0, 0) }
            case .gradient:
                request.ddx = floats(operation.gradientX)
                request.ddy = floats(operation.gradientY)
            case .explicit: break
            }
        }
        request.offset = integers(operation.offset)
        return request
    }

    /// The unit per lane, clamped into the sampler array.
    private func laneUnits(_ operation: TextureOperation) -> IntLanes? {
        guard operation.unitIndex >= 0 else { return nil }
        let index = LaneShape.integers(register(operation.unitIndex))
        return index.clamped(0, Int32(operation.unitCount - 1)) + Int32(operation.unit)
    }

    private func floats(_ operands: [Int32]) -> [FloatLanes] { operands.map { LaneShape.floats(register($0)) } }
    private func integers(_ operands: [Int32]) -> [IntLanes] { operands.map { LaneShape.integers(register($0)) } }
}
