// Sounds: the formats of sound files, and Shadertoy's sound pass.

import Foundation
import Raster
import ShaderProjects
import Shading
import Testing

@Suite struct SoundTests {
    private static let show = """
        // iChannel0: tone.EXT
        void mainImage(out vec4 c, in vec2 p) { c = vec4(texture(iChannel0, vec2(p.x / iResolution.x, 0.75)).x, texelFetch(iChannel0, ivec2(20, 0), 0).x, 0.0, 1.0); }
        """

    /// Returns a sound with a sine in both channels.
    private func tone(frequency: Double, seconds: Double) -> ShaderSound {
        ShaderSound(samples: (0..<Int(seconds * 44_100)).map { number in
            let value = Float(0.5 * PortableMath.sine(2 * .pi * frequency * Double(number) / 44_100))
            return SIMD2(value, value)
        })
    }

    @Test("sounds of all formats reach a channel in the first frame", arguments: ShaderSound.Format.allCases) func formats(format: ShaderSound.Format) throws {
        let ending = format.rawValue
        let folder = try ProjectFolder(["image.glsl": SoundTests.show.replacing("EXT", with: ending)])
        try folder.write("tone.\(ending)", tone(frequency: 430.664_062_5, seconds: 0.5).encoded(as: format))
        let project = try folder.project(), device = Device(.reference), player = try ShaderPlayer(device: device, project: project)
        #expect(project.passes.last?.channels["iChannel0"]?.content == .audio(path: folder.path + "/tone.\(ending)"))
        let target = try device.makeFramebuffer(width: 256, height: 1)
        var encoder = device.makeCommandEncoder()
        try player.draw(ShaderMoment(time: 0.3), to: target, into: &encoder)
        try device.submit(encoder)
        let picture = try target.readImage(), reds = (0..<256).map { Int(picture[$0, 0].x) }
        // The amplitude 0.5 is 64 steps around 128; the tone is in texel 20 of the spectrum.
        #expect((180...200).contains(reds.max() ?? 0) && (56...76).contains(reds.min() ?? 0), "\(reds.max() ?? 0) \(reds.min() ?? 0)")
        #expect(picture[0, 0].y > 200)
    }

    @Test("a damaged sound is an error that names the file", arguments: [[], [1, 2, 3], Array("RIFF____WAVEfmt ".utf8), Array("fLaC".utf8), Array("OggS".utf8)])
    func damage(bytes: [UInt8]) throws {
        let folder = try ProjectFolder(["image.glsl": SoundTests.show.replacing("EXT", with: "wav")])
        try folder.write("tone.wav", bytes)
        let error = RasterError.thrown { _ = try folder.picture() }
        #expect(error?.code == .fileNotReadable && "\(error.map { "\($0)" } ?? "")".contains("tone.wav"), "\(String(describing: error))")
    }

    @Test("a sound is cut short or damaged at every place without a trap") func truncated() throws {
        for format in ShaderSound.Format.allCases {
            let bytes = try tone(frequency: 441, seconds: 0.05).encoded(as: format)
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
                _ = try? ShaderProject.read(Array(bytes[..<length]), name: "x.\(format.rawValue)")
                var damaged = bytes
                for at in length..<min(length + 4, bytes.count) { damaged[at] ^= 0xFF }
                _ = try? ShaderProject.read(damaged, name: "x.\(format.rawValue)")
            }
        }
    }

    private func soundProject(_ text: String) throws -> ProjectFolder {
        try ProjectFolder(["Sound.glsl": text, "image.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }"])
    }

    @Test("the sound pass gives the samples of its formula, with the number of the sample or without", arguments: ["int samp, float time", "float time"])
    func soundPass(parameters: String) throws {
        let folder = try soundProject("vec2 mainSound( in \(parameters) ) { return vec2(sin(6.2831853 * 441.0 * time), time); }")
        let project = try folder.project(), player = try ShaderPlayer(device: Device(.reference), project: project)
        #expect(player.hasSound && project.passes.map(\.name) == ["Image"] && project.notes.contains { $0.contains("--sound") })
        let sound = try player.sound(seconds: 0.02)
        #expect(sound.rate == 44_100 && sound.samples.count == 882)
        for (number, sample) in sound.samples.enumerated() {
            let time = Double(number) / 44_100
            #expect(abs(Double(sample.x) - PortableMath.sine(2 * .pi * 441 * time)) < 1e-3 && abs(Double(sample.y) - time) < 1e-6)
        }
    }
    @Test("blocks of the sound pass continue each other, and the common text belongs to it") func soundBlocks() throws {
        let folder = try soundProject("vec2 mainSound(int samp, float time) { return vec2(share(samp), float(samp / 512)); }")
        try folder.write("common.glsl", Array("float share(int number) { return float(number % 512); }\n".utf8))
        let sound = try ShaderPlayer(device: Device(), project: folder.project()).sound(seconds: 6.5)
        #expect(sound.samples.count == 286_650)
        for number in [0, 511, 512, 262_143, 262_144, 286_649] {
            #expect(sound.samples[number] == SIMD2(Float(number % 512), Float(number / 512)))
        }
        #expect(throws: RasterError.self) { _ = try ShaderPlayer(device: Device(.reference), project: folder.project()).sound(seconds: .nan) }
    }
    @Test("a mistake in the sound pass is told at its line, and only when the sound is wanted") func soundMistake() throws {
        let folder = try soundProject("vec2 mainSound(int samp, float time) {\n    return vec2(missing);\n}\n")
        let player = try ShaderPlayer(device: Device(.reference), project: folder.project())
        let error = #expect(throws: ShaderError.self) { _ = try player.sound(seconds: 1) }
        let first = try #require(error?.diagnostics.first)
        #expect(first.file.hasSuffix("Sound.glsl") && first.line == 2)
        let silent = try ProjectFolder(["image.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }"])
        #expect(RasterError.thrown { _ = try ShaderPlayer(device: Device(.reference), project: silent.project()).sound(seconds: 1) }?.code == .invalidArgument)
    }
    @Test("samples that are no numbers or too loud are clipped in files") func clipping() throws {
        let bytes = try ShaderSound(samples: [SIMD2(.nan, 9), SIMD2(-.infinity, 0.5)]).encoded(as: .wav)
        // The last eight bytes are four samples of 16 bits.
        let samples = stride(from: bytes.count - 8, to: bytes.count, by: 2).map { Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) }
        #expect(samples[0] == 0 && samples[1] >= 32_767 && samples[2] <= -32_767 && abs(Int(samples[3]) - 16_384) <= 1, "\(samples)")
        #expect(throws: RasterError.self) { _ = try ShaderSound(rate: 0, samples: []).encoded(as: .wav) }
        #expect(throws: RasterError.self) { _ = try ShaderSound(rate: .max, samples: []).encoded(as: .flac) }
    }
}
