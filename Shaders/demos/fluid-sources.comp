// How much more flows out of each cell than into it.
#version 430
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) readonly uniform image2D swirled;
layout(std430) writeonly buffer Sources { float sources[]; };

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(swirled), last = size - 1;
    if (any(greaterThan(cell, last))) return;
    float left = imageLoad(swirled, ivec2(max(cell.x - 1, 0), cell.y)).x, right = imageLoad(swirled, ivec2(min(cell.x + 1, last.x), cell.y)).x;
    float below = imageLoad(swirled, ivec2(cell.x, max(cell.y - 1, 0))).y, above = imageLoad(swirled, ivec2(cell.x, min(cell.y + 1, last.y))).y;
    sources[cell.y * size.x + cell.x] = 0.5 * (right - left + above - below);
}
