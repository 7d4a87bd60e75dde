// Interpreter+Texture: gathers the operands of a texture instruction and calls the texture units.

extension Interpreter {
    /// Executes texture operation `index` and writes the four results, beginning at byte offset `result`.
    @inline(never)
    func sampleTexture(_ index: Int, _ operands: TextureOperands, result: Int32) {
        let operation = module.textureOperations[index]
        let answer = textures.sample(operation, request(operation, operands), isFragment: module.stage.rules.hasPixels)
        let target = register(result)
        target[0] = answer.x
        target[1] = answer.y
        target[2] = answer.z
        target[3] = answer.w
    }

    /// Writes the size of the texture that operation `index` reads: width, height, and depth or number of layers. Each lane gets
    /// the size of the mip level that the lane asks for.
    @inline(never)
    func textureSize(_ index: Int, _ operands: TextureOperands, level: QuadInt, result: Int32) {
        let unit = unit(module.textureOperations[index], operands)
        let target = register(result)
        for lane in 0 ..< 4 {
            let size = textures.size(unit: Int(unit[lane]), level: Int(level[lane]))
            target[0][lane] = UInt32(truncatingIfNeeded: size.width)
            target[1][lane] = UInt32(truncatingIfNeeded: size.height)
            target[2][lane] = UInt32(truncatingIfNeeded: size.depth)
        }
    }

    private func request(_ operation: TextureOperation, _ operands: TextureOperands) -> TextureRequest {
        var request = TextureRequest()
        request.unit = unit(operation, operands)
        if operation.kind == .fetch {
            request.i = int(operands.s); request.j = int(operands.t); request.k = int(operands.r)
            request.level = int(operands.lod); request.sample = int(operands.sample)
        } else {
            request.s = float(operands.s); request.t = float(operands.t); request.r = float(operands.r)
            request.layer = float(operands.layer)
            request.lod = float(operands.lod)
            request.reference = float(operands.reference)
            switch operation.levelOfDetail {
            case .implicit, .bias:
                request.dsdx = alongX(request.s); request.dtdx = alongX(request.t); request.drdx = alongX(request.r)
                request.dsdy = alongY(request.s); request.dtdy = alongY(request.t); request.drdy = alongY(request.r)
            case .gradient:
                request.dsdx = float(operands.dsdx); request.dtdx = float(operands.dtdx); request.drdx = float(operands.drdx)
                request.dsdy = float(operands.dsdy); request.dtdy = float(operands.dtdy); request.drdy = float(operands.drdy)
            case .explicit:
                break
            }
        }
        request.offsetS = int(operands.offsetS); request.offsetT = int(operands.offsetT); request.offsetR = int(operands.offsetR)
        return request
    }

    private func unit(_ operation: TextureOperation, _ operands: TextureOperands) -> QuadInt {
        unit(operation.unit, count: operation.unitCount, index: operands.unitIndex)
    }

    /// Returns the texture unit or image unit of each lane; the index is clamped to the range of the array of samplers or images.
    func unit(_ first: Int, count: Int, index: Int32) -> QuadInt {
        let first = QuadInt(repeating: Int32(first))
        guard index >= 0 else { return first }
        return first &+ int(index).clamped(lowerBound: QuadInt(), upperBound: QuadInt(repeating: Int32(count - 1)))
    }

    private func alongX(_ value: QuadFloat) -> QuadFloat { QuadFloat(repeating: value[1] - value[0]) }
    private func alongY(_ value: QuadFloat) -> QuadFloat { QuadFloat(repeating: value[2] - value[0]) }

    func register(_ offset: Int32) -> UnsafeMutablePointer<QuadUInt> {
        registers + Int(offset) / MemoryLayout<QuadUInt>.stride
    }
    /// Returns the value of the register at a byte offset; zero if the operand is absent.
    private func float(_ offset: Int32) -> QuadFloat {
        offset >= 0 ? unsafeBitCast(register(offset).pointee, to: QuadFloat.self) : QuadFloat()
    }
    private func int(_ offset: Int32) -> QuadInt {
        offset >= 0 ? unsafeBitCast(register(offset).pointee, to: QuadInt.self) : QuadInt()
    }
}
