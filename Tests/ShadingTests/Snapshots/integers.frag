#version 400
// Signed and unsigned operations differ in their opcodes, not in their values' bits.
uniform ivec2 numbers;
uniform uvec2 words;
out uvec4 pixel;
void main() {
    int quotient = numbers.x / numbers.y + numbers.x % 7;
    uint turned = words.x << 3u | words.x >> 29u;
    pixel = uvec4(uint(quotient), turned / words.y, uint(bitCount(numbers.x)), floatBitsToUint(float(words.y)));
    pixel.w ^= uint(max(numbers.x, -1) >> 1);
}
