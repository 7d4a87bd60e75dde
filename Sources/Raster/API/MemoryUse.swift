// MemoryUse: how the shaders of a program use storage blocks and images. From these uses, `MemoryHazards` finds out which draws may run
// together.

import Shading

/// How all stages of a program together use the words of a storage block, or the texels of an image unit.
package struct MemoryUse: Sendable, Hashable {
    /// Whether the shaders may write.
    package var writes: Bool
    package var order: Order

    /// Whether and why two uses of the same memory give the same results in any order.
    package enum Order: Sendable, Hashable {
        /// The results may depend on the order of the two uses.
        case shows
        /// Each fragment uses only the texel at the x and y of its own pixel. Renderers draw the fragments of a pixel in the order of
        /// the draws.
        case ownPixel
        /// All uses are atomic operations with this function. Such operations give the same words in any order, and no shader uses the old
        /// words that the operations return.
        case combines(AtomicOperation.Function, isSigned: Bool)
        /// Transform feedback appends to the memory. Renderers give each draw its own place in the memory, in the order of the draws.
        case appends
    }

    /// Returns the use of memory that is used both as `a` says and as `b` says.
    package static func + (a: MemoryUse, b: MemoryUse) -> MemoryUse {
        MemoryUse(writes: a.writes || b.writes, order: a.order == b.order ? a.order : .shows)
    }
    /// Whether the results may depend on the order of this use and the use `other`, if both uses concern the same memory.
    package func mustBeOrdered(with other: MemoryUse) -> Bool { (writes || other.writes) && (order == .shows || order != other.order) }
    /// A use that only reads.
    package static let reads = MemoryUse(writes: false, order: .shows)
}

/// The memory that the stages of a program use, and how the stages use this memory.
package struct UsedMemory {
    /// The use of each storage block, by its index in `ProgramInterface.storageBlocks`. The dictionary has no entry for a block that no
    /// stage uses.
    package private(set) var blocks: [Int: MemoryUse] = [:]
    /// The use of each image unit. If a variable indexes an array of images, all units of the array count as used. A unit is missing if the
    /// shaders use only the size of its image.
    package private(set) var imageUnits: [Int: MemoryUse] = [:]
    /// Indices of the storage blocks that the shaders may write, ascending.
    package let writtenBlocks: [Int]
    /// The image units that the shaders may write, ascending.
    package let writtenImageUnits: [Int]
    /// Whether the shaders may write any block or image.
    package var writesAny: Bool { !writtenBlocks.isEmpty || !writtenImageUnits.isEmpty }

    package init(_ stages: [ShaderModule]) {
        var blocks: [Int: MemoryUse] = [:], units: [Int: MemoryUse] = [:]
        func add(_ use: MemoryUse, block: Int) { blocks[block] = blocks[block].map { $0 + use } ?? use }
        func add(_ use: MemoryUse, _ operation: ImageOperation) {
            for unit in operation.unit ..< operation.unit + operation.unitCount { units[unit] = units[unit].map { $0 + use } ?? use }
        }
        for stage in stages {
            lazy var used = stage.usedValues
            for (index, instruction) in stage.instructions.enumerated() {
                switch instruction.opcode {
                case .storageLoad: add(.reads, block: Int(instruction.c))
                case .storageStore: add(MemoryUse(writes: true, order: .shows), block: Int(instruction.c))
                case .imageLoad, .imageStore:
                    let operation = stage.imageOperations[Int(instruction.c)]
                    add(MemoryUse(writes: instruction.opcode == .imageStore, order: stage.usesOwnPixel(operation) ? .ownPixel : .shows), operation)
                case .atomic:
                    let atomic = stage.atomicOperations[Int(instruction.c)]
                    let combines = atomic.isCommutative && !used.contains(index)
                    let order = combines ? MemoryUse.Order.combines(atomic.function, isSigned: atomic.type == .int) : .shows
                    switch atomic.memory {
                    case .storage(let block, _): add(MemoryUse(writes: true, order: order), block: block)
                    case .image(let number):
                        let operation = stage.imageOperations[number]
                        add(MemoryUse(writes: true, order: !combines && stage.usesOwnPixel(operation) ? .ownPixel : order), operation)
                    case .shared: break
                    }
                default: break
                }
            }
        }
        self.blocks = blocks; imageUnits = units
        writtenBlocks = blocks.filter(\.value.writes).keys.sorted()
        writtenImageUnits = units.filter(\.value.writes).keys.sorted()
    }
}

extension AtomicOperation {
    /// Whether several operations with the same function on one word give the same result in any order. The sign of the operands matters
    /// only for minimum and maximum.
    fileprivate var isCommutative: Bool {
        switch function {
        case .add, .minimum, .maximum, .and, .or, .xor: true
        case .exchange, .compareExchange: false
        }
    }
}

extension ShaderModule {
    /// Whether the texel lies at the x and y of the fragment's own pixel: gl_FragCoord.x and gl_FragCoord.y, rounded down.
    fileprivate func usesOwnPixel(_ operation: ImageOperation) -> Bool {
        guard stage == .fragment, operation.dimension != .d1Array, operation.coordinate.count >= 2 else { return false }
        return isPixelCoordinate(operation.coordinate[0], .fragCoordX) && isPixelCoordinate(operation.coordinate[1], .fragCoordY)
    }
    private func isPixelCoordinate(_ value: Int32, _ axis: BuiltinInput) -> Bool {
        let instruction = instructions[Int(value)]
        return switch instruction.opcode {
        // The window coordinates of a fragment are not negative, so rounding down and rounding toward zero give the same number.
        case .floatToInt, .floatToUint, .ffloor, .bitcast: isPixelCoordinate(instruction.a, axis)
        case .builtin: instruction.c == axis.rawValue
        default: false
        }
    }
}
