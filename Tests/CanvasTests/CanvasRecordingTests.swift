import Canvas
import Testing

@Suite struct CanvasRecordingTests {
    @Test("The state that a closure changes is back after it") func savedState() {
        var canvas = Canvas()
        canvas.saved { inner in
            inner.translate(3, 4)
            inner.save()
            inner.alpha = 0.5
        }
        #expect(canvas.transform == .identity)
        #expect(canvas.alpha == 1)
    }
}
