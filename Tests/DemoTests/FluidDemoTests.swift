// The demo fluid: its pictures, the same for any frame rate; stirring with the pointer, keys, resizing and refused options.

import DemoKit
import Foundation
import Raster
import SystemGL
import TestSupport
import Testing

private let size = PixelSize(width: 96, height: 54)

@Suite("The demo fluid") struct FluidDemoTests {
    private func driver(_ device: Device, _ size: PixelSize = size) throws -> HeadlessDriver { try HeadlessDriver(device: device, size: size, samples: 1) }

    @Test("each look is drawn as its golden image, on both renderers", arguments: FluidDemo.Look.allCases)
    func golden(look: FluidDemo.Look) throws {
        for kind in Device.Kind.allCases {
            let device = Device(kind)
            try GoldenImage.expect(driver(device).render(FluidDemo(device: device, look: look, rows: 18), time: 1.2), equals: "fluid-\(look.rawValue)")
        }
    }

    @Test("a picture depends on its time, not on the frame rate, the threads or the lanes")
    func frameRate() throws {
        func picture(at frames: [Double], lanes: Int, threads: Int) throws -> Image {
            var options = Device.Options()
            (options.lanes, options.threads) = (lanes, threads)
            let device = Device(.jit, options: options), demo = try FluidDemo(device: device, rows: 36), driver = try driver(device)
            for time in frames { _ = try driver.render(demo, time: time) }
            return try driver.render(demo, time: 1)
        }
        let expected = try picture(at: [], lanes: 4, threads: 1)
        #expect(try picture(at: (0..<20).map { Double($0) / 20 }, lanes: 4, threads: 3) == expected)
        #expect(try picture(at: [0, 0, 0.3, 0.301, 0.7], lanes: 16, threads: 2) == expected)
    }

    @Test("the pointer pours ink only while it is pressed, and stirs in any case; keys change the picture and clear it")
    func interaction() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FluidDemo(device: device, rows: 36, fountains: false)
        var time = 0.0
        func picture(after seconds: Double = 0.2) throws -> Image {
            time += seconds
            return try driver.render(demo, time: time, delta: seconds)
        }
        func light(_ image: Image, _ x: Int, _ y: Int) -> Int {
            let pixel = image[x, size.height - 1 - y]
            return Int(pixel.x) + Int(pixel.y) + Int(pixel.z)
        }
        let empty = try picture()
        demo.handle(.pointer(x: 20, y: 20, pressed: false), at: time)
        demo.handle(.pointer(x: 40, y: 20, pressed: false), at: time)
        #expect(try picture() == empty, "nothing is poured without a press")
        demo.handle(.pointer(x: 40, y: 20, pressed: true), at: time)
        let poured = try picture()
        #expect(light(poured, 40, 20) > light(empty, 40, 20) + 100)
        demo.handle(.pointer(x: 40, y: 20, pressed: false), at: time)
        let still = try picture()
        demo.handle(.pointer(x: 46, y: 40, pressed: false), at: time)
        #expect(try picture() != still)
        demo.handle(.key("l"), at: time)
        let paper = try picture(after: 0)
        #expect(light(paper, 3, 3) > 400 && light(paper, 3, 3) > light(still, 3, 3))
        demo.handle(.key("l"), at: time)
        demo.handle(.key("c"), at: time)
        #expect(try picture() == empty)
        demo.handle(.key("f"), at: time)
        #expect(try picture() != empty, "fountains pour")
        for (x, y) in [(.nan, .infinity), (-1e30, 1e30), (5, 5)] as [(Float, Float)] {
            demo.handle(.pointer(x: x, y: y, pressed: true), at: time)
            _ = try picture()
        }
        demo.handle(.pointer(x: 60, y: 30, pressed: false), at: time)
        _ = try picture(after: 0)
        demo.handle(.pointer(x: 60, y: 30, pressed: true), at: time)
        let healthy = try picture()
        #expect(light(healthy, 60, 30) > light(empty, 60, 30) + 100, "a pointer far outside does no harm")
    }

    @Test("a fluid in a window with another shape goes on, at every size") func resizing() throws {
        let device = Device(.jit), demo = try FluidDemo(device: device, rows: 16)
        _ = try driver(device).render(demo, time: 0.5)
        for (number, shape) in [(54, 96), (1, 1), (300, 2), (2, 300), (96, 54)].enumerated() {
            let image = try driver(device, PixelSize(width: shape.0, height: shape.1)).render(demo, time: 0.5 + 0.02 * Double(number))
            #expect(image.width == shape.0 && image.height == shape.1)
            if image.width > 1, image.height > 2 {
                #expect((0..<image.height).contains { y in (0..<image.width).contains { image[$0, y].x > 60 } }, "the ink is still there")
            }
        }
    }

    @Test("a picture of a late time computes the twenty seconds before it, and a stopped or turned clock computes nothing") func lateTimes() throws {
        let device = Device(.jit), driver = try driver(device, PixelSize(width: 32, height: 18)), demo = try FluidDemo(device: device, rows: 16)
        let late = try driver.render(demo, time: 1e6)
        #expect(try driver.render(demo, time: 1e6) == late && driver.render(demo, time: 3) == late)
        #expect(try driver.render(demo, time: 1e6 + 0.1) != late)
    }

    @Test("the first steps are the same on the system's OpenGL; later, swirls have enlarged differences of the last bit",
          .enabled(if: SystemGL.unavailableReason == nil, "the system's OpenGL cannot be used"))
    func firstSteps() throws {
        SystemGL.preferAccuracy()
        func picture(_ device: Device) throws -> Image { try driver(device).render(FluidDemo(device: device, rows: 36), time: 0.25) }
        let differences = try zip(picture(SystemGL.makeDevice()).bytes, picture(Device(.jit)).bytes).map { abs(Int($0) - Int($1)) }
        let largest = differences.max() ?? 255, mean = Double(differences.reduce(0, +)) / Double(differences.count)
        #expect(largest <= 16 && mean < 0.8, "largest difference \(largest), mean difference \(mean)")
    }

    @Test("numbers outside of their ranges are refused") func refused() throws {
        let refusals = [("--rows", "15", "between 16 and 512"), ("--swirl", "nan", "between 0 and 1"), ("--fade", "0", "between 0.2 and 60 seconds")]
        for (option, value, message) in refusals {
            let result = try demos("fluid", option, value, "--size", "16x9", "--png", "/dev/null/x.png")
            #expect(result.status != 0 && result.errors.contains("\(option) must be \(message)"), "\(result.errors)")
        }
    }
}
