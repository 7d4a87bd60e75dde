// ShaderCase: a case of the Khronos shader-case format: shaders, what building them must give, and a table of values.

/// A name with one value per row.
package struct TableValue: Sendable, Hashable {
    package var name: String
    package var type: ElementType
    /// Row after row, column after column: floats and integers as their bits, bools as 0 and 1.
    package var words: [UInt32]
    package var rowCount: Int { words.count / type.scalarCount }
    package func row(_ index: Int) -> ArraySlice<UInt32> { words[index * type.scalarCount ..< (index + 1) * type.scalarCount] }
}

/// `values { … }`: inputs and uniforms that a row draws with, outputs that must come of it.
package struct ValueTable: Sendable, Hashable {
    package var inputs: [TableValue] = []
    package var uniforms: [TableValue] = []
    package var outputs: [TableValue] = []
    package init() {}
    /// Draws that the table asks for; one where nothing is expected.
    package var rowCount: Int { outputs.first?.rowCount ?? 1 }

    /// Adds the rows of another table, which has to name the same values. False, and nothing is added, where it does not.
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

/// `require extension { "A" | "B" } in { vertex }`: the first that is there is switched on.
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
        /// It builds, and a draw with it is refused.
        case validationFailure = "validation_fail"
        /// It builds; nothing is drawn.
        case buildSuccess = "build_successful"
    }
    package enum Shaders: Sendable {
        case complete(vertex: String, fragment: String)
        /// One half of a `both` case; the other stage is made for it.
        case vertexOnly(String)
        case fragmentOnly(String)
    }
    package var shaders: Shaders
    package var dialect: CaseDialect
    package var expectation: Expectation
    package var values: ValueTable
    package var extensions: [RequiredExtension]
    /// `output_color`: the first output is the colour itself, of this type.
    package var outputColor: ElementType?
}
