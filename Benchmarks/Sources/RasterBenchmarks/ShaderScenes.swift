// ShaderScenes: scenes from fragment shader files in Shadertoy's form. The files in Benchmarks/Shaders are of the kinds that public
// shader collections have: marches, fractals, noise, loops over arrays.

import ArgumentParser
import Foundation
import Raster

extension Scene {
    /// The folder with the shaders of the benchmark.
    static let shaderFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders").path

    /// Returns a scene for each .frag file and each .glsl file in the folder, in the order of the file names. A file defines `mainImage`,
    /// and may use iTime and iResolution.
    static func shaders(in folder: String) throws -> [Scene] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".frag") || $0.hasSuffix(".glsl") }.sorted()
        if names.isEmpty { throw ValidationError("--shaders \(folder): the folder has no file whose name ends in .frag or .glsl") }
        return try names.map { name in
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            let what = text.split(separator: "\n").first.map { String($0.drop { "/ ".contains($0) }) } ?? ""
            // The tolerance is large, because a pixel at the edge of a shape may lie on different sides of the edge in two correct
            // implementations.
            return Scene(String(name.prefix { $0 != "." }), what, tolerance: 0.05) { device, target in
                let quad = try ScreenQuad(device, fragment: """
                    uniform float iTime; uniform vec3 iResolution; out vec4 rasterColor;
                    \(text)
                    void main() { rasterColor = vec4(0.0); mainImage(rasterColor, gl_FragCoord.xy); rasterColor.a = 1.0; }
                    """)
                return { encoder, frame in
                    encoder.render(to: target, clear: .color(0, 0, 0, 1)) { pass in
                        quad.bind(&pass)
                        pass.setUniform("iTime", 3 + Float(frame) / 60)
                        pass.setUniform("iResolution", SIMD3(Float(target.width), Float(target.height), 1))
                        quad.draw(&pass)
                    }
                }
            }
        }
    }
}
