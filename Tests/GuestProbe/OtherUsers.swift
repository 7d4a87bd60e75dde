import CGuest
import Foundation
import Raster
import SystemGL

/// The host uses the same LLVM library as Raster, before, while and after Raster draws.
func shareLLVM() throws {
    guard GuestOpenLibrary("libLLVM.so.19.1") != 0 || GuestOpenLibrary("libLLVM-19.so.1") != 0 else { return print("no library") }
    var rounds = GuestUseLibrary() != 0 ? 1 : 0
    let expected = try GuestPicture.expected(), hasEnded = DispatchSemaphore(value: 0)
    let drawing = Thread {
        let isSame = (0..<3).allSatisfy { _ in (try? GuestPicture.drawn()) == expected }
        print(isSame ? "same picture" : "other picture")
        hasEnded.signal()
    }
    drawing.start()
    while hasEnded.wait(timeout: .now()) == .timedOut { rounds += GuestUseLibrary() != 0 ? 1 : -1_000_000 }
    rounds += GuestUseLibrary() != 0 ? 1 : -1_000_000
    print(rounds > 2 ? "the host's modules are right" : "the host's modules are wrong")
    print(GuestRegisterThroughLibrary("the host's object is destroyed") != 0 ? "registered" : "not registered")
    fflush(nil)
    // The process ends while code is still being compiled.
    let late = try GuestPicture(Device(options: GuestPicture.options(threads: 2)))
    _ = try late.draw()
    exit(0)
}

/// The host draws with the system's OpenGL, before, while and after Raster draws.
func shareWithMesa() throws {
    guard SystemGL.unavailableReason == nil else { return print("no OpenGL") }
    let expected = try GuestPicture.expected()
    let other = try GuestPicture(SystemGL.makeDevice(), isSimple: true), before = try other.draw()
    let hasEnded = DispatchSemaphore(value: 0)
    let drawing = Thread {
        let isSame = (0..<3).allSatisfy { _ in (try? GuestPicture.drawn()) == expected }
        print(isSame ? "same picture" : "other picture")
        hasEnded.signal()
    }
    drawing.start()
    var same = true
    while hasEnded.wait(timeout: .now()) == .timedOut { if try other.draw() != before { same = false } }
    if try GuestPicture(SystemGL.makeDevice(), isSimple: true).draw() != before { same = false }
    print(same ? "OpenGL's picture is the same" : "OpenGL's picture is another")
}
