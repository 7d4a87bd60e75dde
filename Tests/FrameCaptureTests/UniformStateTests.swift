// Uniforms of every shape, in the default block and in blocks, by name and value.

import FrameCapture
import Raster
import Testing

@Suite("Uniforms of a draw") struct UniformStateTests {
    @Test("nested arrays, structures and matrices have their names and values, in each block and order")
    func nested() throws {
        let file = TemporaryFile(), device = Device(.reference), target = try device.makeFramebuffer(width: 2, height: 2)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }", fragment: """
            #version 330
            struct Lamp { vec3 place; float power[2]; };
            struct Room { Lamp lamps[2]; mat3x2 turn; };
            uniform Room rooms[2];
            uniform ivec2 numbers[3];
            uniform bool flag;
            uniform mat2 small;
            layout(std140) uniform Wide { float first; vec3 second; mat2x3 third; Lamp lamp; uvec2 fourth[2]; };
            layout(std140, row_major) uniform Rows { mat2x3 turned; bool last; };
            out vec4 c;
            void main() {
                c = vec4(rooms[1].lamps[0].place, rooms[0].lamps[1].power[1]) + vec4(rooms[1].turn[2], numbers[2]) + vec4(flag) + vec4(small[1], small[0]) + vec4(rooms[0].turn[1], 0.0, 0.0)
                  + vec4(first) + vec4(second, third[1].z) + vec4(lamp.place, lamp.power[1]) + vec4(fourth[1], fourth[0]) + vec4(turned[1], float(last)) + vec4(rooms[1].lamps[1].power[0]);
            }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var wide = [Float](repeating: 0, count: 28), rows = [Float](repeating: 0, count: 16)
        // In std140 each vec3, each matrix column and each array element takes 16 bytes, also in structures.
        wide[0] = 1
        wide.replaceSubrange(4..<7, with: [2, 3, 4])
        wide.replaceSubrange(8..<11, with: [5, 6, 7])
        wide.replaceSubrange(12..<15, with: [8, 9, 10])
        wide.replaceSubrange(16..<19, with: [11, 12, 13])
        wide[20] = 14
        wide[24] = 15
        wide += [Float(bitPattern: 16), Float(bitPattern: 17), 0, 0, Float(bitPattern: 18), Float(bitPattern: 19), 0, 0]
        // The matrix is stored in rows of two numbers. Each row starts at a multiple of 16 bytes.
        rows.replaceSubrange(0..<2, with: [1, 4])
        rows.replaceSubrange(4..<6, with: [2, 5])
        rows.replaceSubrange(8..<10, with: [3, 6])
        rows[12] = Float(bitPattern: 1)
        let wideBuffer = try device.makeBuffer([Float](repeating: 9, count: 4) + wide), rowBuffer = try device.makeBuffer(rows)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("rooms[1].lamps[0].place", SIMD3<Float>(1, 2, 3))
            pass.setUniform("rooms[0].lamps[1].power", [Float(4), 5])
            pass.setUniform("numbers[2]", SIMD2<Int32>(-6, 7))
            pass.setUniform("flag", true)
            pass.setUniform("small", Matrix2(SIMD2(1, 2), SIMD2(3, 4)))
            pass.setUniformBuffer("Wide", wideBuffer, offset: 16)
            pass.setUniformBuffer("Rows", rowBuffer)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path), state = try capture.state(of: capture.frames[0].draws[0], in: capture.frames[0])
        let names = state.entries.map(\.name).filter { $0.hasPrefix("uniform.") || $0.hasPrefix("block.") }
        func value(_ name: String) -> StateValue? { state[name] }
        #expect(value("uniform.rooms[1].lamps[0].place") == .numbers([1, 2, 3]), "\(names)")
        #expect(value("uniform.rooms[0].lamps[1].power") == .numbers([4, 5]), "\(names)")
        #expect(value("uniform.numbers") == .integers([0, 0, 0, 0, -6, 7]) && value("uniform.flag") == .booleans([true]))
        #expect(value("uniform.small") == .matrices([1, 2, 3, 4], columns: 2, rows: 2)
                && value("uniform.rooms[1].turn") == .matrices([0, 0, 0, 0, 0, 0], columns: 3, rows: 2), "\(names)")
        #expect(value("block.Wide.first") == .numbers([1]) && value("block.Wide.second") == .numbers([2, 3, 4])
                && value("block.Wide.third") == .matrices([5, 6, 7, 8, 9, 10], columns: 2, rows: 3), "\(names)")
        #expect(value("block.Wide.lamp.place") == .numbers([11, 12, 13]) && value("block.Wide.lamp.power") == .numbers([14, 15]), "\(names)")
        #expect(value("block.Wide.fourth") == .integers([16, 17, 18, 19]) && value("block.Wide.offset") == .integer(16))
        // Values are printed column by column, whatever their order in memory. In SPIR-V a block's bool is a uint; the shader's source
        // shows which members are bools.
        #expect(value("block.Rows.turned") == .matrices([1, 2, 3, 4, 5, 6], columns: 2, rows: 3) && value("block.Rows.last") == .booleans([true]), "\(names)")
        #expect(value("block.Rows.last")?.description == "true")
    }
}

@Suite("Bools of uniform blocks") struct BlockBooleanTests {
    @Test("bools and integers are distinguished in blocks, structures, arrays, and behind macros")
    func shapes() throws {
        let program = try Device(.reference).makeProgram(vertex: "void main() { gl_Position = vec4(0); }", fragment: """
            #version 330
            #define FLAG bool
            const int count = 2;
            struct Lamp { uint power; bool on, lit[count]; bvec3 sides; };
            layout(std140) uniform One { uint number; FLAG flag; bvec2 pair; uvec2 numbers; Lamp lamps[2]; };
            layout(std140) uniform Two { bool flag; uint count; highp int plain; } two;
            out vec4 c;
            void main() {
                c = vec4(flag, pair.x, lamps[1].on, lamps[0].lit[1]) + vec4(two.flag, number, numbers) + vec4(lamps[0].power) + vec4(two.count + uint(two.plain)) + vec4(lamps[1].sides, 0);
            }
            """)
        let blocks = program.interface.uniformBlocks.dropFirst()
        let types = Dictionary(blocks.flatMap(\.members).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        for name in ["flag", "lamps[0].on", "lamps[1].on", "lamps[0].lit", "Two.flag", "two.flag"] where types[name] != nil {
            #expect(types[name] == .scalar(.bool), "\(name)")
        }
        #expect(types["flag"] != nil && types["lamps[1].lit"] != nil && (types["Two.flag"] ?? types["two.flag"]) != nil, "\(types.keys)")
        #expect(types["pair"] == .vector(.bool, 2) && types["lamps[0].sides"] == .vector(.bool, 3))
        #expect(types["number"] == .scalar(.uint) && types["numbers"] == .vector(.uint, 2) && types["lamps[1].power"] == .scalar(.uint))
        #expect((types["Two.count"] ?? types["two.count"]) == .scalar(.uint) && (types["Two.plain"] ?? types["two.plain"]) == .scalar(.int))
    }
}
