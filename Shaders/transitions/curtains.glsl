// The old picture is drawn aside in folds like cloth; the new picture is behind it.
// Author: the Raster authors
// License: MIT
uniform float folds; // = 7.0 folds on each side
uniform float depth; // = 0.45 darkness of the folds' shadows

vec4 transition(vec2 uv) {
    float side = uv.x < 0.5 ? -1.0 : 1.0;
    float away = abs(uv.x - 0.5) * 2.0;
    // Each half is squeezed towards its edge: the part beyond `progress` shows the whole half, narrower.
    if (away < progress) return getToColor(uv);
    float inside = (away - progress) / (1.0 - progress);
    float wave = sin(inside * folds * 6.2831853) * smoothstep(0.0, 0.2, progress);
    vec4 color = getFromColor(vec2(0.5 + side * 0.5 * inside, uv.y));
    return vec4(color.rgb * (1.0 - depth * progress * (0.5 + 0.5 * wave)), color.a);
}
