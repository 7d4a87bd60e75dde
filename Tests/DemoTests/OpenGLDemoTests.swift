// Every demo on the system's OpenGL draws what it draws on the reference device.
//
// Tolerances: OpenGL leaves the level of detail's and anisotropy's exact formulas to the implementation, and shadow
// edges follow the last bit of depth; so a share of pixels may differ, and the mean must stay small.

import DemoKit
import Effects
import Foundation
import Models
import Raster
import SystemGL
import TestSupport
import Testing

private let demosToCompare: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
    ("triangles", { try TrianglesDemo(device: $0, mode: .lit) }), ("triangles textured", { try TrianglesDemo(device: $0, mode: .textured, taps: [4]) }),
    ("points", { try TrianglesDemo(device: $0, mode: .points) }), ("textured", { try TexturedDemo(device: $0, filter: .trilinear) }),
    ("swipe3d", { try Swipe3DDemo(device: $0, cubeSize: 64) }), ("numbered", { try Swipe3DDemo(device: $0, cube: .numbered, cubeSize: 64, object: .sphere) }),
    ("materials", { try MaterialsDemo(device: $0) }),
    ("lit", { try LitDemo(device: $0) }), ("filters", { try FiltersDemo(device: $0, image: "brick", chain: Filter.chain("sepia(0.5) | blur(3) | vignette | hue(40)")) }),
    ("plasma", { try ShaderViewer(device: $0, path: "plasma") }), ("voronoi", { try ShaderViewer(device: $0, path: "voronoi") }),
    ("dunes", { try ShaderViewer(device: $0, path: "dunes") }),
    ("model", {
        try ModelViewer(device: $0, model: .load(packageFolder.appendingPathComponent("Examples/island.glb").path))
    }),
]
private let allToCompare = demosToCompare + transitionsToCompare

/// All that are made of geometry, and files of each kind but noise, as sines of large arguments are not Mesa's strength, and squares, whose
/// edges lie a pixel apart where places are rounded otherwise.
private let transitionsToCompare: [(name: String, make: @Sendable (Device) throws -> any Demo)] = (TransitionLibrary.segueNames + ["circle", "kaleidoscope", "page-curl", "push", "ripple", "swirl"]).map { name in
    (name, { device in
        let transition = try TransitionDemo.transition(named: name, device: device)
        return try TransitionDemo(device: device, transition: transition, from: SegueScreens.overview, to: SegueScreens.photo, progress: 0.45)
    })
}

@Test("demos on the system's OpenGL look as on the reference device",
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
