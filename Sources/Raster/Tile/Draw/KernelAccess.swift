// KernelAccess: declares to the sanitizers which memory kernels read and write. Sanitizers observe only code that the Swift compiler made.
//
// `make sanitize` compiles with RASTER_SANITIZER. In a build with RASTER_SANITIZER, the memory that a kernel uses is declared before each
// call of the kernel. So the thread sanitizer can find mistakes such as two workers in one tile, or a chunk that is filled while tiles
// read the chunk. The address sanitizer can find uses of freed memory. Without RASTER_SANITIZER these functions are empty and cost
// nothing.

#if RASTER_SANITIZER
import CLLVM
#endif

enum KernelAccess {
    @inline(__always)
    static func reads(_ start: UnsafeRawPointer, byteCount: Int) {
        #if RASTER_SANITIZER
        RasterKernelReads(start, byteCount)
        #endif
    }
    @inline(__always)
    static func writes(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if RASTER_SANITIZER
        RasterKernelWrites(start, byteCount)
        #endif
    }
}
