// Strengthens small swirls, which the coarse grid would lose: pushes the fluid around places that turn faster than those beside them.
#version 430
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) readonly uniform image2D stirred;
layout(rg32f) writeonly uniform image2D swirled;
layout(std430) readonly buffer Curl { float curl[]; };
uniform float strength;

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(stirred), last = size - 1;
    if (any(greaterThan(cell, last))) return;
    int own = cell.y * size.x + cell.x;
    float left = abs(curl[own - min(cell.x, 1)]), right = abs(curl[own + min(last.x - cell.x, 1)]);
    float below = abs(curl[own - size.x * min(cell.y, 1)]), above = abs(curl[own + size.x * min(last.y - cell.y, 1)]);
    vec2 rise = vec2(right - left, above - below);
    vec2 speed = imageLoad(stirred, cell).xy + strength * curl[own] * vec2(rise.y, -rise.x) / (length(rise) + 1e-4);
    // Nothing flows through the walls.
    if (cell.x == 0 || cell.x == last.x) speed.x = 0.0;
    if (cell.y == 0 || cell.y == last.y) speed.y = 0.0;
    imageStore(swirled, cell, vec4(speed, 0.0, 0.0));
}
