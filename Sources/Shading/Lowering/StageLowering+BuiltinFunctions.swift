// StageLowering+BuiltinFunctions: expands the functions of GLSL.std.450 that are not a single opcode. The table of opcodes contains
// the functions that are a single opcode.
//
// Definitions follow the GLSL specification (4.60, chapter 8); the order of operations is defined in Arithmetic. The function
// round() rounds halves to even. min, max and clamp ignore a NaN operand, like C's fmin and fmax.

extension StageLowering {
    func lowerBuiltinFunction(_ i: SPIRVInstruction) throws(ShaderError) {
        guard spirv.glslInstructionSets.contains(try word(i, 3)) else { throw unsupported("an extended instruction set") }
        let number = try word(i, 4), function = GLSLFunction(rawValue: number)
        let type = try resultComponentType(try word(i, 1))
        // The first operand of interpolation functions is a pointer. Functions other than the interpolation functions take only data.
        switch function {
        case .interpolateAtCentroid: return try lowerInterpolation(i, at: .centroid)
        case .interpolateAtSample: return try lowerInterpolation(i, at: .sample(try scalar(i, 6)))
        case .interpolateAtOffset:
            let offset = try operand(i, 6, count: 2)
            return try lowerInterpolation(i, at: .offset(x: offset[0], y: offset[1]))
        default: break
        }
        let x = try scalars(i, 5)
        guard !x.isEmpty else { throw malformed("a built-in function without operands") }
        if let opcode = function.flatMap({ Opcode.byFunction[$0] }) {
            var operands = [x]
            for index in 1..<opcode.valueOperandCount { operands.append(try operand(i, 5 + index, count: x.count)) }
            return try setResult(i, x.indices.map { k in
                builder.pure(opcode, type, x[k], operands.count > 1 ? operands[1][k] : -1, operands.count > 2 ? operands[2][k] : -1)
            })
        }
        guard let function else { throw unsupported("built-in function \(number) of GLSL.std.450") }
        switch function {
        case .fract: try setResult(i, x.map { builder.subtract($0, builder.pure(.ffloor, .float, $0)) })
        case .radians: try setResult(i, x.map { builder.multiply($0, builder.float(Float(Double.pi / 180))) })
        case .degrees: try setResult(i, x.map { builder.multiply($0, builder.float(Float(180 / Double.pi))) })
        case .inverseSqrt: try setResult(i, x.map { builder.inverseSquareRoot($0) })
        case .determinant: try setResult(i, [builder.determinant(x, size: try matrixSize(x))])
        case .matrixInverse: try setResult(i, builder.inverse(x, size: try matrixSize(x)))
        case .modf, .modfStruct:
            let whole = x.map { builder.pure(.ftrunc, .float, $0) }
            try finishPair(i, x.indices.map { fractionalPart(x[$0], whole[$0]) }, whole, isStruct: function == .modfStruct)
        case .frexp, .frexpStruct:
            try finishPair(i, x.map { builder.pure(.frexpSignificand, .float, $0) },
                           x.map { builder.pure(.frexpExponent, .int, $0) }, isStruct: function == .frexpStruct)
        case .fClamp, .nClamp:
            let (low, high) = (try operand(i, 6, count: x.count), try operand(i, 7, count: x.count))
            try setResult(i, x.indices.map { builder.clamp(x[$0], low[$0], high[$0]) })
        case .pow:
            let y = try operand(i, 6, count: x.count)
            try setResult(i, zip(x, y).map { builder.power($0, $1) })
        case .uClamp, .sClamp:
            let (low, high) = (try operand(i, 6, count: x.count), try operand(i, 7, count: x.count))
            let (lower, upper): (Opcode, Opcode) = function == .uClamp ? (.imaxU, .iminU) : (.imaxS, .iminS)
            try setResult(i, x.indices.map { builder.pure(upper, type, builder.pure(lower, type, x[$0], low[$0]), high[$0]) })
        case .fMix:
            let (y, a) = (try operand(i, 6, count: x.count), try operand(i, 7, count: x.count))
            try setResult(i, x.indices.map { builder.mix(x[$0], y[$0], a[$0]) })
        case .step:
            let y = try operand(i, 6, count: x.count)
            try setResult(i, zip(x, y).map {
                builder.pure(.select, .float, builder.pure(.flt, .bool, $1, $0), builder.float(0), builder.float(1))
            })
        case .smoothStep:
            let (edge1, value) = (try operand(i, 6, count: x.count), try operand(i, 7, count: x.count))
            try setResult(i, x.indices.map { builder.smoothstep(x[$0], edge1[$0], value[$0]) })
        case .packSnorm4x8, .packUnorm4x8, .packSnorm2x16, .packUnorm2x16, .packHalf2x16,
             .unpackSnorm2x16, .unpackUnorm2x16, .unpackHalf2x16, .unpackSnorm4x8, .unpackUnorm4x8:
            try lowerPacking(function, i, x)
        case .packDouble2x32, .unpackDouble2x32: throw unsupported("'double'")
        case .length: try setResult(i, [builder.length(x)])
        case .distance:
            let y = try operand(i, 6, count: x.count)
            try setResult(i, [builder.length(zip(x, y).map { builder.subtract($0, $1) })])
        case .cross:
            guard x.count == 3 else { throw malformed("a cross product whose operands are not vec3") }
            try setResult(i, builder.cross(x, try operand(i, 6, count: 3)))
        case .normalize:
            let factor = builder.inverseSquareRoot(builder.dot(x, x))
            try setResult(i, x.map { builder.multiply($0, factor) })
        case .faceForward:
            let (incident, reference) = (try operand(i, 6, count: x.count), try operand(i, 7, count: x.count))
            let faces = builder.pure(.flt, .bool, builder.dot(reference, incident), builder.float(0))
            try setResult(i, x.map { builder.pure(.select, .float, faces, $0, builder.negate($0)) })
        case .reflect: try setResult(i, builder.reflect(x, try operand(i, 6, count: x.count)))
        case .refract: try setResult(i, builder.refract(x, try operand(i, 6, count: x.count), try scalar(i, 7)))
        case .interpolateAtCentroid, .interpolateAtSample, .interpolateAtOffset: break
        default: throw unsupported("built-in function \(number) of GLSL.std.450")
        }
    }

    private func operand(_ i: SPIRVInstruction, _ index: Int, count: Int) throws(ShaderError) -> [Node] {
        let nodes = try scalars(i, index)
        guard nodes.count == count else { throw malformed("operands of a built-in function have different sizes") }
        return nodes
    }

    /// Returns the component type of the result; for a structure with two results, the component type of the first result.
    private func resultComponentType(_ type: UInt32) throws(ShaderError) -> ScalarType {
        if case .structure(let members)? = spirv.types[type], let first = members.first { return try componentType(first) }
        return try componentType(type)
    }

    private func matrixSize(_ nodes: [Node]) throws(ShaderError) -> Int {
        guard let size = [4: 2, 9: 3, 16: 4][nodes.count] else { throw malformed("a determinant of a matrix that is not square") }
        return size
    }

    /// Returns x − trunc(x). For an infinite x, the result is 0, because the difference would be NaN.
    private func fractionalPart(_ x: Node, _ whole: Node) -> Node {
        builder.pure(.select, .float, builder.pure(.fisinf, .bool, x), builder.float(0), builder.subtract(x, whole))
    }

    /// Sets the two results of a function. The results form a structure, or the second result is stored through a pointer.
    private func finishPair(_ i: SPIRVInstruction, _ first: [Node], _ second: [Node], isStruct: Bool) throws(ShaderError) {
        if isStruct { return try setResult(i, first + second) }
        try store(try pointer(try word(i, 6)), second)
        try setResult(i, first)
    }

    // MARK: Packing

    private func lowerPacking(_ function: GLSLFunction, _ i: SPIRVInstruction, _ x: [Node]) throws(ShaderError) {
        switch function {
        case .packHalf2x16:
            guard x.count == 2 else { throw malformed("packing of the wrong size") }
            try setResult(i, [join(x.map { builder.pure(.packHalf, .uint, $0) }, bits: 16)])
        case .packSnorm4x8, .packUnorm4x8, .packSnorm2x16, .packUnorm2x16:
            let isSigned = function == .packSnorm4x8 || function == .packSnorm2x16
            let count = function == .packSnorm4x8 || function == .packUnorm4x8 ? 4 : 2
            guard x.count == count else { throw malformed("packing of the wrong size") }
            let bits = 32 / count
            let scale = builder.float(Float((1 << (isSigned ? bits - 1 : bits)) - 1))
            try setResult(i, [join(x.map {
                let clamped = builder.clamp($0, builder.float(isSigned ? -1 : 0), builder.float(1))
                let rounded = builder.pure(.froundEven, .float, builder.multiply(clamped, scale))
                return isSigned ? builder.pure(.bitcast, .uint, builder.pure(.floatToInt, .int, rounded))
                    : builder.pure(.floatToUint, .uint, rounded)
            }, bits: bits)])
        default:
            guard x.count == 1 else { throw malformed("unpacking of the wrong size") }
            let isHalf = function == .unpackHalf2x16
            let isSigned = function == .unpackSnorm4x8 || function == .unpackSnorm2x16
            let count = function == .unpackSnorm4x8 || function == .unpackUnorm4x8 ? 4 : 2
            let bits = 32 / count
            let scale = builder.float(Float((1 << (isSigned ? bits - 1 : bits)) - 1))
            try setResult(i, (0..<count).map { k in
                let (offset, width) = (builder.int(k * bits), builder.int(bits))
                if isSigned {
                    let value = builder.pure(.bitcast, .int, x[0])
                    let field = builder.pure(.bitfieldExtractS, .int, value, offset, width)
                    let quotient = builder.divide(builder.pure(.intToFloat, .float, field), scale)
                    return builder.clamp(quotient, builder.float(-1), builder.float(1))
                }
                let field = builder.pure(.bitfieldExtractU, .uint, x[0], offset, width)
                return isHalf ? builder.pure(.unpackHalf, .float, field)
                    : builder.divide(builder.pure(.uintToFloat, .float, field), scale)
            })
        }
    }

    /// Joins the low `bits` bits of each value to one word, with the first value in the lowest bits.
    private func join(_ fields: [Node], bits: Int) -> Node {
        var result = builder.uint(0)
        let mask = builder.uint((1 << UInt32(bits)) - 1)
        for (k, field) in fields.enumerated() {
            let placed = builder.pure(.shl, .uint, builder.pure(.and, .uint, field, mask), builder.uint(UInt32(k * bits)))
            result = builder.pure(.or, .uint, result, placed)
        }
        return result
    }
}
