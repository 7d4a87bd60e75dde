// ShaderCase: a random program over a few overlapping triangles, with every input that the program may read.

import Raster
import SeededRandom
import Shading

package struct ShaderCase: FuzzCase {
    package let seed: UInt64
    package var program: ShaderProgram
    var samples: Int
    var triangles: Int

    package init(seed: UInt64) {
        self.seed = seed
        program = ShaderProgram(seed: seed)
        var random = SeededGenerator(state: seed ^ 0xABCD)
        samples = random.once(in: 5) ? 4 : 1
        triangles = random.int(1...4)
    }

    package var description: String {
        func quoted(_ text: String) -> String { "\"\"\"\n\(text)\n\"\"\"" }
        let inputs = ShaderInputs(seed: seed).lines(usedBy: program.vertex.text + "\n" + program.fragment.text)
        return """
            Scene("random shader \(seed)") { stage in
            let program = try stage.program(\(quoted(program.vertexText)), \(quoted(program.fragmentText)))
            let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4), VertexAttribute("paint", .float4, offset: 16))
            let vertices = try stage.device.makeBuffer(\(vertices) as [Float])
            let clear = ClearValues(colors: [.float(.init(0.5, 0.25, 0, 1)), .uint(.init(9, 8, 7, 6))])
            return try stage.picture(try stage.target(20, 14, [.rgba32Float, .rgba32Uint], samples: \(samples)), clear: clear) { pass in
            pass.setPipeline(try stage.pipeline(program, layout))
            pass.setVertexBuffer(vertices)
            \(inputs.joined(separator: "\n"))
            \(program.fragmentText.contains("buffer Tally") ? "pass.setStorageBuffer(\"Tally\", try stage.device.makeBuffer(byteCount: \(ShaderGenerator.tallyByteCount)))" : "")
            pass.draw(count: \(3 * triangles))
            }
            },
            """
    }

    package var reductions: [ShaderCase] {
        var result: [ShaderCase] = []
        if samples > 1 { var copy = self; copy.samples = 1; result.append(copy) }
        if triangles > 1 { var copy = self; copy.triangles -= 1; result.append(copy) }
        return result + program.reductions.map { var copy = self; copy.program = $0; return copy }
    }

    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            let program = try device.makeProgram(vertex: program.vertexText, fragment: program.fragmentText)
            let target = try device.makeFramebuffer(width: 20, height: 14, color: [.rgba32Float, .rgba32Uint], samples: samples)
            let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4), VertexAttribute("paint", .float4, offset: 16))
            let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: RasterState())
            let vertices = try device.makeBuffer(vertices), tally = try device.makeBuffer(byteCount: ShaderGenerator.tallyByteCount)
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target, clear: ClearValues(colors: [.float(.init(0.5, 0.25, 0, 1)), .uint(.init(9, 8, 7, 6))])) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                try ShaderInputs(seed: seed).bind(to: &pass, program.table, device)
                if program.table.storageBlocks["Tally"] != nil { pass.setStorageBuffer("Tally", tally) }
                pass.draw(count: 3 * triangles)
            }
            try device.submit(encoder)
            for (index, attachment) in target.color.enumerated() { try outcome.add(attachment!.texture, name: "color \(index)") }
            outcome.add(tally, name: "tally")
        }
    }

    /// The first triangle covers the whole target.
    private var vertices: [Float] {
        var random = SeededGenerator(state: seed ^ 0x7777)
        var result: [Float] = [-1, -1, 0, 1, 0, 0.5, -2, 1, 3, -1, 0.5, 1, 1, 40, 0.25, 1, -1, 3, 0, 1, 0.5, -3, 8, 0]
        for _ in 0..<9 {
            let w = random.float(0.5...2)
            result += [random.float(-1.2...1.2) * w, random.float(-1.2...1.2) * w, random.float(-1...1) * w, w]
            result += (0..<4).map { _ in random.float(-4...4) }
        }
        return result
    }
}
