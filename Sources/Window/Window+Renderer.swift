// Window+Renderer: which of SDL's renderers puts pictures on the screen.
//
// Without a GPU SDL would take the system's software OpenGL, which draws each finished picture a second time, with
// threads of its own. SDL's plain renderer copies it, which costs a third less processor time in all.
//
// Unsafe because the name of OpenGL's renderer is asked through a function pointer.

import CSDL
import Glibc

extension Window {
    /// The renderer that SDL_RENDER_DRIVER names; else one on the GPU, with vertical synchronisation where the screen has it;
    /// else the plain one. nil, and SDL's error says why, where there is none.
    static func makeRenderer(for window: OpaquePointer) -> OpaquePointer? {
        let isChosen = SDL_GetHint(SDL_HINT_RENDER_DRIVER).map { $0.pointee != 0 } ?? false
        if isChosen || mayHaveGPU {
            guard let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue) ?? SDL_CreateRenderer(window, -1, 0) else { return nil }
            if isChosen || !isSoftwareOpenGL { return renderer }
            SDL_DestroyRenderer(renderer)
        }
        // The window's own memory, not a texture of the software OpenGL that this is to avoid.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        return SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue) ?? SDL_CreateRenderer(window, -1, 0)
    }

    /// Whether the system has a device that a GPU's driver would open. Asking OpenGL takes a tenth of a second.
    private static var mayHaveGPU: Bool {
        if access("/dev/nvidiactl", F_OK) == 0 { return true }
        return (128..<192).contains { access("/dev/dri/renderD\($0)", F_OK) == 0 }
    }

    /// Whether the context that SDL just made current belongs to one of Mesa's renderers for the processor.
    private static var isSoftwareOpenGL: Bool {
        typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
        let rendererName: UInt32 = 0x1F01
        guard SDL_GL_GetCurrentContext() != nil, let address = SDL_GL_GetProcAddress("glGetString"),
              let text = unsafeBitCast(address, to: GetString.self)(rendererName) else { return false }
        let name = String(cString: text).lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer"].contains { name.contains($0) }
    }
}

/// Keeps frames from coming faster than the screen shows them, where presenting does not wait for it.
struct FrameLimiter {
    private var next: ContinuousClock.Instant?

    /// To be called after each presented frame: sleeps until the next one is worth drawing. `framesPerSecond` is the screen's.
    mutating func wait(framesPerSecond: Int) {
        let clock = ContinuousClock(), now = clock.now
        // A little faster than the screen, so that a screen that is waited for decides.
        let frame = Duration.seconds(0.97) / max(1, framesPerSecond)
        if let next, next > now {
            SDL_Delay(UInt32((next - now) / .milliseconds(1)))
            self.next = next + frame
        } else {
            next = now + frame
        }
    }
}
