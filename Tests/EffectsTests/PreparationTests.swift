// prepareToDraw: its cost, and the objects that effects share and keep.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Preparing to draw", .serialized)
struct PreparationTests {
    static let layout = VertexLayout(stride: 12, .position(.float3))
    /// Two triangles that cover the whole target, at z = 0.
    static let square: [Float] = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]

    /// Draws the square and returns the RGBA of the middle of a 4×4 target.
    static func color(_ effect: BaseEffect, layout: VertexLayout = layout, vertices: [Float] = square) throws -> SIMD4<UInt8> {
        let device = effect.device
        let target = try device.makeFramebuffer(width: 4, height: 4), buffer = try device.makeBuffer(vertices)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            try effect.prepareToDraw(in: &pass, layout: layout)
            pass.setVertexBuffer(buffer)
            pass.draw(count: 6)
        }
        try device.submit(encoder)
        return try target.readImage()[1, 1]
    }
    static func texture(_ device: Device, _ texel: [UInt8]) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
        try texture.replace(bytes: texel)
        return texture
    }

    @Test("no memory is allocated if nothing changes, or if a property is set to the value that it has")
    func allocations() async {
        // The test runs in a separate process, because other tests in the same process would raise the count of allocations.
        await promptly { await #expect(processExitsWith: .success) { try PreparationTests.countAllocations() } }
    }
    static func countAllocations() throws {
        let device = Device(.reference)
        let effect = BaseEffect(device: device), mirror = ReflectionMapEffect(device: device), skybox = SkyboxEffect(device: device)
        let cube = try device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 1, height: 1))
        effect.light0.enabled = true
        effect.fog.enabled = true
        effect.texture2d0 = TextureProperty(try PreparationTests.texture(device, [1, 2, 3, 4]), enabled: true)
        mirror.textureCubeMap.texture = cube
        skybox.textureCubeMap.texture = cube
        var state = RasterState()
        state.depth = .less
        let modelview = Matrix4.translation(0, 0, -3)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        var encoder = device.makeCommandEncoder()
        // The closures use the address of the pass, because a pass cannot be copied, and the compiler assumes that the counter's closures
        // outlive their scope.
        encoder.render(to: target) { given in withUnsafeMutablePointer(to: &given) { given in
            var failure: (any Error)?
            func bytes(_ body: @escaping (inout RenderPass) throws -> Void) -> UInt? {
                AllocationCounter.bytes { do { try body(&given.pointee) } catch { failure = error } }
            }
            var kept: [Int] = []
            guard let control = bytes({ _ in kept = Array(0..<kept.count % 7 + 20) }) else {
                return print("allocations not counted: there is nothing to count with")
            }
            let unchanged = bytes { pass in
                for _ in 0..<3 {
                    try effect.prepareToDraw(in: &pass, layout: PreparationTests.layout, state: state)
                    try mirror.prepareToDraw(in: &pass, layout: PreparationTests.layout, state: state)
                    try skybox.prepareToDraw(in: &pass, state: state)
                }
            }
            func setWhatIsSet() {
                effect.transform.modelviewMatrix = modelview
                effect.material.shininess = 20
                effect.light0.position = SIMD4(1, 2, 3, 0)
            }
            // Assigning properties may allocate memory in Swift's own code. `setting` is the size of this memory, which the test
            // subtracts.
            let setting = bytes { _ in setWhatIsSet() } ?? 0
            let setAndPrepared = bytes { pass in
                setWhatIsSet()
                try effect.prepareToDraw(in: &pass, layout: PreparationTests.layout, state: state)
            } ?? 0
            print("bytes allocated: \(control) by a small array, \(unchanged ?? 0) by prepareToDraw when nothing changed, "
                  + "\(setAndPrepared) when properties are set to what they were, \(setting) of them by the setting")
            #expect(control > 0, "the counter counts")
            #expect(unchanged == 0)
            #expect(setAndPrepared == setting)
            #expect(failure == nil)
        } }
    }

    @Test("recorded draws keep their state after a later change")
    func recordedDraws() throws {
        let device = Device(.reference), effect = BaseEffect(device: device)
        let targets = try (0..<2).map { _ in try device.makeFramebuffer(width: 4, height: 4) }
        let buffer = try device.makeBuffer(PreparationTests.square)
        var encoder = device.makeCommandEncoder()
        for (target, color) in zip(targets, [SIMD4<Float>(1, 0, 0, 1), SIMD4<Float>(0, 1, 0, 1)]) {
            try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
                effect.constantColor = color
                try effect.prepareToDraw(in: &pass, layout: PreparationTests.layout)
                pass.setVertexBuffer(buffer)
                pass.draw(count: 6)
            }
        }
        effect.constantColor = .zero
        try device.submit(encoder)
        #expect(try targets[0].readImage()[1, 1] == SIMD4(255, 0, 0, 255))
        #expect(try targets[1].readImage()[1, 1] == SIMD4(0, 255, 0, 255))
    }

    @Test("a layout's colour overrides constantColor, and without both everything is white")
    func constantColor() throws {
        let effect = BaseEffect(device: Device(.reference))
        effect.constantColor = SIMD4(1, 0.2, 0, 1)
        #expect(try PreparationTests.color(effect) == SIMD4(255, 51, 0, 255))
        let colored = VertexLayout(stride: 12, .position(.float3), .color(.float3))
        // The layout reads the position as colour. Blue is the position's z, which is 0. Colours are clamped at the vertices, so red and
        // green are not negative, although x is −0.25 in the middle of the pixel.
        let other = try PreparationTests.color(effect, layout: colored)
        #expect(other != SIMD4(255, 51, 0, 255) && other.z == 0)
        effect.useConstantColor = false
        #expect(try PreparationTests.color(effect) == SIMD4(255, 255, 255, 255))
    }

    @Test("texture units are applied in textureOrder; a unit that is omitted or disabled is not applied")
    func textureOrder() throws {
        let device = Device(.reference), effect = BaseEffect(device: device)
        effect.texture2d0 = TextureProperty(try PreparationTests.texture(device, [100, 0, 0, 255]), envMode: .replace, enabled: true)
        effect.texture2d1 = TextureProperty(try PreparationTests.texture(device, [0, 200, 0, 255]), envMode: .replace, enabled: true)
        #expect(try PreparationTests.color(effect) == SIMD4(0, 200, 0, 255))
        effect.textureOrder = [.texture2d1, .texture2d0]
        #expect(try PreparationTests.color(effect) == SIMD4(100, 0, 0, 255))
        effect.textureOrder = [.texture2d1]
        #expect(try PreparationTests.color(effect) == SIMD4(0, 200, 0, 255))
        effect.texture2d1.enabled = false
        #expect(try PreparationTests.color(effect) == SIMD4(255, 255, 255, 255))
    }

    @Test("a light's position is transformed by the modelview matrix at the time of assignment")
    func lightPosition() throws {
        let effect = BaseEffect(device: Device(.reference))
        effect.transform.modelviewMatrix = .translation(0, 0, -5)
        effect.light0.position = SIMD4(1, 2, 3, 1)
        effect.light0.spotDirection = SIMD3(1, 0, 0)
        effect.transform.modelviewMatrix = .rotationY(.pi / 2)
        #expect(effect.light0.eyePosition == SIMD4(1, 2, -2, 1))
        #expect(effect.light0.eyeSpotDirection == SIMD3(1, 0, 0))
        // Assigning the same value again transforms the position by the current matrix.
        effect.light0.position = effect.light0.position
        #expect(abs(effect.light0.eyePosition.z + 1) < 1e-5)
        // If a light has its own transform, this transform applies at once and replaces the effect's transform.
        effect.light0.transform.modelviewMatrix = .translation(10, 0, 0)
        #expect(effect.light0.eyePosition == SIMD4(11, 2, 3, 1))
        effect.light0.position = SIMD4(0, 0, 0, 1)
        #expect(effect.light0.eyePosition == SIMD4(10, 0, 0, 1))
    }

    @Test("effects of one device with the same features enabled share a program")
    func sharedPrograms() throws {
        let device = Device(.reference)
        let pipelines = try (0..<2).map { i in
            let effect = BaseEffect(device: device)
            effect.light0.enabled = true
            effect.material.diffuseColor = SIMD4(Float(i), 1, 1, 1)
            let target = try device.makeFramebuffer(width: 4, height: 4)
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target) { pass in
                try effect.prepareToDraw(in: &pass, layout: PreparationTests.layout)
                pass.draw(count: 0)
            }
            guard case .renderPass(let pass) = encoder.commands[0], case .draw(let call) = pass.operations[0] else {
                throw RasterError(.unsupported, "test", "", remedy: "")
            }
            return call.pipeline
        }
        #expect(pipelines[0] === pipelines[1])
    }
}
