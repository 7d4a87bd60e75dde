// LibraryCall: prepares the thread for a public call of the library, and restores the thread after the call. The host may call the library
// on any of its threads.
//
// During the call, arithmetic rounds to nearest, keeps denormal numbers and raises no trap, whatever the host has set; afterwards the
// host's settings are restored. A thread with a small stack, or with a stack whose size the system does not know, hands the call to a
// thread of the library. A fork() on another thread waits for the end of the call.

import CHost

package enum LibraryCall {
    /// The size of the stack that a call may need. A frame with a canvas and an effect takes 35 KB of the caller's stack; the rest is for
    /// compiled shaders, which keep their arrays on the stack. A call that is handed to another thread takes 12 KB.
    private static let stackByteCount = 512 << 10
    /// The size of the stack of a thread that runs a call for a thread of the host.
    private static let largeStackByteCount = 8 << 20

    /// Runs a call of the library. Calls may be nested.
    @inline(__always)
    package static func perform<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if RasterStackSuffices(stackByteCount) == 0 { return try performElsewhere(body) }
        return try performHere(body)
    }
    /// Runs a call that needs only a small stack, including the stack of all called functions; for example, a call that only copies bytes.
    @inline(__always)
    package static func performHere<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let host = RasterCallBegin()
        defer { RasterCallEnd(host) }
        return try body()
    }
    /// Runs code of the host, or waits for another thread, in the middle of a call. While `body` runs, a fork() does not wait for this
    /// thread. The thread must hold no lock of the library. A pause with an empty body lets a waiting fork() proceed.
    package static func pause<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let depth = RasterSharedPause()
        defer { RasterSharedContinue(depth) }
        return try body()
    }
    @inline(never)
    private static func performElsewhere<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let host = RasterCallBegin()
        defer { RasterCallEnd(host) }
        let outcome = withoutActuallyEscaping(body) { body in
            DeepStack.run(byteCount: largeStackByteCount) { Swift.Result { () throws(Failure) in try body() } }
        }
        // If the system cannot start a thread, the call runs on the stack of the host's thread.
        guard let outcome else { return try body() }
        return try outcome.get()
    }
}
