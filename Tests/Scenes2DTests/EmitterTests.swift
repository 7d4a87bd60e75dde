// Replicator layers, and emitters, whose particles are all drawn by a single draw call.

import Canvas
import Raster
import Scenes2D
import SeededRandom
import TestSupport
import Testing

@Suite("Replicator layers") struct ReplicatorLayerTests {
    private func instances(_ layer: ReplicatorLayer, at time: Double) throws -> [ReplicatorLayer.Instance] {
        var all: [ReplicatorLayer.Instance] = []
        try layer.forEachInstance(at: time) { all.append($0) }
        return all
    }

    @Test("instance k is transformed k times, delayed by k delays, and has k offsets of colour, clamped")
    func instances() throws {
        var layer = ReplicatorLayer()
        layer.instanceCount = 40
        layer.instanceDelay = 0.25
        layer.instanceTransform = .rotation(0.3) * .translation(5, -2)
        layer.transform = .translation(100, 50)
        layer.instanceColor = Color(1, 0.5, 0.25, 0.9)
        (layer.instanceRedOffset, layer.instanceGreenOffset, layer.instanceBlueOffset, layer.instanceAlphaOffset) = (-0.1, 0.01, 0.2, -0.02)
        layer.opacity = 0.5
        let all = try instances(layer, at: 3)
        #expect(all.count == 40)
        for (k, instance) in all.enumerated() {
            #expect(instance.index == k && instance.time == 3 - Double(k) * 0.25)
            let n = Double(k), c = instance.color
            #expect(abs(c.red - max(0, 1 - 0.1 * n)) < 1e-12 && abs(c.green - (0.5 + 0.01 * n)) < 1e-12 && abs(c.blue - min(1, 0.25 + 0.2 * n)) < 1e-12)
            #expect(abs(c.alpha - 0.5 * (0.9 - 0.02 * n)) < 1e-12)
            // The expected transform of instance k is a rotation by k times the angle about the fixed point f of the transform T,
            // for which f = T(f).
            let turn = AffineTransform.rotation(0.3 * n), step = layer.instanceTransform
            let determinant = (1 - step.a) * (1 - step.d) - step.b * step.c
            let fixed = Point(((1 - step.d) * step.tx + step.c * step.ty) / determinant, (step.b * step.tx + (1 - step.a) * step.ty) / determinant)
            let expected = turn.applyToOffset(Point(3, 4) - fixed) + fixed + Point(100, 50), place = instance.transform.apply(Point(3, 4))
            #expect(abs(place.x - expected.x) < 1e-10 && abs(place.y - expected.y) < 1e-10)
        }
    }

    @Test("a canvas gets each instance under its transform and alpha, and its state is restored")
    func canvas() throws {
        var layer = ReplicatorLayer()
        layer.instanceCount = 3
        layer.instanceTransform = .translation(10, 0)
        layer.instanceAlphaOffset = -0.25
        layer.instanceDelay = 1
        var canvas = Canvas(), times: [Double] = []
        canvas.translate(1, 2)
        canvas.alpha = 0.5
        try canvas.draw(layer, at: 0) { canvas, instance in
            times.append(instance.time)
            canvas.fill(Path([.move(to: Point(0, 0)), .line(to: Point(1, 0)), .line(to: Point(0, 1))]), with: .color(instance.color))
            canvas.translate(1000, 0)
        }
        #expect(canvas.transform == .translation(1, 2) && canvas.alpha == 0.5 && times == [0, -1, -2])
        let draws = canvas.commands.compactMap { if case .draw(let draw) = $0 { draw } else { nil } }
        #expect(draws.map(\.transform) == [.translation(1, 2), .translation(11, 2), .translation(21, 2)])
        #expect(draws.map(\.state.alpha) == [0.5, 0.375, 0.25])
    }

    @Test("counts and numbers beyond their limits are refused; places beyond the range of numbers are left out")
    func limits() throws {
        func refusal(_ change: (inout ReplicatorLayer) -> Void, time: Double = 0) -> RasterError? {
            var layer = ReplicatorLayer()
            change(&layer)
            return RasterError.thrown { try layer.forEachInstance(at: time) { _ in } }
        }
        #expect(refusal { $0.instanceCount = -1 }?.subject == "instanceCount of a replicator layer")
        #expect(refusal { $0.instanceCount = .max }?.remedy == "use 0 to 131072")
        #expect(refusal { $0.instanceDelay = .nan }?.subject == "instanceDelay of a replicator layer")
        #expect(refusal { $0.instanceTransform.tx = .infinity }?.subject == "instanceTransform of a replicator layer")
        #expect(refusal { $0.instanceColor.green = .nan }?.subject == "instanceColor of a replicator layer")
        #expect(refusal { $0.instanceAlphaOffset = -.infinity }?.subject == "a colour offset of a replicator layer")
        #expect(refusal { $0.opacity = .nan }?.subject == "opacity of a replicator layer")
        #expect(refusal({ _ in }, time: .nan)?.subject == "time of a replicator layer")
        #expect(refusal { $0.instanceCount = 0 } == nil)
        var layer = ReplicatorLayer()
        layer.instanceCount = 1000
        layer.instanceTransform = .scale(1e300)
        #expect(try instances(layer, at: 0).count == 2)
    }
}

@Suite("Emitters") struct EmitterTests {
    @Test("the initial numbers are those of the classic emitter")
    func defaults() {
        let emitter = SimpleEmitter(), layer = emitter.layer(at: 0)
        #expect(emitter.rotator == -4 * Double.pi / 50 && emitter.count == 100 && emitter.angle == 2.5 && emitter.cycleTime == 1)
        #expect(emitter.redOffset == -0.5 && emitter.greenOffset == -0.1 && emitter.blueOffset == -0.1 && emitter.colorSpan == .instance)
        #expect(layer.instanceDelay == 0.01 && layer.instanceCount == 100 && layer.instanceRedOffset == -0.5
                    && layer.instanceTransform == .rotation(emitter.rotator))
    }

    @Test("a particle flies from the emitter's point over the given length, rotated with the layer and with its instance")
    func places() throws {
        var emitter = SimpleEmitter()
        emitter.position = Point(300, 200)
        emitter.length = 100
        emitter.particleSize = 8
        emitter.colorSpan = .stream
        let particles = try emitter.particles(at: 7.123)
        #expect(particles.count == 100)
        for (k, particle) in particles.enumerated() {
            let way = (7.123 - Double(k) * 0.01).truncatingRemainder(dividingBy: 1), angle = 2.5 + Double(k) * emitter.rotator
            let expected = Point(300 - 100 * way * PortableMath.sine(angle), 200 + 100 * way * PortableMath.cosine(angle))
            #expect(abs(particle.transform.tx - expected.x) < 1e-9 && abs(particle.transform.ty - expected.y) < 1e-9)
            #expect(abs(particle.transform.determinant - 16) < 1e-9, "a radius of 4 points")
        }
        let ends = (particles[0].color, particles[99].color)
        #expect(ends.0 == .white && abs(ends.1.red - 0.5) < 1e-12 && abs(ends.1.blue - 0.9) < 1e-12)
        // The adjustments move the particle before the rotation.
        emitter.xAdjust = 3
        emitter.yAdjust = 4
        #expect(emitter.layer(at: 0).instanceTransform == .rotation(emitter.rotator) * .translation(3, 4))
    }

    @Test("instances start one after the other, and the picture at a time does not depend on earlier calls")
    func births() throws {
        let emitter = SimpleEmitter()
        #expect(try emitter.particles(at: -1).isEmpty)
        #expect(try emitter.particles(at: 0).count == 1)
        #expect(try emitter.particles(at: 0.2505).count == 26)
        #expect(try emitter.particles(at: 5).count == 100)
    }

    @Test("after a stop the emitter fades out in a quarter of a second and continues invisibly; after a start it is where it would be without the stop")
    func stop() throws {
        var emitter = SimpleEmitter(), other = emitter
        emitter.stop(at: 2)
        #expect(!emitter.isEmitting)
        #expect(try emitter.particles(at: 2) == other.particles(at: 2))
        #expect(try emitter.particles(at: 2.125).allSatisfy { abs($0.color.alpha - 0.5) < 1e-12 })
        #expect(try emitter.particles(at: 2.25).isEmpty && emitter.particles(at: 9).isEmpty)
        emitter.start(at: 2.125)
        #expect(abs(emitter.opacity(at: 2.25) - 0.75) < 1e-12)
        #expect(try emitter.particles(at: 3) == other.particles(at: 3))
        other.start(at: 1)
        #expect(other == SimpleEmitter(), "nothing changes where it is on")
    }

    @Test("particles fade and grow on their way")
    func fade() throws {
        var emitter = SimpleEmitter()
        (emitter.count, emitter.fade, emitter.growth, emitter.particleSize) = (1, 0.25, 3, 2)
        func particle(_ time: Double) throws -> (alpha: Double, radius: Double) {
            let all = try emitter.particles(at: time)
            return (all[0].color.alpha, all[0].transform.determinant.squareRoot())
        }
        for (time, alpha, radius) in [(0.125, 0.5, 1.25), (0.5, 1, 2), (0.875, 0.5, 2.75)] {
            let found = try particle(time)
            #expect(abs(found.alpha - alpha) < 1e-12 && abs(found.radius - radius) < 1e-12)
        }
    }

    @Test("numbers outside of their ranges are refused, and no number traps")
    func limits() {
        func refusal(_ change: (inout SimpleEmitter) -> Void, time: Double = 1) -> RasterError? {
            var emitter = SimpleEmitter()
            change(&emitter)
            return RasterError.thrown { _ = try emitter.particles(at: time) }
        }
        #expect(refusal { $0.cycleTime = 0 }?.subject == "cycleTime of an emitter")
        #expect(refusal { $0.cycleTime = .nan }?.subject == "cycleTime of an emitter")
        #expect(refusal { $0.length = .infinity }?.code == .invalidArgument)
        #expect(refusal { $0.count = .min }?.subject == "instanceCount of a replicator layer")
        #expect(refusal { $0.rotator = .nan }?.subject == "instanceTransform of a replicator layer")
        #expect(refusal { $0.angle = .infinity }?.subject == "transform of a replicator layer")
        #expect(refusal({ _ in }, time: .infinity)?.subject == "time of a replicator layer")
        #expect(refusal { $0.count = 0 } == nil && refusal { $0.cycleTime = 1e-300 } == nil && refusal { $0.length = 1e308; $0.xAdjust = 1e308 } == nil)
        #expect(refusal { $0.cycleTime = 1e300; $0.growth = -1e300; $0.fade = 7 } == nil)
    }
}

@Suite("Drawn particles") struct ParticleRendererTests {
    private func picture(_ particles: [Particle], content: ParticleRenderer.Content = .glow, on device: Device = Device(.reference),
                         side: Int = 96) throws -> Image {
        let renderer = try ParticleRenderer(device: device), target = try device.makeFramebuffer(width: side, height: side, color: [.rgba8])
        var encoder = device.makeCommandEncoder()
        try renderer.prepare(particles, into: &encoder)
        encoder.render(to: target, clear: .color(0, 0, 0, 1)) {
            renderer.draw(in: &$0, size: Size(width: Double(side), height: Double(side)), content: content)
        }
        try device.submit(encoder)
        return try target.readImage()
    }
    private func disc(_ x: Double, _ y: Double, _ radius: Double, _ color: Color) -> Particle {
        Particle(transform: AffineTransform(a: radius, b: 0, c: 0, d: radius, tx: x, ty: y), color: color)
    }

    @Test("all particles are one draw call, from one to a hundred thousand; without particles there is no call", arguments: [0, 1, 100, 5000, 100_000])
    func oneDraw(count: Int) throws {
        let device = Device(.reference), renderer = try ParticleRenderer(device: device),
            target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8])
        var emitter = SimpleEmitter()
        emitter.count = count
        var encoder = device.makeCommandEncoder()
        try renderer.prepare(emitter.particles(at: 3), into: &encoder)
        encoder.render(to: target) { renderer.draw(in: &$0, size: Size(width: 8, height: 8)) }
        let draws: [DrawCall] = encoder.commands.flatMap { command -> [DrawCall] in
            guard case .renderPass(let pass) = command else { return [] }
            return pass.operations.compactMap { if case .draw(let draw) = $0 { draw } else { nil } }
        }
        #expect(draws.map(\.instanceCount) == (count == 0 ? [] : [renderer.particleCount]) && draws.allSatisfy { $0.count == 4 })
        // The third and all later instances have a red of 0, but an alpha above 0, so all particles are drawn.
        #expect(renderer.particleCount == count)
    }

    @Test("discs lie at the places of their transforms, with y downwards, and later discs lie over earlier discs; pictures are upright")
    func places() throws {
        let image = try picture([disc(20, 10, 8, Color(1, 0, 0)), disc(20, 10, 4, Color(0, 1, 0)), disc(70, 80, 6, Color(0, 0, 1, 0.5))], content: .disc)
        #expect(image[20, 10] == SIMD4(0, 255, 0, 255) && image[26, 10] == SIMD4(255, 0, 0, 255) && image[20, 4] == SIMD4(255, 0, 0, 255))
        #expect(image[70, 80] == SIMD4(0, 0, 128, 255) && image[29, 10] == SIMD4(0, 0, 0, 255) && image[20, 85] == SIMD4(0, 0, 0, 255))
        let device = Device(.reference), texture = try device.makeTexture(from: Image(width: 1, height: 2, bytes: [255, 0, 0, 255, 0, 255, 0, 255]))
        let shown = try picture([disc(48, 48, 40, .white)], content: .picture(texture), on: device)
        #expect(shown[48, 12] == SIMD4(255, 0, 0, 255) && shown[48, 84] == SIMD4(0, 255, 0, 255))
    }

    @Test("lights add up in any order, and numbers beyond the range of Float are left out")
    func glows() throws {
        var emitter = SimpleEmitter()
        (emitter.position, emitter.length, emitter.colorSpan) = (Point(48, 48), 40, .stream)
        let particles = try emitter.particles(at: 2.3), expected = try picture(particles)
        var random = SeededGenerator(state: 4)
        #expect(try picture(particles.shuffled(using: &random)) == expected)
        let broken = [disc(.nan, 1, 1, .white), disc(1, 1, .infinity, .white), disc(1e300, 0, 5, .white), disc(5, 5, 3, Color(.nan, .nan, .nan, .nan))]
        #expect(try picture(broken + particles) == expected)
        #expect(try picture(particles + particles) != expected)
        #expect(try picture(particles, on: Device(.jit)) == expected)
    }
}
