import Foundation
import Raster
import Synchronization

/// Threads of the host make devices, draw with them and free them, all at once.
func useManyDevices() throws {
    let expected = try GuestPicture.expected(), right = Atomic<Int>(0), ended = DispatchGroup()
    let threads = 6, rounds = 4
    for number in 0..<threads {
        ended.enter()
        Thread {
            for round in 0..<rounds {
                // Some devices are freed while their optimised code is still being compiled.
                guard let picture = try? GuestPicture(Device(options: GuestPicture.options(threads: 1 + (number + round) % 3))) else { continue }
                let same = (0..<(1 + round)).filter { _ in (try? picture.draw()) == expected }.count
                if same == 1 + round { right.add(1, ordering: .relaxed) }
            }
            ended.leave()
        }.start()
    }
    ended.wait()
    print("\(right.load(ordering: .relaxed)) of \(threads * rounds) devices same")
}
