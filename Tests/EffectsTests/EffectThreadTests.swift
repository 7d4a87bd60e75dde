// Effects of one device on several threads: several threads may make effects at once, but only one thread may draw at any moment.

import Effects
import Foundation
import Raster
import Testing

@Suite("Effects and threads") struct EffectThreadTests {
    /// Passes a value that is not Sendable to other threads.
    private struct Smuggled<Value>: @unchecked Sendable { let value: Value }

    @Test("concurrent threads that make and prepare effects on one device are either served or refused")
    func crowd() throws {
        let device = Smuggled(value: Device(.reference)), target = Smuggled(value: try device.value.makeFramebuffer(width: 4, height: 4))
        let outcomes = Smuggled(value: NSMutableArray()), lock = NSLock(), done = DispatchGroup()
        for _ in 0..<4 {
            done.enter()
            Thread {
                for _ in 0..<10 {
                    let effect = BaseEffect(device: device.value), skybox = SkyboxEffect(device: device.value)
                    var outcome = "served"
                    do {
                        var encoder = device.value.makeCommandEncoder()
                        try encoder.render(to: target.value, clear: .color(0, 0, 0, 0)) { pass in
                            try effect.prepareToDraw(in: &pass, layout: PreparationTests.layout)
                            try skybox.draw(in: &pass)
                        }
                    } catch let error as RasterError where error.code == .deviceInUse {
                        outcome = "refused"
                    } catch {
                        outcome = "\(error)"
                    }
                    lock.withLock { outcomes.value.add(outcome) }
                }
                done.leave()
            }.start()
        }
        done.wait()
        let counts = Dictionary(grouping: outcomes.value.compactMap { $0 as? String }, by: { $0 }).mapValues(\.count)
        #expect(counts["served", default: 0] > 0)
        #expect(counts["served", default: 0] + counts["refused", default: 0] == 40, "\(counts)")
    }
}
