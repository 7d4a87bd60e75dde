// Scenes: vertex fetch. Formats, strides, offsets, separate arrays, divisors, base vertex, updates.

import Raster

extension Scene {
    static let vertexFetch: [Scene] = [
        Scene("vertex formats: float components") { stage in
            try stage.formatGrid([.float(1), .float(2), .float(3), .float(4), .half(1), .half(2), .half(3), .half(4)]) { format, c in
                [0.25, 0.5, 0.75, 1][c] + Float(format % 4) / 16
            }
        },
        Scene("vertex formats: normalized unsigned") { stage in
            try stage.formatGrid([.normalized(.uint8, 4), .normalized(.uint8, 3), .normalized(.uint16, 2), .normalized(.uint16, 4),
                                  .normalized(.uint32, 1), .normalized(.uint32, 3), .unorm8x4, .normalized(.uint8, 1)]) { format, c in
                [1, 0.5, 0.25, 0.75][(c + format) % 4]
            }
        },
        Scene("vertex formats: normalized signed") { stage in
            try stage.formatGrid([.normalized(.int8, 4), .normalized(.int8, 2), .normalized(.int16, 4), .normalized(.int16, 3),
                                  .normalized(.int32, 2), .normalized(.int32, 4), .normalized(.int8, 1), .normalized(.int16, 2)], signed: true) { format, c in
                [-1, 0.5, -0.25, 0.75][(c + format) % 4]
            }
        },
        Scene("vertex formats: scaled integers") { stage in
            try stage.formatGrid([.scaled(.uint8, 4), .scaled(.int8, 4), .scaled(.uint16, 3), .scaled(.int16, 4),
                                  .scaled(.uint32, 2), .scaled(.int32, 4), .scaled(.int8, 2), .scaled(.uint16, 1)], signed: true, scale: 100) { format, c in
                [90, 40, 15, 70][(c + format) % 4] * (format % 2 == 1 ? -1 : 1)
            }
        },
        Scene("vertex formats: packed 10-10-10-2") { stage in
            try stage.formatGrid([.packed1010102(signed: false, normalized: true), .packed1010102(signed: true, normalized: true),
                                  .packed1010102(signed: false, normalized: false), .packed1010102(signed: true, normalized: false)],
                                 signed: true, scale: nil) { format, c in
                switch format {
                case 0: [0.2, 0.9, 0.5, 2.0 / 3][c]
                case 1: [-0.5, 0.8, -1, 1][c]
                case 2: [200, 1000, 1, 2][c]
                default: [-400, 500, -1, -1][c]
                }
            }
        },
        Scene("vertex formats: fixed-point numbers and doubles") { stage in
            try stage.formatGrid([.scaled(.fixed32, 1), .scaled(.fixed32, 2), .scaled(.fixed32, 3), .scaled(.fixed32, 4),
                                  .scaled(.float64, 1), .scaled(.float64, 2), .scaled(.float64, 3), .scaled(.float64, 4)], signed: true) { format, c in
                [-0.75, 0.5, 0.1, -0.3][(c + format) % 4]
            }
        },
        Scene("vertex formats: blue first") { stage in
            try stage.formatGrid([.bgra8, .packedBGRA1010102(signed: false), .packedBGRA1010102(signed: true), .bgra8], signed: true) { format, c in
                format == 2 ? [-0.5, 0.8, -1, 1][c] : [0.2, 0.9, 0.5 + Float(format) / 8, 2.0 / 3][c]
            }
        },
        Scene("vertex formats: integers") { stage in try stage.integerAttributes() },
        Scene("interleaved with stride, offset and padding") { stage in
            // A vertex has 28 bytes: 4 of padding, a position in half floats, 4 of padding, a colour in bytes, a weight as a float,
            // and 8 of padding.
            var bytes: [UInt8] = []
            func append<T>(_ value: T) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
            let corners: [(Float, Float)] = [(4, 4), (60, 10), (34, 58), (8, 40), (58, 44), (30, 20)]
            for (i, corner) in corners.enumerated() {
                append(UInt32(0xDEAD_BEEF))
                append(halfBits(corner.0)); append(halfBits(corner.1))
                append(UInt32(0x7FC0_0000))
                for c in 0..<4 { append(UInt8((i * 70 + c * 50) % 256)) }
                append(Float(1) - Float(i) / 8)
                append(UInt64(0xFFFF_FFFF_FFFF_FFFF))
            }
            let buffer = try stage.device.makeBuffer([UInt8](repeating: 0xEE, count: 12) + bytes)
            let program = try stage.program("""
                #version 330
                in vec2 corner; in vec4 paint; in float weight;
                out vec4 tint;
                void main() { gl_Position = vec4(corner / 32.0 - 1.0, 0.0, 1.0); tint = vec4(paint.rgb * weight, 1.0); }
                """, Mesh.fragmentShader)
            let layout = VertexLayout(stride: 28, VertexAttribute("weight", .float1, offset: 16), VertexAttribute("corner", .half(2), offset: 4),
                                      VertexAttribute("paint", .unorm8x4, offset: 12), VertexAttribute("not in the program", .float4, offset: 0))
            let pipeline = try stage.pipeline(program, layout)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(buffer, offset: 12)
                pass.draw(count: 6)
            }
        },
        Scene("separate arrays and constant attributes") { stage in
            let program = try stage.program("""
                #version 330
                in vec4 corner; in vec3 paint; in vec2 shift; in float gain;
                out vec4 tint;
                void main() { gl_Position = vec4((corner.xy + shift) / 32.0 - 1.0, corner.z, corner.w); tint = vec4(paint * gain, 1.0); }
                """, Mesh.fragmentShader)
            var layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 12)],
                                      attributes: [VertexAttribute("corner", .float2, slot: 0), VertexAttribute("paint", .float3, slot: 1)])
            layout.constants = ["shift": .init(6, -4, 9, 9), "gain": .init(0.75, 0, 0, 0)]
            let pipeline = try stage.pipeline(program, layout)
            let corners = try stage.device.makeBuffer([2, 8, 52, 20, 16, 60] as [Float])
            let paints = try stage.device.makeBuffer([1, 0, 0.5, 0.25, 1, 0, 0, 0.5, 1] as [Float])
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners, slot: 0)
                pass.setVertexBuffer(paints, slot: 1)
                pass.draw(count: 3)
            }
        },
        Scene("stride zero repeats the first element") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 16), VertexBufferLayout(stride: 0)],
                                      attributes: [VertexAttribute("position", .float4, slot: 0), VertexAttribute("color", .unorm8x4, slot: 1)])
            let pipeline = try stage.pipeline(program, layout)
            let corners = try stage.device.makeBuffer([5, 5, 0, 1, 60, 16, 0, 1, 20, 61, 0, 1] as [Float])
            let paint = try stage.device.makeBuffer([200, 120, 40, 255, 1, 2, 3, 4] as [UInt8])
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("size", SIMD2<Float>(64, 64))
                pass.setVertexBuffer(corners, slot: 0)
                pass.setVertexBuffer(paint, slot: 1)
                pass.draw(count: 3)
            }
        },
        Scene("index types, first index and base vertex") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<12 { mesh.triangle(.init(1, 1), .init(15, 3), .init(6, 14), Ink.at(i)) }
            let vertices = try stage.device.makeBuffer(mesh.floats)
            let grid = Grid(columns: 4, cell: 16, 16)
            let bytes = try stage.device.makeBuffer((0..<36).map { UInt8($0) })
            let shorts = try stage.device.makeBuffer((0..<36).map { UInt16(35 - $0) })
            let words = try stage.device.makeBuffer((0..<36).map { UInt32($0 + 100) })
            return try stage.picture(try stage.target(64, 48)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(16, 16))
                for cell in 0..<12 {
                    pass.setViewport(grid.viewport(cell))
                    let first = cell % 4 * 3
                    switch cell / 4 {
                    case 0: pass.drawIndexed(bytes, type: .uint8, first: first, count: 3, baseVertex: 12)
                    case 1: pass.drawIndexed(shorts, type: .uint16, first: first, count: 3)
                    default: pass.drawIndexed(words, type: .uint32, first: first, count: 3, baseVertex: -100)
                    }
                }
            }
        },
        Scene("buffers updated in part between draws and submits") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.quad(2, 2, 30, 30, Ink.red)
            let buffer = try stage.device.makeBuffer(mesh.floats)
            let target = try stage.target(64, 64)
            func pass(_ encoder: inout CommandEncoder, _ cell: Int, _ clear: ClearValues) {
                encoder.render(to: target, clear: clear) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(buffer)
                    pass.setUniform("size", SIMD2<Float>(32, 32))
                    pass.setViewport(Grid(columns: 2, cell: 32, 32).viewport(cell))
                    pass.draw(count: 6)
                }
            }
            var encoder = stage.device.makeCommandEncoder()
            pass(&encoder, 0, .color(0, 0, 0))
            encoder.update(buffer, at: 16, with: [0.1, 0.9, 0.2, 1] as [Float])
            pass(&encoder, 1, .none)
            encoder.update(buffer, at: 32 * 5, with: [10, 20] as [Float])
            pass(&encoder, 2, .none)
            try stage.device.submit(encoder)
            try buffer.update([0, 0, 1, 1] as [Float], at: 32 * 2 + 16)
            var second = stage.device.makeCommandEncoder()
            pass(&second, 3, .none)
            try stage.device.submit(second)
            return try stage.read(target)
        },
        Scene("instances with divisors and base instance") { stage in
            let program = try stage.program("""
                #version 330
                in vec2 corner; in vec2 offset; in vec4 paint;
                out vec4 tint;
                void main() { gl_Position = vec4((corner + offset) / 32.0 - 1.0, 0.0, 1.0); tint = paint; }
                """, Mesh.fragmentShader)
            let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 8, divisor: 1),
                                                VertexBufferLayout(stride: 16, divisor: 3)],
                                      attributes: [VertexAttribute("corner", .float2, slot: 0), VertexAttribute("offset", .float2, slot: 1),
                                                   VertexAttribute("paint", .float4, slot: 2)])
            let pipeline = try stage.pipeline(program, layout)
            let corners = try stage.device.makeBuffer([1, 1, 9, 2, 4, 10] as [Float])
            var cells: [Float] = []
            for i in 0..<24 { cells += [Float(i % 5) * 12, Float(i / 5) * 12] }
            let offsets = try stage.device.makeBuffer(cells)
            let paints = try stage.device.makeBuffer(Ink.all)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                for (slot, buffer) in [corners, offsets, paints].enumerated() { pass.setVertexBuffer(buffer, slot: slot) }
                pass.draw(count: 3, instances: 11)
                pass.draw(count: 3, instances: 9, baseInstance: 5)
            }
        },
        Scene("matrix attribute per instance") { stage in
            let program = try stage.program("""
                #version 330
                in vec2 corner; in mat3 place; in mat2 blend;
                out vec4 tint;
                void main() {
                    vec3 p = place * vec3(corner, 1.0);
                    gl_Position = vec4(p.xy, 0.0, 1.0);
                    tint = vec4(blend[0], blend[1].x, 1.0);
                }
                """, Mesh.fragmentShader)
            var attributes = [VertexAttribute("corner", .float2, slot: 0)]
            for column in 0..<3 { attributes.append(VertexAttribute("place[\(column)]", .float3, offset: 12 * column, slot: 1)) }
            for column in 0..<2 { attributes.append(VertexAttribute("blend[\(column)]", .float2, offset: 36 + 8 * column, slot: 1)) }
            let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 52, divisor: 1)], attributes: attributes)
            let pipeline = try stage.pipeline(program, layout)
            let corners = try stage.device.makeBuffer([-0.5, -0.5, 0.5, -0.25, 0, 0.75] as [Float])
            var instances: [Float] = []
            for i in 0..<4 {
                let s: Float = i % 2 == 0 ? 0.5 : -0.75, x: Float = i < 2 ? -0.5 : 0.5, y: Float = i % 2 == 0 ? -0.5 : 0.5
                instances += [s, 0.25, 0, -0.25, s, 0, x, y, 1]
                instances += [Ink.at(i).x, Ink.at(i).y, Ink.at(i).z, 0]
            }
            let buffer = try stage.device.makeBuffer(instances)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners, slot: 0)
                pass.setVertexBuffer(buffer, slot: 1)
                pass.draw(count: 3, instances: 4)
            }
        },
    ]
}

func halfBits(_ value: Float) -> UInt16 { Float16(value).bitPattern }

extension Stage {
    /// Draws one 16×16 cell for each format. The colour is the attribute's value, or for signed values half of the value plus one
    /// half. Components that a format lacks have GL's defaults, 0, 0, 0, 1. If `scale` is nil, the formats are packed, and formats
    /// that are not normalised are scaled by 1024.
    fileprivate func formatGrid(_ formats: [VertexFormat], signed: Bool = false, scale: Float? = 1,
                                value: (_ format: Int, _ component: Int) -> Float) throws -> [SceneOutput] {
        let program = try program("""
            #version 330
            uniform float scale; uniform bool isSigned;
            in vec4 paint;
            out vec4 tint;
            void main() {
                vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 1.8125 - 0.90625;
                gl_Position = vec4(corner, 0.0, 1.0);
                tint = paint / scale;
                if (isSigned) tint = tint * 0.5 + 0.5;
            }
            """, Mesh.fragmentShader)
        let grid = Grid(columns: 4, cell: 16, 16)
        return try picture(try target(64, 16 * ((formats.count + 3) / 4))) { pass in
            for (index, format) in formats.enumerated() {
                var element: [UInt8] = []
                var fields: (isSigned: Bool, isNormalized: Bool, isBlueFirst: Bool)?
                if case .packed1010102(let isSigned, let isNormalized) = format { fields = (isSigned, isNormalized, false) }
                if case .packedBGRA1010102(let isSigned) = format { fields = (isSigned, true, true) }
                if let (isSigned, isNormalized, isBlueFirst) = fields {
                    var word: UInt32 = 0
                    for c in 0..<4 {
                        let top: Float = c == 3 ? (isSigned ? 1 : 3) : (isSigned ? 511 : 1023)
                        let v = Int32((value(index, c) * (isNormalized ? top : 1)).rounded())
                        word |= (UInt32(bitPattern: v) & (c == 3 ? 3 : 0x3FF)) << UInt32(10 * (isBlueFirst && c < 3 ? 2 - c : c))
                    }
                    withUnsafeBytes(of: word) { element.append(contentsOf: $0) }
                } else if format == .bgra8 {
                    for c in [2, 1, 0, 3] { element += Self.bytes(of: value(index, c), .unorm8x4) }
                } else {
                    for c in 0..<format.componentCount { element += Self.bytes(of: value(index, c), format) }
                }
                // Elements start at multiples of four bytes, which OpenGL implementations prefer.
                while element.count % 4 != 0 { element.append(0) }
                let layout = VertexLayout(stride: element.count, VertexAttribute("paint", format))
                let isPackedScaled = if case .packed1010102(_, false) = format { true } else { false }
                pass.setPipeline(try pipeline(program, layout))
                pass.setVertexBuffer(try device.makeBuffer((0..<4).flatMap { _ in element }))
                pass.setUniform("scale", scale ?? (isPackedScaled ? 1024 : 1))
                pass.setUniform("isSigned", signed)
                pass.setViewport(grid.viewport(index))
                pass.draw(.triangleStrip, count: 4)
            }
        }
    }

    private static func bytes(of value: Float, _ format: VertexFormat) -> [UInt8] {
        func raw<T>(_ v: T) -> [UInt8] { withUnsafeBytes(of: v) { [UInt8]($0) } }
        func integer(_ component: VertexComponent, _ v: Double) -> [UInt8] {
            switch component {
            case .uint8: raw(UInt8(v))
            case .int8: raw(Int8(v))
            case .uint16: raw(UInt16(v))
            case .int16: raw(Int16(v))
            case .uint32: raw(UInt32(v))
            case .int32: raw(Int32(v))
            case .float16: raw(halfBits(Float(v)))
            case .float32: raw(Float(v))
            case .fixed32: raw(Int32((v * 65536).rounded()))
            case .float64: raw(v)
            }
        }
        switch format {
        case .scaled(let component, _), .integer(let component, _):
            // Unsigned components hold the absolute value of a negative value.
            let isUnsigned = component == .uint8 || component == .uint16 || component == .uint32
            return integer(component, isUnsigned ? Double(abs(value)) : Double(value))
        case .normalized(let component, _):
            let top: Double = switch component {
            case .uint8: 255
            case .int8: 127
            case .uint16: 65535
            case .int16: 32767
            case .uint32: 4294967295
            default: 2147483647
            }
            return integer(component, (Double(value) * top).rounded())
        case .packed1010102, .packedBGRA1010102, .bgra8: return []
        }
    }

    fileprivate func integerAttributes() throws -> [SceneOutput] {
        func source(_ type: String) -> String {
            """
            #version 330
            in \(type) numbers;
            flat out ivec4 shown;
            void main() {
                vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 1.8125 - 0.90625;
                gl_Position = vec4(corner, 0.0, 1.0);
                shown = ivec4(\(type == "int" ? "numbers, 1, 2, 3" : type == "uvec3" ? "numbers, 7" : "numbers"));
            }
            """
        }
        let fragment = """
            #version 330
            flat in ivec4 shown;
            out ivec4 result;
            void main() { result = shown; }
            """
        let cases: [(VertexComponent, Int, String, Double)] = [
            (.int8, 4, "ivec4", -100), (.uint8, 4, "uvec4", 200), (.int16, 4, "ivec4", -30000), (.uint16, 3, "uvec3", 60000),
            (.int32, 4, "ivec4", -2_000_000_000), (.uint32, 4, "uvec4", 2_000_000_000), (.int32, 1, "int", 123_456), (.int16, 2, "ivec4", 77),
        ]
        let grid = Grid(columns: 4, cell: 8, 8)
        return try picture(try target(32, 16, [.rgba32Int]), clear: ClearValues(colors: [.int(.init(-1, -2, -3, -4))])) { pass in
            for (index, (component, count, type, first)) in cases.enumerated() {
                let format = VertexFormat.integer(component, count)
                var element: [UInt8] = []
                for c in 0..<count { element += Self.bytes(of: Float(first) + Float(c * 3), format) }
                while element.count % 4 != 0 { element.append(0) }
                let program = try program(source(type), fragment)
                pass.setPipeline(try pipeline(program, VertexLayout(stride: element.count, VertexAttribute("numbers", format))))
                pass.setVertexBuffer(try device.makeBuffer((0..<4).flatMap { _ in element }))
                pass.setViewport(grid.viewport(index))
                pass.draw(.triangleStrip, count: 4)
            }
        }
    }
}
