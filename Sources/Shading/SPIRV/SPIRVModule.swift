// SPIRVModule: a decoded SPIR-V module: tables by id, and functions as lists of blocks.
//
// Guarantees of SPIRVReader:
// - Every id in the module's tables is below `bound`. Every type id in a type is known, and so is every member index in a table.
// - Types are no deeper than `maximumTypeDepth` and have no more than `maximumScalarCount` scalars.
// - Every block has a terminator; every instruction is inside `words`.
// The reader does not check the operands in function bodies; the code that reads such an operand must check the operand.

/// The reason why this project cannot read the words as a SPIR-V module.
package struct SPIRVError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    /// The index of the word that is wrong.
    package var offset: Int
    package var description: String { "SPIR-V word \(offset): \(message)" }
}

/// One instruction of a function body, as a position in `SPIRVModule.words`.
package struct SPIRVInstruction: Sendable {
    package var number: UInt16
    package var start: Int
    /// The number of words, including the word with the opcode.
    package var count: Int
    /// The line in the text that glslang compiled; 0 if it is unknown.
    package var line: Int32
    package var opcode: SPIRVOpcode? { SPIRVOpcode(rawValue: number) }
}

/// The operands of OpTypeImage that this project uses.
package struct SPIRVImageType: Sendable, Hashable {
    /// 0 = 1D, 1 = 2D, 2 = 3D, 3 = cube, 4 = rectangle, 5 = buffer, 6 = subpass.
    package var dimension: UInt32
    package var isDepth: Bool
    package var isArrayed: Bool
    package var isMultisampled: Bool
    package var resultType: ScalarType
    /// 1 = used with a sampler, 2 = a storage image.
    package var sampled: UInt32
    /// The number of the format of a storage image (SPIR-V 1.6, section 3.11); 0 if the image has no format.
    package var format: UInt32 = 0
}

package enum SPIRVType: Sendable, Hashable {
    case void, bool, int, uint, float
    case vector(component: UInt32, count: Int)
    case matrix(column: UInt32, count: Int)
    case array(element: UInt32, count: Int)
    /// An array that is no value, but only memory of a storage block: its length is above `maximumScalarCount`, or nil if the buffer's size
    /// determines the length.
    case memoryArray(element: UInt32, count: Int?)
    case structure([UInt32])
    case image(SPIRVImageType)
    case sampledImage(SPIRVImageType)
    case pointer(storage: UInt32, pointee: UInt32)
    case function(result: UInt32, parameters: [UInt32])
    /// A type that is not supported, with its name in GLSL.
    case unsupported(String)
}

package enum SPIRVConstant: Sendable {
    case scalar(UInt32)
    case composite([UInt32])
    /// A value whose bits are all zero. The reader turns undefined values into this value too.
    case null
    /// The result of an OpSpecConstantOp. The operands of this instruction are read like the operands of an instruction in a function body;
    /// see SPIRVModule.words.
    case operation(SPIRVInstruction)
}

package struct SPIRVDecorations: Sendable, Hashable {
    package var location: Int?
    package var index = 0
    /// The component of the location's vector at which the variable begins (GLSL 4.60, 4.4.1).
    package var component = 0
    package var binding: Int?
    package var builtIn: UInt32?
    package var offset: Int?
    package var arrayStride: Int?
    package var matrixStride: Int?
    package var isRowMajor = false
    package var isBlock = false
    package var isBufferBlock = false
    package var isFlat = false
    package var isNoPerspective = false
    package var isCentroid = false
    package var isSample = false
    /// `isReadOnly`: whether shaders only read the variable or member. `isWriteOnly`: whether shaders only write the variable or
    /// member.
    package var isReadOnly = false, isWriteOnly = false
    /// True if the precision is low or medium.
    package var isRelaxed = false
    /// `feedbackBuffer` is the number of the buffer into which transform feedback writes the variable. `feedbackStride` is the number of
    /// bytes of a vertex in this buffer. The two properties are nil if the source states no such place.
    package var feedbackBuffer: Int?, feedbackStride: Int?
    package init() {}

    package var interpolation: InterpolationQualifier { isFlat ? .flat : isNoPerspective ? .noPerspective : .smooth }
    package var sampling: InterpolationSampling { isSample ? .sample : isCentroid ? .centroid : .center }
}

package struct SPIRVMember: Hashable, Sendable {
    package var structure: UInt32
    package var index: Int
}

package struct SPIRVVariable: Sendable {
    package var id: UInt32
    package var storage: UInt32
    package var pointee: UInt32
    package var initializer: UInt32?
}

package struct SPIRVBlock: Sendable {
    package enum Merge: Sendable, Hashable {
        case none
        case selection(UInt32)
        case loop(merge: UInt32, continue: UInt32)
    }
    package var label: UInt32
    /// The block's instructions, beginning with the phis, without the label, the merge instruction and the terminator.
    package var instructions: [SPIRVInstruction]
    package var merge: Merge
    package var terminator: SPIRVInstruction
}

package struct SPIRVFunction: Sendable {
    package var id: UInt32
    package var resultType: UInt32
    package var parameters: [(id: UInt32, type: UInt32)]
    package var blocks: [SPIRVBlock]
    package var blockIndex: [UInt32: Int]
    package var line: Int32
}

package struct SPIRVModule: Sendable {
    package static let maximumBound: UInt32 = 1 << 20
    package static let maximumTypeDepth = 24
    package static let maximumScalarCount = 1 << 18

    package var words: [UInt32]
    package var bound: UInt32
    /// The stage: 0 = vertex, 3 = geometry, 4 = fragment, 5 = compute.
    package var executionModel: UInt32 = .max
    package var entryPoint: UInt32 = 0
    package var executionModes: Set<UInt32> = []
    /// The number of invocations of a work group along x, y and z.
    package var workGroupSize = SIMD3<UInt32>(repeating: 1)
    /// For a geometry shader: `invocationCount` is the number of invocations for each primitive, and `outputVertexCount` is the
    /// maximum number of vertices that an invocation emits.
    package var invocationCount: UInt32 = 1, outputVertexCount: UInt32 = 0
    /// The ids under which GLSL.std.450 is imported.
    package var glslInstructionSets: Set<UInt32> = []
    package var names: [UInt32: String] = [:]
    package var memberNames: [SPIRVMember: String] = [:]
    /// True if a variable or result is `precise` or `invariant`. If this property is true, products and sums are rounded separately in the
    /// whole stage.
    package var forbidsContraction = false
    package var decorations: [UInt32: SPIRVDecorations] = [:]
    package var memberDecorations: [SPIRVMember: SPIRVDecorations] = [:]
    package var types: [UInt32: SPIRVType] = [:]
    /// For each type whose values are not supported, the name of the unsupported feature: a wide scalar, or an array that is too long.
    package var unsupportedNames: [UInt32: String] = [:]
    /// The number of scalars and opaque handles in a value of the type.
    package var scalarCounts: [UInt32: Int] = [:]
    /// The number of vectors of up to four components in a value of the type, also for unsupported types; at most 2^40.
    package var vectorCounts: [UInt32: Int] = [:]
    package var constants: [UInt32: (type: UInt32, value: SPIRVConstant)] = [:]
    /// The variables at module scope, in order.
    package var variables: [SPIRVVariable] = []
    package var functions: [UInt32: SPIRVFunction] = [:]

    static func limitedVectorCount(_ count: (partialValue: Int, overflow: Bool)) -> Int {
        count.overflow ? 1 << 40 : min(count.partialValue, 1 << 40)
    }

    func unsupportedName(among types: [UInt32]) -> String? { types.lazy.compactMap { unsupportedNames[$0] }.first }
    /// Returns the element type of an array; nil if `type` is no array.
    func elementType(_ type: UInt32) -> UInt32? {
        switch types[type] {
        case .array(let element, _), .memoryArray(let element, _): element
        default: nil
        }
    }
    /// Returns the element type of the innermost array; `type` itself if `type` is no array.
    func innermostElement(_ type: UInt32) -> UInt32 {
        var type = type
        while let element = elementType(type) { type = element }
        return type
    }
    package func name(_ id: UInt32) -> String { names[id] ?? "" }
    package func memberName(_ structure: UInt32, _ index: Int) -> String {
        let name = memberNames[SPIRVMember(structure: structure, index: index)] ?? ""
        return name.isEmpty ? "member\(index)" : name
    }
    package func decorations(_ id: UInt32) -> SPIRVDecorations { decorations[id] ?? SPIRVDecorations() }
    package func decorations(_ structure: UInt32, member: Int) -> SPIRVDecorations {
        memberDecorations[SPIRVMember(structure: structure, index: member)] ?? SPIRVDecorations()
    }
}
