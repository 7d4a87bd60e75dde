// ThumbnailCost measures 200 small pictures: drawn one after the other by one device, and drawn by a pool of devices with one task
// per picture.

import Effects
import Foundation
import Raster
import Synchronization

struct ThumbnailCost {
    static let count = 200
    /// Milliseconds for all pictures with one device (`firstAlone`) and with the pool of devices (`firstPool`). Both times include the
    /// time for making the devices and for compiling the shaders, because no compiled code is cached.
    let firstAlone: Double, firstPool: Double
    /// Milliseconds for drawing the same pictures again when the optimised code is ready, with one device (`laterAlone`) and with the pool
    /// (`laterPool`).
    let laterAlone: Double, laterPool: Double

    /// A lit ring of 1,024 triangles, rotated differently in each picture.
    private struct Stage {
        let device: Device, target: Framebuffer, ring: MeshBuffers, effect: BaseEffect
        init(_ device: Device) throws {
            self.device = device
            target = try device.makeFramebuffer(width: 256, height: 256, depth: .depth24)
            ring = try MeshBuffers(.torus(radius: 0.7, tube: 0.3), device: device)
            effect = BaseEffect(device: device)
            effect.light0.enabled = true
        }
        func draw(_ number: Int) throws -> Int {
            let camera = OrbitCamera(distance: 3, yaw: Float(number) * 0.1)
            effect.transform = Transform(modelview: camera.view, projection: camera.projection(aspect: 1))
            var frame = device.makeCommandEncoder()
            try frame.render(to: target, clear: .color(1, 1, 1)) { pass in
                try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
                ring.draw(in: &pass)
            }
            try device.submit(frame)
            return try target.readImage().width
        }
    }

    static func take() throws -> ThumbnailCost {
        var options = Device.Options()
        options.codeCache = .none
        var one = options
        one.threads = 1
        var stage: Stage?
        func alone() throws -> Double {
            try milliseconds {
                let used = try stage ?? Stage(Device(.jit, options: one))
                stage = used
                for number in 0..<count { _ = try used.draw(number) }
            }
        }
        let pool = DevicePool(.jit, options: options) { try Stage($0) }
        func together() throws -> Double {
            try milliseconds {
                try finish {
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for number in 0..<count { group.addTask { try await pool.run { try $0.draw(number) } } }
                        for try await _ in group {}
                    }
                }
            }
        }
        let firstAlone = try alone(), firstPool = try together()
        // Waits until the optimised code, which is compiled in the background, is ready.
        Thread.sleep(forTimeInterval: 2)
        let later = try (0..<7).map { _ in (alone: try alone(), pool: try together()) }
        return ThumbnailCost(firstAlone: firstAlone, firstPool: firstPool, laterAlone: median(later.map(\.alone)), laterPool: median(later.map(\.pool)))
    }

    /// Runs asynchronous work, and waits until it has finished.
    private static func finish(_ body: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0), outcome = Outcome()
        Task.detached {
            do { try await body() } catch { outcome.error.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = outcome.error.withLock({ $0 }) { throw error }
    }
    private final class Outcome: Sendable { let error = Mutex<(any Error)?>(nil) }
}
