// Varyings: connects the outputs of a stage to the inputs of the next stage.

enum Varyings {
    /// Returns one `VaryingComponent` for each input component of `reader`. If `reader` is a geometry shader, returns one
    /// `VaryingComponent` for each scalar of a vertex.
    ///
    /// Variables match by name (blocks by block name); if no name matches, variables match by location and component (GL 4.6,
    /// section 7.4.1). Throws an error if `writer` does not declare an input of `reader`, except for built-in inputs (gl_Color, …), or if
    /// `writer` declares the input with another type. An input that nothing writes is zero.
    static func match(_ writer: ShaderModule, _ reader: ShaderModule, lines: ShaderLineMap) throws(ShaderError) -> [VaryingComponent] {
        func failure(_ message: String) -> ShaderError { StageLowering.error(message, stage: reader.stage, lines: lines, line: 0) }
        let readerName = reader.stage.rawValue, writerName = writer.stage.rawValue
        var varyings: [VaryingComponent] = []
        let inputNames = Set(reader.inputs.map(\.name))
        for input in reader.inputs {
            let count = input.type.scalarCount
            /// The slot of each component in the writing stage; −1 if nothing writes the component, so that its value is zero.
            let slots: [Int]
            if reader.stage == .geometry, let written = builtin(input.name, count, of: writer) {
                slots = written
            } else if input.name == StageLowering.clipDistanceName {
                guard let first = writer.builtinOutputs.clipDistance, writer.builtinOutputs.clipDistanceCount >= count else {
                    throw failure("the \(readerName) stage reads gl_ClipDistance[\(count - 1)], which the \(writerName) stage does not write")
                }
                slots = Array(first ..< first + count)
            } else {
                let name = LegacyVariables.vertexOutput(feeding: input.name)
                let output = writer.outputs.first { $0.name == name } ?? writer.outputs.first {
                    $0.location == input.location && input.location >= 0 && $0.component == input.component && !inputNames.contains($0.name)
                }
                if let output {
                    // The size of gl_TexCoord may differ between the stages, because each stage determines the size from the
                    // largest index that it uses.
                    let isTexCoord = name == "gl_TexCoord"
                    guard isTexCoord || haveSameShape(output.type, input.type) else {
                        throw failure("'\(input.name)' has different types in the \(writerName) and the \(readerName) stage")
                    }
                    slots = (0..<count).map { $0 < output.type.scalarCount ? output.firstSlot + $0 : -1 }
                } else if LegacyVariables.fragmentInputs.contains(input.name) || LegacyVariables.vertexOutputs.contains(input.name) {
                    // The variable `name` is an input of fixed function. If nothing writes an input of fixed function, the input's value is
                    // undefined, but a shader may read the input.
                    slots = Array(repeating: -1, count: count)
                } else {
                    throw failure("the \(readerName) stage reads '\(input.name)', which the \(writerName) stage does not declare as an output")
                }
            }
            varyings += slots.map {
                VaryingComponent(vertexSlot: $0, interpolation: input.interpolation, sampling: input.sampling)
            }
        }
        return varyings
    }

    /// Returns the slots of a member of gl_in; nil if `name` is not the name of such a member. The slot is −1 for a component that nothing
    /// writes; the value of this component is undefined.
    private static func builtin(_ name: String, _ count: Int, of writer: ShaderModule) -> [Int]? {
        let outputs = writer.builtinOutputs
        let (first, written): (Int?, Int)
        switch name {
        case "gl_Position": (first, written) = (outputs.position, 4)
        case "gl_PointSize": (first, written) = (outputs.pointSize, 1)
        case StageLowering.clipDistanceName: (first, written) = (outputs.clipDistance, outputs.clipDistanceCount)
        case "gl_CullDistance", "gl_ClipVertex": (first, written) = (nil, 0)
        default: return nil
        }
        return (0..<count).map { k in k < written ? first.map { $0 + k } ?? -1 : -1 }
    }

    /// Returns true if the types are equal except for the names of structures.
    static func haveSameShape(_ x: ValueType, _ y: ValueType) -> Bool {
        switch (x, y) {
        case (.array(let a, let n), .array(let b, let m)): n == m && haveSameShape(a, b)
        case (.structure(_, let a), .structure(_, let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && haveSameShape($0.type, $1.type) }
        default: x == y
        }
    }
}

extension ShaderModule {
    /// Removes the @ that `glslang_shaders_separate_inputs` appends to the names of inputs. While the stages were matched, the @
    /// distinguished these inputs from outputs of the same name at other locations. No source has an @ in a name.
    mutating func nameInputsAsInSource() {
        for index in inputs.indices where inputs[index].name.contains("@") { inputs[index].name.removeAll { $0 == "@" } }
    }
}
