// A tiny path tracer: twelve random paths per pixel bounce twice over five spheres in an array, with an integer random state passed inout.
struct Ball {
    vec3 centre;
    float radius;
    vec3 paint, glow;
};

const int BALLS = 5;
const int PATHS = 12;
Ball balls[BALLS];

float randomUnit(inout uint state)
{
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return float((word >> 22) ^ (word & 1023u)) / 1024.0;
}

vec3 scatter(vec3 normal, inout uint state)
{
    float height = 2.0 * randomUnit(state) - 1.0;
    float angle = 6.2831853 * randomUnit(state);
    vec2 around = sqrt(max(1.0 - height * height, 0.0)) * vec2(cos(angle), sin(angle));
    return normalize(normal * 1.001 + vec3(around, height));
}

int nearestBall(vec3 origin, vec3 direction, out float along)
{
    int found = -1;
    along = 1000.0;
    for (int i = 0; i < BALLS; i++) {
        vec3 offset = origin - balls[i].centre;
        float middle = dot(offset, direction);
        float inner = middle * middle - dot(offset, offset) + balls[i].radius * balls[i].radius;
        if (inner < 0.0) continue;
        float entry = -middle - sqrt(inner);
        if (entry < 0.002) entry = -middle + sqrt(inner);
        if (entry < 0.002 || entry >= along) continue;
        along = entry;
        found = i;
    }
    return found;
}

vec3 trace(vec3 origin, vec3 direction, inout uint state)
{
    vec3 carried = vec3(1.0);
    vec3 gathered = vec3(0.0);
    for (int bounce = 0; bounce <= 2; bounce++) {
        float along;
        int index = nearestBall(origin, direction, along);
        if (index < 0)
            return gathered + carried * mix(vec3(0.86, 0.81, 0.74), vec3(0.40, 0.56, 0.81), 0.5 + 0.5 * direction.y);
        origin += direction * along;
        vec3 normal = (origin - balls[index].centre) / balls[index].radius;
        gathered += carried * balls[index].glow;
        carried *= balls[index].paint;
        direction = index == 2 ? reflect(direction, normal) : scatter(normal, state);
    }
    return gathered;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float hop = 0.35 * abs(sin(iTime * 1.5));
    balls[0] = Ball(vec3(0.0, -101.0, 0.0), 100.0, vec3(0.72, 0.70, 0.62), vec3(0.0));
    balls[1] = Ball(vec3(-1.45, -0.3 + hop, 0.0), 0.7, vec3(0.85, 0.28, 0.22), vec3(0.0));
    balls[2] = Ball(vec3(0.1, -0.1, -0.7), 0.9, vec3(0.92), vec3(0.0));
    balls[3] = Ball(vec3(1.6, -0.4, 0.1), 0.6, vec3(0.22, 0.55, 0.30), vec3(0.0));
    balls[4] = Ball(vec3(1.1 * cos(iTime), -0.65, 1.1 + 0.4 * sin(iTime)), 0.3, vec3(0.9), vec3(2.2, 1.5, 0.7));

    uint state = uint(fragCoord.x) * 1973u + uint(fragCoord.y) * 9277u + uint(iTime * 60.0) * 26699u + 1u;
    vec3 sum = vec3(0.0);
    for (int path = 0; path < PATHS; path++) {
        vec2 jitter = vec2(randomUnit(state), randomUnit(state)) - 0.5;
        vec2 point = (2.0 * (fragCoord + jitter) - iResolution.xy) / iResolution.y;
        sum += trace(vec3(0.0, 0.3, 5.0), normalize(vec3(point.x, point.y - 0.15, -2.2)), state);
    }
    fragColor = vec4(sqrt(clamp(sum / float(PATHS), 0.0, 1.0)), 1.0);
}
