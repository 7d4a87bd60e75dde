// Cleared tiles: the tile renderer remembers which tiles still have the value that they were cleared to, and does not clear such a tile
// to the same value again. To show which tiles the renderer considers clear, the tests write a texel without the renderer's knowledge.
// In a tile that the renderer considers clear, the next clear keeps the written texel. In every other tile, the clear overwrites the
// texel.

import Raster
import Testing

@Suite("Cleared tiles") struct ClearedTilesTests {
    private static let tile = TileGrid.tileSize
    /// The size of the target: three columns and two rows of tiles. The tiles of the last column and of the last row are not complete.
    private static let width = 150, height = 100, tiles = 6

    /// A target whose texels can be written without the renderer's knowledge.
    private struct Fixture {
        let device: Device, target: Framebuffer
        init(color: PixelFormat = .rgba8, depth: PixelFormat? = .depth24Stencil8, samples: Int = 1) throws {
            device = try TileConfiguration(lanes: 8, threads: 2, tiers: .baseline).makeDevice()
            target = try device.makeFramebuffer(width: width, height: height, color: [color], depth: depth, samples: samples)
        }
        func submit(clear: ClearValues, _ body: (inout RenderPass) -> Void = { _ in }) throws {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: clear, body)
            try device.submit(encoder)
        }
        /// Returns the texel in the middle of a tile. Tiles are numbered row by row from the bottom.
        func texel(_ attachment: Raster.Attachment?, _ tile: Int) throws -> UnsafeMutableRawPointer {
            try #require(attachment).texture.storage.address(level: 0, slice: 0,
                                                             x: tile % 3 * ClearedTilesTests.tile + 9, y: tile / 3 * ClearedTilesTests.tile + 11)
        }
        /// Returns the tiles that a clear does not change, because the renderer considers these tiles clear.
        func left(by clear: ClearValues, of attachment: Raster.Attachment?, _ body: (inout RenderPass) -> Void = { _ in }) throws -> Set<Int> {
            let size = try #require(attachment).texture.format.bytesPerTexel
            for tile in 0..<tiles { try texel(attachment, tile).initializeMemory(as: UInt8.self, repeating: 0x5a, count: size) }
            try submit(clear: clear, body)
            return try Set((0..<tiles).filter { tile in
                let texel = try texel(attachment, tile)
                return (0..<size).allSatisfy { texel.load(fromByteOffset: $0, as: UInt8.self) == 0x5a }
            })
        }
        /// Draws a triangle whose pixels lie in tile 4, at a depth.
        func drawing(_ configure: (inout RasterState) -> Void = { _ in }) throws -> (inout RenderPass) -> Void {
            var state = RasterState()
            configure(&state)
            let program = try device.makeProgram(vertex: "in vec2 position; void main() { gl_Position = vec4(position, 0.25, 1.0); }",
                                                 fragment: "out vec4 color; void main() { color = vec4(0.5); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), state: state)
            let vertices = try device.makeBuffer([Float](arrayLiteral: 0, 0.5, 0.2, 0.5, 0, 0.7))
            return { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.draw(count: 3)
            }
        }
    }
    private static let all = Set(0..<tiles)
    private static let values = ClearValues(colors: [.float(SIMD4(0.2, 0.4, 0.6, 1))], depth: 0.5, stencil: 3)

    @Test("a clear to the value that all tiles hold changes none of them, a clear to another value changes all")
    func again() throws {
        let fixture = try Fixture(depth: .depth32Float), color = fixture.target.color[0]
        #expect(try fixture.left(by: Self.values, of: color) == [], "the first clear")
        #expect(try fixture.left(by: Self.values, of: color) == Self.all)
        #expect(try fixture.left(by: Self.values, of: fixture.target.depth) == Self.all)
        var other = Self.values
        other.colors = [.float(SIMD4(0.2, 0.4, 0.6, 0.5))]
        #expect(try fixture.left(by: other, of: color) == [])
        #expect(try fixture.left(by: other, of: color) == Self.all)
        other.depth = 0.25
        #expect(try fixture.left(by: other, of: fixture.target.depth) == [])
        #expect(try fixture.left(by: other, of: color) == Self.all, "another depth is no other colour")
    }

    @Test("a tile with a draw is cleared again, its neighbours are not")
    func drawn() throws {
        let fixture = try Fixture(depth: .depth32Float), color = fixture.target.color[0], depth = fixture.target.depth
        let drawsAll = try fixture.drawing { $0.depth = DepthState(compare: .less) }
        let drawsDepth = try fixture.drawing { $0.depth = DepthState(compare: .less); $0.colorTargets = [ColorTargetState(writeMask: .none)] }
        let drawsColor = try fixture.drawing { $0.depth = DepthState(compare: .less, writes: false) }
        for (name, body, attachment, isTouched) in [
            ("colour and depth", drawsAll, color, true), ("colour and depth", drawsAll, depth, true), ("depth alone", drawsDepth, depth, true),
            ("colour alone", drawsColor, color, true), ("colour alone", drawsColor, depth, false),
        ] {
            try fixture.submit(clear: Self.values)
            try fixture.submit(clear: Self.values, body)
            let left = try fixture.left(by: Self.values, of: attachment)
            #expect(left == (isTouched ? Self.all.subtracting([4]) : Self.all), "after a draw of \(name)")
            #expect(try fixture.left(by: Self.values, of: attachment) == Self.all, "after a draw of \(name) and a clear")
        }
    }

    @Test("a tile that is drawn and then cleared in the same pass is clear again")
    func drawnAndCleared() throws {
        let fixture = try Fixture(depth: nil), color = fixture.target.color[0], draws = try fixture.drawing()
        try fixture.submit(clear: Self.values) { pass in
            draws(&pass)
            pass.clear(Self.values)
        }
        #expect(try fixture.left(by: Self.values, of: color) == Self.all)
        try fixture.submit(clear: Self.values) { pass in
            pass.clear(Self.values)
            draws(&pass)
        }
        #expect(try fixture.left(by: Self.values, of: color) == Self.all.subtracting([4]))
    }

    @Test("after a partial clear to another value, the tiles that it reaches are no longer considered clear")
    func part() throws {
        let fixture = try Fixture(depth: nil), color = fixture.target.color[0]
        try fixture.submit(clear: Self.values)
        try fixture.submit(clear: Self.values) { pass in
            // Clears one pixel of tile 1, and a column of pixels in tiles 2 and 5.
            pass.setScissor(PixelRect(x: 127, y: 30, width: 1, height: 1))
            pass.clear(ClearValues(colors: [.float(SIMD4(1, 0, 0, 1))]))
            pass.setScissor(PixelRect(x: 130, y: 0, width: 1, height: 100))
            pass.clear(ClearValues(colors: [.float(SIMD4(1, 0, 0, 1))]))
        }
        #expect(try fixture.left(by: Self.values, of: color) == [0, 3, 4])
        #expect(try fixture.left(by: Self.values, of: color) == Self.all)
        // After a partial clear to the same value, a clear tile stays clear, and a tile that is not clear does not become clear.
        try fixture.submit(clear: Self.values) { pass in
            pass.setScissor(PixelRect(x: 0, y: 0, width: 10, height: 10))
            pass.clear(Self.values)
        }
        #expect(try fixture.left(by: Self.values, of: color) == Self.all)
        let draws = try fixture.drawing()
        try fixture.submit(clear: Self.values) { pass in
            draws(&pass)
            pass.setScissor(PixelRect(x: 0, y: 0, width: 127, height: 100))
            pass.clear(Self.values)
        }
        #expect(try fixture.left(by: Self.values, of: color) == Self.all.subtracting([4]), "the clear did not reach the last column of tile 4")
    }

    @Test("after any other write to an image (an upload, a copy, a blit, a pass that loads), no tile is considered clear")
    func otherWriters() throws {
        let fixture = try Fixture(depth: nil), device = fixture.device, color = try #require(fixture.target.color[0])
        let other = try device.makeFramebuffer(width: Self.width, height: Self.height)
        let source = try #require(other.color[0])
        func encoded(_ body: (inout CommandEncoder) -> Void) throws {
            var encoder = device.makeCommandEncoder()
            body(&encoder)
            try device.submit(encoder)
        }
        let writers: [(String, () throws -> Void)] = [
            ("an upload", { try color.texture.replace(region: TextureRegion(width: 1, height: 1), bytes: [7, 7, 7, 7] as [UInt8]) }),
            ("a copy", { try encoded { $0.copy(source.texture, region: TextureRegion(width: 1, height: 1), to: color.texture, x: 0, y: 0) } }),
            ("a blit", { try encoded { $0.blit(source, from: (0, 0, 9, 9), to: color, in: (0, 0, 9, 9)) } }),
            ("a pass that loads", { try fixture.submit(clear: .none) }),
        ]
        for (name, write) in writers {
            try fixture.submit(clear: Self.values)
            try fixture.submit(clear: Self.values)
            try write()
            #expect(try fixture.left(by: Self.values, of: color) == [], "\(name)")
        }
    }

    @Test("the clear state of depth and stencil of one image is tracked separately")
    func stencil() throws {
        let fixture = try Fixture()
        try fixture.submit(clear: Self.values)
        var other = Self.values
        other.stencil = 9
        try fixture.submit(clear: other)
        // In the tile, the renderer considers depth clear, so the next clear keeps the written depth. The next clear has another stencil
        // value, so stencil is cleared.
        let texel = try fixture.texel(fixture.target.depth, 0), format = PixelFormat.depth24Stencil8
        texel.initializeMemory(as: UInt8.self, repeating: 0x5a, count: format.bytesPerTexel)
        let depth = PixelCodec.loadDepthKey(format, texel)
        other.stencil = 10
        try fixture.submit(clear: other)
        #expect(PixelCodec.loadDepthKey(format, texel) == depth && PixelCodec.loadStencil(format, texel) == 10)
    }

    @Test("after a clear of some channels or stencil bits to another value, the tiles that it reaches are no longer considered clear")
    func masks() throws {
        let fixture = try Fixture(depth: .stencil8), color = fixture.target.color[0], stencil = fixture.target.stencil
        let mask = ClearMask(colors: [.red], stencil: 0x0F), values = ClearValues(colors: Self.values.colors, stencil: 3)
        try fixture.submit(clear: values)
        try fixture.submit(clear: values) { $0.clear(values, mask: mask) }
        #expect(try fixture.left(by: values, of: color) == Self.all, "the channels hold the value already")
        #expect(try fixture.left(by: values, of: stencil) == Self.all, "the bits hold the value already")
        try fixture.submit(clear: values) { $0.clear(ClearValues(colors: [.float(SIMD4(1, 1, 1, 1))], stencil: 7), mask: mask) }
        #expect(try fixture.left(by: values, of: color) == [])
        #expect(try fixture.left(by: values, of: color) == Self.all)
        try fixture.submit(clear: values) { $0.clear(ClearValues(stencil: 7), mask: mask) }
        #expect(try fixture.left(by: values, of: stencil) == [])
        try fixture.submit(clear: values)
        try fixture.submit(clear: values) { pass in
            pass.clear(ClearValues(colors: [.float(SIMD4(1, 1, 1, 1))], stencil: 7), mask: ClearMask(colors: [.none], stencil: 0))
        }
        // A clear whose mask has no bits changes no texel, although the renderer no longer considers the tiles clear.
        #expect(try fixture.left(by: values, of: color) == [])
    }

    @Test("full and partial clears give the reference's texels in every format that can be drawn to", arguments: [1, 4])
    func formats(samples: Int) throws {
        for format in PixelFormat.allCases where format.isColorRenderable {
            let wanted: (Int) -> ClearColor = { step in
                switch format.kind {
                case .int: .int(SIMD4(-3, 5, 100, Int32(step)))
                case .uint: .uint(SIMD4(3, 5, 100, UInt32(step)))
                default: .float(SIMD4(0.3, 0.7, -0.2, Float(step) / 9))
                }
            }
            func texels(_ device: Device) throws -> [UInt8]? {
                guard let target = try? device.makeFramebuffer(width: 70, height: 70, color: [format], samples: samples),
                      let color = target.color[0] else { return nil }
                var encoder = device.makeCommandEncoder()
                for step in [1, 1, 2, 1] {
                    encoder.render(to: target, clear: ClearValues(colors: [wanted(step)])) { pass in
                        pass.setScissor(PixelRect(x: 60, y: 5, width: 8 + step, height: 61))
                        pass.clear(ClearValues(colors: [wanted(step + 1)]))
                    }
                }
                try device.submit(encoder)
                let storage = color.texture.storage
                return (0..<samples).flatMap { sample in (0..<70).flatMap { y in
                    [UInt8](UnsafeRawBufferPointer(start: storage.address(level: 0, slice: 0, x: 0, y: y, sample: sample), count: 70 * format.bytesPerTexel))
                } }
            }
            let expected = try texels(Device(.reference))
            #expect(try texels(TileConfiguration(lanes: 8, threads: 2, tiers: .baseline).makeDevice()) == expected, "\(format)")
        }
    }
}
