#version 400
// A loop becomes a loop within a block; break and the condition are exits out of the block.
in vec2 uv;
uniform int count;
out float sum;
void main() {
    sum = 0.0;
    for (int k = 0; k < count; k++) {
        if (sum > uv.x) break;
        sum += uv.y;
    }
}
