// Properties of the demo swipe3d: the right face is visible in every direction, reflections are fixed in the world, and the picture is the
// same with and without an index buffer.

import DemoKit
import Effects
import Raster
import Testing

private func picture(_ device: Device, object: Swipe3DDemo.Shape, yaw: Float = 0, pitch: Float = 0, unindexed: Bool = false, time: Double = 0,
                     cube: CubeScene = .numbered, size: PixelSize = PixelSize(width: 160, height: 90)) throws -> Image {
    let demo = try Swipe3DDemo(device: device, cube: cube, cubeSize: 32, object: object, unindexed: unindexed, yaw: yaw, pitch: pitch)
    return try HeadlessDriver(device: device, size: size, samples: 1).render(demo, time: time)
}

/// Directions of the camera: yaw and pitch in quarter turns, the face in front of the camera (`face`), and the face behind the
/// camera (`behind`).
private let views: [(yaw: Float, pitch: Float, face: CubeFace, behind: CubeFace)] = [
    (0, 0, .negativeZ, .positiveZ), (1, 0, .positiveX, .negativeX), (2, 0, .positiveZ, .negativeZ), (3, 0, .negativeX, .positiveX),
    (0, 1, .negativeY, .positiveY), (0, -1, .positiveY, .negativeY),
]

/// Returns the face whose colour is nearest to the pixel's colour, whatever the brightness.
private func nearestFace(_ pixel: SIMD4<UInt8>, tint: SIMD3<Float> = .one) -> CubeFace? {
    let color = SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z)).normalized
    return CubeFace.allCases.max { a, b in
        func likeness(_ f: CubeFace) -> Float { (CubeImages.faceColors[f.rawValue] * tint).normalized.dot(color) }
        return likeness(a) < likeness(b)
    }
}

@Test("a numbered cube shows the right face in every direction", arguments: views.indices)
func rightFace(index: Int) throws {
    let view = views[index]
    let image = try picture(Device(.reference), object: .sphere, yaw: view.yaw * .pi / 2, pitch: view.pitch * .pi / 2)
    // These two pixels lie to the left and right of the sphere, half a face from the centre. At both pixels, the face's picture has a
    // single colour.
    for x in [40, 120] { #expect(nearestFace(image[x, 50]) == view.face, "pixel (\(x), 50)") }
}

@Test("reflections stay fixed in the world while the camera turns", arguments: views.indices)
func reflectionsAreFixed(index: Int) throws {
    let view = views[index]
    // The middle of the sphere reflects the face behind the camera, tinted by the orange light.
    let image = try picture(Device(.reference), object: .sphere, yaw: view.yaw * .pi / 2, pitch: view.pitch * .pi / 2)
    let orange = SIMD3<Float>(245, 130, 32) / 255, lit = SIMD3<Float>(repeating: 0.3) + orange
    let tint = SIMD3(min(lit.x, 1), min(lit.y, 1), min(lit.z, 1))
    #expect(nearestFace(image[80, 48], tint: tint) == view.behind)
}

@Test("the pixels are the same with and without indices", arguments: Swipe3DDemo.Shape.allCases)
func indexedEqualsUnindexed(shape: Swipe3DDemo.Shape) throws {
    let device = Device(.reference)
    let indexed = try picture(device, object: shape, time: 0.8, cube: .studio),
        unindexed = try picture(device, object: shape, unindexed: true, time: 0.8, cube: .studio)
    #expect(indexed == unindexed)
}

@Test("a drag turns the camera at the common rate of all demos, or at the requested rate, at most until it looks straight down", arguments: [nil, 0.02, 0])
func dragTurns(rate: Float?) throws {
    let device = Device(.reference), each = rate ?? OrbitCamera.radiansPerPixel
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1)
    func demo(yaw: Float = 0, pitch: Float = 0) throws -> Swipe3DDemo {
        guard let rate else { return try Swipe3DDemo(device: device, cubeSize: 16, yaw: yaw, pitch: pitch) }
        return try Swipe3DDemo(device: device, cubeSize: 16, yaw: yaw, pitch: pitch, dragRate: rate)
    }
    let dragged = try demo()
    dragged.handle(.drag(dx: 25, dy: -10, secondary: false), at: 0)
    #expect(try driver.render(dragged, time: 0) == driver.render(demo(yaw: each * 25, pitch: each * 10), time: 0))
    dragged.handle(.drag(dx: 0, dy: -1e6, secondary: false), at: 0)
    if each > 0 { #expect(try driver.render(dragged, time: 0) == driver.render(demo(yaw: each * 25, pitch: .pi / 2), time: 0)) }
}

@Test("a drag over forty pixels turns the objects of all demos by the same eighteen degrees")
func oneRule() throws {
    let device = Device(.jit)
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1)
    var camera = OrbitCamera(yaw: 0)
    camera.drag(dx: 40, dy: 0)
    let turn = -camera.yaw
    #expect(abs(turn * 180 / .pi - 18.3) < 0.1)
    let model = try ModelViewer(device: device, model: StillLife.model, settings: .init(yaw: 0))
    let turned = try ModelViewer(device: device, model: StillLife.model, settings: .init(yaw: -turn))
    model.handle(.drag(dx: 40, dy: 0, secondary: false), at: 0)
    #expect(try driver.render(model, time: 0) == driver.render(turned, time: 0))
    let swiped = try Swipe3DDemo(device: device, cubeSize: 16)
    swiped.handle(.drag(dx: 40, dy: 0, secondary: false), at: 0)
    #expect(try driver.render(swiped, time: 0) == driver.render(Swipe3DDemo(device: device, cubeSize: 16, yaw: turn), time: 0))
    // These two demos also turn by themselves. The picture after a drag differs from the picture without a drag, and a drag back
    // restores the first picture.
    for demo in [try TexturedDemo(device: device), try MaterialsDemo(device: device)] as [any Demo] {
        let before = try driver.render(demo, time: 0)
        try demo.handle(.drag(dx: 40, dy: 20, secondary: false), at: 0)
        #expect(try driver.render(demo, time: 0) != before)
        try demo.handle(.drag(dx: -40, dy: -20, secondary: false), at: 0)
        #expect(try driver.render(demo, time: 0) == before)
    }
}

@Test("the camera turns by a quarter radian per second")
func timeTurns() throws {
    let device = Device(.reference)
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1)
    // After a whole period the object has swung back to the same place, so only the turned skybox could differ.
    let early = try Swipe3DDemo(device: device, cubeSize: 16, yaw: 0.25 * 2 * .pi), late = try Swipe3DDemo(device: device, cubeSize: 16)
    let a = try driver.render(early, time: 0), b = try driver.render(late, time: 2 * .pi)
    let largest = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(largest <= 8, "single-precision angles differ in the last digit only")
}

@Test("the faces of every environment meet without a seam", arguments: CubeScene.allCases.filter { $0 != .numbered })
func noSeams(scene: CubeScene) throws {
    let device = Device(.reference)
    // Across the edge between the faces −Z and +X, the picture must be as smooth as inside a face.
    let image = try picture(device, object: .box, yaw: .pi / 4, pitch: -0.9, cube: scene, size: PixelSize(width: 64, height: 64))
    var largest = 0
    for x in 20..<43 { for k in 0..<3 { largest = max(largest, abs(Int(image[x, 3][k]) - Int(image[x + 1, 3][k]))) } }
    #expect(largest < 40)
}
