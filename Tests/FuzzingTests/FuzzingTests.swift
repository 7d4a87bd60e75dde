// Draws random cases on the reference renderer and on the compiled renderer, and tests that the comparison works.

import Foundation
import Fuzzing
import Raster
import TestSupport
import Testing

@Suite("Differential fuzzing") struct FuzzingTests {
    /// The executable of this package, in the folder of the test bundle.
    private static let command = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("fuzz")
        .path

    @Test("random cases of each kind have the bits of the reference renderer", arguments: FuzzKind.allCases, 0..<5)
    func sameBits(kind: FuzzKind, share: Int) throws {
        let run = FuzzRun(workerCommand: [Self.command, "--worker"], kinds: [kind], seed: UInt64(share * 1000 + 1), count: 10)
        let summary = try run.run { report in
            Issue.record("\(report)\nsee it smaller with: fuzz --kind \(report.kind.optionName) --seed \(report.seed) --count 1 --reduce")
        }
        #expect(summary.drawn == 10)
    }

    @Test("the version is the newest in the changelog")
    func version() throws {
        let changelog = try String(contentsOf: packageFolder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: /\n## ([0-9.]+)/)).1, result = try ProgramRun([Self.command, "--version"])
        #expect(result.status == 0 && result.output == "fuzz \(newest)\n", "\(result)")
    }

    @Test("a seed gives the same case every time, and another seed gives another case", arguments: FuzzKind.allCases)
    func seedsDescribe(kind: FuzzKind) {
        #expect(kind.makeCase(seed: 5).description == kind.makeCase(seed: 5).description)
        #expect(kind.makeCase(seed: 5).description != kind.makeCase(seed: 6).description)
    }

    @Test("two drawings of one case on the reference renderer are equal")
    func drawsTheSame() {
        #expect(ShaderCase(seed: 3).outcome(on: Device(.reference)) == ShaderCase(seed: 3).outcome(on: Device(.reference)))
        #expect(DrawCase(seed: 3).outcome(on: Device(.reference)) == DrawCase(seed: 3).outcome(on: Device(.reference)))
        #expect(CanvasCase(seed: 3).outcome(on: Device(.reference)) == CanvasCase(seed: 3).outcome(on: Device(.reference)))
        #expect(ComputeCase(seed: 3).outcome(on: Device(.reference)) == ComputeCase(seed: 3).outcome(on: Device(.reference)))
    }

    @Test("one changed bit is found, and the shader is reduced while the bit is wrong")
    func findsABit() throws {
        // Changes one bit of every picture whose program has a loop, as if the renderer drew the picture wrongly.
        let fuzzer = Fuzzer(alteration: { description, outcome in
            if description.contains("for (") && !outcome.parts.isEmpty { outcome.parts[0].bytes[7] ^= 1 }
        })
        let configuration = FuzzConfiguration(lanes: 4, threads: 1, tiers: .baseline)
        let seed = try #require((1...100 as ClosedRange<UInt64>).first { ShaderCase(seed: $0).description.contains("for (") })
        let whole = ShaderCase(seed: seed)
        let finding = try #require(try fuzzer.check(whole, [configuration]).finding)
        #expect(finding.difference.contains("1 texels differ, first at (0, 0)"))
        let (smallest, last) = try fuzzer.reduce(whole, finding, limit: 60)
        #expect(smallest.description.contains("for ("))
        #expect(smallest.description.count < whole.description.count)
        // The reduced shader draws another picture, in which the same bit is wrong.
        #expect(last.difference.contains("1 texels differ, first at (0, 0)"))
    }

    @Test("one changed bit of a draw is found, and parts that it does not need are removed")
    func findsABitOfADraw() throws {
        let fuzzer = Fuzzer(alteration: { description, outcome in
            if description.contains(".cull = ") && !outcome.parts.isEmpty { outcome.parts[0].bytes[0] ^= 1 }
        })
        let configuration = FuzzConfiguration(lanes: 4, threads: 1, tiers: .baseline)
        let seed = try #require((1...100 as ClosedRange<UInt64>).first { DrawCase(seed: $0).description.contains(".cull = ") })
        let whole = DrawCase(seed: seed), finding = try #require(try fuzzer.check(whole, [configuration]).finding)
        let smallest = try fuzzer.reduce(whole, finding, limit: 60).0.description
        #expect(smallest.contains(".cull = "))
        #expect(smallest.count < whole.description.count)
    }

    @Test("one changed bit of a canvas is found, and the steps that it does not need are removed")
    func findsABitOfACanvas() throws {
        let fuzzer = Fuzzer(alteration: { description, outcome in
            if description.contains("canvas.blendMode = ") && !outcome.parts.isEmpty { outcome.parts[0].bytes[0] ^= 1 }
        })
        let configuration = FuzzConfiguration(lanes: 4, threads: 1, tiers: .baseline)
        let seed = try #require((1...100 as ClosedRange<UInt64>).first { CanvasCase(seed: $0).description.contains("canvas.blendMode = ") })
        let whole = CanvasCase(seed: seed), finding = try #require(try fuzzer.check(whole, [configuration]).finding)
        let smallest = try fuzzer.reduce(whole, finding, limit: 200).0.description
        #expect(smallest.contains("canvas.blendMode = ") && !smallest.contains("canvas.fill"))
        #expect(smallest.count < whole.description.count)
    }

    @Test("one changed bit of a dispatch's results is found, and statements that it does not need are removed")
    func findsABitOfADispatch() throws {
        let fuzzer = Fuzzer(alteration: { description, outcome in
            if description.contains("barrier();") && !outcome.parts.isEmpty { outcome.parts[0].bytes[0] ^= 1 }
        })
        let configuration = FuzzConfiguration(lanes: 4, threads: 1, tiers: .baseline)
        let seed = try #require((1...100 as ClosedRange<UInt64>).first { ComputeCase(seed: $0).description.contains("barrier();") })
        let whole = ComputeCase(seed: seed), finding = try #require(try fuzzer.check(whole, [configuration]).finding)
        #expect(finding.difference.hasPrefix("buffer 0, "))
        let smallest = try fuzzer.reduce(whole, finding, limit: 40).0.description
        #expect(smallest.contains("barrier();"))
        #expect(smallest.count < whole.description.count)
    }

    @Test("random dispatches are accepted, and most of them change words by atomic operations")
    func dispatchesWrite() {
        let outcomes = (1...12 as ClosedRange<UInt64>).map { ComputeCase(seed: $0).outcome(on: Device(.reference)) }
        #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.message))")
        // The buffers 3 and 4 begin as zeros.
        let changed = outcomes.count { $0.parts.contains { part in
            (part.name.hasPrefix("buffer 3") || part.name.hasPrefix("buffer 4")) && part.bytes.contains { $0 != 0 }
        } }
        #expect(changed > 6, "\(changed) of \(outcomes.count)")
    }

    @Test("random draws and dispatches use layers, images of buffers and of samples, all numbers of samples, and written vertices")
    func usesFeatures() {
        let seeds: ClosedRange<UInt64> = 1...400
        let texts = seeds.map { DrawCase(seed: $0).description }, dispatches = seeds.map { ComputeCase(seed: $0).description }
        let drawn = ["uimageBuffer counts", "uimage2DMS counts", "gl_SampleID & 3", "minimumSampleShading =", "draw(writtenBy:)", "layersOf:", "type: .d3",
                     "type: .cube", "gl_Layer = gl_VertexID", "gl_Layer = i * 3", "float(gl_Layer)", "as: .d2, layers:", "multiDraw(", "multiDrawIndexed(",
                     "drawIndirect(", "drawIndexedIndirect(", "in ivec4 words", "in uvec4 words", "setAttribute(", "behind those of an earlier draw"]
            + Device.sampleCounts.map { "samples: \($0))" }
        for feature in drawn { #expect(texts.contains { $0.contains(feature) }, "no draw has \(feature)") }
        for feature in ["imageBuffer own", "image2DMS own", "2DMSArray", "uimageBuffer counts", "uimage2DMS counts", "imageSamples(",
                        "sampler2DMS earlier"] {
            #expect(dispatches.contains { $0.contains(feature) }, "no dispatch has \(feature)")
        }
    }

    @Test("random draws into layers write other layers than the first")
    func drawsInLayers() {
        // This is a plain loop, because a lazy sequence with a filter would make and describe each case several times.
        var outcomes: [FuzzOutcome] = [], seed: UInt64 = 0
        while outcomes.count < 16, seed < 300 {
            seed += 1
            let drawn = DrawCase(seed: seed), text = drawn.description
            if text.contains("layersOf:") && text.contains("gl_Layer =") { outcomes.append(drawn.outcome(on: Device(.reference))) }
        }
        let drawn = outcomes.filter { outcome in
            outcome.parts.contains { part in
                part.name.contains("slice 1 ") && part.bytes != outcome.parts.first { $0.name == part.name.replacing("slice 1 ", with: "slice 0 ") }?.bytes
            }
        }
        #expect(drawn.count > 1, "\(drawn.count) of \(outcomes.count)")
    }

    @Test("random draws are accepted, and some of them write images")
    func drawsWrite() {
        let outcomes = (1...24 as ClosedRange<UInt64>).map { DrawCase(seed: $0).outcome(on: Device(.reference)) }
        #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.message))")
        let writing = (1...300 as ClosedRange<UInt64>).lazy.map(DrawCase.init).filter(\.writesMemory)
        #expect(writing.contains { $0.outcome(on: Device(.reference)).parts.contains { $0.name.hasPrefix("counts ") && $0.bytes.contains { $0 != 0 } } })
    }

    @Test("a case is captured, and the frames of the file have the bits that were drawn", arguments: [FuzzKind.compute, .draw])
    func capturesCases(kind: FuzzKind) throws {
        let captured = kind.makeCase(seed: 3)
        #expect(captured.isCaptured)
        #expect(try captured.differenceOfCapture(FuzzConfiguration(lanes: 8, threads: 2, tiers: .baseline)) == nil)
    }

    @Test("most random canvases are drawn, and some of their frames are refused")
    func canvasesAreDrawn() {
        let outcomes = (1...60 as ClosedRange<UInt64>).map { CanvasCase(seed: $0).outcome(on: Device(.jit)) }
        #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.message))")
        let refused = outcomes.count { $0.parts.contains { $0.name.hasPrefix("refusal") } }
        #expect((3...30).contains(refused), "\(refused) of \(outcomes.count)")
    }

    @Test("an error that only one renderer throws is a difference")
    func comparesErrors() {
        var refused = FuzzOutcome()
        refused.error = "outOfMemory"
        #expect(FuzzOutcome().difference(from: refused) == "error: none expected, outOfMemory thrown")
        #expect(refused.difference(from: refused) == nil)
        var counted = FuzzOutcome()
        counted.counts = [3]
        #expect(counted.difference(from: FuzzOutcome()) == "query counts: [3] expected, [] counted")
    }
}
