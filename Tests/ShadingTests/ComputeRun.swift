import Shading
import Testing

/// Compiles a compute shader and runs its work groups in the interpreter: as it is, with an observer, and specialised. All three runs
/// must leave the same words in the buffers and images.
struct ComputeRun {
    let program: LinkedComputeProgram
    var stepLimit = 100_000

    init(_ text: String, version: String = "430") throws {
        program = try ShaderCompiler.linkCompute(ShaderSource(text: "#version \(version)\n" + text, name: "run.comp"))
    }

    private struct Watcher: InterpreterObserver {
        var count = 0
        mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) { count += 1 }
    }

    private enum Way: CaseIterable { case plain, observed, specialized }

    /// Runs the work groups in ascending order and returns the words of the buffers.
    /// - Parameter buffers: the words of each storage block, by index; the work groups change a copy.
    func callAsFunction(_ buffers: [[UInt32]], groups: SIMD3<UInt32> = SIMD3(1, 1, 1), uniforms: [UInt32] = [],
                        images: TestImages = TestImages([])) throws -> [[UInt32]] {
        var results: [[[UInt32]]] = [], pictures: [TestImages] = []
        for way in Way.allCases {
            let memory = buffers.map { words in
                let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * words.count, alignment: 4)
                words.withUnsafeBytes { bytes.copyMemory(from: $0) }
                return bytes
            }
            defer { for bytes in memory { bytes.deallocate() } }
            let copies = images.copy()
            let interpreter = Interpreter(module: way == .specialized ? program.compute.specialized() : program.compute, stepLimit: stepLimit)
            try uniforms.withUnsafeBytes { bytes in
                interpreter.bind(uniformBlocks: program.interface.uniformBlocks.map { _ in bytes }, textures: NoTexels(),
                                 memory: ShaderMemory(storage: memory, images: copies))
                for z in 0 ..< groups.z {
                    for y in 0 ..< groups.y {
                        for x in 0 ..< groups.x {
                            if way == .observed {
                                var watcher = Watcher()
                                let quads = (x % 2 == 0 ? 0 : 1) ..< max(1, interpreter.quadsPerWorkGroup)
                                try interpreter.run(workGroup: SIMD3(x, y, z), of: groups, observing: quads, &watcher)
                            } else {
                                try interpreter.run(workGroup: SIMD3(x, y, z), of: groups)
                            }
                        }
                    }
                }
            }
            results.append(memory.map { Array($0.bindMemory(to: UInt32.self)) })
            pictures.append(copies)
        }
        #expect(results[1] == results[0], "an observed run differs")
        #expect(results[2] == results[0], "the specialised module differs")
        for other in pictures { #expect(other.texels == pictures[0].texels) }
        images.texels = pictures[0].texels
        return results[0]
    }
}

/// Images by unit. Each image has 8 × 4 × 2 texels of one word. Sample s of a multisampled image is stored at the place of the texel that
/// is s slices further. Accesses outside of an image have no effect.
final class TestImages: ImageAccess {
    static let width = 8, height = 4, depth = 2, samples = 2
    var texels: [[UInt32]]
    init(_ texels: [[UInt32]]) { self.texels = texels }
    init(count: Int) { texels = Array(repeating: Array(repeating: 0, count: Self.width * Self.height * Self.depth), count: count) }
    func copy() -> TestImages { TestImages(texels) }

    private func place(_ request: ImageRequest, _ lane: Int) -> (unit: Int, index: Int)? {
        let unit = Int(request.unit[lane]), x = Int(request.x[lane]), y = Int(request.y[lane])
        let z = Int(request.z[lane]) + Int(request.sample[lane])
        guard texels.indices.contains(unit), (0..<Self.width).contains(x), (0..<Self.height).contains(y), (0..<Self.depth).contains(z) else { return nil }
        return (unit, (z * Self.height + y) * Self.width + x)
    }
    func load(_ operation: ImageOperation, _ request: ImageRequest) -> TextureResult {
        var result = TextureResult()
        for lane in 0..<4 {
            guard let place = place(request, lane) else { continue }
            result.x[lane] = texels[place.unit][place.index]
            result.w[lane] = operation.type == .float ? Float(1).bitPattern : 1
        }
        return result
    }
    func store(_ operation: ImageOperation, _ request: ImageRequest, texel: TextureResult, lanes: QuadUInt) {
        for lane in 0..<4 where lanes[lane] != 0 {
            if let place = place(request, lane) { texels[place.unit][place.index] = texel.x[lane] }
        }
    }
    func word(_ operation: ImageOperation, _ request: ImageRequest, lane: Int) -> UnsafeMutablePointer<UInt32>? {
        guard let place = place(request, lane) else { return nil }
        return texels[place.unit].withUnsafeMutableBufferPointer { $0.baseAddress! + place.index }
    }
    func size(_ operation: ImageOperation, unit: Int) -> ImageSize {
        texels.indices.contains(unit) ? ImageSize(width: Self.width, height: Self.height, depth: Self.depth, samples: Self.samples) : ImageSize()
    }
}

/// Returns the bits of a float.
func bits(_ value: Float) -> UInt32 { value.bitPattern }
