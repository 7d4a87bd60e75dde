// Compression: zstd (RFC 8878), piece by piece, so that memory does not grow with the amount of data.
//
// The code is unsafe, because the library takes buffers by address. Each address is used only during one call.

import CZstd

/// Compresses chunks, one after another.
final class Compressor {
    /// The fastest of the common levels of compression, because the captured program waits for the compression.
    private static let level: Int32 = 1
    private let context: OpaquePointer
    private var room = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())

    /// Creates a compressor; nil if the system has no memory for the library's context.
    init?() {
        guard let made = ZSTD_createCCtx() else { return nil }
        context = made
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Compressor.level)
    }
    deinit { ZSTD_freeCCtx(context) }

    /// Passes the compressed bytes to `sink`, piece by piece.
    func compress(_ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(CaptureFileError) -> Void) throws(CaptureFileError) {
        ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
        ZSTD_CCtx_setPledgedSrcSize(context, UInt64(bytes.count))
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while true {
            var produced = 0
            let left = room.withUnsafeMutableBytes { room in
                var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
                let result = ZSTD_compressStream2(context, &output, &input, ZSTD_e_end)
                produced = output.pos
                return result
            }
            guard ZSTD_isError(left) == 0 else {
                throw CaptureFileError(.notWritable, "a chunk", "cannot be compressed: \(String(cString: ZSTD_getErrorName(left)))", remedy: "free memory")
            }
            try passOn(produced, to: sink)
            if left == 0 { return }
        }
    }
    private func passOn(_ count: Int, to sink: (UnsafeRawBufferPointer) throws(CaptureFileError) -> Void) throws(CaptureFileError) {
        var failure: CaptureFileError?
        room.withUnsafeBytes { room in
            do throws(CaptureFileError) { try sink(UnsafeRawBufferPointer(rebasing: room[..<count])) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

/// Decompresses one chunk into memory that has the size in the chunk's header. Bytes that are no zstd frame are reported as damaged, and so
/// is a frame whose uncompressed length differs from this size. The decompressor never writes beyond the memory.
struct Decompressor: ~Copyable {
    /// The library itself refuses a frame that needs a window of more than 128 MiB, so a damaged frame cannot use more memory.
    private let context: OpaquePointer
    private let target: UnsafeMutableRawBufferPointer
    private var position = 0
    private var isComplete = false

    /// Creates a decompressor; nil if the system has no memory for the library's context. `target` must outlive the decompressor.
    init?(into target: UnsafeMutableRawBufferPointer) {
        guard let made = ZSTD_createDCtx() else { return nil }
        context = made
        self.target = target
    }
    deinit { ZSTD_freeDCtx(context) }

    /// Decompresses the next stored bytes. Returns false if these bytes are damaged.
    mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while input.pos < input.size {
            if isComplete { return false }
            var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: position)
            let before = input.pos
            let left = ZSTD_decompressStream(context, &output, &input)
            if ZSTD_isError(left) != 0 || input.pos == before && output.pos == position && left != 0 { return false }
            position = output.pos
            isComplete = left == 0
        }
        return true
    }
    /// Whether the frame has ended and filled the memory.
    var isFilled: Bool { isComplete && position == target.count }
}
