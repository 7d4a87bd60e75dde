// StageLowering+Components: fragment outputs that share a location (`layout(component = 1)`; GLSL 4.60, 4.4.2).
//
// If any output states a component, each location gets four consecutive slots, and all variables of the location lie in these slots. So the
// pipeline can store each location as one vector. An array becomes one output for each element, because the slots of its elements do not
// follow each other directly.

extension StageLowering {
    /// Allocates the slots of all locations if an output states a component.
    func findSharedLocations() throws(ShaderError) {
        guard stage.rules.outputs == .targets else { return }
        let outputs = spirv.variables.filter { $0.storage == SPIRVStorageClass.output && spirv.decorations($0.id).builtIn == nil }
        guard outputs.contains(where: { spirv.decorations($0.id).component > 0 }) else { return }
        var end = 0
        for output in outputs {
            guard let type = spirv.valueType(output.pointee) else { throw unsupported("the type of output '\(spirv.name(output.id))'") }
            let (last, overflows) = (spirv.decorations(output.id).location ?? 0).addingReportingOverflow(locationCount(type))
            guard !overflows, last <= Self.sharedLocationLimit else { throw unsupported("the location of output '\(spirv.name(output.id))'") }
            end = max(end, last)
        }
        // A LocalArray has whole strides of four slots, so an array that begins at component 3 ends three slots after its last location.
        sharedLocations = (builder.allocateSlots(4 * end + 3), [])
        try checkBudget()
    }
    /// The upper limit for locations. An output with a larger location is refused. No framebuffer has as many colours as this limit.
    private static let sharedLocationLimit = 256

    /// Declares an output in the slots of its location.
    func declareSharedOutput(_ variable: SPIRVVariable, _ type: ValueType, name: String) throws(ShaderError) {
        let decorations = spirv.decorations(variable.id)
        var element = type, count = 1
        if case .array(let inner, let n) = type { (element, count) = (inner, n) }
        let placement: Placement, scalar: ScalarType
        switch element {
        case .scalar(let kind): (placement, scalar) = (.scalar(kind), kind)
        case .vector(let kind, let size): (placement, scalar) = (.vector(kind, count: size, stride: 1), kind)
        case .matrix, .array, .structure: throw unsupported("the type of output '\(name)' beside an output whose layout has a component")
        }
        if decorations.index > 0 { throw unsupported("the second colour '\(name)' beside an output whose layout has a component") }
        let location = decorations.location ?? 0
        let slots = (0..<count).map { firstSlot(of: location + $0, scalar) + decorations.component }
        let isArray = type != element
        globals[variable.id] = Pointer(memory: .local(firstSlot: slots[0], count: 4 * (count - 1) + element.scalarCount),
                                       placement: isArray ? .array(placement, count: count, stride: 4, unitStride: 0) : placement, name: name)
        for (index, slot) in slots.enumerated() {
            let output = InterfaceVariable(name: isArray ? "\(name)[\(index)]" : name, type: element, location: location + index, firstSlot: slot,
                                           component: decorations.component)
            module.outputs.append(output)
            builder.localVariables.append(LocalVariable(name: output.name, type: element, firstSlot: slot))
        }
    }

    /// Returns the first of the four slots of a location. At entry, the slots hold zeros.
    private func firstSlot(of location: Int, _ kind: ScalarType) -> Int {
        let first = (sharedLocations?.firstSlot ?? 0) + 4 * location
        guard sharedLocations?.used.insert(location).inserted == true else { return first }
        let zero = kind == .float ? builder.float(0) : kind == .int ? builder.int(0) : builder.uint(0)
        for slot in first ..< first + 4 { builder.store(slot, zero) }
        return first
    }
}
