// The C program driver-probe draws scenes through OpenGL ES, with Raster's driver and with Mesa's driver. The tests compare the pictures.
// The program contains no code for a particular driver.

import Foundation
import Raster
import TestSupport
import Testing

/// A scene of driver-probe.
struct ProbeScene: CustomStringConvertible, Sendable {
    let name: String, width: Int, height: Int
    var description: String { name }

    /// `tolerance` is the largest allowed difference of a channel from Mesa's picture. `pixels` is the number of pixels that may differ by
    /// more.
    var tolerance = 1, pixels = 0

    static let all: [ProbeScene] = {
        guard let run = try? ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), "--list"]) else { return [] }
        return run.output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let width = Int(words[1]), let height = Int(words[2]) else { return nil }
            var scene = ProbeScene(name: String(words[0]), width: width, height: height)
            switch scene.name {
            // Mesa computes the fraction of a level of detail with fewer bits, so a larger difference is allowed.
            case "cube": scene.tolerance = 4
            // Two pixels may differ by more, because Mesa rounds the corners of points to 1/256 of a pixel, and the scene compares places
            // within the point.
            case "points": scene.pixels = 2
            default: break
            }
            return scene
        }
    }()

    func path(in folder: TemporaryFolder) -> String { folder.path("\(name).rgba") }
    func pixels(in folder: TemporaryFolder) throws -> [UInt8] {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path(in: folder))))
        guard bytes.count == width * height * 4 else { throw TestFailure("\(name) has \(bytes.count) bytes") }
        return bytes
    }
}

/// A process of driver-probe that has drawn scenes, and the folder with its pictures.
private struct ProbeRun {
    let folder = try? TemporaryFolder()
    let run: ProgramRun

    init(_ driver: Driver, _ environment: [String: String] = [:], scenes: [String] = []) throws {
        guard let folder else { throw TestFailure("there is no folder for the pictures") }
        run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path] + scenes,
                             environment: driver.environment(environment), seconds: 120)
        guard run.status == 0 else { throw TestFailure("driver-probe ended with \(run.status): \(run.errors.suffix(2000))") }
    }
    func pixels(_ scene: ProbeScene) throws -> [UInt8] { try scene.pixels(in: #require(folder)) }
}

@Suite("Scenes of a program that knows nothing of Raster") struct ProbeTests {
    /// The scene `fork` is left out, because Mesa's threads do not exist in the child process after a fork.
    private static let scenesOfMesa = ProbeScene.all.map(\.name).filter { $0 != "fork" }

    @Test("Raster's driver draws what Mesa's draws", .enabled(if: Driver.mesa != nil, "Mesa's driver is not installed"))
    func mesa() throws {
        let raster = try ProbeRun(.raster), mesa = try ProbeRun(#require(Driver.mesa), scenes: Self.scenesOfMesa)
        #expect(ProbeScene.all.count >= 15)
        for scene in ProbeScene.all where Self.scenesOfMesa.contains(scene.name) {
            let drawn = try raster.pixels(scene), expected = try mesa.pixels(scene)
            let differences = stride(from: 0, to: drawn.count, by: 4).map { start in
                (start..<(start + 4)).map { abs(Int(drawn[$0]) - Int(expected[$0])) }.max() ?? 0
            }
            let outside = differences.count { $0 > scene.tolerance }
            if outside > scene.pixels {
                let picture = try PictureComparison.difference("driver-\(scene)", width: scene.width, expected: expected, actual: drawn)
                Issue.record("\(scene): \(outside) pixels differ by more than \(scene.tolerance): \(picture ?? "")")
            }
        }
    }

    @Test("the number of lanes and the renderer do not change a byte",
          arguments: [["RASTER_LANES": "4"], ["RASTER_LANES": "8", "RASTER_THREADS": "1"], ["RASTER_REFERENCE": "1"]])
    func lanes(environment: [String: String]) throws {
        let expected = try ProbeRun(.raster, ["RASTER_LANES": "16"]), run = try ProbeRun(.raster, environment)
        for scene in ProbeScene.all {
            #expect(try PictureComparison.difference("driver-\(scene)", width: scene.width, expected: expected.pixels(scene), actual: run.pixels(scene)) == nil)
        }
    }

    @Test("a process that forks goes on in both processes, each with its own picture")
    func fork() throws {
        let scene = try #require(ProbeScene.all.first { $0.name == "fork" }), pixels = try ProbeRun(.raster, scenes: ["fork"]).pixels(scene)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * scene.width + x) * 4..<(y * scene.width + x) * 4 + 4]) }
        // The left half of the picture comes from the parent process, where the second triangle is red. The right half comes from the child
        // process, where the second triangle is blue.
        #expect(pixel(scene.width / 2 - 10, 20) == [255, 0, 0, 255])
        #expect(pixel(scene.width * 3 / 4, scene.height / 2) == [0, 0, 255, 255])
    }

    @Test("the pages' picture is the probe's cube")
    func documentationPicture() throws {
        let scene = try #require(ProbeScene.all.first { $0.name == "cube" }), pixels = try ProbeRun(.raster, scenes: ["cube"]).pixels(scene)
        let rows = stride(from: 0, to: pixels.count, by: 4 * scene.width).reversed()
        let drawn = Image(width: scene.width, height: scene.height, bytes: rows.flatMap { pixels[$0..<$0 + 4 * scene.width] }).converted(to: .rgb8)
        let path = packageFolder.appendingPathComponent("docs/gallery/driver.png").path
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try PictureComparison.difference("driver", expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
    }

    @Test("a capture names objects, functions and states as the program does")
    func names() throws {
        let folder = try TemporaryFolder(), capture = folder.path("crates.rcap")
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path, "cube"],
                                 environment: Driver.raster.environment(["RASTER_CAPTURE": capture]))
        #expect(run.status == 0, "\(run)")
        let state = try ProgramRun([RunningProgram.path(ofBuilt: "framescope"), "state", capture, "@1"]).output
        // The expected state follows from the calls of drawCube in Tests/DriverProbe/scenes.c.
        let rows = state.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } } }
        for (name, value) in [
            ("program", "program 1"), ("texture.wood", "boards (texture 1) (GL_TEXTURE_2D, GL_RGBA8, 64×64)"), ("draw.mode", "GL_TRIANGLES"),
            ("GL_CULL_FACE", "enabled"), ("glCullFace", "GL_BACK"), ("glFrontFace", "GL_CCW"), ("GL_DEPTH_TEST", "enabled"), ("glDepthFunc", "GL_LESS"),
            ("glViewport", "0, 0, 320, 240"), ("GL_BLEND", "disabled"), ("GL_SCISSOR_TEST", "disabled"),
        ] { #expect(rows.contains { $0.count == 2 && $0[0] == name && $0[1] == value }, "\(name) \(value): \(state)") }
        #expect(state.contains("buffer 1") && state.contains("framebuffer") && !state.contains("less"), "\(state)")
        let callers = try #require(state.split(separator: "\n").first { $0.hasPrefix("draw.callers ") }, "\(state)")
        #expect(callers.contains(" drawCube < ") && callers.hasSuffix(" < main"))
    }

    @Test("README quotes what framescope says about a pixel of the picture")
    func readme() throws {
        let folder = try TemporaryFolder(), capture = folder.path("crates.rcap")
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), folder.url.path, "cube"],
                                 environment: Driver.raster.environment(["RASTER_CAPTURE": capture]))
        #expect(run.status == 0, "\(run)")
        let readme = try String(contentsOf: packageFolder.appendingPathComponent("README.md"), encoding: .utf8)
        let command = try #require(readme.firstMatch(of: /framescope why crates\.rcap (\d+) (\d+)\n/), "README.md has no question about crates.rcap")
        let answer = try ProgramRun([RunningProgram.path(ofBuilt: "framescope"), "why", capture, String(command.1), String(command.2)])
        let lines = readme[command.range.upperBound...].components(separatedBy: "\n").drop { !$0.hasPrefix("> ") }.prefix { $0.hasPrefix("> ") }
        #expect(lines.map { String($0.dropFirst(2)) }.joined(separator: " ") == answer.output.components(separatedBy: "\n\n").first, "\(answer.output)")
    }
}
