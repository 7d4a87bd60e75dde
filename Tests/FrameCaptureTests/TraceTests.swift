// Shader traces: the lines, names and values in a trace must agree with the source and with the run.

import FrameCapture
import Raster
import Scenes
import Shading
import Testing

@Suite("Shader trace") struct TraceTests {
    private static let everything = """
        #version 330
        uniform float gain;
        out vec4 pixel;
        struct Light { vec3 color; float power; };
        float square(float x) {
            float y = x * x;
            return y;
        }
        void main() {
            float sum = 0.0;
            for (int i = 0; i < 3; i++) {
                sum += square(float(i) + gain);
            }
            Light light;
            light.color = vec3(sum, 0.5, 0.25);
            light.power = 2.0;
            float table[4];
            table[int(gl_FragCoord.x) & 3] = sum;
            mat2 turn = mat2(1.0, 2.0, sum, 4.0);
            pixel = vec4(light.color * light.power, turn[1][0] + table[2]);
        }
        """
    private func everything() throws -> TracedFixture {
        try TracedFixture(Self.everything) {
            $1.setUniform("gain", Float(0.5))
            $1.draw(count: 3)
        }
    }

    @Test("a step has the columns of the code in its line, without white space and comments") func columns() throws {
        let fixture = try TracedFixture("""
            #version 330
            out vec4 pixel; /* a comment
            of two lines */ float part(float x) { float h = x * 0.5; return h; } // and one of a line

            void main() {
            \tfloat a = 2.0;   // twice
                /* before */ float b = part(a); /* after */
                /**/pixel/* between */ = vec4(a
                    * b);
            }
            """)
        let trace = try fixture.trace(1, 1)
        let found = Dictionary(trace.allSteps.map { ($0.place.line, $0.columns) }, uniquingKeysWith: { first, _ in first })
        #expect(found[3] == 17...68 && found[6] == 2...15 && found[7] == 18...35, "\(found)")
        #expect(found[8] == 9...35 || found[9] == 9...13, "\(found)")
    }

    @Test("a trace has the source's lines, variables, calls and loops, with values before and after", arguments: Device.Kind.allCases)
    func steps(kind: Device.Kind) throws {
        let trace = try everything().trace(2, 5, on: kind)
        #expect(trace.isProven && trace.contradictions.isEmpty && trace.end == .returned && trace.lanes.allSatisfy { $0.role == .own })
        #expect(trace.history(of: "sum") == ["0.0", "0.25", "2.5", "8.75"])
        #expect(trace.history(of: "i") == ["0", "1", "2", "3"])
        #expect(trace.history(of: "y") == ["0.25", "2.25", "6.25"] && trace.history(of: "x") == ["0.5", "1.5", "2.5"])
        #expect(trace.history(of: "light.color") == ["vec3(8.75, 0.5, 0.25)"] && trace.history(of: "light.power") == ["2.0"])
        #expect(trace.history(of: "table[2]") == ["8.75"] && trace.history(of: "table[1]") == [])
        #expect(trace.history(of: "turn") == ["mat2((1.0, 2.0), (8.75, 4.0))"])
        #expect(trace.output("pixel") == "vec4(17.5, 1.0, 0.5, 17.5)")
        #expect(trace.uniforms.map(\.description) == ["gain = 0.5"] && trace.input("gl_FragCoord")?.hasPrefix("vec4(2.5, 2.5, ") == true)
        let inner = try #require(trace.allSteps.last { $0.place.function == "square" && $0.place.line == 6 })
        #expect(inner.stack.map(\.function) == ["square", "main"] && inner.stack.map(\.line) == [6, 12])
        #expect(inner.loops.map(\.iteration) == [3] && inner.loops.map(\.place.line) == [11])
        #expect(inner.text == "float y = x * x;" && inner.columns == 5...20)
        #expect(trace.loops.map(\.iterations) == [4] && trace.loops.map(\.entries) == [1])
        let lines = trace.lines(in: "main")
        for line in [10, 11, 12, 15, 16, 18, 19, 20] { #expect(lines.contains(line), "line \(line) of \(lines)") }
        #expect(lines.count { $0 == 12 } >= 3)
    }

    @Test("framescope trace shows the steps that change a watched variable, and no others")
    func watching() throws {
        let fixture = try everything()
        func table(_ arguments: String...) throws -> [String] {
            try run(["trace", fixture.file.path, "@0", "--fragment", "2,5"] + arguments).output.components(separatedBy: "\n").filter { !$0.isEmpty }
        }
        let sums = try table("--watch", "sum"), parts = try table("--watch", "light.power")
        #expect(sums.count == 5 && ["0.0", "0.25", "2.5", "8.75"].enumerated().allSatisfy { sums[$0.offset + 1].contains("sum = \($0.element)") }, "\(sums)")
        #expect(parts.count == 2 && parts[1].contains("light.power = 2.0"), "\(parts)")
        #expect(try table().count > 20)
    }

    @Test("any step shows the variables in scope before and after the step, so that a user can go back")
    func variables() throws {
        let fixture = try everything(), trace = try fixture.trace(2, 5)
        func text(_ values: [TracedValue], _ name: String) -> String? { values.first { $0.name == name }?.text }
        for step in trace.allSteps {
            let before = trace.variables(at: step.index, isAfter: false), after = trace.variables(at: step.index)
            for change in step.changes where !change.after.name.contains(where: { $0 == "." || $0 == "[" }) {
                guard let new = text(after, change.after.name) else { continue }
                #expect(new == change.after.text, "step \(step.index)")
                #expect(text(before, change.after.name) == change.before.map { TracedValue(name: "", type: change.after.type, words: $0).text },
                        "step \(step.index)")
            }
            if step.index > 0, trace.step(step.index - 1).stack == step.stack {
                #expect(trace.variables(at: step.index - 1) == before, "step \(step.index)")
            }
        }
        let inner = try #require(trace.allSteps.last { $0.place.function == "square" && $0.place.line == 6 })
        let names = trace.variables(at: inner.index).map(\.name)
        #expect(names.contains("x") && names.contains("y") && names.contains("sum") && names.contains("i"))
        // The command `trace` prints the calls, and the values before and after the step, as text and as JSON.
        let arguments = ["trace", fixture.file.path, "@0", "--fragment", "2,5", "--step", "\(inner.index)"]
        let rows = try run(arguments).output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for row in ["function square at traced.frag:6", "called by main at traced.frag:12", "before square: float y = 2.25", "after square: float y = 6.25",
                    "before main: float sum = 2.5"] {
            #expect(rows.contains(row), "\(row) of \(rows)")
        }
        let told = try #require((run(arguments + ["--json"]).json as? [String: Any])?["steps"] as? [[String: Any]]).first
        #expect((told?["stack"] as? [[String: Any]])?.map { $0["line"] as? Int } == [6, 12])
        for (side, value) in [("before", 2.25), ("after", 6.25)] {
            let variables = (told?[side] as? [[String: Any]] ?? []).flatMap { $0["variables"] as? [[String: Any]] ?? [] }
            #expect((variables.first { $0["name"] as? String == "y" }?["value"] as? [String: Any])?["value"] as? Double == value, "\(side): \(variables)")
        }
        let last = try #require(trace.allSteps.last)
        #expect(!trace.variables(at: last.index).map(\.name).contains("y"))
        #expect(trace.steps(changing: "light").map(\.place.line) == [15, 16] && trace.hasVariable("sum") && !trace.hasVariable("nonsense"))
    }

    @Test("each recorded operation has the result that its opcode gives for its recorded operands")
    func operations() throws {
        let trace = try everything().trace(2, 5)
        var checked = 0
        for operation in trace.operations.map(trace.operation) {
            guard let opcode = Opcode.allCases.first(where: { "\($0)" == operation.name }), opcode.computes, opcode != .bitcast else { continue }
            let words = operation.operands.map { $0.words[0] } + [0, 0, 0]
            #expect(opcode.evaluate(words[0], words[1], words[2]) == operation.results[trace.lane].words[0], "\(operation)")
            checked += 1
        }
        #expect(checked > 20 && trace.operationCount > checked / 2)
    }

    @Test("parameters that never change, out parameters and globals have their names")
    func parameters() throws {
        let fixture = try TracedFixture("""
            #version 330
            uniform float gain;
            out vec4 pixel;
            float total = 1.0;
            void add(const float amount, inout float counter, out float copy) {
                counter += amount;
                copy = counter;
                total += counter;
            }
            void main() {
                float mine = 2.0, other;
                add(gain, mine, other);
                pixel = vec4(mine, other, total, 1.0);
            }
            """) {
            $1.setUniform("gain", Float(0.5))
            $1.draw(count: 3)
        }
        let trace = try fixture.trace(3, 3)
        #expect(trace.isProven && trace.output("pixel") == "vec4(2.5, 2.5, 3.5, 1.0)")
        #expect(trace.history(of: "total") == ["1.0", "3.5"] && trace.history(of: "mine") == ["2.0", "2.5"] && trace.history(of: "other") == ["2.5"])
        let inner = try #require(trace.allSteps.first { $0.place.line == 8 })
        let values = trace.variables(at: inner.index).map(\.description)
        for value in ["amount = 0.5", "counter = 2.5", "copy = 2.5", "total = 3.5", "mine = 2.0"] { #expect(values.contains(value), "\(value) of \(values)") }
    }

    @Test("lookups list the texels that they read, with places, levels and values")
    func lookups() throws {
        let fixture = try TracedFixture("""
            #version 400
            uniform sampler2D image;
            uniform sampler2D framed;
            out vec4 pixel;
            void main() {
                vec4 mixed = textureLod(image, vec2(0.5, 0.25), 0.5);
                vec4 one = texelFetch(image, ivec2(3, 1), 0);
                vec4 four = textureGather(image, vec2(0.5, 0.5), 1);
                vec4 outside = texture(framed, vec2(2.0, 0.5));
                pixel = mixed + one + four + outside;
            }
            """) { device, pass in
            let image = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 4, height: 4, mipLevels: 2))
            try image.replace(bytes: (0..<64).map { Float($0 / 4) })
            try image.replace(level: 1, bytes: (0..<16).map { Float(100 + $0 / 4) })
            var sampler = Sampler.trilinearRepeat
            sampler.wrapS = .clampToEdge; sampler.wrapT = .clampToEdge
            pass.setTexture("image", image, sampler)
            sampler = .nearest
            sampler.wrapS = .clampToBorder; sampler.wrapT = .clampToBorder
            sampler.borderColor = SIMD4(0.25, 0.5, 0.75, 1)
            pass.setTexture("framed", image, sampler)
            pass.draw(count: 3)
        }
        let trace = try fixture.trace(4, 4)
        #expect(trace.isProven)
        let lookups = trace.allSteps.flatMap(\.lookups)
        #expect(lookups.map(\.function) == ["textureLod", "texelFetch", "textureGather", "texture"]
                && lookups.map(\.sampler) == ["image", "image", "image", "framed"])
        #expect(lookups.map(\.place.line) == [6, 7, 8, 9])
        let mixed = lookups[0]
        #expect(mixed.detail == 0.5 && mixed.nextLevelShare == 0.5 && mixed.coordinate.text == "vec2(0.5, 0.25)")
        #expect(mixed.texels.map { [$0.level, $0.x, $0.y] } == [[0, 1, 0], [0, 2, 0], [0, 1, 1], [0, 2, 1], [1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
        #expect(mixed.texels.map { Float(bitPattern: $0.words[0]) } == [1, 2, 5, 6, 100, 101, 102, 103])
        // The mean of four texels is (1 + 2 + 5 + 6) / 4 = 3.5. In the next level, only the two texels of the lower row have weight: (100 +
        // 101) / 2 = 100.5. The result is the mean of 3.5 and 100.5.
        #expect(mixed.result.text == "vec4(52.0, 52.0, 52.0, 52.0)")
        #expect(lookups[1].texels.map { [$0.x, $0.y, Int(Float(bitPattern: $0.words[0]))] } == [[3, 1, 7]] && lookups[1].coordinate.text == "ivec2(3, 1)")
        #expect(lookups[2].texels.map { [$0.x, $0.y] } == [[1, 2], [2, 2], [2, 1], [1, 1]] && lookups[2].result.text == "vec4(9.0, 10.0, 6.0, 5.0)")
        #expect(lookups[3].texels.map(\.isBorder) == [true] && lookups[3].result.text == "vec4(0.25, 0.5, 0.75, 1.0)")
        // The command `trace` prints the same texels, as text and as JSON.
        for step in trace.allSteps {
            let arguments = ["trace", fixture.file.path, "@0", "--fragment", "4,4", "--step", "\(step.index)"]
            let rows = try run(arguments).output.components(separatedBy: "\n").filter { $0.hasPrefix("texel ") }, texels = step.lookups.flatMap(\.texels)
            #expect(rows.count == texels.count
                    && zip(rows, texels).allSatisfy { $0.contains($1.isBorder ? "border of level" : "(\($1.x), \($1.y)) of level \($1.level):") }, "\(rows)")
            let told = try #require(run(arguments + ["--json"]).json as? [String: Any])["steps"] as? [[String: Any]]
            let list = (told?.first?["lookups"] as? [[String: Any]] ?? []).flatMap { $0["texels"] as? [[String: Any]] ?? [] }
            #expect(list.map { $0["isBorder"] as? Bool } == texels.map(\.isBorder) && list.map { $0["x"] as? Int } == texels.map(\.x))
        }
    }

    @Test("constants of a block come from the bound offset, and textures are listed with index, slice and probes")
    func resources() throws {
        let trace = try TracedFixture("""
            #version 400
            layout(std140) uniform Light { vec4 color; float gain; };
            uniform sampler2D images[3];
            uniform sampler2DArray layers;
            uniform sampler2D floor;
            uniform int number;
            out vec4 pixel;
            void main() {
                pixel = texture(images[number], vec2(0.5)) * color * gain;
                pixel += texture(layers, vec3(0.5, 0.5, 2.0));
                pixel += textureGrad(floor, vec2(0.5), vec2(0.125, 0.0), vec2(0.0, 1.0 / 64.0));
            }
            """) { device, pass in
            // The block starts after 256 bytes of other numbers.
            pass.setUniformBuffer("Light", try device.makeBuffer([Float](repeating: 9, count: 64) + [0.5, 0.25, 1, 1, 2, 0, 0, 0]), offset: 256)
            for index in 0..<3 {
                let image = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 1, height: 1))
                try image.replace(bytes: [Float](repeating: Float(index + 1), count: 4))
                pass.setTexture("images[\(index)]", image, .nearest)
            }
            let layers = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba32Float, width: 1, height: 1, depth: 3))
            try layers.replace(bytes: (0..<12).map { Float($0 / 4) })
            pass.setTexture("layers", layers, .nearest)
            let floor = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64, mipLevels: 7))
            pass.setTexture("floor", floor, Sampler(mip: .linear, wrap: .repeat, maxAnisotropy: 16))
            pass.setUniform("number", Int32(2))
            pass.draw(count: 3)
        }.trace(1, 1)
        // Red is 5: 3 · 0.5 · 2, plus 2 from the layer. Green and blue are computed like red.
        #expect(trace.isProven && trace.output("pixel") == "vec4(5.0, 3.5, 8.0, 8.0)", "\(trace.outputs)")
        let constants = trace.uniforms.map(\.text)
        #expect(constants.contains("vec4(0.5, 0.25, 1.0, 1.0)") && constants.contains("2.0") && constants.contains("2"), "\(trace.uniforms)")
        let lookups = trace.allSteps.flatMap(\.lookups)
        #expect(lookups.map(\.sampler) == ["images[2]", "layers", "floor"] && lookups.map(\.function) == ["texture", "texture", "textureGrad"])
        #expect(lookups[1].texels.map { [$0.x, $0.y, $0.slice] } == [[0, 0, 2]] && lookups[1].result.text == "vec4(2.0, 2.0, 2.0, 2.0)")
        // The pixel covers eight texels along x and one texel along y. The probes are at most 1.25 texels apart, so the anisotropic lookup has
        // seven probes.
        #expect(lookups[2].probes == 7 && lookups[2].detail == 0 && lookups[0].probes == 1)
    }

    @Test("helper lanes and divergence are shown, and derivatives are those of the neighbours")
    func lanes() throws {
        let fixture = try TracedFixture("""
            #version 330
            out vec4 pixel;
            void main() {
                float x = gl_FragCoord.x * gl_FragCoord.x;
                float slope = dFdx(x);
                if (gl_FragCoord.x < 1.0) {
                    slope += 100.0;
                }
                pixel = vec4(slope);
            }
            """, vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? -0.7 : -1.0, gl_VertexID == 2 ? -0.7 : -1.0, 0.0, 1.0); }")
        let trace = try fixture.trace(0, 7)
        #expect(trace.isProven && trace.lanes.map(\.role) == [.own, .helper, .helper, .helper] && trace.lane == 0)
        #expect(trace.lanes.map { [$0.x, $0.y] } == [[0, 7], [1, 7], [0, 6], [1, 6]])
        #expect(trace.history(of: "slope") == ["2.0", "102.0"])
        let inside = try #require(trace.allSteps.first { $0.place.line == 7 }), after = try #require(trace.allSteps.last)
        #expect(inside.activeLanes == [true, false, true, false] && after.activeLanes == [true, true, true, true])
        // If the traced lane does not take the branch, the trace has no step in the branch.
        let other = try TracedFixture("""
            #version 330
            out vec4 pixel;
            void main() {
                pixel = vec4(0.0);
                if (gl_FragCoord.x < 1.0) {
                    pixel = vec4(1.0);
                } else {
                    pixel = vec4(2.0);
                }
            }
            """).trace(1, 7)
        #expect(other.isProven && other.lines(in: "main").contains(8) && !other.lines(in: "main").contains(6)
                && other.output("pixel") == "vec4(2.0, 2.0, 2.0, 2.0)")
    }

    @Test("discard ends a trace; early returns and switches are followed")
    func flow() throws {
        let fragment = """
            #version 330
            uniform int kind;
            out vec4 pixel;
            float pick(int kind) {
                switch (kind) {
                case 0:
                    return 0.25;
                case 1:
                    return 0.5;
                default:
                    break;
                }
                return 1.0;
            }
            void main() {
                if (kind == 3) {
                    discard;
                }
                float picked = pick(kind);
                if (picked > 0.75)
                    return;
                pixel = vec4(picked);
            }
            """
        func trace(_ kind: Int32) throws -> ShaderTrace {
            try TracedFixture(fragment) {
                $1.setUniform("kind", kind)
                $1.draw(count: 3)
            }.trace(1, 1)
        }
        let first = try trace(1), second = try trace(2), third = try trace(3)
        #expect(first.isProven && first.history(of: "picked") == ["0.5"] && first.lines(in: "pick").contains(9) && !first.lines(in: "pick").contains(7)
                && first.lines(in: "main").contains(22))
        #expect(second.isProven && second.history(of: "picked") == ["1.0"] && second.lines(in: "pick").contains(13) && !second.lines(in: "main").contains(22))
        #expect(third.isProven && third.end == .discarded && third.step(third.stepCount - 1).place.line == 17 && third.history(of: "picked") == [])
        #expect(third.lanes[third.lane].isDiscarded && !first.lanes[first.lane].isDiscarded)
    }

    @Test("each sample has its own run if the shader runs per sample")
    func samples() throws {
        let fixture = try TracedFixture("""
            #version 400
            out vec4 pixel;
            void main() { pixel = vec4(float(gl_SampleID) + 0.5, gl_SamplePosition, 1.0); }
            """, samples: 4, format: .rgba16Float)
        for sample in 0..<4 {
            let trace = try fixture.trace(4, 4, choosing: FragmentChoice(sample: sample), on: .jit)
            #expect(trace.isProven && trace.subject == .fragment(x: 4, y: 4, primitive: 0, instance: 0, sample: sample) && trace.others.count == 3)
            #expect(trace.output("pixel")?.hasPrefix("vec4(\(Float(sample) + 0.5), ") == true && trace.input("gl_SampleID") == "\(sample)")
        }
        #expect(throws: RasterError.self) { _ = try fixture.trace(4, 4, choosing: FragmentChoice(sample: 4)) }
    }

    @Test("of several fragments at a pixel, the last written fragment or the requested one is traced")
    func choice() throws {
        // The fixture draws two triangles in each of two instances. Each triangle is nearer than the previous triangle, except the last
        // triangle.
        var state = RasterState()
        state.depth = .less
        let fixture = try TracedFixture("""
            #version 330
            flat in int number;
            out vec4 pixel;
            void main() { pixel = vec4(float(number)); }
            """, vertex: """
            #version 330
            flat out int number;
            void main() {
                int corner = gl_VertexID % 3;
                number = gl_VertexID / 3 + 2 * gl_InstanceID;
                float depth[4] = float[4](0.5, 0.25, -0.5, 0.75);
                gl_Position = vec4(corner == 1 ? 3.0 : -1.0, corner == 2 ? 3.0 : -1.0, depth[number], 1.0);
            }
            """, depth: .depth32Float, state: state) { $1.draw(count: 6, instances: 2) }
        let last = try fixture.trace(3, 3)
        #expect(last.isProven && last.subject == .fragment(x: 3, y: 3, primitive: 0, instance: 1, sample: nil)
                && last.output("pixel") == "vec4(2.0, 2.0, 2.0, 2.0)")
        #expect(last.others.count == 2 && last.input("number") == "2")
        let first = try fixture.trace(3, 3, choosing: FragmentChoice(primitive: 1, instance: 0), on: .jit)
        #expect(first.isProven && first.output("pixel") == "vec4(1.0, 1.0, 1.0, 1.0)")
        // The last triangle fails the depth test before the shader runs, and the error says so.
        #expect { _ = try fixture.trace(3, 3, choosing: FragmentChoice(primitive: 1, instance: 1)) } throws: { "\($0)".contains("fails the depth test") }
        #expect { _ = try fixture.trace(3, 3, choosing: FragmentChoice(primitive: 9)) } throws: { "\($0)".contains("choose among: fragment (3, 3) of primitive 0") }
    }

    @Test("the first operation that makes a NaN or an infinity is named, and inputs that are not finite are distinguished")
    func notFinite() throws {
        let fragment = """
            #version 330
            uniform float divisor;
            out vec4 pixel;
            void main() {
                float fine = 1.0 + divisor;
                float large = fine / divisor;
                float none = large - large;
                float spread = none + 1.0;
                pixel = vec4(spread, large, 0.0, 1.0);
            }
            """
        func fixture(_ divisor: Float) throws -> TracedFixture {
            try TracedFixture(fragment) {
                $1.setUniform("divisor", divisor)
                $1.draw(count: 3)
            }
        }
        func trace(_ divisor: Float) throws -> ShaderTrace { try fixture(divisor).trace(1, 1) }
        let zero = try fixture(0), made = try zero.trace(1, 1)
        let infinity = try #require(made.firstInfinity), naN = try #require(made.firstNaN)
        #expect(made.isProven && infinity.place.line == 6 && !infinity.isGiven && made.operation(infinity.operation).description == "1.0 / 0.0 = inf")
        #expect(naN.place.line == 7 && made.operation(naN.operation).name == "fsub" && made.step(naN.step).place.line == 7)
        // The command `trace` names both operations, as text and as JSON, and shows for each variable whether it is finite.
        let text = try run(["trace", zero.file.path, "@0", "--fragment", "1,1"]).output
        #expect(text.contains("first NaN       step \(naN.step), traced.frag:7: inf - inf = nan, in “float none = large - large;”\n")
            && text.contains("first infinity  step \(infinity.step), traced.frag:6: 1.0 / 0.0 = inf, in “float large = fine / divisor;”\n"), "\(text)")
        let json = try #require(run(["trace", zero.file.path, "@0", "--fragment", "1,1", "--json"]).json as? [String: Any])
        #expect((json["firstNaN"] as? [String: Any])?["line"] as? Int == 7 && (json["firstInfinity"] as? [String: Any])?["line"] as? Int == 6)
        let values = made.variables(at: made.stepCount - 1)
        #expect(values.filter { !$0.isFinite }.map(\.name).sorted() == ["large", "none", "pixel", "spread"] && values.contains { $0.name == "fine" },
                "\(values)")
        let given = try #require(try trace(.nan).firstNaN)
        #expect(given.isGiven && given.place.line == 5)
        let fine = try trace(2)
        #expect(fine.firstNaN == nil && fine.firstInfinity == nil)
    }

    @Test("a vertex has attributes, numbers and outputs")
    func vertices() throws {
        let fixture = try TracedFixture("in vec3 tint; out vec4 pixel; void main() { pixel = vec4(tint, 1.0); }", vertex: """
            #version 330
            in vec2 place;
            out vec3 tint;
            void main() {
                vec2 moved = place * 2.0;
                tint = vec3(moved, float(gl_InstanceID));
                gl_Position = vec4(moved, 0.0, 1.0);
            }
            """, layout: VertexLayout(stride: 8, VertexAttribute("place", .float2))) { device, pass in
            pass.setVertexBuffer(try device.makeBuffer([Float]([9, 9, -0.5, -0.5, 0.5, -0.5, 0, 0.5, 7, 7, 8, 8])))
            pass.draw(first: 1, count: 3, instances: 2)
        }
        let trace = try fixture.trace(vertex: 2, instance: 1)
        #expect(trace.isProven && trace.subject == .vertex(2, instance: 1) && trace.stage == .vertex)
        #expect(trace.input("place") == "vec2(0.5, -0.5)" && trace.input("gl_InstanceID") == "1")
        #expect(trace.history(of: "moved") == ["vec2(1.0, -1.0)"] && trace.output("gl_Position") == "vec4(1.0, -1.0, 0.0, 1.0)"
                && trace.output("tint") == "vec3(1.0, -1.0, 1.0)")
        #expect(trace.lanes.map(\.role) == [.own, .own, .own, .absent] && trace.lanes.prefix(3).map(\.x) == [1, 2, 3])
        #expect { _ = try fixture.trace(vertex: 4) } throws: { "\($0)".contains("its vertices lie in 1…3") }
        #expect { _ = try fixture.trace(vertex: 2, instance: 2) } throws: { "\($0)".contains("use 0 to 1") }
    }

    @Test("lines of included files have their names and texts")
    func includes() throws {
        let options = ShaderCompileOptions(defines: [ShaderDefine("SCALE", "0.5")], includeResolver: DictionaryIncludeResolver([
            "tint.glsl": "// a comment\nfloat tint(float value) {\n    float scaled = value * SCALE;\n    return scaled;\n}\n"]))
        let trace = try TracedFixture("#version 330\n#include \"tint.glsl\"\nuniform float gain;\nout vec4 pixel;\nvoid main() {\n    pixel = vec4(tint(gain));\n}\n", options: options) {
            $1.setUniform("gain", Float(3))
            $1.draw(count: 3)
        }.trace(0, 0)
        let step = try #require(trace.allSteps.first { $0.place.file == "tint.glsl" })
        #expect(step.place.line == 3 && step.text == "float scaled = value * SCALE;" && step.stack.last?.file == "traced.frag" && step.stack.last?.line == 6)
        #expect(trace.isProven && trace.history(of: "scaled") == ["1.5"])
    }
}
