// Course: draws many frames of a demo on one device. Sizes change, resources are made and freed, shaders are reloaded, and some
// frames have a panel.

import DemoKit
import Effects
import Foundation
import Models
import Raster
import Scenes2D
import TestSupport

struct Course {
    let name: String
    /// Makes a new demo. If the demo's shader comes from a file, the shader is different for each `round`.
    let make: (Device, _ round: Int) throws -> any Demo

    static func all(in folder: URL) throws -> [Course] {
        let file = folder.appendingPathComponent("live.frag")
        let model = try Model.load(packageFolder.appendingPathComponent("Examples/island.glb").path)
        let screens = (Screens.overview(width: 64, height: 36), Screens.photo(width: 64, height: 36))
        return [
            Course(name: "triangles") { try TrianglesDemo(device: $0, mode: TrianglesDemo.Mode.allCases[$1 % TrianglesDemo.Mode.allCases.count]) },
            Course(name: "textured") { try TexturedDemo(device: $0, filter: TexturedDemo.Filter.allCases[$1 % TexturedDemo.Filter.allCases.count]) },
            Course(name: "swipe3d") { try Swipe3DDemo(device: $0, cube: CubeScene.allCases[$1 % CubeScene.allCases.count], cubeSize: 16) },
            Course(name: "materials") { device, round in
                var settings = MaterialSettings()
                settings.shape = MaterialSettings.Shape.allCases[round % MaterialSettings.Shape.allCases.count]
                settings.fog.isOn = round % 2 == 1
                return try MaterialsDemo(device: device, settings: settings)
            },
            Course(name: "shader") { device, round in
                // The text differs each time, so that no cache contains the text.
                try """
                    #version 330
                    uniform float iTime;
                    out vec4 color;
                    void main() { color = vec4(fract(gl_FragCoord.xy * 0.01 + iTime), \(Double(round) / 1024), 1.0); }
                    """.write(to: file, atomically: true, encoding: .utf8)
                return try ShaderViewer(device: device, path: file.path)
            },
            Course(name: "lit") { try LitDemo(device: $0, lamps: $1 % 6, relief: $1 % 3 != 0, shadows: $1 % 2 == 0) },
            Course(name: "fluid") { try FluidDemo(device: $0, look: $1 % 2 == 0 ? .glow : .ink, rows: 16 + $1 % 20, fountains: $1 % 3 > 0, seed: UInt64($1)) },
            Course(name: "filters") { device, round in
                let chains = ["bloom | sepia", "blur(3) | hue(40) | vignette", "pixellate(4) | edges", "radialGradient | addition(source)"]
                return try FiltersDemo(device: device, image: "brick", chain: Filter.chain(chains[round % chains.count]), fused: round % 3 > 0)
            },
            Course(name: "frames") { try FramesDemo(device: $0, count: 2 + $1 % 5) },
            Course(name: "model") { try ModelViewer(device: $0, model: model, settings: .init(wireframe: $1 % 2 == 1)) },
            Course(name: "picker") { device, round in try PickerDemo(device: device, color: round % 2 == 0 ? nil : .white) },
            Course(name: "arrow") { device, round in try ArrowDemo(device: device, tip: round % 2 == 0 ? nil : 90) },
            Course(name: "emitter") { device, round in
                var emitter = EmitterDemo.standard
                emitter.count = [100, 0, 3000][round % 3]
                return try EmitterDemo(device: device, emitter: emitter, look: round % 2 == 0 ? .glow : .disc)
            },
            Course(name: "segues") { device, round in
                let names = TransitionLibrary.names
                return try SeguesDemo(device: device, from: screens.0, to: screens.1, open: round % 2 == 0 ? nil : names[round / 2 % names.count], still: nil)
            },
            Course(name: "rope") { try RopeDemo(device: $0, lamp: $1 % 3 > 0, segments: 2 + $1 % 20, physics: $1 % 2 == 0 ? nil : 0.5) },
            Course(name: "drop-shapes") { try DropShapesDemo(device: $0, kind: $1 % 2 == 0 ? .hull : .exact, lines: $1 % 20, seed: UInt64($1)) },
            Course(name: "vine") { try VineDemo(device: $0, leaf: $1 % 2 == 0 ? .circle : .natural, seed: UInt64($1)) },
            Course(name: "graphs") { try GraphsDemo(device: $0, graph: [nil, .week, .tideWeeks, .today][$1 % 4]) },
            Course(name: "fractal") {
                try FractalDemo(device: $0, system: $1 % 3 == 0 ? nil : FractalLibrary.systems[$1 % FractalLibrary.systems.count], inSpace: $1 % 2 == 0)
            },
        ]
    }

    /// Draws the frames with the numbers `range` on `device`. A new demo is made every 50 frames, and the size changes every 7 frames.
    func run(_ range: Range<Int>, on device: Device) throws {
        let sizes = [(64, 36), (33, 47), (16, 16), (80, 45), (1, 1), (50, 20)].map { PixelSize(width: $0.0, height: $0.1) }
        var demo: (any Demo)?, driver: HeadlessDriver?, panel: DemoPanel?
        for frame in range {
            if demo == nil || frame % 50 == 0 {
                demo = try make(device, frame / 50)
                panel = try DemoPanel(device: device, title: name)
            }
            if driver == nil || frame % 7 == 0 {
                driver = try HeadlessDriver(device: device, size: sizes[frame / 7 % sizes.count], samples: frame / 7 % 3 == 0 ? 4 : 1)
            }
            guard let demo, let driver else { preconditionFailure("both were just made") }
            let time = Double(frame) / 60
            try demo.handle(.drag(dx: 3, dy: -2, secondary: false), at: time)
            if frame % 20 == 0 { try demo.handle(.tap, at: time) }
            _ = try demo.update()
            _ = try driver.render(demo, time: time, delta: 1.0 / 60, number: frame, panel: frame % 10 == 0 ? panel : nil)
        }
    }
}
