// Makes draws from random numbers: every state can occur, and positions are ordinary, extreme or invalid.

import Raster
import SeededRandom

extension DrawCase {
    package init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(state: seed ^ 0xD4A3)
        (width, height) = (random.pick([1, 7, 32, 33, 64, 70, 130]), random.pick([1, 5, 24, 32, 65, 90]))
        samples = random.once(in: 3) ? random.pick([4, 4, 2, 8, 16]) : 1
        let formats = PixelFormat.allCases.filter(\.isColorRenderable)
        colors = random.once(in: 2) ? [.rgba8] : (0..<random.int(1...4)).map { _ in random.pick(formats) }
        depth = random.once(in: 3) ? nil : random.pick(PixelFormat.allCases.filter { !$0.isColor })
        if random.once(in: 3) {
            layers = samples > 1 ? .array : random.pick([.array, .cube, .volume])
            layerCount = layers == .cube ? 1 : random.int(1...5)
            (width, height) = (random.pick([1, 33, 70]), random.pick([5, 32, 65]))
            if layers == .cube { height = width }
        }
        if random.once(in: 6) { growth = random.int(1...3) }
        var last: Draw?
        for i in 0..<random.int(1...3) {
            var pass = Pass(clear: i == 0 || random.once(in: 3) ? random.float(-0.2...1.2) : nil, stencil: UInt8(random.int(0...3)))
            for _ in 0..<random.int(1...3) {
                var draw = Draw(&random, width: width, height: height, colors: colors, isLayered: layers != .none)
                // Compiling takes nearly all of a case's time, so most draws have the state of the previous draw, but another
                // shape.
                if let last, !random.once(in: 3) { draw.takeState(of: last) }
                last = draw
                pass.draws.append(draw)
            }
            pass.clearsWithin = random.once(in: 6)
            if pass.clearsWithin && random.once(in: 2) {
                pass.clearMask = ClearMask(colors: colors.map { _ in ColorWriteMask(rawValue: UInt8(random.int(0...15))) }, stencil: UInt8(random.int(0...255)))
            }
            pass.isSecond = random.once(in: 3)
            if i > 0 {
                if random.once(in: 3) { pass.update = Update(part: random.pick(Update.Part.allCases), offset: random.pick([0, 2, 8, 30])) }
                if random.once(in: 4) { pass.copied = SIMD4(random.int(0...7), random.int(0...7), random.int(1...8), random.int(1...8)) }
                pass.repeatsLast = random.once(in: 3)
                if random.once(in: 2) {
                    pass.written = Written(primitive: random.once(in: 2) ? nil : random.pick(PrimitiveType.allCases), instances: random.pick([1, 1, 1, 0, 3]))
                }
            }
            passes.append(pass)
        }
        blits = random.once(in: 4)
        mipmaps = random.once(in: 4)
        isOneFrame = random.once(in: 2)
        // A blit of integers needs a destination with integers of the same kind, and a copy needs formats with equal texel sizes.
        let kind = colors[0].isInteger ? colors[0].kind : nil, size = colors[0].bytesPerTexel
        if random.once(in: 4) { blitFormat = random.pick(formats.filter { kind == nil ? !$0.isInteger : $0.kind == kind }) }
        if random.once(in: 4) { copyFormat = random.pick(formats.filter { $0.bytesPerTexel == size }) }
        blitsDepth = random.once(in: 4)
        encodesSRGB = !random.once(in: 4)
        images = random.pick(ImageKind.allCases)
    }
}

extension DrawCase.Draw {
    init(_ random: inout SeededGenerator, width: Int, height: Int, colors: [PixelFormat], isLayered: Bool) {
        primitive = random.once(in: 2) ? .triangles : random.pick(PrimitiveType.allCases)
        let count = random.pick([1, 3, 3, 6, 9, 30, 30, 100, 300])
        positions = Self.positions(count, &random, width: width, height: height)
        positionFormat = random.pick([.float4, .float4, .float4, .float3, .half(4), .float2, .scaled(.int8, 4)])
        positionPadding = random.pick([0, 0, 4, 1, 60])
        let components: [VertexComponent] = [.uint8, .int8, .uint16, .int16, .uint32, .int32]
        colorFormat = switch random.int(0...5) {
        case 0: .normalized(random.pick(components), random.int(1...4))
        case 1: .scaled(random.pick(components), random.int(1...4))
        case 2: .packed1010102(signed: random.once(in: 2), normalized: random.once(in: 2))
        case 3: .half(random.int(1...4))
        default: .float(random.int(1...4))
        }
        colorPadding = random.pick([0, 0, 0, 1, 2, 12, 100])
        colorOffset = random.pick([0, 0, 0, 4, 3, 17])
        if random.once(in: 4) {
            instances = random.pick([2, 3, 7, 20])
            colorDivisor = random.int(0...3)
            baseInstance = random.pick([0, 0, 1, 5])
        }
        if random.once(in: 2) {
            indexType = random.pick(IndexType.allCases)
            state.primitiveRestart = random.once(in: 2)
            let restart = indexType.restartIndex
            var list = (0..<random.pick([3, 6, 12, 50, 200, 700])).map { _ in UInt32(random.int(0...min(count - 1, 250))) }
            // Makes a single triangle with indices that are far apart.
            if random.once(in: 4) { list = [0, 1, UInt32(random.int(2...70))].shuffled(using: &random) }
            // Some indices are outside of the vertex buffers, and some indices are primitive restarts.
            for i in list.indices where random.once(in: 12) { list[i] = random.once(in: 2) ? restart : min(restart, UInt32(random.int(0...count + 40))) }
            indices = list
            baseVertex = random.pick([0, 0, 0, 1, -1, 5, -200, 1 << 30])
        }
        if random.once(in: 6) { first = random.int(0...min(5, (indices?.count ?? count) - 1)) }
        clips = random.once(in: 6)
        if random.once(in: 4) {
            reads = random.pick(DrawCase.Reading.allCases)
            if random.once(in: 2) { swizzle = TextureSwizzle(&random) }
        }
        setRasterization(&random, width: width, height: height)
        setTests(&random)
        setTargets(&random, colors)
        if random.once(in: 8) { state.logicOperation = random.pick(LogicOperation.allCases) }
        if random.once(in: 4) { state.pointSpriteOrigin = .lowerLeft }
        if let indices, random.once(in: 8) { state.restartIndex = random.once(in: 4) ? 300 : indices.randomElement(using: &random) }
        if random.once(in: 8) {
            colorFormat = random.pick([.bgra8, .packedBGRA1010102(signed: random.once(in: 2)), .scaled(.fixed32, random.int(1...4)),
                                       .scaled(.float64, random.int(1...4))])
        }
        keepsVertices = random.once(in: 8)
        if random.once(in: isLayered ? 3 : 6) { geometry = DrawCase.Geometry(&random) }
        if isLayered ? !random.once(in: 4) : random.once(in: 16) { layer = random.pick(DrawCase.LayerChoice.allCases) }
        if isLayered && fragment != .secondSource && random.once(in: 6) { fragment = .layer }
        if random.once(in: 3) { way = random.pick(DrawCase.Way.allCases) }
        if random.once(in: 12) { colorFormat = .integer(random.pick(components), random.int(1...4)) }
        if random.once(in: 8) { colorSource = random.pick(DrawCase.ColorSource.allCases) }
        continuesFeedback = random.once(in: 2)
    }

    /// Copies two things from another draw: all state that is compiled, and the values that must match the compiled code.
    fileprivate mutating func takeState(of other: Self) {
        state = other.state
        (fragment, writesPointSize, clips, isCounted) = (other.fragment, other.writesPointSize, other.clips, other.isCounted)
        (reads, swizzle, keepsVertices, geometry) = (other.reads, other.swizzle, other.keepsVertices, other.geometry)
        (layer, colorSource) = (other.layer, other.colorSource)
        (captured, capturedSeparately, captureRoom) = (other.captured, other.capturedSeparately, other.captureRoom)
        (positionFormat, positionPadding, colorFormat, colorPadding, colorDivisor) = (other.positionFormat, other.positionPadding, other.colorFormat,
                                                                                      other.colorPadding, other.colorDivisor)
        // The kind of primitives (points, lines or triangles) stays the same.
        if primitive.geometryInput != other.primitive.geometryInput { primitive = other.primitive }
    }

    private static func positions(_ count: Int, _ random: inout SeededGenerator, width: Int, height: Int) -> [SIMD4<Float>] {
        let kind = random.int(0...9), size = random.pick([0.02, 0.1, 0.5, 2, 50] as [Float])
        var center = SIMD4<Float>(0, 0, 0, 1)
        return (0..<count).map { i in
            if i % 3 == 0 { center = SIMD4(random.float(-1...1), random.float(-1...1), random.float(-1...1), 1) }
            var p = center + SIMD4(random.float(-size...size), random.float(-size...size), random.float(-0.3...0.3), 0)
            switch kind {
            // Places vertices at pixel corners and centres.
            case 0: p = SIMD4((Float(random.int(0...2 * width)) / Float(width)) - 1, (Float(random.int(0...2 * height)) / Float(height)) - 1, p.z, 1)
            case 1: p *= random.float(-1...3)
            case 2: p.w = random.pick([1, 1, 0, -1, 1e-30, 1e30, 1e-3])
            case 3: p[random.int(0...3)] = random.pick([.nan, .infinity, -.infinity, 1e38, -1e38, Float.leastNonzeroMagnitude, 3e9, 0])
            case 4: p *= SIMD4(1, random.pick([1, 0.001]), 1, 1)
            case 5 where random.once(in: 6): p[random.int(0...3)] = random.pick([.nan, .infinity, 1e20, -1e6, 0, 40000])
            case 6: let w = random.float(0.2...4); p *= w
            default: break
            }
            return p
        }
    }

    private mutating func setRasterization(_ random: inout SeededGenerator, width: Int, height: Int) {
        state.cull = random.once(in: 4) ? random.pick(CullMode.allCases) : .none
        state.frontFace = random.pick(Winding.allCases)
        if random.once(in: 6) { state.polygonMode = random.pick(PolygonMode.allCases) }
        state.provokingVertex = random.pick(ProvokingVertex.allCases)
        if random.once(in: 4) { state.polygonOffset = PolygonOffset(factor: random.float(-3...3), units: random.pick([0, 1, -4, 1e6])) }
        state.depthClamp = random.once(in: 5)
        state.lineWidth = random.pick([1, 1, 0.3, 2, 3.5, 17, 2048])
        state.pointSize = random.pick([1, 1, 0.2, 3, 8.5, 64, 2048])
        writesPointSize = random.once(in: 3)
        state.programPointSize = !random.once(in: 4)
        if random.once(in: 4) { state.clipDistances = UInt8(random.int(0...255)) }
        state.multisample = !random.once(in: 5)
        state.clipsAfterWidening = random.once(in: 4)
        state.alphaToCoverage = random.once(in: 6)
        state.alphaToOne = random.once(in: 8)
        if random.once(in: 6) { state.sampleMask = UInt32(random.int(0...15)) * random.pick([1, 0x111, 0x1111]) }
        if random.once(in: 8) { state.minimumSampleShading = random.pick([0.25, 0.5, 1]) }
        if random.once(in: 4) {
            viewport = Viewport(x: random.pick([0, -10, 3.25, 20000]), y: random.pick([0, 5, -7.5, -32768]),
                                width: random.pick([Float(width), 0, 3.3, 500, 32768]),
                                height: random.pick([Float(height), 0, 10, 32768]), depthNear: random.pick([0, 0.25, 1, -2]),
                                depthFar: random.pick([1, 0.75, 0, 3]))
        }
        if random.once(in: 4) {
            scissor = PixelRect(x: random.int(-5...width), y: random.int(-5...height), width: random.int(0...width), height: random.int(0...height))
        }
    }

    private mutating func setTests(_ random: inout SeededGenerator) {
        if random.once(in: 2) { state.depth = DepthState(compare: random.pick(CompareFunction.allCases), writes: !random.once(in: 4)) }
        if random.once(in: 3) {
            func face() -> StencilFaceState {
                StencilFaceState(compare: random.pick(CompareFunction.allCases), stencilFail: random.pick(StencilOperation.allCases),
                                 depthFail: random.pick(StencilOperation.allCases), pass: random.pick(StencilOperation.allCases),
                                 readMask: random.pick([0xFF, 0x0F, 0x81]), writeMask: random.pick([0xFF, 0x3C, 1]))
            }
            state.stencil = StencilState(front: face(), back: face())
            (stencilFront, stencilBack) = (UInt8(random.int(0...255)), UInt8(random.int(0...3)))
        }
        isCounted = random.once(in: 4)
        if random.once(in: 5) {
            captured = Array(["gl_Position", "tint", "number"].shuffled(using: &random).prefix(random.int(1...3)))
            capturedSeparately = random.once(in: 2)
            captureRoom = random.pick([0, 4, 100, 1 << 10, 1 << 14])
            state.rasterizerDiscard = random.once(in: 4)
        }
        if random.once(in: 6) { condition = random.pick(DrawCase.Condition.allCases) }
    }

    private mutating func setTargets(_ random: inout SeededGenerator, _ colors: [PixelFormat]) {
        fragment = random.once(in: 2) ? .plain : random.pick(DrawCase.Fragment.allCases)
        blendColor = SIMD4(0.25, random.float(0...1), -0.5, 0.75)
        guard random.once(in: 2) else { return }
        let factors = BlendFactor.allCases.filter { fragment == .secondSource || !$0.usesSecondSource }
        state.colorTargets = colors.map { format in
            var target = ColorTargetState()
            if !format.isInteger && !random.once(in: 4) {
                target.blend = BlendState(colorEquation: random.pick(BlendEquation.allCases), colorSource: random.pick(factors),
                                          colorDestination: random.pick(factors),
                                          alphaEquation: random.pick(BlendEquation.allCases), alphaSource: random.pick(factors),
                                          alphaDestination: random.pick(factors))
            }
            if random.once(in: 3) { target.writeMask = ColorWriteMask(rawValue: UInt8(random.int(0...15))) }
            return target
        }
    }
}

extension TextureSwizzle {
    /// Makes a swizzle of random sources.
    init(_ random: inout SeededGenerator) {
        func source() -> Source { random.pick(Source.allCases) }
        self.init(red: source(), green: source(), blue: source(), alpha: source())
    }
    /// The swizzle as Swift code.
    var code: String { "TextureSwizzle(red: .\(red), green: .\(green), blue: .\(blue), alpha: .\(alpha))" }
}
