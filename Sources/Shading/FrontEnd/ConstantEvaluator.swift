// ConstantEvaluator: computes constant expressions for glslang while glslang parses. Each result has the same bits as the result of the
// same operation in a shader.
//
// Each operation becomes a vertex shader in SPIR-V. The shader's attributes are the operands, and its output is the result. This vertex
// shader is lowered and interpreted like any other shader. So a constant expression has the same bits as the same expression with uniforms,
// and the functions of GLSL need no second implementation for constants. The shaders are kept for later expressions with the same operation
// on the same types.
import CGlslangConstants
import Host

enum ConstantEvaluator {
    /// The function that glslang calls during parsing; see CGlslangConstants.h.
    static let evaluate: GlslangConstantEvaluator = { description, operands, result in
        guard let description = description?.pointee, let operands, let result else { return false }
        let operation = ConstantOperation(description)
        let values = Array(UnsafeBufferPointer(start: operands, count: operation.operands.reduce(0) { $0 + $1.count }))
        guard let bits = shaders.withLock({ value(of: operation, values, &$0) }) else { return false }
        for (index, word) in bits.enumerated() { result[index] = word }
        return true
    }

    private static let shaders = Lock<[ConstantOperation: ConstantShader]>([:])

    private static func value(of operation: ConstantOperation, _ operands: [UInt32],
                              _ shaders: inout [ConstantOperation: ConstantShader]) -> [UInt32]? {
        if operation.dependsOnConstants, operation.operands[0].count > 1 {
            // The lowering of `operation` depends on the value of the second operand, and the second operand's components may have
            // different values. So a separate shader computes each component.
            let count = operation.operands[0].count
            var result: [UInt32] = []
            for k in 0..<count {
                guard let component = value(of: operation.ofScalars, [operands[k], operands[count + k]], &shaders) else { return nil }
                result += component
            }
            return result
        }
        var operation = operation
        operation.noteConstants(operands)
        if let shader = shaders[operation] { return shader.run(operands) }
        guard let shader = ConstantShader(operation) else { return nil }
        shaders[operation] = shader
        return shader.run(operands)
    }
}

/// An instruction of SPIR-V or GLSL.std.450, and the types of its result and operands.
struct ConstantOperation: Hashable {
    struct Shape: Hashable {
        enum Component: Hashable { case bool, int, uint, float }
        var component: Component
        var rows: Int
        /// The number of columns; 0 if the value is no matrix.
        var columns: Int
        var count: Int { rows * max(columns, 1) }

        init(_ type: GlslangConstantType) {
            component = switch type.component {
            case GlslangConstantBool: .bool
            case GlslangConstantInt: .int
            case GlslangConstantUint: .uint
            default: .float
            }
            (rows, columns) = (Int(type.rows), Int(type.columns))
        }
    }
    /// The number of the instruction in SPIR-V, or in GLSL.std.450 if `isFunction` is true.
    var number: UInt32
    var isFunction: Bool
    var result: Shape
    var operands: [Shape]
    /// The value of the second operand, if the lowering has a special rule for this value; else nil.
    private(set) var constant: UInt32?

    init(_ operation: GlslangConstantOperation) {
        let functions = UInt32(GlslangConstantFunction)
        isFunction = operation.instruction >= functions
        number = isFunction ? operation.instruction - functions : operation.instruction
        result = Shape(operation.result)
        let types = operation.operands
        operands = [types.0, types.1, types.2, types.3].prefix(Int(operation.operandCount)).map(Shape.init)
    }

    private var isPower: Bool { isFunction && number == GLSLFunction.pow.rawValue }
    private var isModulo: Bool { !isFunction && number == UInt32(SPIRVOpcode.fMod.rawValue) }
    /// Whether the lowering has a special rule for this operation if the second operand is constant.
    var dependsOnConstants: Bool { isPower || isModulo }

    var ofScalars: ConstantOperation {
        var operation = self
        operation.result.rows = 1
        for index in operation.operands.indices { operation.operands[index].rows = 1 }
        return operation
    }

    mutating func noteConstants(_ values: [UInt32]) {
        guard dependsOnConstants else { return }
        let second = Float(bitPattern: values[1])
        if isPower ? ModuleBuilder.isProduct(exponent: second) : second == 0 { constant = values[1] }
    }
}

/// The shader for a single operation, and the interpreter that runs this shader.
private final class ConstantShader {
    private let interpreter: Interpreter
    private let resultCount: Int
    /// The first slot of each operand's components; nil if the shader does not read the operand.
    private let slots: [Int?]
    private let resultSlot: Int

    /// Returns nil if the lowering rejects the operation.
    init?(_ operation: ConstantOperation) {
        let lines = ShaderLineMap(files: [], locations: [])
        guard let spirv = try? SPIRVReader.read(ConstantShaderText.words(of: operation)),
              let lowering = try? StageLowering(spirv: spirv, stage: .vertex, layout: ProgramLayout(), lines: lines,
                                                limits: ShaderLimits(), deadline: CompileDeadline(ShaderLimits())),
              let module = try? lowering.run(), let output = module.outputs.first else { return nil }
        var slots: [Int?] = []
        for (index, operand) in operation.operands.enumerated() {
            let first = module.inputs.first { $0.name == ConstantShaderText.name(ofOperand: index) }?.firstSlot
            slots += (0..<operand.count).map { k in first.map { $0 + k } }
        }
        self.slots = slots
        resultCount = operation.result.count
        resultSlot = output.firstSlot
        interpreter = Interpreter(module: module, stepLimit: 1)
    }

    func run(_ operands: [UInt32]) -> [UInt32]? {
        for (slot, operand) in zip(slots, operands) {
            if let slot { interpreter.inputs[slot] = QuadUInt(repeating: operand) }
        }
        guard (try? interpreter.run(active: SIMDMask(repeating: true))) != nil else { return nil }
        return (0..<resultCount).map { interpreter.locals[resultSlot + $0][0] }
    }
}
