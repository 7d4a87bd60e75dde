// Entry+Demos: every demo in every mode, each at several times.

import DemoKit
import Effects
import Foundation
import Models
import Raster
import Scenes2D
import TestSupport

extension Entry {
    /// The size of the demos' pictures, in pixels.
    static let size = PixelSize(width: 128, height: 72)
    static func model() throws -> Model { try .load(packageFolder.appendingPathComponent("Examples/island.glb").path) }

    private static func demo(_ name: String, times: [Double], samples: Int = 1, _ make: @escaping @Sendable (Device) throws -> any Demo) -> [Entry] {
        times.map { time in
            Entry("demo/\(name) at \(time)") { device in
                try HeadlessDriver(device: device, size: size, samples: samples).render(make(device), time: time)
            }
        }
    }

    static let demos: [Entry] = {
        var all = TrianglesDemo.Mode.allCases.flatMap { mode in
            demo("triangles \(mode.rawValue)", times: [0.7, 5.3], samples: 4) { try TrianglesDemo(device: $0, mode: mode, taps: [4]) }
        }
        all += TexturedDemo.Filter.allCases.flatMap { filter in
            demo("textured \(filter.rawValue)", times: [1, 7.5]) { try TexturedDemo(device: $0, filter: filter) }
        }
        all += CubeScene.allCases.flatMap { cube in
            demo("swipe3d \(cube.rawValue)", times: [1, 3.3], samples: 4) { try Swipe3DDemo(device: $0, cube: cube, cubeSize: 64) }
        }
        all += MaterialSettings.Shape.allCases.flatMap { shape in
            demo("materials \(shape.rawValue)", times: [2]) { device in
                var settings = MaterialSettings()
                settings.shape = shape
                settings.fog.isOn = shape == .vase
                settings.isPerPixel = shape != .vase
                return try MaterialsDemo(device: device, settings: settings)
            }
        }
        all += demo("materials all", times: [0.5, 4]) { device in
            var settings = MaterialSettings()
            settings.view = .all
            return try MaterialsDemo(device: device, settings: settings)
        }
        all += EmbeddedShader.samples.keys.sorted().flatMap { name in
            demo("shader \(name)", times: [0, 3, 61.5]) { try ShaderViewer(device: $0, path: name, textures: [.init(name: nil, path: "brick")]) }
        }
        all += demo("lit", times: [0.5, 2.4]) { try LitDemo(device: $0) }
        all += FluidDemo.Look.allCases.flatMap { look in
            demo("fluid \(look.rawValue)", times: [0.5, 1.5]) { try FluidDemo(device: $0, look: look, rows: 24) }
        }
        all += demo("filters", times: [0]) { try FiltersDemo(device: $0, image: "brick", chain: Filter.chain("bloom | hue(40) | blur(2) | vignette")) }
        all += demo("model", times: [0], samples: 4) { try ModelViewer(device: $0, model: model()) }
        all += demo("model wireframe", times: [0]) { try ModelViewer(device: $0, model: model(), settings: .init(wireframe: true)) }
        all += demo("segues", times: [0.8]) { try SeguesDemo(device: $0, from: screens.0, to: screens.1) }
        all += demo("picker", times: [0, 9]) { try PickerDemo(device: $0) }
        all += demo("emitter", times: [2.4]) { try EmitterDemo(device: $0) }
        all += demo("arrow", times: [2.4]) { try ArrowDemo(device: $0) }
        all += demo("rope", times: [1.3]) { try RopeDemo(device: $0, physics: 0.2) }
        all += demo("drop-shapes", times: [1.3]) { try DropShapesDemo(device: $0, physics: 0) }
        all += demo("vine", times: [7]) { try VineDemo(device: $0, leaf: .natural) }
        all += demo("graphs", times: [4]) { try GraphsDemo(device: $0) }
        all += demo("fractal", times: [2.5]) { try FractalDemo(device: $0, system: FractalLibrary.systems[0]) }
        all += TransitionLibrary.names.flatMap { name in
            demo("transition \(name)", times: [0.4]) { device in
                let transition = try TransitionDemo.transition(named: name, device: device)
                if name == "luma-wipe" { try TransitionDemo.set("luma", to: "marble", of: transition) }
                return try TransitionDemo(device: device, transition: transition, from: screens.0, to: screens.1, progress: 0.4)
            }
        }
        return all
    }()
    /// The pictures before and after each transition.
    private static let screens = (Screens.overview(width: 192, height: 108), Screens.photo(width: 192, height: 108))
}
