// Preprocessor, plain variables: adds declarations to a text for a compiler other than glslang, before the first declaration of the source.
//
// An OpenGL implementation gives gl_Vertex and similar variables no location, so an application could not set their values. Each
// built-in variable of this kind that the source uses becomes an ordinary variable. The declarations follow the #extension
// directives, because compilers require that these directives come first.

extension Preprocessor {
    /// Returns the name that a built-in attribute or matrix has in a text for a compiler other than glslang. Any other name is returned unchanged.
    static func plainName(_ name: String) -> String {
        LegacyVariables.attributes.contains(name) || LegacyVariables.matrices[name] != nil ? "raster_" + name.dropFirst("gl_".count) : name
    }

    mutating func declarePlainVariables() {
        var declarations = laysOutBlocks ? ["": Self.blockLayout] : [:]
        for index in emitted.indices where dialect.isCompatibility && emitted[index].kind == .identifier {
            let name = spellings[emitted[index].symbol]
            if let (type, size) = LegacyVariables.matrices[name] {
                declarations[name] = "uniform \(type) \(Self.plainName(name))\(size);"
            } else if stage.rules.inputs == .attributes, LegacyVariables.attributes.contains(name) {
                let type = ["gl_Normal": "vec3", "gl_FogCoord": "float"][name] ?? "vec4"
                declarations[name] = "attribute \(type) \(Self.plainName(name));"
            } else { continue }
            emitted[index].symbol = spellings.number(of: Self.plainName(name))
        }
        guard let first = emitted[headCount...].firstIndex(where: { $0.kind != .directive }) else { return }
        let place = emitted[first].place
        emitted.insert(contentsOf: declarations.sorted { $0.key < $1.key }.map {
            PreprocessorToken(kind: .directive, hasSpaceBefore: false, symbol: spellings.number(of: $0.value), place: place)
        }, at: first)
    }
}
