// Varyings: connects slots of the vertex stage to input components of the fragment stage.

enum Varyings {
    /// Returns one entry for each input component of the fragment stage.
    ///
    /// Variables match by name (blocks by block name); if no name matches, variables match by location (GL 4.6, section 7.4.1).
    /// Throws an error if the vertex stage does not declare a fragment input, except for built-in inputs (gl_Color, …). An input
    /// that nothing writes is zero.
    static func match(vertex: ShaderModule, fragment: ShaderModule, lines: ShaderLineMap) throws(ShaderError) -> [VaryingComponent] {
        var varyings: [VaryingComponent] = []
        let inputNames = Set(fragment.inputs.map(\.name))
        for input in fragment.inputs {
            let count = input.type.scalarCount
            /// −1 if nothing writes the component, which is then zero.
            let slots: [Int]
            if input.name == StageLowering.clipDistanceName {
                guard let first = vertex.builtinOutputs.clipDistance, vertex.builtinOutputs.clipDistanceCount >= count else {
                    throw failure("the fragment stage reads gl_ClipDistance[\(count - 1)], which the vertex stage does not write", lines)
                }
                slots = Array(first ..< first + count)
            } else {
                let name = LegacyVariables.vertexOutput(feeding: input.name)
                let output = vertex.outputs.first { $0.name == name } ?? vertex.outputs.first {
                    $0.location == input.location && input.location >= 0 && !inputNames.contains($0.name)
                }
                if let output {
                    // The size of gl_TexCoord may differ between the stages, because each stage determines the size from the
                    // largest index that it uses.
                    let isTexCoord = name == "gl_TexCoord"
                    guard isTexCoord || haveSameShape(output.type, input.type) else {
                        throw failure("'\(input.name)' has different types in the vertex and the fragment stage", lines)
                    }
                    slots = (0..<count).map { $0 < output.type.scalarCount ? output.firstSlot + $0 : -1 }
                } else if LegacyVariables.fragmentInputs.contains(input.name) {
                    // This is an input of fixed function. If nothing writes the input, its value is undefined, but reading it is no error.
                    slots = Array(repeating: -1, count: count)
                } else {
                    throw failure("the fragment stage reads '\(input.name)', which the vertex stage does not declare as an output", lines)
                }
            }
            varyings += slots.map {
                VaryingComponent(vertexSlot: $0, interpolation: input.interpolation, sampling: input.sampling)
            }
        }
        return varyings
    }

    /// True if the types are equal except for the names of structures.
    static func haveSameShape(_ x: ValueType, _ y: ValueType) -> Bool {
        switch (x, y) {
        case (.array(let a, let n), .array(let b, let m)): n == m && haveSameShape(a, b)
        case (.structure(_, let a), .structure(_, let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && haveSameShape($0.type, $1.type) }
        default: x == y
        }
    }

    private static func failure(_ message: String, _ lines: ShaderLineMap) -> ShaderError {
        StageLowering.error(message, stage: .fragment, lines: lines, line: 0)
    }
}
