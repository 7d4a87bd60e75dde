// Meshes: every topology is written with the vertices of the buffers, and the written positions give the original picture.

import FrameCapture
import Raster
import Testing

/// An OBJ file, parsed in the way of programs that read OBJ files.
private struct Object {
    var names: [String] = []
    var positions: [[Float]] = [], normals: [[Float]] = [], coordinates: [[Float]] = []
    /// For each element: its kind, the indices of its positions (counted from 0), and its line of the file.
    var elements: [(kind: String, corners: [Int], text: String)] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init), numbers = words.dropFirst().compactMap { Float($0) }
            switch words[0] {
            case "o": names.append(words[1])
            case "v": positions.append(numbers)
            case "vn": normals.append(numbers)
            case "vt": coordinates.append(numbers)
            case "f", "l", "p":
                elements.append((words[0], words.dropFirst().map { (Int($0.split(separator: "/")[0]) ?? 0) - 1 }, String(line)))
            default: break
            }
        }
    }
}

@Suite("Meshes") struct MeshTests {
    private static let corners: [Float] = (0..<8).flatMap { (i: Int) -> [Float] in
        let x = Float(i), y: Float = i % 2 == 0 ? -0.7 : 0.65
        return [x * 0.1 - 0.35, y, x / 16, 1.0 / 3, x, -1, 0.1 * x, 0.7]
    }
    private static let vertex = """
        in vec3 position; in vec3 aNormal; in vec2 uv;
        uniform float turn;
        void main() { gl_Position = vec4(position.xy + 0.3 * float(gl_InstanceID) + 0.0 * aNormal.xy + 0.0 * uv, position.z, 1.0 + turn * position.x); }
        """

    private func captured(_ file: TemporaryFile, device: Device = Device(.reference), turn: Float = 0.5,
                          _ body: (inout RenderPass, Device) throws -> Void) throws -> (capture: Capture, picture: Image) {
        let target = try device.makeFramebuffer(width: 64, height: 32)
        let program = try device.makeProgram(vertex: MeshTests.vertex, fragment: "out vec4 c; void main() { c = vec4(1); }")
        let layout = VertexLayout(stride: 32, VertexAttribute("position", .float3), VertexAttribute("aNormal", .float3, offset: 12),
                                  VertexAttribute("uv", .float2, offset: 24))
        var state = RasterState()
        state.primitiveRestart = true
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(try device.makeBuffer(MeshTests.corners))
            pass.setUniform("turn", turn)
            try body(&pass, device)
        }
        try device.submit(frame)
        return (try Capture(contentsOf: file.path), try target.readImage())
    }
    private func object(_ capture: Capture, draw: Int = 0, _ stage: MeshStage, _ space: MeshSpace = .clip) throws -> Object {
        Object(try capture.mesh(of: capture.frames[0].draws[draw], in: capture.frames[0], stage: stage, space: space).obj)
    }

    @Test("in the mesh before the shader each vertex has the bits of its buffer; normals and texture coordinates are found by name")
    func attributes() throws {
        let file = TemporaryFile(), capture = try captured(file) { pass, _ in pass.draw(count: 6, label: "two triangles") }.capture
        let object = try object(capture, .in)
        #expect(object.names == ["two_triangles"])
        #expect(object.positions == (0..<6).map { Array(MeshTests.corners[($0 * 8)..<($0 * 8 + 3)]) })
        #expect(object.normals == (0..<6).map { Array(MeshTests.corners[($0 * 8 + 3)..<($0 * 8 + 6)]) })
        #expect(object.coordinates == (0..<6).map { Array(MeshTests.corners[($0 * 8 + 6)..<($0 * 8 + 8)]) })
        #expect(object.elements.map(\.text) == ["f 1/1/1 2/2/2 3/3/3", "f 4/4/4 5/5/5 6/6/6"])
        let frame = capture.frames[0]
        let named = try capture.mesh(of: frame.draws[0], in: frame, stage: .in, attributes: MeshAttributes(position: "aNormal"))
        #expect(Object(named.obj).positions == object.normals && named.omittedAttributes == ["position"])
        #expect(throws: RasterError.self) { _ = try capture.mesh(of: frame.draws[0], in: frame, stage: .in, attributes: MeshAttributes(normal: "absent")) }
        // The chosen attribute is already the position, and cannot also be the texture coordinates, so the mesh has only normals.
        let normals = try capture.mesh(of: frame.draws[0], in: frame, stage: .in, attributes: MeshAttributes(textureCoordinate: "position"))
        #expect(Object(normals.obj).elements.map(\.text) == ["f 1//1 2//2 3//3", "f 4//4 5//5 6//6"])
    }

    @Test("strips, fans, loops, restarts, points and instances are split into primitives")
    func topologies() throws {
        let file = TemporaryFile()
        let capture = try captured(file) { pass, device in
            pass.draw(.triangleStrip, count: 5)
            pass.draw(.triangleFan, count: 5)
            pass.draw(.lineStrip, count: 3)
            pass.draw(.lineLoop, count: 3)
            pass.draw(.points, first: 2, count: 2)
            pass.drawIndexed(try device.makeBuffer([UInt16]([0, 1, 2, 3, 0xFFFF, 5, 4, 6])), .triangleStrip, count: 8)
            pass.draw(count: 3, instances: 3)
            pass.draw(.lines, count: 5)
        }.capture
        func elements(_ draw: Int) throws -> [String] { try object(capture, draw: draw, .out).elements.map(\.text) }
        #expect(try elements(0) == ["f 1 2 3", "f 3 2 4", "f 3 4 5"])
        #expect(try elements(1) == ["f 1 2 3", "f 1 3 4", "f 1 4 5"])
        #expect(try elements(2) == ["l 1 2", "l 2 3"])
        #expect(try elements(3) == ["l 1 2", "l 2 3", "l 3 1"])
        #expect(try object(capture, draw: 2, .in).elements.map(\.text) == ["l 1/1 2/2", "l 2/2 3/3"], "lines have texture coordinates and no normals")
        #expect(try elements(4) == ["p 1", "p 2"])
        let restarted = try object(capture, draw: 5, .in)
        #expect(restarted.elements.map(\.corners) == [[0, 1, 2], [2, 1, 3], [4, 5, 6]])
        // A vertex that several indices refer to occurs once. The vertices are in the order of their first use.
        #expect(restarted.positions.map { $0[0] } == [0, 1, 2, 3, 5, 4, 6].map { MeshTests.corners[$0 * 8] })
        let instances = try object(capture, draw: 6, .out)
        #expect(instances.names == ["draw6.0", "draw6.1", "draw6.2"] && instances.elements.map(\.corners) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
        #expect(zip(instances.positions[0..<3], instances.positions[3..<6]).allSatisfy { abs($1[0] - $0[0] - 0.3) < 1e-6 })
        #expect(try elements(7) == ["l 1 2", "l 3 4"])
    }

    @Test("positions in other spaces are clip-space positions divided by w and mapped to the viewport")
    func spaces() throws {
        let file = TemporaryFile()
        let capture = try captured(file) { pass, _ in
            pass.setViewport(Viewport(x: 8, y: 4, width: 32, height: 16, depthNear: 0.25, depthFar: 0.75))
            pass.draw(count: 6)
        }.capture
        let clip = try object(capture, .out).positions, ndc = try object(capture, .out, .ndc).positions, window = try object(capture, .out, .window).positions
        #expect(Set(clip.map { $0[3] }).count == 6, "each vertex has a w of its own")
        for (p, (n, w)) in zip(clip, zip(ndc, window)) {
            #expect(n == [p[0] / p[3], p[1] / p[3], p[2] / p[3]])
            for (a, b) in zip(w, [8 + (n[0] + 1) * 16, 4 + (n[1] + 1) * 8, n[2] * 0.25 + 0.5]) { #expect(abs(a - b) < 1e-5) }
        }
    }

    @Test("drawing the positions after the shader gives the picture", arguments: MeshSpace.allCases)
    func picture(space: MeshSpace) throws {
        // Positions in spaces other than clip space are divided by w. If w varied, the divided positions would give a picture with other
        // bits, so the mesh is turned only in clip space.
        let file = TemporaryFile(), (capture, picture) = try captured(file, turn: space == .clip ? 0.5 : 0) { pass, _ in
            pass.setViewport(Viewport(x: 8, y: 4, width: 32, height: 16, depthNear: 0.25, depthFar: 0.75))
            pass.draw(.triangleStrip, count: 8, instances: 2)
        }
        let object = try object(capture, .out, space), device = Device(.jit)
        let target = try device.makeFramebuffer(width: 64, height: 32)
        let program = try device.makeProgram(vertex: "in vec4 position; void main() { gl_Position = position; }", fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 16, VertexAttribute("position", .float4)))
        let corners = object.elements.flatMap(\.corners).flatMap { corner -> [Float] in
            let p = object.positions[corner]
            return space == .clip ? p : space == .ndc ? p + [1] : [(p[0] - 8) / 16 - 1, (p[1] - 4) / 8 - 1, (p[2] - 0.5) * 4, 1]
        }
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setViewport(Viewport(x: 8, y: 4, width: 32, height: 16))
            pass.setVertexBuffer(try device.makeBuffer(corners))
            pass.draw(count: corners.count / 4)
        }
        try device.submit(encoder)
        #expect(try target.readImage() == picture && Set(picture.bytes).count == 2)
    }

    @Test("for a shader without vertex inputs there is no mesh before the shader, and huge draws are refused")
    func refusals() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(0.0, 0.0, 0.0, float(gl_VertexID)) / 0.0; }", fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
            pass.setScissor(PixelRect(x: 0, y: 0, width: 0, height: 0))
            pass.draw(count: 0)
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path), captured = capture.frames[0]
        #expect(throws: RasterError.self) { _ = try capture.mesh(of: captured.draws[0], in: captured, stage: .in) }
        #expect(try capture.mesh(of: captured.draws[0], in: captured, stage: .out).oddVertexCount == 3)
        #expect(try capture.mesh(of: captured.draws[1], in: captured, stage: .out).vertexCount == 0)
    }
}
