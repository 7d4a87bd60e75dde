// Brings the pressure of every second cell, as on a chessboard, closer to the mean of its neighbours less the cell's source. No cell reads
// another cell of its colour, so the order of the cells does not matter.
#version 430
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430) readonly buffer Sources { float sources[]; };
layout(std430) buffer Pressure { float pressure[]; };
uniform ivec2 size;
uniform int color;

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    cell.x = 2 * cell.x + ((cell.y + color) & 1);
    if (any(greaterThanEqual(cell, size))) return;
    int own = cell.y * size.x + cell.x;
    float sum = -sources[own], count = 0.0;
    if (cell.x > 0) { sum += pressure[own - 1]; count += 1.0; }
    if (cell.x < size.x - 1) { sum += pressure[own + 1]; count += 1.0; }
    if (cell.y > 0) { sum += pressure[own - size.x]; count += 1.0; }
    if (cell.y < size.y - 1) { sum += pressure[own + size.x]; count += 1.0; }
    pressure[own] = mix(pressure[own], sum / count, 1.6);
}
