// The scenes. Each scene uses one or two features of OpenGL ES or OpenGL 3.3.

#include "probe.h"
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: A cube with a texture and depth

/// Writes the 64×64 texels of a texture that shows boards with gaps and nails.
static void boards(uint8_t *texels) {
    for (int y = 0; y < 64; y++) for (int x = 0; x < 64; x++) {
        int board = y / 16, along = (x + board * 27) % 64, across = y % 16;
        bool isGap = across == 0 || along == 0, isNail = (along - 4) * (along - 4) + (across - 8) * (across - 8) < 3;
        int grain = ((x * 7 + board * 31) ^ (across * across * 3 + board * 11)) % 23, light = isGap ? 60 : isNail ? 96 : 190 + grain + 8 * (board % 2);
        uint8_t *texel = texels + (y * 64 + x) * 4;
        texel[0] = (uint8_t)light; texel[1] = (uint8_t)(light * 3 / 4); texel[2] = (uint8_t)(light / 2); texel[3] = 255;
    }
}
/// The cosines and sines of the cube's rotations are written out as numbers, because the results of C libraries may differ.
static void drawCube(int width, int height) {
    static uint8_t texels[64 * 64 * 4];
    boards(texels);
    gl.ObjectLabelKHR(GL_TEXTURE, makeTexture(GL_RGBA, 64, 64, texels), -1, "boards");
    gl.GenerateMipmap(GL_TEXTURE_2D);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    float vertices[6 * 6][6];
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        float side = face % 2 ? 1 : -1;
        static const float corners[6][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 6; i++) {
            float *vertex = vertices[face * 6 + i];
            vertex[axis] = side;
            vertex[(axis + 1) % 3] = corners[i][0] * side;
            vertex[(axis + 2) % 3] = corners[i][1];
            vertex[3] = vertex[4] = vertex[5] = 0;
            vertex[3 + axis] = side;
        }
    }
    makeBuffer(GL_ARRAY_BUFFER, vertices, sizeof vertices);
    gl.EnableVertexAttribArray(0);
    gl.EnableVertexAttribArray(1);
    gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
    gl.VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (void *)12);
    GLuint program = makeProgram(
        "#version 300 es\n"
        "in vec3 place, normal; out vec2 coordinate; out vec3 direction; uniform vec4 turn; uniform float aspect; uniform vec4 move;\n"
        "vec3 turned(vec3 v) {\n"
        "    v = vec3(turn.x * v.x + turn.y * v.z, v.y, turn.x * v.z - turn.y * v.x);\n"
        "    return vec3(v.x, turn.z * v.y - turn.w * v.z, turn.z * v.z + turn.w * v.y);\n"
        "}\n"
        "void main() {\n"
        "    vec3 v = turned(place) * move.w + move.xyz;\n"
        "    direction = turned(normal);\n"
        "    coordinate = (abs(normal.x) > .5 ? place.zy : abs(normal.y) > .5 ? place.xz : place.xy) * .5 + .5;\n"
        "    gl_Position = vec4(v.x * 2.2 / aspect, v.y * 2.2, -1.1 * v.z - 2., -v.z);\n"
        "}\n",
        "#version 300 es\n"
        "precision highp float; in vec2 coordinate; in vec3 direction; out vec4 color; uniform sampler2D wood;\n"
        "void main() {\n"
        "    float light = .35 + .75 * max(0., dot(normalize(direction), vec3(.48, .64, .6)));\n"
        "    color = vec4(texture(wood, coordinate).rgb * light, 1);\n"
        "}\n", NULL);
    gl.Uniform1f(uniform(program, "aspect"), (float)width / (float)height);
    gl.Enable(GL_DEPTH_TEST);
    gl.Enable(GL_CULL_FACE);
    gl.ClearColor(0.13f, 0.16f, 0.2f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    static const float cubes[3][8] = {
        {0.8f, 0.6f, 0.875f, 0.484123f, 0, 0, -4.6f, 1}, {0.28f, 0.96f, 0.96f, 0.28f, -1.9f, -0.6f, -5.6f, 0.6f},
        {0.96f, 0.28f, 0.8f, 0.6f, 1.6f, 0.8f, -5.2f, 0.5f},
    };
    static const char *const names[3] = {"large crate", "left crate", "right crate"};
    for (int i = 0; i < 3; i++) {
        gl.PushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION, 0, -1, names[i]);
        gl.Uniform4f(uniform(program, "turn"), cubes[i][0], cubes[i][1], cubes[i][2], cubes[i][3]);
        gl.Uniform4f(uniform(program, "move"), cubes[i][4], cubes[i][5], cubes[i][6], cubes[i][7]);
        gl.DrawArrays(GL_TRIANGLES, 0, 36);
        gl.PopDebugGroupKHR();
    }
}

// MARK: Blending, scissor, stencil

static const char *const colorFragment = "#version 300 es\nprecision highp float; uniform vec4 tint; out vec4 color; void main() { color = tint; }";

static void drawTriangle(const float corners[6]) {
    makeBuffer(GL_ARRAY_BUFFER, corners, 6 * sizeof(float));
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.DrawArrays(GL_TRIANGLES, 0, 3);
}
static void drawBlending(int width, int height) {
    GLint tint = uniform(makeProgram(squareVertex, colorFragment, NULL), "tint");
    gl.ClearColor(0.2f, 0.2f, 0.2f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Enable(GL_BLEND);
    gl.BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    gl.Uniform4f(tint, 1, 0, 0, 0.5f);
    drawTriangle((float[]){-0.9f, -0.8f, 0.7f, -0.5f, -0.2f, 0.9f});
    gl.Uniform4f(tint, 0, 1, 0, 0.25f);
    drawTriangle((float[]){-0.6f, 0.7f, 0.1f, -0.9f, 0.9f, 0.6f});
    gl.BlendFunc(GL_ONE, GL_ONE);
    gl.Uniform4f(tint, 0, 0.1f, 0.4f, 0);
    drawTriangle((float[]){-0.9f, 0.1f, 0.9f, -0.3f, 0.5f, 0.4f});
    (void)width; (void)height;
}
static void drawStencil(int width, int height) {
    GLint tint = uniform(makeProgram(squareVertex, colorFragment, NULL), "tint");
    gl.ClearColor(0, 0, 0.3f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    gl.Enable(GL_STENCIL_TEST);
    gl.StencilFunc(GL_ALWAYS, 1, 0xFF);
    gl.StencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    gl.Uniform4f(tint, 0.3f, 0.3f, 0.3f, 1);
    drawTriangle((float[]){-0.8f, -0.8f, 0.8f, -0.8f, 0, 0.8f});
    gl.StencilFunc(GL_EQUAL, 1, 0xFF);
    gl.StencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    gl.Enable(GL_SCISSOR_TEST);
    gl.Scissor(width / 4, height / 4, width / 2, height / 2);
    gl.Uniform4f(tint, 1, 0.8f, 0, 1);
    drawTriangle((float[]){-0.9f, 0.9f, 0.9f, 0.5f, 0.1f, -0.9f});
    gl.Disable(GL_SCISSOR_TEST);
    gl.StencilFunc(GL_EQUAL, 2, 0xFF);
    gl.Uniform4f(tint, 0, 0.6f, 0.2f, 1);
    drawTriangle((float[]){-0.9f, -0.1f, 0.9f, -0.4f, 0.9f, 0.2f});
}

// MARK: Textures

/// Each mip level has its own colour. The level of 16×16 texels is red, 8×8 is green, 4×4 is blue, 2×2 is light grey, and 1×1 is black.
static void drawMipLevels(int width, int height) {
    GLuint texture = makeTexture(GL_RGBA, 16, 16, NULL);
    for (int level = 0; level < 5; level++) {
        static const uint8_t colors[5][4] = {{220, 0, 0, 255}, {0, 220, 0, 255}, {0, 0, 220, 255}, {220, 220, 220, 255}, {0, 0, 0, 255}};
        uint8_t texels[16 * 16 * 4];
        for (size_t i = 0; i < sizeof texels; i++) texels[i] = colors[level][i % 4];
        gl.TexImage2D(GL_TEXTURE_2D, level, GL_RGBA, 16 >> level, 16 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    }
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    GLuint cube = 0;
    gl.GenTextures(1, &cube);
    gl.BindTexture(GL_TEXTURE_CUBE_MAP, cube);
    for (int face = 0; face < 6; face++) {
        uint8_t texels[4 * 4 * 4];
        for (int i = 0; i < 16; i++) {
            uint8_t *texel = texels + 4 * i;
            texel[0] = (uint8_t)(face * 40); texel[1] = (uint8_t)(i % 4 * 60); texel[2] = (uint8_t)(i / 4 * 60); texel[3] = 255;
        }
        gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    }
    gl.TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    GLuint program = makeProgram(squareVertex,
        "#version 300 es\n"
        "precision highp float; in vec2 p; out vec4 color; uniform sampler2D flatImage; uniform samplerCube cube;\n"
        "void main() {\n"
        "    if (p.y < .5) { color = textureLod(flatImage, p, floor(p.x * 4.99)); return; }\n"
        "    vec2 q = vec2(p.x * 6., p.y * 2. - 1.); float face = floor(q.x); vec2 c = vec2(fract(q.x), q.y) * 1.9 - .95;\n"
        "    color = texture(cube, face < 1. ? vec3(1, c) : face < 2. ? vec3(-1, c) : face < 3. ? vec3(c.x, 1, c.y) : face < 4. ? vec3(c.x, -1, c.y)\n"
        "                    : face < 5. ? vec3(c, 1) : vec3(c, -1));\n"
        "}\n", NULL);
    gl.ActiveTexture(GL_TEXTURE1);
    gl.BindTexture(GL_TEXTURE_CUBE_MAP, cube);
    gl.ActiveTexture(GL_TEXTURE0);
    gl.BindTexture(GL_TEXTURE_2D, texture);
    gl.Uniform1i(uniform(program, "cube"), 1);
    drawSquare();
    (void)width; (void)height;
}
static void drawRenderToTexture(int width, int height) {
    GLuint texture = makeTexture(GL_RGBA, 32, 32, NULL);
    makeFramebuffer(texture);
    gl.Viewport(0, 0, 32, 32);
    gl.ClearColor(0.8f, 0.8f, 0.6f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Uniform4f(uniform(makeProgram(squareVertex, colorFragment, NULL), "tint"), 0.1f, 0.3f, 0.7f, 1);
    drawTriangle((float[]){-0.8f, -0.7f, 0.8f, -0.7f, 0, 0.8f});
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl.Viewport(0, 0, width, height);
    makeProgram(squareVertex, "#version 300 es\nprecision highp float; in vec2 p; out vec4 color; uniform sampler2D s; void main() { color = texture(s, fract(p * 2.)); }", NULL);
    drawSquare();
}
static void drawLuminance(int width, int height) {
    static const char *const fragment = "precision highp float; varying vec2 p; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, p); }";
    makeProgram("attribute vec2 place; varying vec2 p; void main() { p = place * .5 + .5; gl_Position = vec4(place, 0, 1); }", fragment, NULL);
    uint8_t texels[8 * 8 * 2];
    for (int i = 0; i < 128; i++) texels[i] = (uint8_t)(i * 37);
    gl.ClearColor(0.5f, 0.25f, 0, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Enable(GL_BLEND);
    gl.BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    static const GLenum formats[] = {GL_LUMINANCE, GL_ALPHA, GL_LUMINANCE_ALPHA};
    for (int i = 0; i < 3; i++) {
        makeTexture(formats[i], 8, 8, texels);
        gl.Viewport(i * width / 3, 0, width / 3, height);
        drawSquare();
    }
}
static void drawETC2(int width, int height) {
    // The four blocks contain 8×8 texels. The modes of the blocks are, in this order: individual, differential, T, planar.
    static const uint8_t blocks[4][8] = {
        {0xF3, 0x88, 0x0C, 0x24, 0x12, 0x34, 0x56, 0x78}, {0x80, 0x41, 0xC2, 0x7B, 0x9A, 0xBC, 0xDE, 0xF0},
        {0x04, 0x88, 0x3C, 0x0F, 0x0F, 0x1E, 0x2D, 0x3C}, {0x3F, 0xC4, 0x3F, 0xF2, 0x21, 0x04, 0x55, 0x0A},
    };
    GLuint texture = makeTexture(GL_RGBA, 1, 1, NULL);
    gl.CompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 8, 8, 0, sizeof blocks, blocks);
    makeProgram(squareVertex, "#version 300 es\nprecision highp float; in vec2 p; out vec4 color; uniform sampler2D s; void main() { color = texture(s, p); }", NULL);
    drawSquare();
    (void)texture; (void)width; (void)height;
}

// MARK: Vertices

static void drawInstances(int width, int height) {
    makeProgram("#version 300 es\nin vec2 place; in vec4 offset; out vec3 tint; void main() { tint = vec3(offset.zw, float(gl_InstanceID) / 9.);"
                " gl_Position = vec4(place * .2 + offset.xy, 0, 1); }",
                "#version 300 es\nprecision highp float; in vec3 tint; out vec4 color; void main() { color = vec4(tint, 1); }", NULL);
    static const float places[] = {-1, -1, 1, -1, 0, 1};
    float offsets[5][4];
    for (int i = 0; i < 5; i++) {
        offsets[i][0] = -0.7f + 0.35f * (float)i; offsets[i][1] = i % 2 ? 0.4f : -0.4f;
        offsets[i][2] = 0.2f * (float)i; offsets[i][3] = 1 - 0.2f * (float)i;
    }
    makeBuffer(GL_ARRAY_BUFFER, places, sizeof places);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    makeBuffer(GL_ARRAY_BUFFER, offsets, sizeof offsets);
    gl.EnableVertexAttribArray(2);
    gl.VertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.VertexAttribDivisor(2, 2);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.DrawArraysInstanced(GL_TRIANGLES, 0, 3, 9);
    (void)width; (void)height;
}
static void drawBlocks(int width, int height) {
    GLuint program = makeProgram("#version 300 es\nin vec2 place; out vec2 p; layout(std140) uniform Place { vec2 scale; float parts[3]; };"
                                 " void main() { p = place * scale + vec2(parts[0], parts[2]); gl_Position = vec4(place, 0, 1); }",
                                 "#version 300 es\nprecision highp float; in vec2 p; out vec4 color; layout(std140) uniform Colors { mat3 m; ivec4 n; };"
                                 " void main() { color = vec4(m * vec3(p, 1) + float(n.w) * .1, 1); }", NULL);
    // By the rules of std140, each element of the array and each column of the matrix takes 16 bytes.
    float place[16] = {0.5f, 0.25f, 0, 0, 0.5f, 0, 0, 0, 9, 0, 0, 0, 0.25f, 0, 0, 0};
    struct { float m[12]; int32_t n[4]; } colors = {{0.5f, 0, 0.25f, 0, 0, 0.5f, 0.125f, 0, 0.1f, 0.2f, 0.3f, 0}, {7, 7, 7, 2}};
    gl.UniformBlockBinding(program, gl.GetUniformBlockIndex(program, "Place"), 4);
    gl.UniformBlockBinding(program, gl.GetUniformBlockIndex(program, "Colors"), 1);
    gl.BindBufferBase(GL_UNIFORM_BUFFER, 4, makeBuffer(GL_UNIFORM_BUFFER, place, sizeof place));
    gl.BindBufferBase(GL_UNIFORM_BUFFER, 1, makeBuffer(GL_UNIFORM_BUFFER, &colors, sizeof colors));
    drawSquare();
    (void)width; (void)height;
}
static void drawSamples(int width, int height) {
    GLuint image = 0, framebuffer = 0;
    gl.GenRenderbuffers(1, &image);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindRenderbuffer(GL_RENDERBUFFER, image);
    gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, width, height);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
    gl.ClearColor(0, 0, 0, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Uniform4f(uniform(makeProgram(squareVertex, colorFragment, NULL), "tint"), 1, 1, 0.5f, 1);
    drawTriangle((float[]){-0.9f, -0.7f, 0.8f, -0.9f, 0.3f, 0.9f});
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}
/// The first program computes the corners of triangles, and the second program draws the triangles.
static void drawFeedback(int width, int height) {
    GLuint results = makeBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, NULL, 48 * 16);
    makeProgram("#version 300 es\nin float place; out vec4 corner; void main() { float n = place, k = mod(n, 3.), t = floor(n / 3.);"
                " corner = vec4(-.9 + .11 * t + (k == 1. ? .1 : 0.), -.8 + .09 * t + (k == 2. ? .3 : 0.), t / 16., 1); gl_Position = corner; }",
                "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1); }", "corner");
    float numbers[48];
    for (int i = 0; i < 48; i++) numbers[i] = (float)i;
    makeBuffer(GL_ARRAY_BUFFER, numbers, sizeof numbers);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, results);
    gl.Enable(GL_RASTERIZER_DISCARD);
    gl.BeginTransformFeedback(GL_TRIANGLES);
    gl.DrawArrays(GL_TRIANGLES, 0, 48);
    gl.EndTransformFeedback();
    gl.Disable(GL_RASTERIZER_DISCARD);
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    makeProgram("#version 300 es\nin vec4 place; out float t; void main() { t = place.z; gl_Position = vec4(place.xy, 0, 1); }",
                "#version 300 es\nprecision highp float; in float t; out vec4 color; void main() { color = vec4(t, 1. - t, .5, 1); }", NULL);
    gl.BindBuffer(GL_ARRAY_BUFFER, results);
    gl.VertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.DrawArrays(GL_TRIANGLES, 0, 48);
    (void)width; (void)height;
}
static void drawClientArrays(int width, int height) {
    makeProgram("attribute vec4 place; attribute vec4 normal; varying vec4 tint; void main() { tint = normal; gl_Position = place; }",
                "precision highp float; varying vec4 tint; void main() { gl_FragColor = tint; }", NULL);
    struct { int16_t x, y; uint8_t color[4]; } vertices[] = {
        {-24000, -24000, {255, 0, 0, 255}}, {24000, -24000, {0, 255, 0, 255}}, {24000, 24000, {0, 0, 255, 255}}, {-24000, 24000, {255, 255, 0, 255}},
    };
    static const uint8_t indices[] = {0, 1, 2, 0, 2, 3};
    gl.EnableVertexAttribArray(0);
    gl.EnableVertexAttribArray(1);
    gl.VertexAttribPointer(0, 2, GL_SHORT, GL_TRUE, sizeof vertices[0], &vertices[0].x);
    gl.VertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof vertices[0], vertices[0].color);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.DrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, indices);
    // The memory may change as soon as the draw returns, so it is overwritten here.
    memset(vertices, 0, sizeof vertices);
    (void)width; (void)height;
}
static void drawPoints(int width, int height) {
    makeProgram("attribute vec3 place; void main() { gl_Position = vec4(place.xy, 0, 1); gl_PointSize = place.z; }",
                "precision highp float; void main() { vec2 d = gl_PointCoord - .5; if (dot(d, d) > .2401) discard; gl_FragColor = vec4(gl_PointCoord, .5, 1); }", NULL);
    static const float points[] = {-0.5f, 0.4f, 30, 0.5f, 0.5f, 17, 0.1f, -0.4f, 44, -0.75f, -0.7f, 9};
    makeBuffer(GL_ARRAY_BUFFER, points, sizeof points);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.DrawArrays(GL_POINTS, 0, 4);
    (void)width; (void)height;
}

// MARK: OpenGL 3.3

static void drawCore(int width, int height) {
    GLuint array = 0;
    gl.GenVertexArrays(1, &array);
    gl.BindVertexArray(array);
    makeProgram("#version 330\nin vec2 place; flat out vec3 tint; void main() { tint = vec3(place * .5 + .5, float(gl_VertexID % 3) / 2.);"
                " gl_Position = vec4(place, 0, 1); }",
                "#version 330\nflat in vec3 tint; out vec4 color; void main() { color = vec4(tint, 1); }", NULL);
    static const float places[] = {-0.9f, -0.9f, -0.3f, -0.8f, -0.8f, 0.1f, 0.2f, -0.9f, 0.9f, -0.6f, 0.4f, 0, 0.8f, 0.3f, -0.6f, 0.3f, 0.1f, 0.9f};
    static const uint16_t indices[] = {0, 1, 2, 77, 3, 4, 5, 6};
    makeBuffer(GL_ARRAY_BUFFER, places, sizeof places);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    makeBuffer(GL_ELEMENT_ARRAY_BUFFER, indices, sizeof indices);
    gl.ClearColor(0.25f, 0.25f, 0.25f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Enable(GL_PRIMITIVE_RESTART);
    gl.PrimitiveRestartIndex(77);
    gl.DrawElements(GL_TRIANGLE_STRIP, 8, GL_UNSIGNED_SHORT, NULL);
    gl.ProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    gl.Enable(GL_COLOR_LOGIC_OP);
    gl.LogicOp(GL_XOR);
    gl.DrawArrays(GL_TRIANGLES, 6, 3);
    gl.LogicOp(GL_COPY);
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    gl.PointSize(5);
    gl.DrawArrays(GL_TRIANGLES, 3, 3);
    (void)width; (void)height;
}

/// Binds a new texture to a unit, with nearest filters.
static GLuint bindNew(int unit, GLenum target) {
    GLuint texture = 0;
    gl.GenTextures(1, &texture);
    gl.ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    gl.BindTexture(target, texture);
    if (target == GL_TEXTURE_BUFFER || target == GL_TEXTURE_2D_MULTISAMPLE) return texture;
    gl.TexParameteri(target, GL_TEXTURE_MIN_FILTER, target == GL_TEXTURE_1D ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
    gl.TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}
/// Draws six columns. Each column reads another kind of texture.
static void drawKinds(int width, int height) {
    static uint8_t texels[12 * 4 * 4 * 4];
    for (size_t i = 0; i < sizeof texels; i++) texels[i] = (uint8_t)(i * 37 + i / 64 * 11);
    GLuint array = 0;
    gl.GenVertexArrays(1, &array);
    gl.BindVertexArray(array);
    bindNew(0, GL_TEXTURE_1D);
    gl.TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    gl.GenerateMipmap(GL_TEXTURE_1D);
    bindNew(1, GL_TEXTURE_1D_ARRAY);
    gl.TexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 5, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    gl.TexParameteri(GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    GLuint rectangle = bindNew(2, GL_TEXTURE_RECTANGLE);
    gl.TexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 7, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    bindNew(3, GL_TEXTURE_BUFFER);
    gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, makeBuffer(GL_TEXTURE_BUFFER, texels, sizeof texels));
    GLuint cubes = bindNew(4, GL_TEXTURE_CUBE_MAP_ARRAY);
    gl.TexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 4, 4, 12, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    gl.CopyImageSubData(rectangle, GL_TEXTURE_RECTANGLE, 0, 3, 2, 0, cubes, GL_TEXTURE_CUBE_MAP_ARRAY, 0, 1, 2, 6, 2, 2, 1);
    GLuint samples = bindNew(5, GL_TEXTURE_2D_MULTISAMPLE), framebuffer = 0;
    gl.TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, samples, 0);
    gl.Viewport(0, 0, 8, 8);
    gl.ClearColor(0, 0.5f, 0.5f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    makeProgram("#version 330\nin vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
                "#version 330\nout vec4 color; void main() { color = vec4(1, .8, 0, 1); }", NULL);
    drawTriangle((float[]){-0.9f, -0.7f, 0.8f, -0.9f, 0.3f, 0.9f});
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl.Viewport(0, 0, width, height);
    GLuint program = makeProgram("#version 330\nin vec2 place; out vec2 p; void main() { p = place * .5 + .5; gl_Position = vec4(place, 0, 1); }",
        "#version 330\n#extension GL_ARB_texture_cube_map_array : require\n"
        "in vec2 p; out vec4 color; uniform sampler1D row; uniform sampler1DArray rows; uniform sampler2DRect rectangle; uniform samplerBuffer list;\n"
        "uniform samplerCubeArray cubes; uniform sampler2DMS samples;\n"
        "void main() {\n"
        "    int column = int(p.x * 6.); vec2 q = vec2(fract(p.x * 6.), p.y);\n"
        "    if (column == 0) color = textureLod(row, q.x, floor(q.y * 4.));\n"
        "    else if (column == 1) color = textureLod(rows, vec2(q.x, q.y * 2.4), 0.);\n"
        "    else if (column == 2) color = texture(rectangle, q * vec2(textureSize(rectangle)));\n"
        "    else if (column == 3) color = texelFetch(list, int(q.x * 8.) + 8 * int(q.y * 8.) + textureSize(list) - 192);\n"
        "    else if (column == 4) color = textureLod(cubes, vec4(1, q * 1.8 - .9, floor(q.y * 1.99)), 0.);\n"
        "    else color = texelFetch(samples, ivec2(q * 8.), int(q.y * 32.) % 4);\n"
        "}\n", NULL);
    static const char *const names[6] = {"row", "rows", "rectangle", "list", "cubes", "samples"};
    for (int i = 0; i < 6; i++) gl.Uniform1i(uniform(program, names[i]), i);
    drawSquare();
}

// MARK: Geometry shaders

/// A geometry shader sends triangles with adjacency to the four layers of an array texture. Then the layers are drawn as the quarters of
/// the picture.
static void drawLayers(int width, int height) {
    GLuint vertices = 0, framebuffer = 0;
    gl.GenVertexArrays(1, &vertices);
    gl.BindVertexArray(vertices);
    GLuint layers = bindNew(0, GL_TEXTURE_2D_ARRAY);
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, width / 2, height / 2, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, layers, 0);
    if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("the layers are no target");
    gl.Viewport(0, 0, width / 2, height / 2);
    gl.ClearColor(0.1f, 0.2f, 0.3f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    makeGeometryProgram("#version 330\nin vec2 place; out float number; void main() { number = float(gl_VertexID); gl_Position = vec4(place, 0, 1); }",
        "#version 330\n"
        "layout(triangles_adjacency) in; layout(triangle_strip, max_vertices = 12) out; in float number[]; out vec3 tint;\n"
        "void main() {\n"
        "    for (int layer = 0; layer < 4; layer++) {\n"
        "        for (int i = 0; i < 3; i++) {\n"
        "            gl_Layer = layer; gl_PrimitiveID = gl_PrimitiveIDIn;\n"
        "            tint = vec3(number[2 * i] / 12., float(i) / 2., float(layer) / 3.);\n"
        "            gl_Position = mix(gl_in[2 * i].gl_Position, gl_in[2 * i + 1].gl_Position, float(layer) / 4.);\n"
        "            EmitVertex();\n"
        "        }\n"
        "        EndPrimitive();\n"
        "    }\n"
        "}\n",
        "#version 330\nin vec3 tint; out vec4 color; void main() { color = vec4(tint.rg, tint.b * .5 + float(gl_PrimitiveID) * .4, 1); }\n", NULL);
    static const float places[12][2] = {{-0.9f, -0.9f}, {-0.1f, -0.8f}, {0.1f, -0.9f}, {0.2f, 0.3f}, {-0.8f, 0.5f}, {-0.9f, 0.1f},
                                        {0, -0.5f}, {0.7f, -0.7f}, {0.9f, 0.2f}, {0.8f, 0.8f}, {0.2f, 0.9f}, {-0.2f, 0.4f}};
    makeBuffer(GL_ARRAY_BUFFER, places, sizeof places);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.DrawArrays(GL_TRIANGLES_ADJACENCY, 0, 12);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl.Viewport(0, 0, width, height);
    GLuint program = makeProgram("#version 330\nin vec2 place; out vec2 p; void main() { p = place + 1.; gl_Position = vec4(place, 0, 1); }",
        "#version 330\nin vec2 p; out vec4 color; uniform sampler2DArray layers;\n"
        "void main() { color = textureLod(layers, vec3(fract(p), floor(p.x) + 2. * floor(p.y)), 0.); }\n", NULL);
    gl.Uniform1i(uniform(program, "layers"), 0);
    drawSquare();
}

// MARK: Threads and processes

static GLuint sharedTextures[2];

static void drawInThread(int number) {
    makeFramebuffer(sharedTextures[number]);
    gl.Viewport(0, 0, 32, 32);
    GLint tint = uniform(makeProgram(squareVertex, colorFragment, NULL), "tint");
    for (int i = 0; i < 50; i++) {
        float t = (float)i / 50;
        gl.Uniform4f(tint, number ? t : 1 - t, 0.5f, number ? 0 : 1, 1);
        drawTriangle((float[]){-1 + t, -1, 1, -1 + t, 1 - t, 1});
    }
}
static void drawThreads(int width, int height) {
    for (int i = 0; i < 2; i++) {
        uint8_t grey[32 * 32 * 4];
        memset(grey, 128, sizeof grey);
        sharedTextures[i] = makeTexture(GL_RGBA, 32, 32, grey);
    }
    gl.Finish();
    onTwoThreads(drawInThread);
    makeProgram(squareVertex, "#version 300 es\nprecision highp float; in vec2 p; out vec4 color; uniform sampler2D s; void main() { color = texture(s, p); }", NULL);
    for (int i = 0; i < 2; i++) {
        gl.BindTexture(GL_TEXTURE_2D, sharedTextures[i]);
        gl.Viewport(i * width / 2, 0, width / 2, height);
        drawSquare();
    }
}
/// After a fork, the parent and the child process both continue to draw with the context. The child sends its pixels to the parent through
/// a pipe. These pixels become the right half of the picture.
static void drawFork(int width, int height) {
    GLint tint = uniform(makeProgram(squareVertex, colorFragment, NULL), "tint");
    gl.ClearColor(0.1f, 0.1f, 0.4f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.Uniform4f(tint, 0.9f, 0.9f, 0.2f, 1);
    drawTriangle((float[]){-0.9f, -0.9f, 0.9f, -0.9f, -0.9f, 0.9f});
    // When the process forks, the triangle is recorded but not yet drawn. So both processes draw it after the fork.
    static uint8_t pixels[256 * 256 * 4];
    if ((size_t)width * (size_t)height * 4 > sizeof pixels) fail("the picture is too large");
    size_t count = (size_t)width * (size_t)height * 4;
    int ends[2];
    if (pipe(ends)) fail("no pipe");
    pid_t child = fork();
    if (child < 0) fail("no process");
    gl.Uniform4f(tint, child ? 1 : 0, 0, child ? 0 : 1, 1);
    drawTriangle((float[]){-0.5f, -0.5f, 0.5f, -0.5f, 0, 0.5f});
    if (child == 0) {
        gl.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        for (size_t sent = 0; sent < count;) {
            ssize_t part = write(ends[1], pixels + sent, count - sent);
            if (part <= 0) _exit(1);
            sent += (size_t)part;
        }
        _exit(0);
    }
    close(ends[1]);
    size_t received = 0;
    for (ssize_t part; (part = read(ends[0], pixels + received, count - received)) > 0;) received += (size_t)part;
    close(ends[0]);
    int status = 0;
    if (waitpid(child, &status, 0) != child || status || received != count) fail("the child process ended with %d after %zu bytes", status, received);
    makeTexture(GL_RGBA, width, height, pixels);
    gl.Viewport(width / 2, 0, width / 2, height);
    makeProgram(squareVertex, "#version 300 es\nprecision highp float; in vec2 p; out vec4 color; uniform sampler2D s; void main() { color = texture(s, p); }", NULL);
    drawSquare();
}

const struct Scene scenes[] = {
    {"cube", 3, 320, 240, drawCube},
    {"blending", 3, 96, 96, drawBlending},
    {"stencil", 3, 96, 96, drawStencil},
    {"mip-levels", 3, 96, 64, drawMipLevels},
    {"render-to-texture", 3, 128, 128, drawRenderToTexture},
    {"instances", 3, 96, 96, drawInstances},
    {"blocks", 3, 64, 64, drawBlocks},
    {"samples", 3, 96, 96, drawSamples},
    {"feedback", 3, 96, 96, drawFeedback},
    {"client-arrays", 2, 64, 64, drawClientArrays},
    {"points", 2, 96, 96, drawPoints},
    {"luminance", 2, 96, 32, drawLuminance},
    {"etc2", 3, 64, 64, drawETC2},
    {"core", 33, 96, 96, drawCore},
    {"kinds", 33, 192, 96, drawKinds},
    {"layers", 33, 96, 96, drawLayers},
    {"threads", 3, 128, 64, drawThreads},
    {"fork", 3, 128, 64, drawFork},
};
const size_t sceneCount = sizeof scenes / sizeof scenes[0];
