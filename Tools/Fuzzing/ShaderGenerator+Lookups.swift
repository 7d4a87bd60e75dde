// Lookups in textures of all kinds, with all functions that GLSL 4.50 has for a sampler.

extension ShaderGenerator {
    /// Returns an expression that reads one of the program's textures or images; nil if no lookup gives this type.
    mutating func lookup(giving type: String) -> ShaderNode? {
        if images != nil, random.once(in: 2), let found = imageExpression(giving: type) { return found }
        guard !textures.isEmpty else { return nil }
        let texture = random.pick(textures)
        switch type {
        case "float" where texture.isShadow: return comparison(texture)
        case "float" where texture.prefix.isEmpty: return .expression(type, "$.\(random.pick(["x", "y", "z", "w"]))", [lookup(in: texture)])
        case "vec4" where !texture.isShadow && texture.prefix.isEmpty: return lookup(in: texture)
        case "vec4" where texture.isShadow && texture.shape.gathers: return gather(texture)
        case "vec2" where isFragment && texture.shape.hasLevels:
            return .expression(type, "textureQueryLod(\(texture.name), $)", [expression(floatType(texture.shape.derivativeCount))])
        case "uvec4" where texture.prefix == "u": return lookup(in: texture)
        case "int" where texture.prefix == "i": return .expression(type, "$.\(random.pick(["x", "w"]))", [lookup(in: texture)])
        case "int": return query(texture)
        default: return nil
        }
    }

    /// Returns an expression for the position of a texel.
    mutating func texelCoordinate(_ count: Int) -> ShaderNode {
        if count == 1 { return expression("int") }
        if count == 2 && random.once(in: 2) { return expression("ivec2") }
        let type = intType(count)
        return .expression(type, "\(type)(\(Array(repeating: "$", count: count).joined(separator: ", ")))", (0..<count).map { _ in expression("int") })
    }
    private mutating func offset(_ count: Int, within limit: Int) -> String {
        "\(intType(count))(\((0..<count).map { _ in "\(random.int(-limit...limit - 1))" }.joined(separator: ", ")))"
    }

    private mutating func lookup(in texture: NamedTexture) -> ShaderNode {
        let shape = texture.shape, name = texture.name, type = texture.type
        func coordinate(_ count: Int) -> ShaderNode { expression(floatType(count)) }
        let isFetched = shape.coordinateCount == 0 || shape.texelCount > 0 && random.once(in: 3)
        if isFetched {
            let texel = texelCoordinate(shape.texelCount)
            if shape.isMultisampled { return .expression(type, "texelFetch(\(name), $, ($) & 3)", [texel, expression("int")]) }
            if !shape.hasLevels { return .expression(type, "texelFetch(\(name), $)", [texel]) }
            if random.once(in: 3) {
                return .expression(type, "texelFetchOffset(\(name), $, $, \(offset(shape.offsetCount, within: 8)))", [texel, expression("int")])
            }
            return .expression(type, "texelFetch(\(name), $, $)", [texel, expression("int")])
        }
        let place = coordinate(shape.coordinateCount)
        switch random.int(0...8) {
        case 0 where shape.hasLevels: return .expression(type, "textureLod(\(name), $, $)", [place, expression("float")])
        case 1: return .expression(type, "textureGrad(\(name), $, $, $)", [place, coordinate(shape.derivativeCount), coordinate(shape.derivativeCount)])
        case 2 where shape.offsetCount > 0: return .expression(type, "textureOffset(\(name), $, \(offset(shape.offsetCount, within: 8)))", [place])
        case 3...4 where shape.gathers: return gather(texture)
        case 5 where isFragment && shape.hasLevels: return .expression(type, "texture(\(name), $, $)", [place, expression("float")])
        case 6 where shape.projectiveCount > 0:
            let count = shape == .d3 || random.once(in: 2) ? shape.projectiveCount : 4
            if shape.hasLevels && random.once(in: 2) { return .expression(type, "textureProjLod(\(name), $, $)", [coordinate(count), expression("float")]) }
            return .expression(type, "textureProj(\(name), $)", [coordinate(count)])
        case 7 where shape.offsetCount > 0 && shape.hasLevels:
            return .expression(type, "textureLodOffset(\(name), $, $, \(offset(shape.offsetCount, within: 8)))", [place, expression("float")])
        default: return .expression(type, "texture(\(name), $)", [place])
        }
    }

    private mutating func gather(_ texture: NamedTexture) -> ShaderNode {
        let shape = texture.shape, type = texture.isShadow ? "vec4" : texture.type, name = texture.name
        var children = [expression(floatType(shape.coordinateCount))]
        var text = "\(name), $"
        if texture.isShadow {
            text += ", $"
            children.append(expression("float"))
        }
        let component = texture.isShadow ? "" : ", \(random.int(0...3))"
        guard !shape.isCube else { return .expression(type, "textureGather(\(text)\(component))", children) }
        switch random.int(0...3) {
        case 0: return .expression(type, "textureGatherOffset(\(text), \(offset(2, within: 8))\(component))", children)
        case 1:
            // `textureGatherOffset` allows a variable as its offset.
            return .expression(type, "textureGatherOffset(\(text), clamp($, ivec2(-8), ivec2(7))\(component))", children + [expression("ivec2")])
        case 2:
            let offsets = (0..<4).map { _ in offset(2, within: 8) }.joined(separator: ", ")
            return .expression(type, "textureGatherOffsets(\(text), ivec2[4](\(offsets))\(component))", children)
        default: return .expression(type, "textureGather(\(text)\(component))", children)
        }
    }

    private mutating func comparison(_ texture: NamedTexture) -> ShaderNode {
        let shape = texture.shape, name = texture.name
        // The reference value is the last coordinate. For arrays of cubes, the vector has no room for the reference value, so the reference
        // value is a separate argument. For 1D textures, an unused coordinate precedes the reference value.
        switch shape {
        case .cubeArray: return make("float", "texture(\(name), $, $)", "vec4", "float")
        case .d1: return make("float", "texture(\(name), vec3($, 0.0, $))", "float", "float")
        case .d1Array: return make("float", random.pick(["texture(\(name), vec3($, $))", "textureLod(\(name), vec3($, $), 1.0)"]), "vec2", "float")
        case .rectangle: return make("float", "texture(\(name), vec3($, $))", "vec2", "float")
        default: return make("float", "texture(\(name), vec\(shape.coordinateCount + 1)($, $))", floatType(shape.coordinateCount), "float")
        }
    }

    /// Returns an expression for the size of a texture, or for its number of levels or samples.
    private mutating func query(_ texture: NamedTexture) -> ShaderNode {
        let shape = texture.shape, name = texture.name
        if shape.isMultisampled && random.once(in: 2) { return .expression("int", "textureSamples(\(name))") }
        if shape.hasLevels && random.once(in: 3) { return .expression("int", "textureQueryLevels(\(name))") }
        let count = shape == .cube ? 2 : shape == .cubeArray ? 3 : shape.texelCount
        let component = count == 1 ? "" : "." + String("xyz".prefix(count).randomElement(using: &random)!)
        return shape.hasLevels ? make("int", "textureSize(\(name), $)\(component)", "int") : .expression("int", "textureSize(\(name))\(component)")
    }
}
