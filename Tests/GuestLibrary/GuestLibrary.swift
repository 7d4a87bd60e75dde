// GuestLibrary: a shared library that contains Raster, like a plug-in of another program. guest-host opens the library.

import Raster

private let vertex = """
    #version 330
    out vec2 place;
    void main() {
        place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
        gl_Position = vec4(place, 0.0, 1.0);
    }
    """
private let fragment = """
    #version 330
    in vec2 place; out vec4 pixel;
    void main() { pixel = vec4(fract(sin(place * 7.3)), exp2(-length(place)), 1.0); }
    """
/// The device lives as long as the process.
nonisolated(unsafe) private var devices: [Device] = []

/// Draws with a device that lives until the process ends. Returns a number that depends on every bit of the picture; 0 if drawing
/// fails.
@_cdecl("guest_draw") public func guestDraw(_ isCompiled: Int32) -> UInt64 {
    do {
        var options = Device.Options()
        options.threads = 3
        options.codeCache = .none
        let device = Device(isCompiled != 0 ? .jit : .reference, options: options)
        devices.append(device)
        let pipeline = try device.makePipeline(program: device.makeProgram(vertex: vertex, fragment: fragment), vertexLayout: .none)
        let target = try device.makeFramebuffer(width: 170, height: 130)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage().bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    } catch { return 0 }
}
