// Statements that use memory which invocations share. No result depends on the order in which invocations run:
//
// - An invocation writes only its own element of `items` and its own sample of a texel of an image.
// - Each word of `Tally` is changed by only one atomic function. The final value of a word does not depend on the order of the calls. The
//   old values of the words are not used.
// - Shared variables are written and read in phases between barriers, and all invocations of a work group reach the same barriers.
// - An atomic operation whose old value is used occurs only once, outside of loops, and no other operation uses the words of this
//   operation. The invocations execute such an operation in the order of the invocations' numbers, because a renderer runs the work groups
//   of such a program one after another.
//
// The order in the last point is a promise of Raster alone; OpenGL promises no order. Words that shaders only read may have any index.

extension ShaderGenerator {
    /// Words that are changed by atomic operations. An operation may run several times in an invocation only if the function is idempotent.
    private static let tallies: [(name: String, type: String, count: Int, function: String, isIdempotent: Bool)] = [
        ("adds", "uint", 4, "atomicAdd", false), ("xors", "uint", 2, "atomicXor", false), ("sums", "int", 2, "atomicAdd", false),
        ("mins", "int", 4, "atomicMin", true), ("maxs", "int", 4, "atomicMax", true), ("lowest", "uint", 2, "atomicMin", true),
        ("highest", "uint", 2, "atomicMax", true), ("ands", "uint", 2, "atomicAnd", true), ("ors", "uint", 2, "atomicOr", true),
    ]
    /// The block that contains these words. Shaders use the old values of the words in `tickets`, and `list` has an element for each old
    /// value of `length`.
    static let tally = """
        layout(std430) buffer Tally {
            uint adds[4], xors[2]; int sums[2], mins[4], maxs[4]; uint lowest[2], highest[2], ands[2], ors[2];
            uint tickets[32]; uint length; uint list[];
        };

        """
    /// The number of bytes of the block before `list`.
    static let tallyByteCount = 4 * (24 + 33)

    /// Makes a statement whose result does not depend on the order of invocations.
    mutating func memoryStatement() -> ShaderNode {
        if let images, random.once(in: 2) {
            if random.once(in: 3) {
                let counts = images.counts, type = counts.prefix == "i" ? "int" : "uint"
                return .statement("\(images.function)(\(counts.name), $, $);", place(in: counts), expression(type))
            }
            return .statement("imageStore(\(images.own.name), \(images.ownPlace), $);", texel(images.own))
        }
        let places = stage == .vertex ? Self.tallies.filter(\.isIdempotent) : Self.tallies
        let place = random.pick(places)
        // The index may lie outside of the array; then the operation changes nothing.
        return .statement("\(place.function)(\(place.name)[$], $);", index(place.count, isShort: true), expression(place.type))
    }
    private mutating func texel(_ image: ImageDeclaration) -> ShaderNode {
        image.prefix == "i" ? make("ivec4", "ivec4($, $)", "ivec2", "ivec2") : expression(image.texelType)
    }

    /// Makes the arguments of a function that give the position of a texel of an image, and the number of a sample. The position may be
    /// outside of the image.
    private mutating func place(in image: ImageDeclaration) -> ShaderNode {
        let coordinate = texelCoordinate(image.shape.imageCoordinateCount)
        guard image.shape.isMultisampled else { return coordinate }
        // A node of the type `place` is not replaced by a value when a case is reduced.
        return .expression("place", random.once(in: 4) ? "$, $" : "$, ($) & 3", [coordinate, expression("int")])
    }

    /// Returns an expression that reads an image or asks for its size; nil if no image gives this type.
    mutating func imageExpression(giving type: String) -> ShaderNode? {
        guard let images else { return nil }
        if type == "vec4" && random.once(in: 3) { return make(type, "imageLoad(gallery[\(random.pick(["0", "1", "k", "count & 1"]))], $)", "ivec2") }
        let isOwn = random.once(in: 2), image = isOwn ? images.own : images.source
        if type == "int" && (image.prefix != "i" || random.once(in: 3)) {
            if image.shape.isMultisampled && random.once(in: 3) { return .expression(type, "imageSamples(\(image.name))") }
            let count = image.shape.isCube ? image.shape == .cube ? 2 : 3 : image.shape.texelCount
            return .expression(type, "imageSize(\(image.name))\(count == 1 ? "" : ".\(random.pick(Array("xyz".prefix(count))))")")
        }
        let components = ["float": "", "vec4": "", "int": "i", "uint": "u", "uvec4": "u"]
        guard components[type] == image.prefix else { return nil }
        let part = type.hasSuffix("vec4") ? "" : ".\(random.pick(["x", "y", "z", "w"]))"
        if isOwn { return .expression(type, "imageLoad(\(image.name), \(images.ownPlace))\(part)") }
        return .expression(type, "imageLoad(\(image.name), $)\(part)", [place(in: image)])
    }
}
