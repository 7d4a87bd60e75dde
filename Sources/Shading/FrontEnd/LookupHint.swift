// LookupHint: what a texture lookup that fits no function was given. glslang says only that none fits.

struct LookupHint {
    private static let mismatch = " : no matching overloaded function found"
    /// The components of a coordinate, as the words that follow a sampler's type.
    private static let coordinates = ["sampler2D": "two components", "sampler3D": "three components", "samplerCube": "a direction of three components",
                                      "sampler2DArray": "two components and a layer"]

    /// The message with a word about the sampler that its line names first, where it is about a lookup.
    static func added(to diagnostic: ShaderDiagnostic, _ source: Preprocessor.Output) -> ShaderDiagnostic {
        guard diagnostic.message.hasSuffix(mismatch), let function = diagnostic.message.split(separator: "'").first, function.hasPrefix("texture"),
              let call = diagnostic.sourceLine.firstRange(of: "\(function)(") ?? diagnostic.sourceLine.firstRange(of: "\(function) (") else { return diagnostic }
        let words = diagnostic.sourceLine[call.upperBound...].split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard let sampler = words.first(where: { source.outline.declarations[String($0)] != nil }).map(String.init),
              let type = source.outline.declarations[sampler]?.type.prefix(while: { $0 != "[" }), let coordinate = coordinates[String(type)] else { return diagnostic }
        let isOld = source.dialect.version < (source.dialect.isES ? 300 : 130)
        let lookup = !isOld ? "texture" : type == "samplerCube" ? "textureCube" : type == "sampler3D" ? "texture3D" : "texture2D"
        var result = diagnostic
        result.message += "; '\(sampler)' is a \(type): \(lookup)(\(sampler), …) takes \(coordinate)"
        return result
    }
}
