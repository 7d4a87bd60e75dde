// StageLowering: converts one SPIR-V module to one ShaderModule.
//
// The entry point is lowered in its structured order; calls are inlined. Every SPIR-V value becomes a list of scalar nodes. This
// file contains the state, names and errors; extensions contain the rest. The extensions are:
//   +Calls         functions, inlined
//   +ControlFlow   blocks, branches, selections, loops
//   +Switch        switches
//   +ConstantArrays  arrays that hold only one constant
//   +CallOrder     the order of evaluation around calls
//   +Memory        variables, access chains, loads and stores
//   +Storage       storage blocks and shared variables
//   +Atomics       atomic operations, barriers
//   +Instructions  arithmetic, composites, conversions
//   +BuiltinFunctions  GLSL.std.450
//   +Interpolation  interpolateAtCentroid and similar functions
//   +Image         texture lookups
//   +StorageImage  images without a sampler
//   +Geometry      the layout of geometry shaders, their inputs, emission of vertices
//   +Interface     variables at module scope
//   +Inputs        inputs, built-in inputs
//   +Outputs       outputs, built-in outputs
//   +Components    fragment outputs that share a location

/// The form of a SPIR-V value during lowering.
enum LoweredValue {
    /// A flattened value. The order of a composite's scalars is: members, elements, columns, components.
    case scalars([Node])
    case pointer(Pointer)
    case image(ImageHandle)
    /// The place of a texel, for an atomic operation.
    case texel(ImageOperation)
}

/// A sampler that the shader has loaded, the image of such a sampler, or an image that is accessed without a sampler.
struct ImageHandle {
    var type: SPIRVImageType
    var dimension: TextureDimension
    var unit: Int
    var unitIndex: Node
    var unitCount: Int
}

final class StageLowering {
    /// The maximum number of scalars in all intermediate values of a stage together.
    static let workLimit = 64_000_000

    let limits: ShaderLimits
    let deadline: CompileDeadline
    let spirv: SPIRVModule
    let stage: ShaderStage
    let layout: ProgramLayout
    let lines: ShaderLineMap
    /// Whether lookups with comparison give four components, as in GLSL 1.10 and 1.20. If these lookups give four components, a vector of
    /// four equal components that is made from such a lookup is the result of `shadow2D` or a similar function.
    let hasOldShadowLookups: Bool
    let builder = ModuleBuilder()
    var module: ShaderModule

    /// For each variable that a reachable function uses, the line of the variable's first use.
    var mentions: [UInt32: Int32] = [:]
    /// The pointers to the module-scope variables that are in use.
    var globals: [UInt32: Pointer] = [:]
    var constantValues: [UInt32: [Node]] = [:]
    /// The constant arrays that are only read. For each constant array: the first slot of the array's copy. The copy is filled at entry.
    var constantArrays: [UInt32: Int] = [:]
    /// For each component of the stage's input variables, the source of its value.
    var inputSources: [InputSource] = []
    var inputCopies: [Int: Int] = [:]
    /// The planes of the input components that interpolation functions read, by component. The key −1 belongs to the plane of 1/w.
    var windowPlanes: [Int: WindowPlane] = [:]
    var builtinOutputs: [BuiltinOutput] = []
    /// The slot that is true in lanes that were discarded; nil if the stage does not call helperInvocationEXT(). This function returns true
    /// in discarded lanes, but gl_HelperInvocation keeps its value (GL_EXT_demote_to_helper_invocation).
    var discardedSlot: Int?
    /// The members of the output block gl_PerVertex that belong to fixed function. The module contains such an output only if the shader stores to it.
    var legacyMembers: [InterfaceVariable] = []
    /// If an output of a fragment shader states a component: the first slot of location 0, and the locations with outputs; else nil. Each
    /// location has four slots; see `findSharedLocations`.
    var sharedLocations: (firstSlot: Int, used: Set<Int>)?
    var frame: Frame
    var nesting = 0
    var work = 0
    /// The line, in the text that was compiled, of the instruction that is being lowered.
    var line: Int32 = 0
    /// 1 while an OpSpecConstantOp is lowered, because the operands of this instruction begin one word later than usual; else 0.
    var operandShift = 0
    private var locationIndices: [ShaderLocation: Int32] = [:]
    private var functionNameIndices: [String: Int32] = [:]

    /// A function that is being lowered for one call.
    final class Frame {
        let function: SPIRVFunction
        let name: String
        let nameIndex: Int32
        /// The location of the call; -1 for the entry point.
        let inlinedAt: Int32
        var scope: ShaderScope { ShaderScope(function: nameIndex, inlinedAt: inlinedAt) }
        var values: [UInt32: LoweredValue] = [:]
        /// The type id of each data value.
        var valueTypes: [UInt32: UInt32] = [:]
        /// The blocks that an `exit` may leave, innermost last.
        var targets: [(label: UInt32, block: Node)] = []
        var phiSlots: [UInt32: [Int]] = [:]
        var visited: Set<UInt32> = []
        /// The block that early returns leave; nil if the function returns only at its end. The property `returnSlots` has the slots for
        /// the returned value.
        var returnBlock: Node?
        var returnSlots: [Int] = []
        var returnValue: [Node] = []
        /// The results of each lookup with comparison that gives four components; by the id of the first component.
        var shadowResults: [UInt32: [Node]] = [:]
        /// Function variables that hold only one constant; see `constantArrays`.
        var constantVariables: [UInt32: UInt32] = [:]

        init(function: SPIRVFunction, name: String, nameIndex: Int32, inlinedAt: Int32) {
            self.function = function; self.name = name; self.nameIndex = nameIndex; self.inlinedAt = inlinedAt
        }
    }
    var activeFunctions: Set<UInt32> = []

    init(spirv: SPIRVModule, stage: ShaderStage, layout: ProgramLayout, lines: ShaderLineMap, limits: ShaderLimits,
         deadline: CompileDeadline, hasOldShadowLookups: Bool = false) throws(ShaderError) {
        guard let main = spirv.functions[spirv.entryPoint] else {
            throw Self.error("the main function is missing", stage: stage, lines: lines, line: 0)
        }
        self.spirv = spirv; self.stage = stage; self.layout = layout; self.lines = lines; self.hasOldShadowLookups = hasOldShadowLookups
        self.limits = limits.effective; self.deadline = deadline
        module = ShaderModule(stage: stage)
        module.files = lines.files.map(\.name)
        module.functionNames = ["main"]
        functionNameIndices["main"] = 0
        frame = Frame(function: main, name: "main", nameIndex: 0, inlinedAt: -1)
    }

    /// Lowers the stage. The layout `layout` must include this module.
    func run() throws(ShaderError) -> ShaderModule {
        guard spirv.executionModel == stage.rules.executionModel else {
            throw failure("the SPIR-V module is for another stage")
        }
        if stage == .compute { try setWorkGroupSize() }
        if stage == .geometry { try setGeometryLayout() }
        module.earlyFragmentTests = spirv.executionModes.contains(SPIRVExecutionMode.earlyFragmentTests)
        line = frame.function.line
        updateLocation()
        try declareInterface()
        try lowerBody()
        try finishInterface()
        return module
    }

    // MARK: Places

    /// Returns the function's name in the source: `f(vf2;f1;` → `f`.
    func functionName(_ id: UInt32) -> String {
        let name = String(spirv.name(id).prefix { $0 != "(" })
        return name.isEmpty ? "function" : lines.sourceNames[name] ?? name
    }

    func functionNameIndex(_ name: String) -> Int32 {
        if let index = functionNameIndices[name] { return index }
        let index = Int32(module.functionNames.count)
        module.functionNames.append(name)
        functionNameIndices[name] = index
        return index
    }

    /// Returns the index of the current place in `module.locations`. Adds the place at the first request.
    func currentLocation() -> Int32 {
        let place = lines.location(ofLine: Int(line))
        let location = ShaderLocation(file: place.file, line: place.line, function: frame.nameIndex, inlinedAt: frame.inlinedAt)
        if let index = locationIndices[location] { return index }
        let index = Int32(module.locations.count)
        module.locations.append(location)
        locationIndices[location] = index
        return index
    }

    func updateLocation() { builder.location = currentLocation() }

    // MARK: Errors

    static func error(_ message: String, stage: ShaderStage, lines: ShaderLineMap, line: Int32) -> ShaderError {
        let place = lines.location(ofLine: Int(line))
        let source = lines.files.indices.contains(Int(place.file)) ? lines.files[Int(place.file)] : ShaderSource(text: "", name: "")
        var text = ""
        if place.line > 0 {
            let all = source.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            if all.indices.contains(Int(place.line) - 1) { text = String(all[Int(place.line) - 1]) }
        }
        return ShaderError(diagnostics: [ShaderDiagnostic(
            severity: .error, phase: .link, stage: stage, file: source.name, line: Int(place.line), message: message,
            sourceLine: text)])
    }

    /// Returns an error at the instruction that is being lowered.
    func failure(_ message: String) -> ShaderError {
        Self.error(message, stage: stage, lines: lines, line: line)
    }

    /// Returns an error for a shader that exceeds a limit.
    func failure(_ message: String, beyond name: ShaderLimits.Name, _ limit: Int) -> ShaderError {
        var error = failure(message)
        error.diagnostics[0].exceeded = ShaderLimits.Excess(name, limit: limit)
        return error
    }

    /// Returns an error for invalid SPIR-V. glslang never emits invalid SPIR-V.
    func malformed(_ message: String) -> ShaderError { failure("malformed SPIR-V: \(message)") }

    func unsupported(_ construct: String) -> ShaderError { failure("\(construct) is not supported") }

    func checkBudget() throws(ShaderError) {
        if builder.hasTypeMismatch { throw malformed("an operand has the wrong type") }
        if builder.nodes.count > limits.instructions {
            throw failure("the shader has more than \(limits.instructions) instructions after inlining, "
                + "exceeded in '\(frame.name)'; make its arrays or unrolled code smaller", beyond: .instructions, limits.instructions)
        }
        if builder.slotCount > limits.localScalars {
            throw failure("the shader's local variables take more than \(limits.localScalars) scalars, exceeded in "
                + "'\(frame.name)'; make its arrays smaller", beyond: .localScalars, limits.localScalars)
        }
        try deadline.check { failure($0, beyond: .time, $1) }
        if work > Self.workLimit { throw failure("the shader handles values that are too large, in '\(frame.name)'") }
    }

    // MARK: Operands

    /// Returns word `index` of the instruction. Word 0 contains the opcode.
    func word(_ i: SPIRVInstruction, _ index: Int) throws(ShaderError) -> UInt32 {
        let shifted = index >= 3 ? index + operandShift : index
        guard shifted < i.count else { throw malformed("operand \(index) of instruction \(i.number) is missing") }
        return spirv.words[i.start + shifted]
    }

    func wordCount(_ i: SPIRVInstruction) -> Int { i.count - operandShift }

    func value(_ id: UInt32) throws(ShaderError) -> LoweredValue {
        if let value = frame.values[id] { return value }
        if let pointer = globals[id] { return .pointer(pointer) }
        return .scalars(try constantValue(id))
    }

    func scalars(_ id: UInt32) throws(ShaderError) -> [Node] {
        guard case .scalars(let nodes) = try value(id) else { throw malformed("id \(id) is not a data value") }
        return nodes
    }

    func scalars(_ i: SPIRVInstruction, _ index: Int) throws(ShaderError) -> [Node] { try scalars(try word(i, index)) }

    func scalar(_ i: SPIRVInstruction, _ index: Int) throws(ShaderError) -> Node {
        let nodes = try scalars(i, index)
        guard nodes.count == 1 else { throw malformed("operand \(index) of instruction \(i.number) is not a scalar") }
        return nodes[0]
    }

    func pointer(_ id: UInt32) throws(ShaderError) -> Pointer {
        guard case .pointer(let pointer) = try value(id) else { throw malformed("id \(id) is not a pointer") }
        return pointer
    }

    /// Sets the instruction's result, after checking that its number of scalars is right.
    func setResult(_ i: SPIRVInstruction, _ nodes: [Node]) throws(ShaderError) {
        let type = try word(i, 1)
        guard spirv.scalarCounts[type] == nodes.count else {
            throw malformed("instruction \(i.number) has a result of the wrong size")
        }
        work += nodes.count
        let id = try word(i, 2)
        frame.values[id] = .scalars(nodes)
        frame.valueTypes[id] = type
    }

    /// Returns the component type of a scalar, vector or matrix.
    func componentType(_ type: UInt32) throws(ShaderError) -> ScalarType {
        switch spirv.types[type] {
        case .vector(let component, _): return spirv.scalarType(component) ?? .float
        case .matrix: return .float
        case .unsupported(let name): throw unsupported("'\(name)'")
        default:
            guard let scalar = spirv.scalarType(type) else { throw malformed("id \(type) is not a scalar, vector or matrix type") }
            return scalar
        }
    }

    func scalarTypes(_ type: UInt32) throws(ShaderError) -> [ScalarType] {
        if let name = spirv.unsupportedNames[type] { throw unsupported("'\(name)'") }
        guard let types = spirv.scalarTypes(type) else { throw malformed("id \(type) is not a data type") }
        return types
    }

    // MARK: Constants

    func constantValue(_ id: UInt32) throws(ShaderError) -> [Node] {
        if let nodes = constantValues[id] { return nodes }
        guard let constant = spirv.constants[id] else { throw malformed("id \(id) is used before it is defined") }
        let types = try scalarTypes(constant.type)
        let nodes: [Node]
        if case .operation(let operation) = constant.value {
            nesting += 1
            defer { nesting -= 1 }
            guard nesting < limits.nesting else { throw malformed("constants are nested too deep") }
            let outerShift = operandShift
            operandShift = 1
            defer { operandShift = outerShift }
            // `lowerInstruction` stores the result in the frame. A constant belongs to the module, so the result is moved to
            // `constantValues`.
            try lowerInstruction(operation)
            guard case .scalars(let result)? = frame.values.removeValue(forKey: id) else {
                throw malformed("constant \(id) has no value")
            }
            nodes = result
        } else {
            guard let bits = spirv.flattenedConstant(id), bits.count == types.count else {
                throw malformed("constant \(id) does not fit its type")
            }
            nodes = zip(bits, types).map { builder.constant($0, $1) }
        }
        work += nodes.count
        constantValues[id] = nodes
        return nodes
    }
}

extension SPIRVModule {
    /// Returns the bits of a constant, flattened; nil if the constant does not match its type or is an operation.
    func flattenedConstant(_ id: UInt32) -> [UInt32]? {
        var bits: [UInt32] = []
        return appendConstant(id, to: &bits) ? bits : nil
    }

    private func appendConstant(_ id: UInt32, to bits: inout [UInt32]) -> Bool {
        guard let constant = constants[id] else { return false }
        switch constant.value {
        case .scalar(let value):
            guard scalarType(constant.type) != nil else { return false }
            bits.append(value)
            return true
        case .null:
            bits.append(contentsOf: repeatElement(0, count: scalarCounts[constant.type] ?? 0))
            return true
        case .composite(let parts):
            let expected: [UInt32]
            switch types[constant.type] {
            case .vector(let component, let count): expected = Array(repeating: component, count: count)
            case .matrix(let column, let count): expected = Array(repeating: column, count: count)
            case .array(let element, let count): expected = Array(repeating: element, count: count)
            case .structure(let members): expected = members
            default: return false
            }
            guard expected.count == parts.count else { return false }
            // The guard checks that each part has the type of the corresponding member, so the recursion is no deeper than the nesting of
            // the type.
            for (part, type) in zip(parts, expected) {
                guard constants[part]?.type == type, appendConstant(part, to: &bits) else { return false }
            }
            return true
        case .operation: return false
        }
    }
}
