// Captures name the functions that a program called.

import FrameCapture
import GLState
import Raster
import TestSupport
import Testing

@Suite("Functions in captures") struct CaptureWordsTests {
    /// Returns the functions by which the calls of `body` change a pixel of a texture.
    private func names(_ stage: Stage, of texture: GLuint, _ body: () throws -> Void) throws -> [String] {
        let folder = try TemporaryFolder(), path = folder.path("calls.rcap")
        try stage.gl.glFlush()
        try stage.share.driver.device.captureNextFrame(to: path)
        try stage.gl.beginFrame()
        try body()
        try stage.gl.glFlush()
        try stage.gl.endFrame()
        let capture = try Capture(contentsOf: path), frame = try #require(capture.frames.first)
        return try capture.history(x: 1, y: 1, in: frame, image: .texture("texture \(texture)")).eventsOfImage.map { String($0.name.prefix { $0 != " " }) }
    }

    @Test("the numbers of an indirect draw are in the capture with their buffer, also if the program changes the buffer after the draw")
    func indirect() throws {
        let folder = try TemporaryFolder(), path = folder.path("indirect.rcap"), stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program("vec4(1)")
        try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays))
        try stage.fill()
        let numbers = try stage.buffer(GL_DRAW_INDIRECT_BUFFER, [9, 9, 4, 1, 0, 0] as [UInt32])
        try gl.glFlush()
        try stage.share.driver.device.captureNextFrame(to: path)
        try gl.beginFrame()
        try gl.glDrawArraysIndirect(GL_TRIANGLE_STRIP, UnsafeRawPointer(bitPattern: 8))
        try [UInt32](repeating: 7, count: 6).withUnsafeBytes { try gl.glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, 24, $0.baseAddress) }
        try gl.glFlush()
        try gl.endFrame()
        let capture = try Capture(contentsOf: path), frame = try #require(capture.frames.first)
        let state = try capture.state(of: #require(frame.draws.first), in: frame)
        #expect(state["GL_DRAW_INDIRECT_BUFFER"] == .text("buffer \(numbers), from byte 8 on"))
        let read = ["count", "instanceCount", "first", "baseInstance"].map { state["GL_DRAW_INDIRECT_BUFFER.\($0)"] }
        #expect(read == [.integer(4), .integer(1), .integer(0), .integer(0)] && state["draw.count"] == .integer(4))
    }

    @Test("copies into textures, and clears and blits of framebuffers, have the names of their functions")
    func functions() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        let texture = try stage.texture(width: 4, height: 4, nil), other = try stage.texture(width: 4, height: 4, nil)
        let framebuffer = try stage.name(gl.glGenFramebuffers)
        let found = try names(stage, of: texture) {
            try gl.glBindTexture(GL_TEXTURE_2D, texture)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
            try gl.glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4)
            try gl.glCopyImageSubData(other, GL_TEXTURE_2D, 0, 0, 0, 0, texture, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1)
            try gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer)
            try gl.glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0)
            try gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
            try [Float](repeating: 0.25, count: 4).withUnsafeBufferPointer { try gl.glClearBufferfv(GL_COLOR, 0, $0.baseAddress) }
        }
        // The history begins with the pixel that the first copy read.
        #expect(found == ["glClear(GL_COLOR_BUFFER_BIT)", "glCopyTexSubImage2D", "glCopyImageSubData", "glBlitFramebuffer",
                          "glClear(GL_COLOR_BUFFER_BIT)", "glClearBufferfv(GL_COLOR,"])
    }
}
