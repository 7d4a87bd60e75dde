// LegacyVariables: the built-in variables of GLSL 1.10 and 1.20 whose values fixed-function OpenGL provided.
//
// These variables become ordinary variables of the same name: attributes (`gl_Vertex`), uniforms (`gl_ModelViewProjectionMatrix`;
// as in OpenGL, its initial value is the identity) and varyings (`gl_TexCoord`). Variables that fixed function computes with
// lights, materials, fog or texture generation are not supported.

enum LegacyVariables {
    static let attributes: Set<String> = Set(
        ["gl_Vertex", "gl_Normal", "gl_Color", "gl_SecondaryColor", "gl_FogCoord"] + (0..<8).map { "gl_MultiTexCoord\($0)" })
    static let vertexOutputs: Set<String> = [
        "gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_TexCoord", "gl_FogFragCoord",
    ]
    /// The varyings of fixed function in the built-in block gl_PerVertex.
    static let members: Set<String> = vertexOutputs.union(["gl_ClipVertex"])
    static let fragmentInputs: Set<String> = ["gl_Color", "gl_SecondaryColor", "gl_TexCoord", "gl_FogFragCoord"]
    static let fragmentOutputs: Set<String> = [
        "gl_FragColor", "gl_FragData", "gl_SecondaryFragColorEXT", "gl_SecondaryFragDataEXT",
    ]
    /// The type and the array size of each matrix, by the matrix's name.
    static let matrices: [String: (type: String, size: String)] = Dictionary(uniqueKeysWithValues: [
        "ModelView", "Projection", "ModelViewProjection", "Texture"
    ].flatMap { name in
        ["", "Inverse", "Transpose", "InverseTranspose"].map { ("gl_\(name)Matrix\($0)", ("mat4", name == "Texture" ? "[gl_MaxTextureCoords]" : "")) }
    } + [("gl_NormalMatrix", ("mat3", ""))])

    /// Returns the vertex output that supplies a fragment input. OpenGL's two-sided colours are off by default, so gl_Color reads the front
    /// colour.
    static func vertexOutput(feeding name: String) -> String {
        switch name {
        case "gl_Color": "gl_FrontColor"
        case "gl_SecondaryColor": "gl_FrontSecondaryColor"
        default: name
        }
    }

    /// Returns the initial value of a built-in uniform, in register bits; nil if Raster does not support the uniform.
    static func initialValue(_ name: String, _ placement: Placement) -> [UInt32]? {
        if name == "gl_DepthRange" { return [0, 1, 1].map { Float($0).bitPattern } }
        let isMatrix = ["gl_ModelView", "gl_Projection", "gl_Texture", "gl_Normal"].contains { name.hasPrefix($0) }
            && name.contains("Matrix")
        guard isMatrix else { return nil }
        var bits: [UInt32] = []
        func appendIdentity(_ placement: Placement) {
            switch placement {
            case .matrix(let columns, let rows, _, _):
                for column in 0..<columns { for row in 0..<rows { bits.append(Float(column == row ? 1 : 0).bitPattern) } }
            case .array(let element, let count, _, _): for _ in 0..<count { appendIdentity(element) }
            case .scalar, .vector, .structure, .sampler: break
            }
        }
        appendIdentity(placement)
        return bits
    }
}
