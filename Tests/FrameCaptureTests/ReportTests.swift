// The report page of a frame: checks the contents of the page, and that the page works in a browser.

import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("Reports") struct ReportTests {
    private func page(_ configure: (inout FrameReport, Capture) throws -> Void = { _, _ in }) throws -> String {
        let device = Device(.jit), fixture = try Fixture(device), file = TemporaryFile()
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record().encoder)
        let capture = try Capture(contentsOf: file.path)
        var report = FrameReport(capture.frames[0], of: capture)
        try configure(&report, capture)
        return try report.html(on: device)
    }
    /// Returns the data that the page's script reads.
    private func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"data\">")), end = try #require(html.range(of: "</script>"))
        return try #require(try JSONSerialization.jsonObject(with: Data(html[start.upperBound..<end.lowerBound].utf8)) as? [String: Any])
    }

    @Test("each draw has its pass, the picture after it, and the state that differs from the draw before") func draws() throws {
        let data = try data(page()), draws = try #require(data["draws"] as? [[String: Any]])
        #expect(draws.map { $0["name"] as? String } == ["patch", "room/wall", "main"])
        #expect(draws.map { $0["pass"] as? String } == ["small", "main", "main"])
        for draw in draws { #expect((draw["picture"] as? String)?.hasPrefix("data:image/png;base64,iVBOR") == true) }
        let state = try #require(draws[1]["state"] as? [[String]])
        #expect(state.contains(["program", "#1 tinted"]) || state.contains(["program", "#0 tinted"]))
        // A setting that disappears is also listed, so that the whole state follows from the differences.
        #expect(draws[1]["gone"] as? [String] == ["blend.color0.alpha", "blend.color0.color", "uniform.paint"])
        #expect(!(draws[2]["state"] as? [[String]] ?? []).contains { $0[0] == "draw.primitive" && $0[1] == "triangles" })
    }

    @Test("pictures beyond the limit are replaced by their thumbnails") func limit() throws {
        let data = try data(page { report, _ in report.pictureByteLimit = 0 }), draws = try #require(data["draws"] as? [[String: Any]])
        for draw in draws {
            #expect(draw["picture"] == nil)
            #expect((draw["thumbnail"] as? String)?.hasPrefix("data:image/png") == true)
        }
    }

    @Test("chosen pixels come with their verdict, advice with its draws") func pixels() throws {
        let clean = try AdviceTests.CleanFrame(), advice = try clean.advice(timer: AdviceTests.ScriptedTimer(before: [3], after: [2])) { encoder in
            clean.drawCleanly(&encoder)
            encoder.render(to: clean.target, label: "more") { pass in
                clean.quad(&pass, clean.blended, depth: 0, alpha: 0.5)
                pass.setUniform("depth", Float(0.9)); pass.draw(.triangleStrip, count: 4)
            }
        }
        #expect(advice.count == 1)
        for (given, count) in [(advice, 1), ([], 0)] {
            let data = try data(page { report, capture in
                report.pixels = [try capture.history(x: 24, y: 16, in: capture.frames[0])]
                report.advice = given
            })
            let pixels = try #require(data["pixels"] as? [[String: Any]])
            #expect((pixels.first?["verdict"] as? String)?.contains("Pixel (24, 16)") == true)
            #expect(data["isAdvised"] as? Bool == true)
            let pieces = try #require(data["advice"] as? [[String: Any]])
            #expect(pieces.count == count)
            guard let piece = pieces.first else { continue }
            #expect(piece["name"] as? String == AdviceName.drawWithoutEffect.rawValue && piece["draws"] as? [Int] == [3])
            #expect(["site", "finding", "mend", "saving"].map { piece[$0] as? String } == [advice[0].site, advice[0].finding, advice[0].mend, advice[0].saving])
            #expect((piece["times"] as? String)?.contains(" ms became ") == true)
        }
        #expect(try data(page())["isAdvised"] as? Bool == false)
    }

    @Test("overlays apply to the whole frame, with their own titles and legends") func overlays() throws {
        let data = try data(page { report, capture in
            report.overlays = try capture.overlays(FrameReport.standardOverlays + [.nan], of: capture.frames[0], on: Device(.reference))
        })
        let overlays = try #require(data["overlays"] as? [[String: Any]])
        #expect(overlays.map { $0["name"] as? String } == ["overdraw", "wireframe", "depth", "mip-level", "cost", "nan"])
        #expect(Set(overlays.map { $0["picture"] as? String }).count == 6 && overlays[0]["title"] as? String == "fragments that were written")
        #expect((overlays[2]["legend"] as? [[String]])?.contains(["rgb(230 50 50)", "fails the depth test"]) == true, "\(overlays[2]["legend"] ?? "")")
        // The largest count is 3: the wall and two instances of the strip. The overlays belong to the resolved image.
        #expect((overlays[0]["legend"] as? [[String]])?.last?[1] == "3", "\(overlays[0]["legend"] ?? "")")
    }

    @Test("overlays that are counted together have the same numbers as alone") func together() throws {
        let device = Device(.reference), fixture = try Fixture(device), file = TemporaryFile()
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record().encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0], draw = try frame.draw(2)
        let list = Overlay.allCases.reversed() as [Overlay], all = try capture.overlays(list, of: draw, in: frame, scope: .pass, on: device)
        #expect(all.map(\.overlay) == list && all.allSatisfy(\.isProven))
        for (overlay, image) in zip(list, all) {
            let alone = try capture.overlay(overlay, of: draw, in: frame, scope: overlay.hasScope ? .pass : .draw, on: device)
            // The bits of the numbers are compared, because the numbers may contain NaN, which is not equal to NaN.
            #expect(image.picture == alone.picture && image.scale == alone.scale && image.scope == alone.scope, "\(overlay)")
            #expect(image.numbers?.values.map(\.bitPattern) == alone.numbers?.values.map(\.bitPattern), "\(overlay)")
        }
        #expect(try capture.overlays([], of: draw, in: frame, on: device).isEmpty)
    }

    @Test("framescope report shows the standard overlays, others, or none") func command() throws {
        let device = Device(.reference), fixture = try Fixture(device), file = TemporaryFile(), output = TemporaryFile(".html")
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record().encoder)
        func names(_ arguments: String...) throws -> [String] {
            #expect(try run(["report", file.path, "-o", output.path] + arguments).status == 0)
            return try (data(String(decoding: output.bytes, as: UTF8.self))["overlays"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }
        #expect(try names() == FrameReport.standardOverlays.map(\.rawValue))
        #expect(try names("--overlay", "discard", "--overlay", "clear-pass") == ["discard", "clear-pass"])
        #expect(try names("--no-overlays") == [])
    }

    @Test("labels cannot end the page's data element") func hostile() throws {
        let device = Device(.jit), file = TemporaryFile(), target = try device.makeFramebuffer(width: 4, height: 4)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder(label: "</script><script>document.title='taken'</script>")
        encoder.render(to: target, clear: .color(1, 0, 0)) { _ in }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), html = try FrameReport(capture.frames[0], of: capture).html()
        #expect(!html.contains("<script>document.title"))
        #expect(try data(html)["title"] as? String == "Frame 0 – </script><script>document.title='taken'</script>")
    }

    @Test("the page works by keyboard in a browser") func browser() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // This script presses keys when the page is loaded, and collects what the page shows. At its end, the script writes the collected
        // texts into the page, because the browser's option --dump-dom prints the page.
        let driver = """
            <script>
            window.addEventListener("load", () => {
              const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), said = [];
              const shown = () => document.querySelector("nav [aria-current=true] b").textContent;
              press("Home"); said.push(shown());
              press("j"); said.push(shown());
              press("2"); said.push(document.querySelector("#panel").innerText.includes("uniform.paint"));
              press("4"); said.push(document.querySelector("article.pixel h3").textContent);
              const lines = cell => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length; };
              // The number of a draw is not broken into two lines, however narrow its column is.
              const numbers = [...document.querySelectorAll("td.number")];
              said.push(numbers.length > 1 && numbers.every(cell => lines(cell) === 1));
              const legend = () => { const box = document.getElementById("legend"); return box.hidden ? "no legend" : box.innerText.replace(/\\s+/g, " "); };
              said.push(legend());
              press("o"); press("o"); said.push(document.getElementById("layer").value + " " + legend());
              press("O"); said.push(legend());
              const chooser = document.getElementById("layer"); chooser.value = "1"; chooser.dispatchEvent(new Event("change")); said.push(legend());
              document.querySelector("article.pixel").click(); said.push(chooser.value);
              press("?"); said.push(document.getElementById("help").open);
              setTimeout(() => { const p = document.createElement("p"); p.id = "said"; p.textContent = said.join("; "); document.body.append(p); }, 50);
            });
            </script></body>
            """
        var subjects: [String] = []
        let html = try page { report, capture in
            report.pixels = [try capture.history(x: 24, y: 16, in: capture.frames[0])]
            report.overlays = try capture.overlays([.overdraw, .wireframe], of: capture.frames[0], on: Device(.reference))
            subjects = report.overlays.map { $0.subject?.description.joined(separator: " ") ?? "" }
        }
        try #require(subjects.count == 2 && subjects[0].contains("The draws into #2 scene, 48×32 count"))
        try Data(html.replacingOccurrences(of: "</body>", with: driver).utf8).write(to: folder.appendingPathComponent("report.html"))
        let browser = try ProgramRun(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                                   "--user-data-dir=\(folder.path)/profile",
                                   "--virtual-time-budget=3000", "--dump-dom", folder.appendingPathComponent("report.html").absoluteString])
        let dom = browser.output
        #expect(dom.contains("<p id=\"said\">@0 patch; @1 room/wall; true; Pixel 24, 16; true; no legend; 0 fragments that were written 1 2 3 \(subjects[0]); no legend; edges of the primitives has an edge \(subjects[1]); final; true</p>"),
                "\(dom.range(of: "<p id=\"said\">").map { dom[$0.lowerBound...].prefix(400) } ?? "")")
    }
}
