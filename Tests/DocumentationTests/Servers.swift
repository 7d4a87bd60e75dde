// The code of the page "Servers and concurrency": eight pictures at once, a device owned by an actor, limits.

import Raster

/// A request for a picture of a Julia set: the constant of the set, and the colours.
struct JuliaRequest: Sendable {
    var constant: SIMD2<Float>
    var phase: Float
    var width = 100
    var height = 112

    static let sheet = [
        JuliaRequest(constant: [-0.8, 0.156], phase: 0.0), JuliaRequest(constant: [0.285, 0.01], phase: 0.12),
        JuliaRequest(constant: [-0.4, 0.6], phase: 0.3), JuliaRequest(constant: [-0.70176, -0.3842], phase: 0.45),
        JuliaRequest(constant: [-0.835, -0.2321], phase: 0.55), JuliaRequest(constant: [0.355, 0.355], phase: 0.66),
        JuliaRequest(constant: [-0.54, 0.54], phase: 0.78), JuliaRequest(constant: [-0.1, 0.651], phase: 0.9),
    ]
}

enum Julia {
    static let vertexShader = """
        void main() { gl_Position = vec4(4.0 * (gl_VertexID & 1) - 1.0, 2.0 * (gl_VertexID & 2) - 1.0, 0.0, 1.0); }
        """
    static let fragmentShader = """
        uniform vec2 constant, size;
        uniform float phase;
        out vec4 pixel;
        vec3 colorAt(vec2 point) {
            vec2 z = 2.6 * (point - 0.5 * size) / size.y;
            float steps = 0.0;
            while (steps < 120.0 && dot(z, z) < 64.0) {
                z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + constant;
                steps += 1.0;
            }
            float level = sqrt((steps - log2(max(0.5 * log2(dot(z, z)), 1.0))) / 120.0);
            vec3 hue = 0.5 + 0.5 * cos(6.2831853 * (vec3(0.0, 0.12, 0.26) + phase + 1.1 * level));
            return steps < 120.0 ? hue * smoothstep(0.0, 0.35, level) : vec3(0.04, 0.03, 0.06);
        }
        void main() {
            vec2 at = gl_FragCoord.xy;
            vec3 sum = colorAt(at + vec2(-0.25, -0.25)) + colorAt(at + vec2(0.25, -0.25))
                + colorAt(at + vec2(-0.25, 0.25)) + colorAt(at + vec2(0.25, 0.25));
            pixel = vec4(sqrt(sum * 0.25), 1.0);
        }
        """
}

final class JuliaPainter {
    private let device: Device
    private let pipeline: Pipeline

    init(device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: Julia.vertexShader, fragment: Julia.fragmentShader, label: "julia")
        pipeline = try device.makePipeline(program: program, vertexLayout: .none)
    }

    func paint(_ request: JuliaRequest) throws -> Image {
        let target = try device.makeFramebuffer(width: request.width, height: request.height)
        var frame = device.makeCommandEncoder()
        frame.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("constant", request.constant)
            pass.setUniform("size", SIMD2<Float>(Float(request.width), Float(request.height)))
            pass.setUniform("phase", request.phase)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}

func paintAll(_ requests: [JuliaRequest], on kind: Device.Kind = .jit) async throws -> [Image] {
    try await withThrowingTaskGroup(of: (Int, Image).self) { group in
        for (index, request) in requests.enumerated() {
            group.addTask {
                var options = Device.Options()
                options.threads = 1
                let painter = try JuliaPainter(device: Device(kind, options: options))
                return (index, try painter.paint(request))
            }
        }
        var images: [Int: Image] = [:]
        for try await (index, image) in group { images[index] = image }
        return requests.indices.compactMap { images[$0] }
    }
}

actor PaintingService {
    private let painter: JuliaPainter

    init(threads: Int? = nil) throws {
        var options = Device.Options()
        options.threads = threads
        painter = try JuliaPainter(device: Device(options: options))
    }

    func png(for request: JuliaRequest) throws -> [UInt8] {
        try painter.paint(request).pngData()
    }
}

/// Returns a picture of eight images: four columns and two rows.
func contactSheet(_ images: [Image]) -> Image {
    var sheet = Image(width: 400, height: 224)
    for (index, image) in images.enumerated() {
        for y in 0..<image.height {
            for x in 0..<image.width { sheet[index % 4 * 100 + x, index / 4 * 112 + y] = image[x, y] }
        }
    }
    return sheet
}

/// Returns the error message about a shader that does not end, from a device with a low step limit.
func endlessLoop(on kind: Device.Kind) throws -> String {
    var options = Device.Options()
    options.shaderStepLimit = 100_000
    let device = Device(kind, options: options)
    let program = try device.makeProgram(vertex: Julia.vertexShader, fragment: """
        uniform float step;
        out vec4 pixel;
        void main() {
            float x = 0.0;
            while (x < 1.0) { x += step; }
            pixel = vec4(x);
        }
        """, label: "endless")
    let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
    let target = try device.makeFramebuffer(width: 8, height: 8)
    var frame = device.makeCommandEncoder()
    frame.render(to: target, label: "request 17") { pass in
        pass.setPipeline(pipeline)
        pass.draw(count: 3)
    }
    do {
        try device.submit(frame)
        return ""
    } catch {
        return "\(error)"
    }
}

/// Compiles the code for requests before the first request arrives.
func warmUp(_ device: Device, _ frame: CommandEncoder) throws {
    let preparation = try device.prepareInBackground(frame)
    preparation.wait()
}

/// Returns a device that keeps its compiled code in a separate folder. The code remains in this folder after the process ends.
func deviceWithCache(in folder: String) -> Device {
    var options = Device.Options()
    options.codeCache = .directory(folder)
    return Device(options: options)
}
