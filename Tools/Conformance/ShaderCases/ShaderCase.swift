// ShaderCase: a case of the Khronos shader-case format: shaders, the expected result of building them, and a table of values.

/// A column of the table: a name, and a value for each row.
package struct TableValue: Sendable, Hashable {
    package var name: String
    package var type: ElementType
    /// The words of the values, row after row; matrices column after column; floats and integers as bits, bools as 0 and 1.
    package var words: [UInt32]
    package var rowCount: Int { words.count / type.scalarCount }
    package func row(_ index: Int) -> ArraySlice<UInt32> { words[index * type.scalarCount ..< (index + 1) * type.scalarCount] }
}

/// The table `values { … }`: the inputs and uniforms for each row's draw, and the expected outputs.
package struct ValueTable: Sendable, Hashable {
    package var inputs: [TableValue] = []
    package var uniforms: [TableValue] = []
    package var outputs: [TableValue] = []
    package init() {}
    /// The number of rows. Each row is one draw. The number is 1 if the table has no outputs.
    package var rowCount: Int { outputs.first?.rowCount ?? 1 }

    /// Adds the rows of another table. The values of the two tables must have the same names and types. If names or types differ, nothing
    /// is added and the result is false.
    mutating func append(_ other: ValueTable) -> Bool {
        let lists: [WritableKeyPath<ValueTable, [TableValue]>] = [\.inputs, \.uniforms, \.outputs]
        guard lists.allSatisfy({ list in
            self[keyPath: list].elementsEqual(other[keyPath: list]) { $0.name == $1.name && $0.type == $1.type }
        }) else { return false }
        for list in lists {
            for index in self[keyPath: list].indices { self[keyPath: list][index].words += other[keyPath: list][index].words }
        }
        return true
    }
}

/// A requirement such as `require extension { "A" | "B" } in { vertex }`: the first available extension is enabled.
package struct RequiredExtension: Sendable, Hashable {
    package var alternatives: [String]
    package var inVertex = true
    package var inFragment = true
}

package struct ShaderCase: Sendable {
    package enum Expectation: String, Sendable, CaseIterable {
        case pass
        case compileFailure = "compile_fail"
        case linkFailure = "link_fail"
        case compileOrLinkFailure = "compile_or_link_fail"
        /// The program builds, but a draw with the program is refused.
        case validationFailure = "validation_fail"
        /// The program builds. The case draws nothing.
        case buildSuccess = "build_successful"
    }
    package enum Shaders: Sendable {
        case complete(vertex: String, fragment: String)
        /// One of the two cases that the keyword `both` makes: the file gives the text of one stage, and the other stage is generated.
        case vertexOnly(String)
        case fragmentOnly(String)
    }
    package var shaders: Shaders
    package var dialect: CaseDialect
    package var expectation: Expectation
    package var values: ValueTable
    package var extensions: [RequiredExtension]
    /// The type that the case gives with `output_color`; nil if the case has no `output_color`. With `output_color`, the shader writes the
    /// first value of the case's outputs directly as the fragment's colour, and this colour has the given type. Without `output_color`, the
    /// shader compares the outputs.
    package var outputColor: ElementType?
}
