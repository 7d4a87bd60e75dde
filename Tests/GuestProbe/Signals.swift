import CGuest
import Foundation
import Raster

/// Another thread of the host sends signals to the process while the main thread draws, compiles and makes devices.
func receiveSignals() throws {
    let wanted = 100
    GuestCountSignals()
    let sender = Thread {
        GuestBlockSignal()
        for number in 0..<wanted {
            kill(getpid(), SIGUSR1)
            // A signal is lost if the same signal is still pending.
            while GuestSignals() == number { usleep(200) }
            usleep(1000)
        }
    }
    sender.start()
    while GuestSignals() < wanted {
        let device = Device(options: GuestPicture.options(threads: 4))
        let picture = try GuestPicture(device)
        for _ in 0..<20 { _ = try picture.draw() }
    }
    print("\(GuestSignalsOfMainThread()) of \(GuestSignals()) in the main thread")
}
