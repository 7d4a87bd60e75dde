// Transitions: each of Raster's transitions, half way through, between two pictures of 1024².

import Effects
import Raster

extension Scene {
    static var transitionScenes: [Scene] {
        TransitionLibrary.names.map { name in
            // Raster and OpenGL run Raster's own programs. Some programs compute noise from sines of large arguments. For these programs
            // all pixels may differ, because the two renderers may compute different sines.
            Scene("transition-\(name)", "\(name) at half way, two pictures of 1024²",
                  tolerance: ["burn", "dissolve", "glitch"].contains(name) ? 1 : 0.02) { device, target in
                let transition = try TransitionLibrary.make(name, device: device)
                let from = try device.makeTexture(from: Pictures.detail(1024)), to = try device.makeTexture(from: Pictures.turned(1024))
                if let file = transition as? GLTransition { for sampler in file.samplers { try file.set(sampler.name, to: to) } }
                return { encoder, _ in
                    try transition.draw(TransitionFrame(source: from, destination: to, target: target, progress: 0.5), into: &encoder)
                }
            }
        }
    }
}

extension Pictures {
    /// Returns the colourful picture upside down.
    static func turned(_ size: Int) -> Image {
        Made.once("turned \(size)") {
            let picture = detail(size)
            var image = picture
            for y in 0..<size { for x in 0..<size { image[x, y] = picture[x, size - 1 - y] } }
            return image
        }
    }
}

/// The cost of simulating the cloth, without drawing.
enum ClothCost {
    /// Returns the milliseconds that each frame of a whole transition takes, in order, at 60 frames per second.
    static func frames(on device: Device) throws -> [Double] {
        let cloth = try ClothTransition(device: device), target = try device.makeFramebuffer(width: 64, height: 36, depth: .depth24)
        let picture = try device.makeTexture(from: Pictures.detail(64))
        return try (1..<300).map { frame in
            try milliseconds {
                var encoder = device.makeCommandEncoder()
                try cloth.draw(TransitionFrame(source: picture, destination: picture, target: target, progress: Double(frame) / 300), into: &encoder)
            }
        }
    }
}
