// How fast the fluid turns around each cell.
#version 430
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) readonly uniform image2D stirred;
layout(std430) writeonly buffer Curl { float curl[]; };

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(stirred), last = size - 1;
    if (any(greaterThan(cell, last))) return;
    float left = imageLoad(stirred, ivec2(max(cell.x - 1, 0), cell.y)).y, right = imageLoad(stirred, ivec2(min(cell.x + 1, last.x), cell.y)).y;
    float below = imageLoad(stirred, ivec2(cell.x, max(cell.y - 1, 0))).x, above = imageLoad(stirred, ivec2(cell.x, min(cell.y + 1, last.y))).x;
    curl[cell.y * size.x + cell.x] = 0.5 * (right - left - above + below);
}
