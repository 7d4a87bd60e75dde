"""Draws textured squares with moderngl, without a window: moderngl_squares.py FILE.png"""
import struct
import sys

import moderngl

from png import write_png

context = moderngl.create_context(standalone=True, require=330, backend='egl')
print(context.info['GL_RENDERER'])
width, height = 160, 120
target = context.framebuffer([context.renderbuffer((width, height), components=3)], context.depth_renderbuffer((width, height)))
target.use()
program = context.program(vertex_shader='''#version 330
    in vec2 corner; in vec3 place; out vec2 coordinate; out float shade;
    void main() { coordinate = corner; shade = 1.0 - place.z; gl_Position = vec4(corner * 0.35 + place.xy, place.z, 1.0); }''',
    fragment_shader='''#version 330
    uniform sampler2D checks; in vec2 coordinate; in float shade; out vec4 color;
    void main() { color = vec4(texture(checks, coordinate).rgb * shade, 1.0); }''')
texture = context.texture((4, 4), 3, bytes((17 * i) % 256 for i in range(48)))
texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
texture.use()
corners = context.buffer(struct.pack('8f', -1, -1, 1, -1, -1, 1, 1, 1))
places = context.buffer(struct.pack('9f', -0.4, -0.3, 0.5, 0.0, 0.1, 0.2, 0.4, 0.3, 0.7))
context.enable(moderngl.DEPTH_TEST)
target.clear(0.1, 0.2, 0.3)
context.vertex_array(program, [(corners, '2f', 'corner'), (places, '3f/i', 'place')]).render(moderngl.TRIANGLE_STRIP, instances=3)
write_png(sys.argv[1], width, height, target.read(components=3, alignment=1))
