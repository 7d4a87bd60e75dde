#version 400
layout(triangles, invocations = 2) in;
layout(line_strip, max_vertices = 4) out;
in vec2 uv[];
out vec2 place;

void main() {
    for (int i = 0; i < 3; i++) {
        place = uv[i] * float(gl_InvocationID);
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
