// Every demo and mode is drawn without a window on the reference device, and compared with its golden image. The compiled renderer
// must give the same pixels as the reference device.

import DemoKit
import Effects
import Foundation
import Models
import Raster
import TestSupport
import Testing

private let size = PixelSize(width: 192, height: 108)

private func render(_ time: Double, samples: Int = 4, size: PixelSize = size, on kind: Device.Kind = .reference,
                    _ make: (Device) throws -> any Demo) throws -> Image {
    let device = Device(kind)
    return try HeadlessDriver(device: device, size: size, samples: samples).render(make(device), time: time)
}

@Test("triangles draws each mode as its golden image", arguments: TrianglesDemo.Mode.allCases)
func trianglesGolden(mode: TrianglesDemo.Mode) throws {
    try GoldenImage.expect(render(5.3) { try TrianglesDemo(device: $0, mode: mode) }, equals: "triangles-\(mode.rawValue)")
}

@Test("triangles unfolds when tapped and folds when tapped again")
func trianglesMorph() throws {
    func picture(_ taps: [Double], _ time: Double) throws -> Image { try render(time) { try TrianglesDemo(device: $0, mode: .lit, taps: taps) } }
    try GoldenImage.expect(picture([4], 5.3), equals: "triangles-unfolding")
    try GoldenImage.expect(picture([0], 5.3), equals: "triangles-flat")
    #expect(try picture([0, 2.5], 5.3) == picture([], 5.3))
}

@Test("a tap in a window equals a tap from the command line")
func tapEvent() throws {
    let device = Device(.reference)
    let tapped = try TrianglesDemo(device: device)
    tapped.handle(.tap, at: 4)
    let driver = try HeadlessDriver(device: device, size: size, samples: 4)
    #expect(try driver.render(tapped, time: 5.3) == driver.render(TrianglesDemo(device: device, taps: [4]), time: 5.3))
}

@Test("light off shows the bare vertex colours")
func lightOff() throws {
    let unlit = try render(5.3) { try TrianglesDemo(device: $0, mode: .lit, light: false) }
    #expect(try unlit == render(5.3) { try TrianglesDemo(device: $0, mode: .colors) })
}

@Test("textured draws each filter as its golden image", arguments: TexturedDemo.Filter.allCases)
func texturedGolden(filter: TexturedDemo.Filter) throws {
    try GoldenImage.expect(render(1) { try TexturedDemo(device: $0, filter: filter) }, equals: "textured-\(filter.rawValue)")
}

@Test("textured without shadows matches its golden image")
func texturedWithoutShadows() throws {
    try GoldenImage.expect(render(1) { try TexturedDemo(device: $0, shadows: false) }, equals: "textured-no-shadows")
}

@Test("swipe3d draws each world as its golden image", arguments: CubeScene.allCases)
func swipe3DGolden(cube: CubeScene) throws {
    try GoldenImage.expect(render(1) { try Swipe3DDemo(device: $0, cube: cube, cubeSize: 64) }, equals: "swipe3d-\(cube.rawValue)")
}

private let materialPictures: [(name: String, settings: @Sendable () -> MaterialSettings)] = [
    ("one", { MaterialSettings() }),
    ("all", { var s = MaterialSettings(); s.view = .all; return s }),
    // This scene has per-vertex lighting, two textures in reversed order, and fog.
    ("everything", {
        var s = MaterialSettings()
        s.shape = .vase
        s.isPerPixel = false
        s.hasVertexColors = true
        s.colorMaterial = true
        s.textures[0].picture = .stickers
        s.textures[0].mode = .decal
        s.textures[1].picture = .marble
        s.isOrderSwapped = true
        s.fog.isOn = true
        for i in s.lights.indices { s.lights[i].isOn = true }
        return s
    }),
    ("ribbon", { var s = MaterialSettings(); s.shape = .ribbon; s.surface = SurfaceSettings.Preset.jade.surface; return s }),
]

@Test("materials draws its scenes as their golden images", arguments: materialPictures.indices)
func materialsGolden(index: Int) throws {
    let (name, settings) = materialPictures[index]
    try GoldenImage.expect(render(1, samples: 1) { try MaterialsDemo(device: $0, settings: settings()) }, equals: "materials-\(name)")
}

@Test("shader draws each sample as its golden image", arguments: EmbeddedShader.samples.keys.sorted())
func shaderGolden(name: String) throws {
    let image = try render(3, samples: 1, size: PixelSize(width: 128, height: 72)) {
        try ShaderViewer(device: $0, path: name, textures: [.init(name: nil, path: "brick")])
    }
    try GoldenImage.expect(image, equals: "shader-\(name)")
}

@Test("model draws a binary glTF file as its golden image", arguments: [false, true])
func modelGolden(wireframe: Bool) throws {
    let model = try Model.load(packageFolder.appendingPathComponent("Examples/island.glb").path)
    // The reference renderer takes seconds for the light of the surroundings, so it draws only one of the pictures.
    let image = try render(0, on: wireframe ? .jit : .reference) { try ModelViewer(device: $0, model: model, settings: .init(wireframe: wireframe)) }
    try GoldenImage.expect(image, equals: wireframe ? "model-wireframe" : "model")
}

@Test("a white model keeps its shape: its lighting stays below white") func whiteModel() throws {
    let ball = Mesh.sphere(radius: 1), clay = Model.Material()
    let model = Model(meshes: [Model.Mesh(name: "ball", vertices: ball.vertices.map { Model.Vertex(position: $0.position, normal: $0.normal, u: 0, v: 0) },
                                          indices: ball.indices.map { UInt32($0) }, material: 0)], materials: [clay])
    let image = try render(0, on: .jit) { try ModelViewer(device: $0, model: model) }
    let greens = (0..<image.height).flatMap { y in (0..<image.width).map { image[$0, y].y } }
    #expect((220...250).contains(greens.max() ?? 0), "\(greens.max() ?? 0)")
}

@Test("lit draws lamps over the wall and the figure as its golden image, with and without bumps and shadows", arguments: [true, false])
func litGolden(full: Bool) throws {
    try GoldenImage.expect(render(2.4, samples: 1) { try LitDemo(device: $0, relief: full, shadows: full) }, equals: full ? "lit" : "lit-plain")
}

private let filterChains: [(name: String, chain: String)] = [
    ("looks", "colorControls(saturation: 1.3, contrast: 1.1) | bloom(1.2, 5, 0.55) | vignette"),
    ("pixels", "pixellate(6) | edges(0.6) | hue(120) | colorMatrix(bias: [0.1 0 0.1 0])"),
    ("overlay", "radialGradient(0.3, 0.6, 0.1, 0.9, #ffd090) | addition(source) | sourceIn(source) | blur(2) | sepia(0.6)"),
]
@Test("filters draws chains as their golden images, fused or not", arguments: filterChains.indices)
func filtersGolden(index: Int) throws {
    let (name, chain) = filterChains[index]
    for fused in [true, false] {
        let image = try render(0, samples: 1, on: fused ? .reference : .jit) {
            try FiltersDemo(device: $0, image: "brick", chain: Filter.chain(chain), fused: fused)
        }
        try GoldenImage.expect(image, equals: "filters-\(name)")
    }
}

@Test("frames draws the frame of its time as its golden image, in any order")
func framesGolden() throws {
    let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try FramesDemo(device: device, count: 10)
    let first = try driver.render(demo, time: 0.1)
    try GoldenImage.expect(first, equals: "frames")
    #expect(try driver.render(demo, time: 0.24) != first)
    #expect(try driver.render(demo, time: 0.1) == first)
}

@Test("the figure of the built-in walk is drawn pixel by pixel at every size, never enlarged",
      arguments: [PixelSize(width: 120, height: 80), PixelSize(width: 320, height: 180), PixelSize(width: 180, height: 400)])
func framesAreSharp(size: PixelSize) throws {
    let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try FramesDemo(device: device, count: 2)
    // The demo first draws a smaller picture, as in a window that the user then enlarges.
    _ = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1).render(demo, time: 0)
    let picture = try driver.render(demo, time: 0), scene = WalkScene(width: size.width, height: size.height)
    let figure = try Image.read(bytes: FramesDemo.figures(device: device, height: scene.figureHeight, count: 1)[0]), place = scene.figurePlace
    #expect(figure.height == scene.figureHeight && Int(place.size.x) == figure.width && figure.height > min(size.width, size.height) / 2)
    var opaque = 0
    for y in 0..<figure.height {
        for x in 0..<figure.width where figure[x, y].w == 255 {
            opaque += 1
            // Pixels of pictures are counted from the upper left, positions in the demo from the lower left.
            let (px, py) = (x + Int(place.origin.x), size.height - Int(place.origin.y) - figure.height + y)
            guard picture[px, py] == figure[x, y] else {
                Issue.record("pixel \(px), \(py) is \(picture[px, py]), and not the figure's \(figure[x, y])")
                return
            }
        }
    }
    #expect(opaque > figure.width * figure.height / 8)
}

@Test("a frame depends on its time, not on the frames before it")
func framesAreIndependent() throws {
    let device = Device(.reference)
    let driver = try HeadlessDriver(device: device, size: size, samples: 1)
    let demo = try TrianglesDemo(device: device, mode: .textured, taps: [1])
    for time in [0, 0.7, 1.4] { _ = try driver.render(demo, time: time) }
    #expect(try driver.render(demo, time: 2) == driver.render(TrianglesDemo(device: device, mode: .textured, taps: [1]), time: 2))
}

private let compiledDemos: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
    ("triangles", { try TrianglesDemo(device: $0, mode: .lit) }), ("points", { try TrianglesDemo(device: $0, mode: .points) }),
    ("textured", { try TexturedDemo(device: $0) }), ("swipe3d", { try Swipe3DDemo(device: $0, cubeSize: 64) }),
    ("materials", { try MaterialsDemo(device: $0) }),
    ("materials, all", { try MaterialsDemo(device: $0, settings: materialPictures[1].settings()) }),
    ("materials, everything", { try MaterialsDemo(device: $0, settings: materialPictures[2].settings()) }),
    ("lit", { try LitDemo(device: $0) }), ("filters", { try FiltersDemo(device: $0, chain: Filter.chain("bloom | vignette | pixellate(5)")) }),
    ("frames", { try FramesDemo(device: $0, count: 3) }),
    ("ocean", { try ShaderViewer(device: $0, path: "ocean") }), ("voronoi", { try ShaderViewer(device: $0, path: "voronoi") }),
    ("model", { try ModelViewer(device: $0, model: .load(packageFolder.appendingPathComponent("Examples/island.glb").path)) }),
]

@Test("compiled demos draw the reference device's pixels, bit for bit", arguments: compiledDemos.indices)
func compiledEqualsReference(index: Int) throws {
    let (name, make) = compiledDemos[index]
    let expected = try render(2, samples: 1, on: .reference, make), actual = try render(2, samples: 1, on: .jit, make)
    #expect(expected == actual, "\(name)")
}
