// Window+Renderer: selects the SDL renderer that puts pictures on the screen.
//
// Without a GPU, SDL would select the system's software OpenGL, which draws each finished picture a second time with its own
// threads. SDL's software renderer only copies the picture, which takes a third less processor time in total.
//
// The code is unsafe because the name of the OpenGL renderer is read through a function pointer.

import CSDL
import Glibc

extension Window {
    /// Returns the renderer that the environment variable SDL_RENDER_DRIVER names. If the variable is not set, returns a renderer on the
    /// GPU, with vertical synchronisation if the screen supports it. If there is no GPU, returns the software renderer. Returns nil if
    /// there is no renderer; SDL's error contains the reason.
    static func makeRenderer(for window: OpaquePointer) -> OpaquePointer? {
        let isChosen = SDL_GetHint(SDL_HINT_RENDER_DRIVER).map { $0.pointee != 0 } ?? false
        if isChosen || mayHaveGPU {
            guard let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue) ?? SDL_CreateRenderer(window, -1, 0) else { return nil }
            if isChosen || !isSoftwareOpenGL { return renderer }
            SDL_DestroyRenderer(renderer)
        }
        // With this hint, SDL draws into the window's own memory. Without this hint, SDL would draw through a texture of the software
        // OpenGL, which needs more processor time.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        return SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue) ?? SDL_CreateRenderer(window, -1, 0)
    }

    /// True if the system has a device file of a GPU driver. Asking OpenGL instead would take a tenth of a second.
    private static var mayHaveGPU: Bool {
        if access("/dev/nvidiactl", F_OK) == 0 { return true }
        return (128..<192).contains { access("/dev/dri/renderD\($0)", F_OK) == 0 }
    }

    /// True if the context that SDL has just made current belongs to one of Mesa's software renderers.
    private static var isSoftwareOpenGL: Bool {
        typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
        let rendererName: UInt32 = 0x1F01
        guard SDL_GL_GetCurrentContext() != nil, let address = SDL_GL_GetProcAddress("glGetString"),
              let text = unsafeBitCast(address, to: GetString.self)(rendererName) else { return false }
        let name = String(cString: text).lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer"].contains { name.contains($0) }
    }
}

/// Limits the frame rate to the screen's rate. The limit is needed if presenting a picture does not wait for the screen's refresh.
struct FrameLimiter {
    private var next: ContinuousClock.Instant?

    /// Sleeps until the next frame is due. The caller calls this function after each presented frame. `framesPerSecond` is the screen's
    /// rate.
    mutating func wait(framesPerSecond: Int) {
        let clock = ContinuousClock(), now = clock.now
        // The limit is slightly above the screen's rate. If there is vertical synchronisation, the frame rate therefore depends on this
        // synchronisation, and not on the limit.
        let frame = Duration.seconds(0.97) / max(1, framesPerSecond)
        if let next, next > now {
            SDL_Delay(UInt32((next - now) / .milliseconds(1)))
            self.next = next + frame
        } else {
            next = now + frame
        }
    }
}
