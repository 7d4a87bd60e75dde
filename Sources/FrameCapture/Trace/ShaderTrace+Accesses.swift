// ShaderTrace+Accesses: the accesses of a traced run to memory that invocations share.

import Raster
import Shading

extension ShaderTrace {
    /// The storage blocks and image units that the traced invocation read. An atomic operation counts as a read, too.
    var memoryRead: (blocks: Set<Int>, units: Set<Int>) {
        var blocks: Set<Int> = [], units: Set<Int> = []
        for index in operations where run.isExecuted(index) {
            let instruction = run.instruction(index)
            switch instruction.opcode {
            case .storageLoad: blocks.insert(Int(instruction.c))
            case .imageLoad: units.insert(unit(of: run.module.imageOperations[Int(instruction.c)], before: index))
            case .atomic:
                switch run.module.atomicOperations[Int(instruction.c)].memory {
                case .storage(let block, _): blocks.insert(block)
                case .image(let operation): units.insert(unit(of: run.module.imageOperations[operation], before: index))
                case .shared: break
                }
            default: break
            }
        }
        return (blocks, units)
    }

    /// Returns the accesses of the traced lane, in order. Accesses to consecutive components of a value are one access.
    func accesses(in operations: Range<Int>) -> [Access] {
        var list: [Access] = [], open: OpenAccess?
        func close() {
            if let access = open?.access { list.append(access) }
            open = nil
        }
        for index in operations where run.isExecuted(index) {
            let instruction = run.instruction(index)
            let kind: Access.Kind, place: BlockPlace, value: UInt32
            switch instruction.opcode {
            case .sharedLoad, .storageLoad:
                (kind, value) = (.load, run.results[index][lane])
                place = self.place(instruction, before: index)
            case .sharedStore, .storageStore:
                (kind, value) = (.store, word(ofInstruction: Int(instruction.b), before: index))
                place = self.place(instruction, before: index)
            case .atomic, .imageLoad, .imageStore:
                close()
                list.append(instruction.opcode == .atomic ? atomic(instruction, index) : image(instruction, index))
                continue
            default: continue
            }
            if open?.take(kind, place, value) != true {
                close()
                open = OpenAccess(kind: kind, place: place, words: [value])
            }
        }
        close()
        return list
    }

    /// An access that is still being collected: accesses to the next components of the same value are added to this access.
    private struct OpenAccess {
        let kind: Access.Kind
        let place: BlockPlace
        var words: [UInt32]

        mutating func take(_ kind: Access.Kind, _ next: BlockPlace, _ word: UInt32) -> Bool {
            guard kind == self.kind, next.name == place.name, next.component == place.component + words.count else { return false }
            words.append(word)
            return true
        }
        var access: Access {
            var name = place.name, type = place.type
            if words.count < place.type.scalarCount {
                let scalar = place.type.scalarKind
                if words.count == 1 {
                    name = TracedValue.scalarName(of: place.type, named: name, at: place.component)
                    type = .scalar(scalar)
                } else if case .vector = place.type {
                    name += "." + "xyzw".dropFirst(place.component).prefix(words.count)
                    type = .vector(scalar, words.count)
                } else {
                    name += " from component \(place.component) on"
                    type = .array(.scalar(scalar), words.count)
                }
            }
            return Access(kind: kind, name: name, value: TracedValue(name: name, type: type, words: words), operation: "")
        }
    }

    // MARK: Names

    private func place(_ instruction: Instruction, before index: Int) -> BlockPlace {
        let number = Int(word(ofInstruction: Int(instruction.a), before: index))
        let isStore = instruction.opcode == .sharedStore || instruction.opcode == .storageStore
        let type = isStore ? run.module.instructions[Int(instruction.b)].type : instruction.type
        let isShared = instruction.opcode == .sharedLoad || instruction.opcode == .sharedStore
        return isShared ? sharedPlace(number, type) : storagePlace(Int(instruction.c), number, type)
    }
    private func sharedPlace(_ number: Int, _ type: ScalarType) -> BlockPlace {
        for variable in run.module.sharedVariables {
            let word = number - variable.firstSlot
            guard word >= 0, word < variable.type.scalarCount,
                  let part = TracedValue.parts(of: variable.type, named: variable.name, touching: word...word).first else { continue }
            return BlockPlace(name: part.name, type: part.type, component: word - part.first)
        }
        return BlockPlace(name: "shared word \(number)", type: .scalar(type), component: 0)
    }
    private func storagePlace(_ block: Int, _ number: Int, _ type: ScalarType) -> BlockPlace {
        guard storageBlocks.indices.contains(block) else { return BlockPlace(name: "word \(number) of block \(block)", type: .scalar(type), component: 0) }
        return storageBlocks[block].place(ofByte: 4 * number)
            ?? BlockPlace(name: "word \(number) of \(storageBlocks[block].name)", type: .scalar(type), component: 0)
    }
    private func unit(of operation: ImageOperation, before index: Int) -> Int {
        let chosen = operation.unitIndex < 0 ? 0 : Int(Int32(bitPattern: word(ofInstruction: Int(operation.unitIndex), before: index)))
        return operation.unit + min(max(chosen, 0), operation.unitCount - 1)
    }
    /// Returns an image with the coordinates of a texel: `target(4, 7)`.
    private func texel(_ operation: ImageOperation, before index: Int) -> String {
        let unit = unit(of: operation, before: index), uniform = images.first { ($0.unit..<($0.unit + $0.count)).contains(unit) }
        let name = uniform.map { $0.name + ($0.count > 1 ? "[\(unit - $0.unit)]" : "") } ?? "image unit \(unit)"
        return "\(name)(\(operation.coordinate.map { "\(Int32(bitPattern: word(ofInstruction: Int($0), before: index)))" }.joined(separator: ", ")))"
    }

    // MARK: Images and atomic operations

    private func image(_ instruction: Instruction, _ index: Int) -> Access {
        let operation = run.module.imageOperations[Int(instruction.c)], name = texel(operation, before: index)
        // The load's own operation has the first component of the texel, and the next three operations have the other components.
        let words = instruction.opcode == .imageLoad ? (0..<4).map { index + $0 < run.count ? run.results[index + $0][lane] : 0 }
            : operation.values.map { word(ofInstruction: Int($0), before: index) }
        return Access(kind: instruction.opcode == .imageLoad ? .load : .store, name: name,
                      value: TracedValue(name: name, type: .vector(operation.type, words.count), words: words), operation: "")
    }
    private func atomic(_ instruction: Instruction, _ index: Int) -> Access {
        let operation = run.module.atomicOperations[Int(instruction.c)]
        func value(_ operand: Int32) -> String { TracedValue.text(operation.type, word(ofInstruction: Int(operand), before: index)) }
        let name: String, prefix: String
        switch operation.memory {
        case .shared(let place):
            let found = sharedPlace(Int(word(ofInstruction: Int(place), before: index)), operation.type)
            (name, prefix) = (TracedValue.scalarName(of: found.type, named: found.name, at: found.component), "atomic")
        case .storage(let block, let place):
            let found = storagePlace(block, Int(word(ofInstruction: Int(place), before: index)), operation.type)
            (name, prefix) = (TracedValue.scalarName(of: found.type, named: found.name, at: found.component), "atomic")
        case .image(let image): (name, prefix) = (texel(run.module.imageOperations[image], before: index), "imageAtomic")
        }
        let operands = [name] + (operation.comparator >= 0 ? [value(operation.comparator)] : []) + [value(operation.value)]
        return Access(kind: .atomic, name: name, value: TracedValue(name: name, type: .scalar(operation.type), words: [run.results[index][lane]]),
                      operation: "\(prefix)\(operation.function.glslName)(\(operands.joined(separator: ", ")))")
    }
}

extension AtomicOperation.Function {
    /// The end of the function's name in GLSL, as in `atomicAdd`.
    fileprivate var glslName: String {
        switch self {
        case .add: "Add"
        case .minimum: "Min"
        case .maximum: "Max"
        case .and: "And"
        case .or: "Or"
        case .xor: "Xor"
        case .exchange: "Exchange"
        case .compareExchange: "CompSwap"
        }
    }
}
