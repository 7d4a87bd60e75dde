// ConstantShaderText: the SPIR-V of a vertex shader that applies one instruction to its attributes (SPIR-V 1.3, section 3).

struct ConstantShaderText {
    private var header: [UInt32] = []
    private var globals: [UInt32] = []
    private var body: [UInt32] = []
    private var bound: UInt32 = 1
    private var types: [[UInt32]: UInt32] = [:]

    static func name(ofOperand index: Int) -> String { "operand\(index)" }

    static func words(of operation: ConstantOperation) -> [UInt32] {
        var text = ConstantShaderText()
        text.write(operation)
        return [0x0723_0203, 0x0001_0300, 0, text.bound, 0] + text.header + text.globals + text.body
    }

    private mutating func id() -> UInt32 {
        defer { bound += 1 }
        return bound
    }

    private static func instruction(_ opcode: SPIRVOpcode, _ operands: [UInt32]) -> [UInt32] {
        [UInt32(operands.count + 1) << 16 | UInt32(opcode.rawValue)] + operands
    }

    private static func string(_ text: String) -> [UInt32] {
        var words: [UInt32] = [0]
        for (index, byte) in text.utf8.enumerated() {
            words[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8)
            if index % 4 == 3 { words.append(0) }
        }
        return words
    }

    /// Returns the id of the type with the given opcode and operands. Declares the type at the first request; later requests for an
    /// equal type return the same id.
    private mutating func type(_ opcode: SPIRVOpcode, _ operands: [UInt32] = []) -> UInt32 {
        let key = [UInt32(opcode.rawValue)] + operands
        if let known = types[key] { return known }
        let made = id()
        types[key] = made
        globals += Self.instruction(opcode, [made] + operands)
        return made
    }

    private mutating func type(_ shape: ConstantOperation.Shape) -> UInt32 {
        let component = switch shape.component {
        case .bool: type(.typeBool)
        case .int: type(.typeInt, [32, 1])
        case .uint: type(.typeInt, [32, 0])
        case .float: type(.typeFloat, [32])
        }
        let column = shape.rows > 1 ? type(.typeVector, [component, UInt32(shape.rows)]) : component
        return shape.columns > 0 ? type(.typeMatrix, [column, UInt32(shape.columns)]) : column
    }

    private mutating func variable(_ type: UInt32, storage: UInt32) -> UInt32 {
        let pointer = self.type(.typePointer, [storage, type]), made = id()
        globals += Self.instruction(.variable, [pointer, made, storage])
        return made
    }

    private mutating func write(_ operation: ConstantOperation) {
        let functions = id(), main = id()
        var shape = operation.result
        let resultType = type(shape)
        // A stage cannot output a bool, so an integer (1 or 0) is output instead.
        shape.component = shape.component == .bool ? .uint : shape.component
        let outputType = type(shape)
        let output = variable(outputType, storage: SPIRVStorageClass.output)
        var variables = [output], values: [UInt32] = []
        for (index, operand) in operation.operands.enumerated() {
            let type = type(operand)
            let value = id()
            values.append(value)
            if index == 1, let constant = operation.constant {
                globals += Self.instruction(.constant, [type, value, constant])
            } else {
                let input = variable(type, storage: SPIRVStorageClass.input)
                header += Self.instruction(.name, [input] + Self.string(Self.name(ofOperand: index)))
                variables.append(input)
                body += Self.instruction(.load, [type, value, input])
            }
        }
        var result = id()
        if operation.isFunction {
            body += Self.instruction(.extInst, [resultType, result, functions, operation.number] + values)
        } else if let opcode = SPIRVOpcode(rawValue: UInt16(truncatingIfNeeded: operation.number)) {
            body += Self.instruction(opcode, [resultType, result] + values)
        }
        if outputType != resultType {
            let (zero, one) = (constants(0, outputType, shape), constants(1, outputType, shape))
            let selected = id()
            body += Self.instruction(.select, [outputType, selected, result, one, zero])
            result = selected
        }
        body += Self.instruction(.store, [output, result])

        let void = type(.typeVoid)
        let signature = type(.typeFunction, [void])
        body = Self.instruction(.function, [void, main, 0, signature]) + Self.instruction(.label, [id()]) + body
            + Self.instruction(.return, []) + Self.instruction(.functionEnd, [])
        let shader: UInt32 = 1, vertexStage: UInt32 = 0, logical: UInt32 = 0, glsl450: UInt32 = 1
        header = Self.instruction(.capability, [shader]) + Self.instruction(.extInstImport, [functions] + Self.string("GLSL.std.450"))
            + Self.instruction(.memoryModel, [logical, glsl450])
            + Self.instruction(.entryPoint, [vertexStage, main] + Self.string("main") + variables) + header
    }

    /// Declares a constant scalar, or a constant vector with equal components. Returns the constant's id.
    private mutating func constants(_ value: UInt32, _ type: UInt32, _ shape: ConstantOperation.Shape) -> UInt32 {
        var scalar = shape
        scalar.rows = 1
        let component = id()
        globals += Self.instruction(.constant, [self.type(scalar), component, value])
        guard shape.rows > 1 else { return component }
        let whole = id()
        globals += Self.instruction(.constantComposite, [type, whole] + [UInt32](repeating: component, count: shape.rows))
        return whole
    }
}
