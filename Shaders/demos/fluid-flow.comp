// Subtracts the differences of pressure from the velocity, so that as much flows out of each cell as into it.
#version 430
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) readonly uniform image2D swirled;
layout(rg32f) writeonly uniform image2D flowing;
layout(std430) readonly buffer Pressure { float pressure[]; };
uniform float keep;

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(swirled), last = size - 1;
    if (any(greaterThan(cell, last))) return;
    int own = cell.y * size.x + cell.x;
    float left = pressure[own - min(cell.x, 1)], right = pressure[own + min(last.x - cell.x, 1)];
    float below = pressure[own - size.x * min(cell.y, 1)], above = pressure[own + size.x * min(last.y - cell.y, 1)];
    imageStore(flowing, cell, vec4(keep * (imageLoad(swirled, cell).xy - 0.5 * vec2(right - left, above - below)), 0.0, 0.0));
}
