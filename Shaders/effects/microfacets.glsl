// Microfacets: the distributions and visibilities of glTF 2.0, appendix B, and of KHR_materials_sheen. A visibility includes the
// division by 4 · (n · l) · (n · v).

const float pi = 3.14159265;

float fifth(float x) { float y = x * x; return y * y * x; }
float largest(vec3 c) { return max(max(c.r, c.g), c.b); }

// The distribution of Trowbridge and Reitz, and Smith's visibility with correlated heights.
float distribution(float nh, float a) {
    float f = (nh * a * a - nh) * nh + 1.0;
    return a * a / (pi * f * f);
}
float visibility(float nl, float nv, float a) {
    float b = a * a;
    return 0.5 / (nl * sqrt(nv * nv * (1.0 - b) + b) + nv * sqrt(nl * nl * (1.0 - b) + b));
}

#ifdef SHEEN
// The distribution "Charlie", and its visibility with the fit of its shadowing.
float sheenLambda(float cosine, float a) {
    float t = (1.0 - a) * (1.0 - a);
    vec4 k = mix(vec4(21.5473, 3.82987, 0.19823, -1.97760), vec4(25.3245, 3.32435, 0.16801, -1.27393), t);
    float e = mix(-4.32054, -4.85967, t);
    float x = cosine < 0.5 ? cosine : 1.0 - cosine;
    float l = k.x / (1.0 + k.y * pow(x, k.z)) + k.w * x + e;
    float middle = k.x / (1.0 + k.y * pow(0.5, k.z)) + k.w * 0.5 + e;
    return cosine < 0.5 ? exp(l) : exp(2.0 * middle - l);
}
float sheenDistribution(float nh, float a) { return (2.0 + 1.0 / a) * pow(max(1.0 - nh * nh, 1e-7), 0.5 / a) / (2.0 * pi); }
float sheenVisibility(float nl, float nv, float a) {
    return 1.0 / ((1.0 + sheenLambda(nv, a) + sheenLambda(nl, a)) * 4.0 * nv * nl);
}
#endif

