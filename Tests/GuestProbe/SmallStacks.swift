import CGuest
import Raster

nonisolated(unsafe) private var drawn: [UInt64] = []

/// The host calls the library on threads with small stacks, and on stacks in memory that the system does not know as a stack.
func drawOnSmallStacks() throws {
    let expected = try GuestPicture.expected()
    for kibibytes in [16, 32, 64, 128, 256] {
        _ = GuestRunOnStack(kibibytes << 10, { _ in drawn.append((try? GuestPicture.drawn()) ?? 0) }, nil)
    }
    _ = GuestRunOnForeignStack(64 << 10) { drawn.append((try? GuestPicture.drawn()) ?? 0) }
    print("\(drawn.filter { $0 == expected }.count) of \(drawn.count) same")
}
