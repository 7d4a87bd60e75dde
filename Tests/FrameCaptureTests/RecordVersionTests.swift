// Records of captures that an earlier version of Raster wrote.

import CaptureFile
import Raster
import Testing

@Suite("Versions of records") struct RecordVersionTests {
    private func bytes<Record: FieldCodable>(_ record: Record, version: UInt16) throws -> [UInt8] {
        var copy = record, coder = FieldCoder(version: version)
        try copy.code(&coder)
        return coder.bytes
    }

    @Test("a state of version 1 has the defaults of newer fields; version 2 keeps them")
    func state() throws {
        var state = RasterState()
        state.primitiveRestart = true
        state.colorTargets = [ColorTargetState(blend: .alpha)]
        #expect(try RasterState(decoding: try bytes(state, version: 1), version: 1, subject: "a state") == state)
        state.restartIndex = 7
        state.logicOperation = .nand
        state.pointSpriteOrigin = .lowerLeft
        (state.rasterizerDiscard, state.alphaToOne) = (true, true)
        #expect(try RasterState(decoding: state.encoded, subject: "a state") == state)
        let old = try RasterState(decoding: try bytes(state, version: 1), version: 1, subject: "a state")
        #expect(old.restartIndex == nil && old.logicOperation == nil && old.pointSpriteOrigin == .upperLeft && old.primitiveRestart
                && !old.rasterizerDiscard && !old.alphaToOne)
    }

    @Test("a state, a blit and a framebuffer of version 2 have the defaults of newer fields; version 3 keeps them")
    func secondVersion() throws {
        var state = RasterState()
        (state.logicOperation, state.restartIndex) = (.nand, 7)
        #expect(try RasterState(decoding: try bytes(state, version: 2), version: 2, subject: "a state") == state)
        (state.multisample, state.programPointSize, state.clipDistances) = (false, false, 5)
        state.clipsAfterWidening = true
        #expect(try RasterState(decoding: state.encoded, subject: "a state") == state)
        let old = try RasterState(decoding: try bytes(state, version: 2), version: 2, subject: "a state")
        #expect(old.multisample && old.programPointSize
                && old.clipDistances == 0xFF && !old.clipsAfterWidening && old.logicOperation == .nand && old.restartIndex == 7)
        var blit = RecordedBlit.blank
        (blit.aspect, blit.encodesSRGB) = (.stencil, false)
        #expect(try RecordedBlit(decoding: blit.encoded, subject: "a blit") == blit)
        #expect(try RecordedBlit(decoding: try bytes(blit, version: 2), version: 2, subject: "a blit") == .blank)
        var framebuffer = RecordedFramebuffer.blank
        framebuffer.encodesSRGB = false
        #expect(try RecordedFramebuffer(decoding: framebuffer.encoded, subject: "a framebuffer") == framebuffer)
        #expect(try RecordedFramebuffer(decoding: try bytes(framebuffer, version: 2), version: 2, subject: "a framebuffer") == .blank)
    }

    @Test("a state of version 3 has no minimum of sample shading; version 4 keeps it")
    func thirdVersion() throws {
        var state = RasterState()
        (state.multisample, state.minimumSampleShading) = (false, 0.5)
        #expect(try RasterState(decoding: state.encoded, subject: "a state") == state)
        let old = try RasterState(decoding: try bytes(state, version: 3), version: 3, subject: "a state")
        #expect(!old.multisample && old.minimumSampleShading == 0)
    }

    @Test("a framebuffer of version 4 has no layers; version 5 keeps them")
    func fourthVersion() throws {
        var framebuffer = RecordedFramebuffer.blank
        framebuffer.isLayered = true
        #expect(try RecordedFramebuffer(decoding: framebuffer.encoded, subject: "a framebuffer") == framebuffer)
        #expect(try RecordedFramebuffer(decoding: try bytes(framebuffer, version: 4), version: 4, subject: "a framebuffer") == .blank)
    }

    @Test("clears, copies and blits of version 3 name no functions of OpenGL; version 4 keeps them")
    func functions() throws {
        var clear = RecordedClear.blank, copy = RecordedCopy.blank, blit = RecordedBlit.blank
        (clear.function, copy.function, blit.function) = ("glClear", "glCopyTexImage2D", "glBlitFramebuffer")
        #expect(try RecordedClear(decoding: clear.encoded, subject: "a clear") == clear)
        #expect(try RecordedClear(decoding: try bytes(clear, version: 3), version: 3, subject: "a clear") == .blank)
        #expect(try RecordedCopy(decoding: copy.encoded, subject: "a copy") == copy)
        #expect(try RecordedCopy(decoding: try bytes(copy, version: 3), version: 3, subject: "a copy") == .blank)
        #expect(try RecordedBlit(decoding: blit.encoded, subject: "a blit") == blit)
        #expect(try RecordedBlit(decoding: try bytes(blit, version: 3), version: 3, subject: "a blit") == .blank)
    }

    @Test("draws and dispatches of version 3 name no buffer with their numbers; version 4 keeps it")
    func arguments() throws {
        var draw = RecordedDraw.blank, dispatch = RecordedDispatch.blank
        (draw.arguments, dispatch.arguments) = (RecordedArguments(buffer: 2, offset: 16), RecordedArguments(buffer: 1, offset: 4))
        #expect(try RecordedDraw(decoding: draw.encoded, subject: "a draw") == draw)
        #expect(try RecordedDraw(decoding: try bytes(draw, version: 3), version: 3, subject: "a draw") == .blank)
        #expect(try RecordedDispatch(decoding: dispatch.encoded, subject: "a dispatch") == dispatch)
        #expect(try RecordedDispatch(decoding: try bytes(dispatch, version: 3), version: 3, subject: "a dispatch") == .blank)
    }

    @Test("draws, blits and framebuffers of version 1 have the defaults of newer fields; version 2 keeps them")
    func events() throws {
        var draw = RecordedDraw.blank
        for value in [.int(.init(-1, 2, 3, 4)), .uint(.init(.max, 2, 3, 4)), .float(.init(-0.5, .infinity, 3, 4))] as [AttributeValue] {
            var attribute = RecordedAttribute.blank
            (attribute.name, attribute.value) = ("\(value)", value)
            draw.attributes.append(attribute)
        }
        #expect(try RecordedDraw(decoding: draw.encoded, subject: "a draw") == draw)
        #expect(try RecordedDraw(decoding: try bytes(draw, version: 1), version: 1, subject: "a draw") == .blank)
        var clear = RecordedClear.blank
        clear.mask.stencil = 3
        #expect(try RecordedClear(decoding: clear.encoded, subject: "a clear") == clear)
        #expect(try RecordedClear(decoding: try bytes(clear, version: 1), version: 1, subject: "a clear") == .blank)
        var blit = RecordedBlit.blank
        blit.scissor = PixelRect(x: -1, y: 2, width: 3, height: 4)
        #expect(try RecordedBlit(decoding: blit.encoded, subject: "a blit") == blit)
        #expect(try RecordedBlit(decoding: try bytes(blit, version: 1), version: 1, subject: "a blit") == .blank)
        var framebuffer = RecordedFramebuffer.blank
        (framebuffer.width, framebuffer.height, framebuffer.samples) = (3, 4, 1)
        #expect(try RecordedFramebuffer(decoding: framebuffer.encoded, subject: "a framebuffer") == framebuffer)
        #expect(try RecordedFramebuffer(decoding: try bytes(framebuffer, version: 1), version: 1, subject: "a framebuffer") == .blank)
    }

    @Test("new vertex formats keep their numbers; unknown numbers are refused")
    func formats() throws {
        for format in [.bgra8, .packedBGRA1010102(signed: true), .packedBGRA1010102(signed: false), .scaled(.fixed32, 3),
                       .scaled(.float64, 2)] as [VertexFormat] {
            #expect(try VertexFormat(decoding: format.encoded, subject: "a format") == format)
        }
        var bytes = VertexFormat.bgra8.encoded
        bytes[0] = 6
        #expect(throws: CaptureFileError.self) { _ = try VertexFormat(decoding: bytes, subject: "a format") }
    }
}
