// Every demo draws the same picture on the system's OpenGL as on the reference device.
//
// Tolerances: OpenGL leaves the exact formulas of the level of detail and of anisotropy to the implementation, and shadow edges depend on
// the last bit of depth. For these reasons, a fraction of the pixels may differ, but the mean difference must stay small.

import DemoKit
import Effects
import Foundation
import Models
import Raster
import Shading
import SystemGL
import TestSupport
import Testing

private let demosToCompare: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
    ("triangles", { try TrianglesDemo(device: $0, mode: .lit) }), ("triangles textured", { try TrianglesDemo(device: $0, mode: .textured, taps: [4]) }),
    ("points", { try TrianglesDemo(device: $0, mode: .points) }), ("textured", { try TexturedDemo(device: $0, filter: .trilinear) }),
    ("swipe3d", { try Swipe3DDemo(device: $0, cubeSize: 64) }), ("numbered", { try Swipe3DDemo(device: $0, cube: .numbered, cubeSize: 64, object: .sphere) }),
    ("materials", { try MaterialsDemo(device: $0) }),
    ("lit", { try LitDemo(device: $0) }),
    ("filters", { try FiltersDemo(device: $0, image: "brick", chain: Filter.chain("sepia(0.5) | blur(3) | vignette | hue(40)")) }),
    ("plasma", { try ShaderViewer(device: $0, path: "plasma") }), ("voronoi", { try ShaderViewer(device: $0, path: "voronoi") }),
    ("dunes", { try ShaderViewer(device: $0, path: "dunes") }),
    ("model", {
        try ModelViewer(device: $0, model: .load(packageFolder.appendingPathComponent("Examples/island.glb").path))
    }),
]
private let allToCompare = demosToCompare + transitionsToCompare

/// All transitions, half way through.
private let transitionsToCompare: [(name: String, make: @Sendable (Device) throws -> any Demo)] = TransitionLibrary.names.map { name in
    (name, { device in
        let transition = try comparableTransition(name, device: device)
        return try TransitionDemo(device: device, transition: transition, from: SegueScreens.overview, to: SegueScreens.photo, progress: 0.45)
    })
}

/// Returns a transition of the library, without the parts that differ between any two renderers.
///
/// The shaders compute noise as the fractional part of 43758 times a sine. The argument of the sine may be several thousands. The
/// last bit of such an argument is 6·10⁻⁵. A change of the argument's last bit changes the sine by up to 6·10⁻⁵ and the product by
/// more than 2, so the fraction may have any value. OpenGL 3.3 promises a far lower precision of the sine (`noiseIsNobodysPromise`
/// measures the difference of the noise). In this comparison, an integer hash replaces the noise of the transitions.
private func comparableTransition(_ name: String, device: Device) throws -> any Transition {
    let transition = try TransitionDemo.transition(named: name, device: device)
    switch name {
    case "burn", "dissolve", "glitch":
        let text = try String(contentsOf: packageFolder.appendingPathComponent("Shaders/transitions/\(name).glsl"), encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        let own = try #require(lines.firstIndex { $0.hasPrefix("float hash(vec2 p)") })
        lines[own] = """
            float hash(vec2 p) {
                uvec2 q = uvec2(ivec2(p)) * uvec2(1597334673u, 3812015801u);
                uint n = (q.x ^ q.y) * 1597334673u;
                return float((n ^ (n >> 15)) >> 8) / 16777216.0;
            }
            """
        return try GLTransition(device: device, source: ShaderSource(text: lines.joined(separator: "\n"), name: name))
    case "luma-wipe": try TransitionDemo.set("luma", to: "marble", of: transition)
    // The test does not use the default number of squares, because with this number the edges of squares lie on pixel centres. A pixel
    // whose centre lies on an edge may belong to either of two squares.
    case "pixellate": try TransitionDemo.set("squares", to: "5.37", of: transition)
    default: break
    }
    return transition
}

@Test("demos look the same on the system's OpenGL as on the reference device",
      .enabled(if: SystemGL.unavailableReason == nil, "the system's OpenGL cannot be used"), arguments: allToCompare.indices)
func sameOnOpenGL(index: Int) throws {
    SystemGL.preferAccuracy()
    let (name, make) = allToCompare[index]
    func picture(_ device: Device) throws -> Image {
        try HeadlessDriver(device: device, size: PixelSize(width: 128, height: 72), samples: 1).render(make(device), time: 5)
    }
    let expected = try picture(SystemGL.makeDevice()), actual = try picture(Device(.reference))
    let differences = zip(expected.bytes, actual.bytes).map { abs(Int($0) - Int($1)) }
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    let far = Double(differences.filter { $0 > 16 }.count) / Double(differences.count)
    print("\(name): mean difference \(mean), share above 16: \(far)")
    if mean >= 0.7 || far >= 0.01 {
        Issue.record("mean difference \(mean), share above 16: \(far); \(try PictureComparison.difference(name, expected: expected, actual: actual) ?? "")")
    }
}

@Test("noise from sines differs on the system's OpenGL, so transitions with such noise cannot be compared unchanged",
      .enabled(if: SystemGL.unavailableReason == nil, "the system's OpenGL cannot be used"))
func noiseIsNobodysPromise() throws {
    func grains(_ device: Device) throws -> [UInt8] {
        let pass = try FullScreenPass(device: device, fragment: """
            in vec2 place;
            out vec4 pixel;
            void main() {
                vec2 p = floor(place * 64.0);
                float argument = dot(p, vec2(12.9898, 78.233));
                pixel = vec4(fract(sin(argument) * 43758.5453), 0.5 + 0.5 * sin(argument), 0.0, 1.0);
            }
            """)
        let target = try device.makeFramebuffer(width: 64, height: 64)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass.draw(in: &$0) { _ in } }
        try device.submit(encoder)
        return try target.readImage().bytes
    }
    let ours = try grains(Device(.reference)), theirs = try grains(SystemGL.makeDevice())
    func far(_ channel: Int) -> Double { Double(stride(from: channel, to: ours.count, by: 4).filter { abs(Int(ours[$0]) - Int(theirs[$0])) > 2 }.count) / 4096 }
    #expect(far(1) == 0, "the sines are the same to the eye")
    #expect(far(0) > 0.1, "were this none, the files of noise could be compared as they are")
}

@Test("every filter gives the same on the system's OpenGL as on the reference device",
      .enabled(if: SystemGL.unavailableReason == nil, "the system's OpenGL cannot be used"), arguments: Filter.Kind.allCases)
func sameFilterOnOpenGL(kind: Filter.Kind) throws {
    let values: [Filter.Kind: String] = [
        .colorControls: "colorControls(1.6, 1.3, -0.1)", .radialGradient: "radialGradient(outer: 0.6, color: #ff8040c0)", .addition: "addition(other)",
        .sourceIn: "sourceIn(other)", .sourceOver: "sourceOver(other)", .blur: "blur(3)", .bloom: "bloom(0.9, 5, 0.4)", .hue: "hue(70)", .sepia: "sepia(0.7)",
        .pixellate: "pixellate(5)", .edges: "edges(0.8)", .vignette: "vignette(0.9)", .colorMatrix: "colorMatrix([0 1 0 0], [0 0 1 0], [1 0 0 0])",
        .lookupTable: "lookupTable(table)",
    ]
    let chain = try Filter.chain(#require(values[kind]))
    var soft = SegueScreens.photo, table = Image(width: 64, height: 8)
    // Makes a picture that contains every value of alpha.
    for y in 0..<soft.height {
        for x in 0..<soft.width {
            let c = soft[x, y], alpha = UInt8(x * 255 / soft.width)
            soft[x, y] = [min(c.x, alpha), min(c.y, alpha), min(c.z, alpha), alpha]
        }
    }
    for y in 0..<8 { for x in 0..<64 { table[x, y] = [UInt8(255 - x % 8 * 36), UInt8(y * 36), UInt8(x / 8 * 36), 255] } }
    func picture(_ device: Device) throws -> Image {
        let renderer = FilterRenderer(device: device)
        let pictures = try ["other": device.makeTexture(from: soft), "table": device.makeTexture(from: table)]
        return try renderer.apply(chain, to: device.makeTexture(from: soft), pictures: pictures).readImage()
    }
    let expected = try picture(SystemGL.makeDevice()), actual = try picture(Device(.reference))
    let largest = zip(expected.bytes, actual.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    print("\(chain.map(\.description)): largest difference \(largest)")
    if largest > 2 {
        Issue.record("largest difference \(largest); \(try PictureComparison.difference(kind.rawValue, expected: expected, actual: actual) ?? "")")
    }
}
