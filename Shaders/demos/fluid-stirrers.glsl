// Things that move through the fluid in a step. Lengths are in heights of the picture.
uniform int stirrerCount;
// The way of each stirrer in this step: x and y of its beginning and of its end.
uniform vec4 ways[8];

// 1 on the way of a stirrer, and less with the distance from it.
float nearness(vec2 place, vec4 way, float radius) {
    vec2 along = way.zw - way.xy, from = place - way.xy;
    vec2 off = from - along * clamp(dot(from, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
    return exp(-dot(off, off) / (radius * radius));
}
