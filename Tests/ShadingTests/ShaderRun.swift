import Shading

/// Compiles a fragment shader, runs one quad in the interpreter, and reads the outputs of lane 0.
///
/// The shader has the inputs `a`, `b`, `c` (vec4), `i` (ivec4) and `u` (uvec4) and writes `color`.
struct ShaderRun {
    var a: SIMD4<Float> = [0.25, -1.5, 3.75, 2]
    var b: SIMD4<Float> = [1.5, 0.75, -2.25, 4]
    var c: SIMD4<Float> = [0.125, 0.5, 0.875, 1]
    var i: SIMD4<Int32> = [3, -7, 2, 0]
    var u: SIMD4<UInt32> = [5, 0x8000_0001, 7, 1]

    static let inputs = """
        in vec4 a; in vec4 b; in vec4 c; flat in ivec4 i; flat in uvec4 u;

        """
    static let vertex = """
        #version 330
        out vec4 a; out vec4 b; out vec4 c; flat out ivec4 i; flat out uvec4 u;
        void main() { a = b = c = vec4(0.0); i = ivec4(0); u = uvec4(0u); gl_Position = vec4(0.0); }
        """

    func link(_ text: String, version: Int = 430) throws -> LinkedProgram {
        let fragment = "#version \(version)\n" + Self.inputs + text
        return try ShaderCompiler.link(vertex: ShaderSource(text: Self.vertex, name: "run.vert"),
                                       fragment: ShaderSource(text: fragment, name: "run.frag"))
    }

    /// Returns the registers of all user outputs, in order, and the surviving lanes. Lane k has the input `a` plus k · `step`.
    func registers(_ text: String, version: Int = 430, uniforms: [UInt32] = [], step: SIMD4<Float> = .zero,
                   stepLimit: Int = 100_000) throws -> (outputs: [QuadUInt], alive: SIMDMask<SIMD4<Int32>>) {
        let program = try link(text, version: version)
        let interpreter = Interpreter(module: program.fragment, stepLimit: stepLimit)
        let bits: [String: [UInt32]] = [
            "b": (0..<4).map { b[$0].bitPattern }, "c": (0..<4).map { c[$0].bitPattern },
            "i": (0..<4).map { UInt32(bitPattern: i[$0]) }, "u": (0..<4).map { u[$0] },
        ]
        for input in program.fragment.inputs {
            for k in 0..<4 {
                interpreter.inputs[input.firstSlot + k] = input.name == "a"
                    ? QuadUInt((0..<4).map { (a[k] + Float($0) * step[k]).bitPattern })
                    : QuadUInt(repeating: bits[input.name]![k])
            }
        }
        return try uniforms.withUnsafeBytes { bytes in
            interpreter.bind(uniformBlocks: program.interface.uniformBlocks.map { _ in bytes }, textures: NoTexels())
            let alive = try interpreter.run(active: SIMDMask(repeating: true))
            return (program.fragment.outputs.flatMap { output in
                (0..<output.type.scalarCount).map { interpreter.locals[output.firstSlot + $0] }
            }, alive)
        }
    }

    /// Returns `color` of lane 0 after `statements` in main.
    func callAsFunction(_ statements: String, declarations: String = "", version: Int = 430,
                        uniforms: [UInt32] = []) throws -> SIMD4<Float> {
        let text = "\(declarations)\nout vec4 color;\nvoid main() { color = vec4(0.0);\n\(statements)\n}"
        let outputs = try registers(text, version: version, uniforms: uniforms).outputs
        return SIMD4((0..<4).map { Float(bitPattern: outputs[$0][0]) })
    }
}

struct NoTexels: TextureSampling {
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult { TextureResult() }
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) { (64 >> level, 32 >> level, unit) }
}
