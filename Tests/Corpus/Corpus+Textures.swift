// Corpus, textures: every sampler type with each of its lookups.

extension Corpus {
    static let textures: [ShaderCase] = [plain, integer, shadow, sizes, gathers, inVertexStage, arraysOfSamplers].flatMap { $0 }

    /// Coordinate expressions by dimension.
    private static let dimensions: [(sampler: String, coordinate: String, gradient: String, fetch: String, offset: String, size: Int)] = [
        ("2D", "v.xy", "xy", "i.xy", "ivec2(-1, 2)", 2), ("3D", "v.xyz", "xyz", "i.xyz", "ivec3(-1, 2, 3)", 3),
        ("Cube", "(v.xyz - 0.5)", "xyz", "", "", 2), ("2DArray", "vec3(v.xy, 3.0)", "xy", "i.xyz", "ivec2(-1, 2)", 3),
    ]

    private static let plain: [ShaderCase] = dimensions.map { kind in
        let (p, d) = (kind.coordinate, kind.gradient)
        var lines = [
            "c += texture(s, \(p)) + texture(s, \(p), u.x);", "c += textureLod(s, \(p), u.y);", "c += textureGrad(s, \(p), dFdx(v).\(d), u.\(d));",
        ]
        if !kind.fetch.isEmpty { lines.append("c += texelFetch(s, \(kind.fetch), k.w);") }
        if !kind.offset.isEmpty {
            lines.append("c += textureOffset(s, \(p), \(kind.offset)) + textureOffset(s, \(p), \(kind.offset), u.x);")
            lines.append("c += textureLodOffset(s, \(p), u.x, \(kind.offset)) + textureGradOffset(s, \(p), v.\(d), u.\(d), \(kind.offset));")
            lines.append("c += texelFetchOffset(s, \(kind.fetch), 0, \(kind.offset));")
        }
        if kind.sampler == "2D" {
            lines.append("c += textureProj(s, v.xyz) + textureProj(s, v) + textureProj(s, v.xyz, u.x) + textureProj(s, v, u.x);")
            lines.append("c += textureProjLod(s, v.xyz, u.x) + textureProjLod(s, v, u.x) + textureProjGrad(s, v.xyz, u.xy, u.zw) + textureProjGrad(s, v, u.xy, u.zw);")
            lines.append("c += textureProjOffset(s, v.xyz, ivec2(1)) + textureProjOffset(s, v, ivec2(1), u.x) + textureProjLodOffset(s, v, u.x, ivec2(1)) "
                + "+ textureProjGradOffset(s, v.xyz, u.xy, u.zw, ivec2(-8, 7));")
        }
        if kind.sampler == "3D" {
            lines.append("c += textureProj(s, v) + textureProj(s, v, u.x) + textureProjLod(s, v, u.x) + textureProjGrad(s, v, u.xyz, v.xyz) "
                + "+ textureProjOffset(s, v, ivec3(1)) + textureProjLodOffset(s, v, u.x, ivec3(1)) + textureProjGradOffset(s, v, u.xyz, v.xyz, ivec3(1));")
        }
        return fragmentCase("texture sampler\(kind.sampler)", globals: "uniform highp sampler\(kind.sampler) s;", lines.joined(separator: "\n"))
    }

    private static let integer: [ShaderCase] = ["i", "u"].flatMap { (prefix: String) -> [ShaderCase] in dimensions.map { kind -> ShaderCase in
        var lines = ["c += vec4(texture(s, \(kind.coordinate))) + vec4(textureLod(s, \(kind.coordinate), 1.0)) "
            + "+ vec4(textureGrad(s, \(kind.coordinate), u.\(kind.gradient), v.\(kind.gradient)));"]
        if !kind.fetch.isEmpty { lines.append("c += vec4(texelFetch(s, \(kind.fetch), 0) >> 1);") }
        return fragmentCase("texture \(prefix)sampler\(kind.sampler)", globals: "uniform highp \(prefix)sampler\(kind.sampler) s;",
                            lines.joined(separator: "\n"))
    } }

    private static let shadow: [ShaderCase] = [
        fragmentCase("texture sampler2DShadow", globals: "uniform highp sampler2DShadow s;", """
            c.x = texture(s, v.xyz) + texture(s, v.xyz, u.x) + textureLod(s, v.xyz, u.x) + textureGrad(s, v.xyz, u.xy, u.zw);
            c.y = textureOffset(s, v.xyz, ivec2(1, -1)) + textureLodOffset(s, v.xyz, 0.0, ivec2(2)) + textureGradOffset(s, v.xyz, u.xy, u.zw, ivec2(3));
            c.z = textureProj(s, v) + textureProj(s, v, u.x) + textureProjLod(s, v, 0.0) + textureProjGrad(s, v, u.xy, u.zw) + textureProjOffset(s, v, ivec2(1));
            """),
        fragmentCase("texture samplerCubeShadow", globals: "uniform highp samplerCubeShadow s;",
                     "c.x = texture(s, v) + texture(s, v, u.x) + textureGrad(s, v, u.xyz, v.xyz);"),
        fragmentCase("texture sampler2DArrayShadow", globals: "uniform highp sampler2DArrayShadow s;", "c.x = texture(s, v) + textureGrad(s, v, u.xy, u.zw);"),
    ]

    private static let sizes: [ShaderCase] = [
        fragmentCase("textureSize of every sampler", globals: """
            uniform highp sampler2D s2; uniform highp sampler3D s3; uniform highp samplerCube sc; uniform highp sampler2DArray sa;
            uniform highp sampler2DShadow h2; uniform highp samplerCubeShadow hc; uniform highp sampler2DArrayShadow ha;
            uniform highp isampler2D i2; uniform highp usampler3D u3;
            """, """
            c.xy += vec2(textureSize(s2, 0) + textureSize(sc, k.x) + textureSize(h2, 1) + textureSize(hc, 0) + textureSize(i2, 0));
            c.xyz += vec3(textureSize(s3, k.x) + textureSize(sa, 0) + textureSize(ha, 0) + textureSize(u3, 2));
            """),
        fragmentCase("textureQueryLod and textureQueryLevels", version: "430", globals: "uniform sampler2D s;",
                     "c.xy = textureQueryLod(s, v.xy); c.z = float(textureQueryLevels(s));"),
    ]

    private static let gathers: [ShaderCase] = [
        fragmentCase("textureGather", version: "400", globals: "uniform sampler2D s; uniform samplerCube q; uniform sampler2DArray a; uniform isampler2D j;", """
            c = textureGather(s, v.xy) + textureGather(s, v.xy, 2) + textureGather(q, v.xyz, 1) + textureGather(a, v.xyz, 3) + vec4(textureGather(j, v.xy, 1));
            c += textureGatherOffset(s, v.xy, i.xy & 3) + textureGatherOffset(s, v.xy, ivec2(1, -1), 1);
            """),
        fragmentCase("textureGather of shadow samplers", version: "400",
                     globals: "uniform sampler2DShadow s; uniform samplerCubeShadow q; uniform sampler2DArrayShadow a;",
                     "c = textureGather(s, v.xy, v.z) + textureGather(q, v.xyz, v.w) + textureGather(a, v.xyz, v.w) + textureGatherOffset(s, v.xy, v.z, ivec2(1));"),
        fragmentCase("textureGather in ES", version: "310 es", globals: "uniform highp sampler2D s;",
                     "c = textureGather(s, v.xy, 1) + textureGatherOffset(s, v.xy, ivec2(2), 3);"),
        fragmentCase("textureGatherOffsets", version: "400", globals: "uniform sampler2D s;",
                     "c = textureGatherOffsets(s, v.xy, ivec2[4](ivec2(0), ivec2(1, 0), ivec2(-3, 2), ivec2(5, 5)), 2);"),
    ]

    private static let inVertexStage: [ShaderCase] = [
        vertexCase("textures in the vertex stage", """
            in vec4 position; uniform sampler2D s; uniform highp isampler3D t; out vec4 colour;
            void main() {
                colour = texture(s, position.xy) + textureLod(s, position.xy, 1.0) + texelFetch(s, ivec2(1, 2), 0) + vec4(texelFetch(t, ivec3(0), 1));
                gl_Position = position * float(textureSize(s, 0).x);
            }
            """),
    ]

    private static let arraysOfSamplers: [ShaderCase] = [
        fragmentCase("array of samplers, constant index", globals: "uniform sampler2D s[3];",
                     "c = texture(s[0], v.xy) + texture(s[2], v.zw) + float(textureSize(s[1], 0).x);"),
        fragmentCase("array of samplers, dynamic index", version: "400", globals: "uniform sampler2D s[3];",
                     "c = texture(s[k.x], v.xy); for (int a = 0; a < 3; a++) c += textureLod(s[a], v.xy, 0.0);"),
        fragmentCase("samplers as function parameters", globals: """
            uniform sampler2D s, t; uniform sampler2D many[2];
            vec4 look(sampler2D which, vec2 p) { return texture(which, p) + textureLod(which, p.yx, 1.0); }
            vec4 twice(sampler2D which[2], vec2 p) { return look(which[0], p) + look(which[1], p); }
            """, "c = look(s, v.xy) + look(t, v.zw) + twice(many, v.xy);"),
        fragmentCase("samplers in a structure", globals: "struct M { sampler2D albedo; float scale; };\nuniform M material; uniform M others[2];",
                     "c = texture(material.albedo, v.xy) * material.scale + texture(others[1].albedo, v.xy) * others[1].scale;"),
    ]
}
