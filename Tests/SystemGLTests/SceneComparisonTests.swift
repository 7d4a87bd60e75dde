// Draws every scene on the reference renderer and on the system's OpenGL. Prints the number of compared scenes, and the
// differences. If SCENE_PICTURES in the environment names a folder, every output of both renderers is also written as a
// PNG to this folder.

import Foundation
import Raster
import Scenes
import SystemGL
import Testing

/// Finds out once whether the system has an OpenGL, and prints a message if the system has no OpenGL. Tests check the result before
/// they use OpenGL.
enum SystemGLAvailability {
    static let isAvailable: Bool = {
        SystemGL.preferAccuracy()
        guard let reason = SystemGL.unavailableReason else { return true }
        print("SystemGL: scenes are not compared, there is no OpenGL here: \(reason)")
        return false
    }()
    static func makeDevice() throws -> Device { try SystemGL.makeDevice() }
}

@Suite("Scenes on OpenGL", .serialized, .enabled(if: SystemGLAvailability.isAvailable, "there is no OpenGL here"))
struct SceneComparisonTests {
    @Test("the reference and OpenGL draw the same scenes")
    func compareAll() throws {
        let reference = Device(.reference)
        let opengl = try SystemGLAvailability.makeDevice()
        let pictures = ProcessInfo.processInfo.environment["SCENE_PICTURES"]
        let only = ProcessInfo.processInfo.environment["SCENES"]
        var compared = 0
        var strict = 0, lacking = 0
        var largest: Float = 0, strictLargest: Float = 0
        print("SystemGL: \(opengl.name)")
        for scene in Scene.all where only.map(scene.name.contains) ?? true {
            do {
                let actual = try scene.outputs(on: reference)
                let expected = try scene.outputs(on: opengl)
                if let pictures { try write(expected, actual, of: scene, to: pictures) }
                let comparison = SceneComparison(scene, expected: expected, actual: actual)
                compared += 1
                largest = max(largest, comparison.largestDifference)
                if scene.tolerance == .strict { strict += 1; strictLargest = max(strictLargest, comparison.largestDifference) }
                if comparison.largestDifference > 0.05 {
                    let beyond = comparison.share > 0 ? ", \((comparison.share * 1000).rounded() / 10) % of the pixels beyond \(scene.tolerance.difference)"
                        : ""
                    print("  \(scene.name): largest difference \((comparison.largestDifference * 100).rounded() / 100)\(beyond)")
                }
                if !comparison.failures.isEmpty { try report(comparison) }
            } catch let error as RasterError where scene.needsManySamples && error.code == .unsupported && error.problem.contains("samples") {
                // The system's OpenGL supports fewer samples than the scene needs, so the scene is not compared here. ManySamplesTests
                // draws such targets sample by sample.
                lacking += 1
            } catch {
                Issue.record("scene '\(scene.name)': \(error)")
            }
        }
        if lacking > 0 { print("SystemGL: \(lacking) scenes have more samples than this OpenGL") }
        print("scenes compared: \(compared), largest difference: \((strictLargest * 100).rounded() / 100) of 255 in the \(strict) scenes where OpenGL leaves no freedom, "
            + "\((largest * 100).rounded() / 100) in the others")
        #expect(compared >= 60 || only != nil)
    }

    @Test("scenes have unique names, and reasons for their tolerances")
    func names() {
        #expect(Set(Scene.all.map(\.name)).count == Scene.all.count)
        for scene in Scene.all where scene.tolerance.difference > 1 || scene.tolerance.share > 0 {
            #expect(!scene.tolerance.reason.isEmpty, "\(scene.name)")
        }
    }

    private func report(_ comparison: SceneComparison) throws {
        Issue.record("""
            scene '\(comparison.scene.name)' (OpenGL expected, reference drawn): \(comparison.failures.joined(separator: "; "))
            expected | difference ×32 | actual: \(try comparison.writePicture())
            """)
    }

    private func write(_ expected: [SceneOutput], _ actual: [SceneOutput], of scene: Scene, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (device, outputs) in [("opengl", expected), ("reference", actual)] {
            for (index, output) in outputs.enumerated() {
                try output.image.writePNG(to: "\(folder)/\(fileName(scene.name)) \(index) \(fileName(output.name)) \(device).png")
            }
        }
    }

    private func fileName(_ text: String) -> String { String(text.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" ? $0 : "_" }) }
}
