// The number of samples per pixel, and sample shading.

import GLState
import Testing

@Suite("Samples")
struct SampleTests {
    @Test("an image has the next number of samples that the driver has; larger numbers are refused", arguments: [GL_RGBA8, GL_RGBA8UI, GL_DEPTH24_STENCIL8])
    func rounding(format: GLenum) throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        #expect(try stage.int(GL_MAX_SAMPLES) == 16 && stage.int(GL_MAX_INTEGER_SAMPLES) == 16)
        var counts = [GLint](repeating: -1, count: 5)
        #expect(try stage.int { try gl.glGetInternalformativ(GL_RENDERBUFFER, format, GL_NUM_SAMPLE_COUNTS, 1, $0) } == 4)
        try gl.glGetInternalformativ(GL_RENDERBUFFER, format, GL_SAMPLES, 5, &counts)
        #expect(counts == [16, 8, 4, 2, -1], "the largest number comes first")
        for (asked, stored) in [(0, 0), (1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (8, 8), (9, 16), (16, 16)] as [(GLsizei, GLint)] {
            try gl.glBindRenderbuffer(GL_RENDERBUFFER, stage.name(gl.glGenRenderbuffers))
            try gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, asked, format, 4, 4)
            #expect(try stage.int { try gl.glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, $0) } == stored)
            if asked == 0 { continue }
            try gl.glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, stage.name(gl.glGenTextures))
            try gl.glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, asked, format, 4, 4, 1)
            #expect(try stage.int { try gl.glGetTexLevelParameteriv(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES, $0) } == stored)
        }
        #expect(try GLError.code { try gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, 17, format, 4, 4) } == GL_INVALID_OPERATION)
    }

    @Test("gl_MaxSamples is the largest number of samples")
    func constant() throws {
        let stage = try Stage(.es31, size: 1)
        try stage.program("#version 310 es\nlayout(location = 0) in vec2 a; void main() { gl_Position = vec4(a, 0, 1); }", """
            #version 310 es
            #extension GL_OES_sample_variables : require
            precision highp float; out vec4 color;
            void main() { color = vec4(gl_MaxSamples == \(try stage.int(GL_MAX_SAMPLES))); }
            """)
        try stage.fill()
        #expect(try stage.picture() == [255, 255, 255, 255])
    }

    @Test("the positions of samples are those of the framebuffer's number of samples")
    func positions() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        func position(_ index: GLuint) throws -> [Float] {
            var place: [Float] = [-1, -1]
            try gl.glGetMultisamplefv(GL_SAMPLE_POSITION, index, &place)
            return place
        }
        #expect(try position(0) == [0.5, 0.5])
        try stage.framebuffer(GL_RGBA8, size: 4, samples: 2)
        #expect(try position(0) == [0.75, 0.75] && position(1) == [0.25, 0.25])
        #expect(try GLError.code { _ = try position(2) } == GL_INVALID_VALUE)
        try stage.framebuffer(GL_RGBA8, size: 4, samples: 8)
        #expect(try position(7) == [0.9375, 0.0625])
    }

    @Test("glMinSampleShading is clamped, and makes the shader run for each sample while GL_SAMPLE_SHADING is on", arguments: [GLVersion.es31, .core33])
    func minimumSampleShading(version: GLVersion) throws {
        let stage = try Stage(version, size: 4), gl = stage.gl
        func minimum() throws -> Float {
            var value: Float = -1
            try gl.glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE, &value)
            return value
        }
        #expect(try minimum() == 0 && gl.glIsEnabled(GL_SAMPLE_SHADING) == 0)
        try gl.glMinSampleShading(-3)
        #expect(try minimum() == 0)
        try gl.glMinSampleShading(7)
        #expect(try minimum() == 1)

        if version.isDesktop { try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays)) }
        let samples = try stage.framebuffer(GL_RGBA8, size: 4, samples: 8)
        try stage.program("vec4(step(0.5, fract(gl_FragCoord.x)))")
        // The shader makes the right half of each pixel white. Four of the eight samples lie in the right half, and the pixel's centre
        // counts as a part of the right half.
        for (isOn, minimum, expected) in [(false, Float(1), UInt8(255)), (true, 0.125, 255), (true, 0.25, 128)] {
            try gl.glBindFramebuffer(GL_FRAMEBUFFER, samples)
            if isOn { try gl.glEnable(GL_SAMPLE_SHADING) } else { try gl.glDisable(GL_SAMPLE_SHADING) }
            try gl.glMinSampleShading(minimum)
            try stage.fill()
            try gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
            try gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
            try gl.glBindFramebuffer(GL_FRAMEBUFFER, 0)
            #expect(try stage.pixel(1, 2)[0] == expected, "\(isOn), \(minimum)")
        }
    }
}
