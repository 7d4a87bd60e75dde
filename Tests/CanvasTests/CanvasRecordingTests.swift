import Canvas
import Raster
import TestSupport
import Testing

@Suite("The state of a canvas after closures") struct CanvasRecordingTests {
    private struct Stop: Error {}
    private static let box = Path.box(0, 0, 8, 8)

    @Test("The state that a closure changes is restored after it") func savedState() {
        var canvas = Canvas()
        canvas.saved { inner in
            inner.translate(3, 4)
            inner.save()
            inner.alpha = 0.5
        }
        #expect(canvas.transform == .identity)
        #expect(canvas.alpha == 1)
    }

    @Test("A restore within a closure undoes only the closure's own saves, and does nothing if there is none") func restoreWithin() {
        var canvas = Canvas()
        canvas.restore()
        canvas.alpha = 0.75
        canvas.save()
        canvas.alpha = 0.5
        canvas.saved { $0.restore() }
        #expect(canvas.alpha == 0.5)
        canvas.saved { inner in
            inner.alpha = 0.25
            for _ in 0..<3 { inner.restore() }
            #expect(inner.alpha == 0.25)
            inner.save()
            inner.alpha = 0.125
            inner.restore()
            #expect(inner.alpha == 0.25)
        }
        canvas.layer { inner in
            inner.restore()
            #expect(inner.alpha == 1)
        }
        #expect(canvas.alpha == 0.5)
        #expect(throws: Stop.self) { try canvas.saved { inner throws(Stop) in inner.restore(); throw Stop() } }
        #expect(throws: Stop.self) { try canvas.layer { inner throws(Stop) in inner.save(); inner.restore(); inner.restore(); throw Stop() } }
        #expect(canvas.alpha == 0.5)
        // The state saved before the first closure can still be restored.
        canvas.restore()
        #expect(canvas.alpha == 0.75)
    }

    @Test("A hundred thousand saves and restores, balanced or not, keep their order") func manySaves() {
        var canvas = Canvas()
        for i in 1...100_000 { canvas.save(); canvas.alpha = Double(i) }
        for i in (1...99_999).reversed() { canvas.restore(); #expect(canvas.alpha == Double(i)) }
        for _ in 0..<10 { canvas.restore() }
        #expect(canvas.alpha == 1)
    }

    /// Returns whether each layer that begins in a canvas also ends in this canvas.
    private func isBalanced(_ canvas: Canvas) -> Bool {
        var depth = 0
        for command in canvas.commands {
            switch command {
            case .beginLayer: depth += 1
            case .endLayer: depth -= 1
            case .draw: break
            }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    @Test("Layers are balanced if their bodies throw, remove everything, or assign another canvas") func balance() {
        var canvas = Canvas(), kept = Canvas()
        try? canvas.layer { inner throws(Stop) in
            inner.fill(Self.box, with: .color(.black))
            throw Stop()
        }
        #expect(isBalanced(canvas) && canvas.commands.count == 3)
        canvas.layer { $0.layer { inner in inner.fill(Self.box, with: .color(.black)); kept = inner } }
        #expect(isBalanced(canvas) && canvas.commands.count == 8)
        // A copy that is made within two layers ends both layers.
        #expect(isBalanced(kept) && kept.commands.count == 8)
        var other = Canvas()
        other.layer { $0 = kept }
        #expect(isBalanced(other))
        other.draw(kept)
        #expect(isBalanced(other))
        canvas.layer { inner in
            inner.removeAll()
            inner.fill(Self.box, with: .color(.black))
        }
        #expect(isBalanced(canvas) && canvas.commands.count == 1)
        canvas.layer { inner in inner = other }
        #expect(isBalanced(canvas))
    }

    @Test("A copy that is made within a layer is drawn as if the layer ended there") func copyWithinLayer() throws {
        let stage = try Stage()
        var whole = Canvas(), copy = Canvas()
        whole.alpha = 0.5
        whole.layer { inner in
            inner.fill(.box(0, 0, 20, 20), with: .color(.white))
            inner.fill(.box(10, 10, 20, 20), with: .color(.white))
            copy = inner
        }
        let pixels = try stage.pixels(whole)
        #expect(try stage.pixels(copy) == pixels)
        // If the whole canvas and the copy are both drawn, two layers of half the brightness lie over each other.
        let twice = try stage.pixels { $0.draw(whole); $0.draw(copy) }
        #expect(pixels[15, 15].w == 128 && twice[15, 15].w == 192)
    }

    @Test("The largest allowed number of nested clips works on a small stack, and more clips are refused") func nestedClips() throws {
        func canvas(_ depth: Int) -> Canvas {
            var canvas = Canvas()
            // The edges of the clips lie in the middle of a column of pixels, so each clip needs a mask, and each pixel of column 40 is
            // half visible.
            for i in 0..<depth { canvas.clip(to: .box(0, 0, i == depth / 2 ? 40.5 : 60.5, 64)) }
            canvas.fillEverything(with: .color(.white))
            return canvas
        }
        let pixels = try onSmallStack { try Stage().pixels(canvas(256)).image }
        #expect(Pixels(pixels)[39, 5].w == 255 && Pixels(pixels)[40, 5].w == 128 && Pixels(pixels)[41, 5].w == 0)
        for depth in [257, 300, 30_000] {
            let error = #expect(throws: CanvasError.self) { try onSmallStack { try Stage().pixels(canvas(depth)).image } }
            #expect(error?.description == "command 0 of the canvas: a clip is nested in 256 others; nest fewer clips [limitExceeded]")
        }
        // Shapes that are drawn after the clips have ended are visible.
        let after = try onSmallStack {
            try Stage().pixels { canvas in
                canvas.saved { for _ in 0..<100_000 { $0.clip(to: .box(0, 0, 5.5, 5.5)) } }
                canvas.fillEverything(with: .color(.white))
            }.image
        }
        #expect(Pixels(after)[60, 60].w == 255)
    }

    @Test("Nested canvases count their clips together") func clipsOfNestedCanvases() throws {
        /// Returns nested canvases. Each canvas adds clips around the next canvas.
        func canvas(levels: Int, clips: Int) -> Canvas {
            var inner = Canvas()
            inner.fillEverything(with: .color(.white))
            for _ in 0..<levels {
                var outer = Canvas()
                for _ in 0..<clips { outer.clip(to: .box(0, 0, 30.5, 30.5)) }
                outer.draw(inner)
                inner = outer
            }
            return inner
        }
        let pixels = try onSmallStack { try Stage().pixels(canvas(levels: 16, clips: 16)).image }
        #expect(Pixels(pixels)[20, 20].w == 255 && Pixels(pixels)[32, 20].w == 0)
        let error = #expect(throws: CanvasError.self) { try onSmallStack { try Stage().pixels(canvas(levels: 1000, clips: 100)).image } }
        #expect(error?.code == .limitExceeded)
    }

    @Test("Draws with the same clip share its mask, also across nested canvases") func sharedClips() throws {
        var inner = Canvas(), outer = Canvas()
        inner.clip(to: .disc(30, 30, 20))
        for _ in 0..<3 { inner.fill(Self.box, with: .color(.white)) }
        outer.clip(to: .disc(32, 32, 20))
        outer.translate(1, 1)
        outer.draw(inner)
        let clips = outer.commands.compactMap { command -> Clip? in if case .draw(let draw) = command { draw.state.clip } else { nil } }
        #expect(clips.count == 3 && clips.allSatisfy { $0 === clips[0] })
    }
}
