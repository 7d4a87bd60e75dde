import Effects
import Foundation
import Raster
import Window

/// Shows a knot in a window that the program itself opens. A drag turns the knot, the wheel moves the camera, and Q closes the window.
@main struct OwnWindow {
    @MainActor static func main() {
        do { try show() } catch {
            // The program prints only the text of the error, because the text already names the missing thing, for example a screen. If
            // `main` threw the error, the program would end with a stack trace.
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    @MainActor static func show() throws {
        let window = try Window(name: "knot", width: 480, height: 360)
        window.title = "Drag the knot"
        window.ownKeys = [.f11]
        let device = Device()
        let knot = try MeshBuffers(.torusKnot(radius: 0.6, swing: 0.27, width: 0.17, thickness: 0.17), device: device)
        let effect = BaseEffect(device: device)
        effect.light0.enabled = true
        var camera = OrbitCamera(distance: 3), isDragged = false
        // This code makes the framebuffer, and makes a new framebuffer after each change of the window's size.
        var target = try device.makeFramebuffer(width: window.width, height: window.height, depth: .depth24)
        var isDrawn = false

        // Nothing moves by itself, so the window sleeps between events.
        try window.run(timeUntilNextFrame: { nil }) { _, events in
            for event in events {
                switch event {
                case .mouseDown(.left, _, _): isDragged = true
                case .mouseUp(.left, _, _): isDragged = false
                case .mouseMoved(_, _, let dx, let dy): if isDragged { camera.drag(dx: dx, dy: dy) }
                case .wheel(_, let y): camera.zoom(steps: y)
                case .resized(let width, let height): target = try device.makeFramebuffer(width: width, height: height, depth: .depth24)
                case .keyDown("Q", _): window.close()
                default: break
                }
            }
            if isDrawn && events.isEmpty { return nil }
            effect.transform = Transform(modelview: camera.view, projection: camera.projection(aspect: Float(target.width) / Float(target.height)))
            var frame = device.makeCommandEncoder()
            try frame.render(to: target, clear: .color(0.1, 0.12, 0.16)) { pass in
                try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
                knot.draw(in: &pass)
            }
            try device.submit(frame)
            isDrawn = true
            return target
        }
        print("The last picture had \(target.width)×\(target.height) pixels.")
    }
}
