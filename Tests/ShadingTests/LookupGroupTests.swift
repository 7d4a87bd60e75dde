// Checks which lookups of a shader may be emitted together.

import Shading
import Testing

/// Returns, for each group of lookups in a fragment shader, the texture units of these lookups. The samplers a, b and c have the units 0, 1
/// and 2.
private func groups(_ statements: String) throws -> [[Int]] {
    let program = try link(
        vertex: """
            #version 430
            in vec4 position; out vec4 place;
            void main() { place = position; gl_Position = position; }
            """,
        fragment: """
            #version 430
            uniform sampler2D a, b, c; uniform sampler2DArray layers; uniform sampler2DShadow map; uniform sampler2D many[2];
            uniform int count;
            layout(std430, binding = 0) buffer Words { float words[]; };
            in vec4 place; out vec4 color;
            void main() { vec2 p = place.xy; color = texture(a, p) + texture(b, p + 1.0) + texture(c, p + 2.0); \(statements) }
            """)
    let module = program.fragment
    #expect(module.validate(uniformBlockCount: 1) == [])
    let found = module.lookupGroups.map { $0.map { module.textureOperations[Int(module.instructions[$0].c)].unit } }
    // Specialisation keeps the groups.
    let specialized = module.specialized()
    #expect(specialized.lookupGroups.map { $0.map { specialized.textureOperations[Int(specialized.instructions[$0].c)].unit } } == found)
    return found
}

@Test("lookups at one coordinate in one region of the flow form a group, also behind a discard and with arithmetic between them")
func lookupsInOneRegion() throws {
    #expect(try groups("color += texture(b, p) * color.x + texture(c, p);") == [[0, 1, 2]])
    #expect(try groups("if (color.x > 0.5) discard; color += texture(b, p);") == [[0, 1]])
    #expect(try groups("for (int i = 0; i < count; i++) { vec2 q = p * color.x; color += textureLod(a, q, 1.0); color += textureLod(b, q, 1.0); }") == [[0, 1]])
    #expect(try groups("if (color.x > 0.5) { color += textureLod(b, p, 2.0); color.y += textureLod(c, p, 2.0).x; }") == [[1, 2]])
    #expect(try groups("color += textureOffset(b, p, ivec2(1)) + textureOffset(c, p, ivec2(1)) + texture(b, p, 0.5) + texture(c, p, 0.5);") == [[1, 2], [1, 2]])
}

@Test("lookups that differ in more than their unit form no group", arguments: [
    "texture(b, p.yx)", "texture(b, p, 0.5)", "textureLod(b, p, 1.0)", "textureOffset(b, p, ivec2(1, 0))", "texture(layers, vec3(p, 0.0))",
    "textureGrad(b, p, vec2(0.1), vec2(0.2))", "texelFetch(b, ivec2(1), 0) + texelFetch(c, ivec2(1), 0)", "textureGather(b, p) + textureGather(c, p)",
    "vec4(texture(map, vec3(p, 0.5)))", "texture(many[count], p)", "texture(a, p)",
])
func lookupsThatDiffer(lookup: String) throws {
    #expect(try groups("color += \(lookup);") == [])
}

@Test("lookups in different regions, and lookups around an access to memory, form no group", arguments: [
    "if (color.x > 0.5) color += texture(b, p);", "if (color.x > 0.5) color += textureLod(b, p, 1.0); else color += textureLod(c, p, 1.0);",
    "for (int i = 0; i < count; i++) color += texture(b, p) * color.y;", "words[0] = color.x; color += texture(b, p);",
    "if (color.x > 0.5) words[0] = color.x; color += texture(b, p);",
])
func lookupsApart(statements: String) throws {
    #expect(try groups(statements) == [])
}
