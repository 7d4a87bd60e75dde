import SeededRandom
import Shading
import Testing

/// SPIR-V that is cut off, overwritten or made up: the answer is an error or a program, never a trap.

private let source = """
    #version 330
    struct Light { vec3 position; float reach[2]; };
    uniform Light lights[3]; uniform sampler2D images[2]; uniform bool flag;
    layout(std140) uniform Block { mat4 m; vec3 v[2]; } block[2];
    in vec4 p; flat in int n; out vec4 color;
    const float K[4] = float[4](1.0, 2.0, 3.0, 4.0);
    float f(inout vec4 x, sampler2D s) {
        for (int k = 0; k < 4; k++) {
            if (k == n) continue;
            if (x.y > 9.0) return x.y;
            x += texture(s, x.xy) * K[k];
        }
        return x.z;
    }
    void main() {
        vec4 x = block[1].m * p;
        switch (n) { case 0: x.x += 1.0; case 1: x.y = f(x, images[1]); break; default: x[n] = lights[n].reach[n]; }
        if (flag && x.x > 0.5 || x.z < lights[1].position.z) discard;
        mat3 m = inverse(mat3(x.xyz, p.xyz, block[0].v[n]));
        color = vec4(m[n], dFdx(x.x)) + vec4(textureSize(images[0], 0), 0.0, 0.0);
    }
    """

private func compiled() throws -> SPIRVProgram {
    try GLSLCompiler.compile(
        vertex: ShaderSource(text: """
            #version 330
            in vec4 position; out vec4 p; flat out int n;
            void main() { p = position; n = int(position.x); gl_Position = position; }
            """, name: "hostile.vert"),
        fragment: ShaderSource(text: source, name: "hostile.frag"))
}

/// Links, and returns whether that was refused. A refusal must have a reason; a linked program keeps every promise of a
/// ShaderModule.
private func isRefused(_ program: SPIRVProgram) -> Bool {
    do {
        let linked = try ShaderCompiler.link(program)
        for module in [linked.vertex, linked.fragment] {
            let violations = module.validate()
            #expect(violations.isEmpty, "\(module.stage): \(violations.prefix(3))")
        }
        return false
    } catch {
        #expect(error.diagnostics.contains { $0.severity == .error && !$0.message.isEmpty })
        return true
    }
}

@Test("the untouched program links")
private func untouched() throws {
    #expect(!isRefused(try compiled()))
}

@Test("a truncated module is refused")
private func truncated() throws {
    let program = try compiled()
    for length in stride(from: 0, to: program.fragment.count, by: 7) {
        var cut = program
        cut.fragment = Array(program.fragment.prefix(length))
        #expect(isRefused(cut))
    }
}

@Test("overwritten words give an error or a valid module", arguments: 0..<6)
private func overwritten(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 977 &+ 3)
    for _ in 0..<50 {
        var damaged = program
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 3..<damaged.fragment.count, using: &random)
            let word = damaged.fragment[place]
            damaged.fragment[place] = switch Int.random(in: 0..<5, using: &random) {
            case 0: UInt32.random(in: 0...UInt32.max, using: &random)
            case 1: UInt32.random(in: 0..<400, using: &random)
            case 2: word ^ (1 << UInt32.random(in: 0..<32, using: &random))
            case 3: word &+ 1
            default: damaged.fragment.randomElement(using: &random)!
            }
        }
        _ = isRefused(damaged)
    }
}

@Test("ids that are swapped give an error or a valid module", arguments: 0..<4)
private func swapped(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 31 &+ 7)
    // Words that look like ids of this module, inside function bodies: the second half.
    let places = (program.fragment.count / 2 ..< program.fragment.count).filter { (1..<program.fragment[3]).contains(program.fragment[$0]) }
    for _ in 0..<50 {
        var damaged = program
        let (x, y) = (places.randomElement(using: &random)!, places.randomElement(using: &random)!)
        damaged.fragment.swapAt(x, y)
        _ = isRefused(damaged)
    }
}

@Test("instructions that are removed or doubled give an error or a valid module", arguments: 0..<4)
private func removed(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 131 &+ 11)
    var starts: [Int] = []
    var offset = 5
    while offset < program.fragment.count {
        starts.append(offset)
        offset += Int(program.fragment[offset] >> 16)
    }
    for _ in 0..<50 {
        var damaged = program
        let start = starts.randomElement(using: &random)!
        let words = Array(damaged.fragment[start ..< start + Int(damaged.fragment[start] >> 16)])
        if Bool.random(using: &random) {
            damaged.fragment.removeSubrange(start ..< start + words.count)
        } else {
            damaged.fragment.insert(contentsOf: words, at: starts.randomElement(using: &random)!)
        }
        _ = isRefused(damaged)
    }
}

@Test("random words after a header are refused")
private func noise() throws {
    let program = try compiled()
    var random = SeededGenerator(state: 5)
    for _ in 0..<50 {
        var made = program
        made.fragment = Array(program.fragment.prefix(5)) + (0..<200).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        #expect(isRefused(made))
    }
}
