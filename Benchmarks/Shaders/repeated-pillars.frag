// An endless hall of arches made by mod in two directions; divisions by constants and floor cell numbers vary every pillar.
const float SPACING = 3.0;
const float GOLDEN = 1.618;

float cellValue(vec2 cell)
{
    return fract(fract(cell.x / 7.31) * 5.7 + fract(cell.y / 3.77) * 8.3 + cell.x * cell.y / 11.0);
}

float map(vec3 position)
{
    vec2 cell = floor(position.xz / SPACING);
    vec2 local = mod(position.xz, SPACING) - SPACING / 2.0;
    float seed = cellValue(cell);
    float swell = 0.08 * sin(position.y * 6.0 / GOLDEN + seed * 6.0);
    float angle = atan(local.y, local.x + 1e-5);
    float flutes = 0.025 * cos(angle * 10.0);
    float column = length(local) - 0.42 - swell / 2.0 - flutes;
    vec2 square = abs(local);
    float foot = max(max(square.x, square.y) - 0.62, abs(position.y + 1.0) - 0.22);
    float crown = max(max(square.x, square.y) - 0.68, abs(position.y - 1.6) - 0.15);
    vec2 between = mod(position.xz + SPACING / 2.0, SPACING) - SPACING / 2.0;
    float archX = max(1.15 - length(vec2(between.x, position.y - 1.4)), square.y - 0.45);
    float archZ = max(1.15 - length(vec2(between.y, position.y - 1.4)), square.x - 0.45);
    float arches = max(min(archX, archZ), 1.5 - position.y);
    float ceiling = min(2.9 - position.y, max(arches, position.y - 2.9));
    float ground = position.y + 1.2;
    return min(min(min(column, foot), min(crown, ceiling)), ground);
}

vec3 surfaceNormal(vec3 position)
{
    vec2 nudge = vec2(0.003, 0.0);
    vec3 slope = vec3(map(position + nudge.xyy) - map(position - nudge.xyy),
                      map(position + nudge.yxy) - map(position - nudge.yxy),
                      map(position + nudge.yyx) - map(position - nudge.yyx));
    return normalize(slope + vec3(0.0, 1e-6, 0.0));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 point = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 origin = vec3(0.25 * sin(iTime / 2.0), 0.2, iTime * 1.2);
    float yaw = 0.35 * sin(iTime / 3.0);
    vec3 direction = normalize(vec3(point.x, point.y, 1.5));
    direction.xz = mat2(cos(yaw), -sin(yaw), sin(yaw), cos(yaw)) * direction.xz;
    vec3 fog = vec3(0.95, 0.78, 0.55);
    vec3 colour = fog;
    float along = 0.05;

    for (int i = 0; i < 96; i++) {
        vec3 position = origin + direction * along;
        float gap = map(position);
        if (gap < 0.0015 * (1.0 + along)) {
            vec3 normal = surfaceNormal(position);
            vec2 cell = floor(position.xz / SPACING);
            vec3 stone = mix(vec3(0.72, 0.5, 0.36), vec3(0.45, 0.55, 0.62), cellValue(cell));
            if (position.y < -1.18) {
                float checks = mod(floor(position.x / 0.75) + floor(position.z / 0.75), 2.0);
                stone = mix(vec3(0.35, 0.2, 0.18), vec3(0.85, 0.8, 0.7), checks);
            }
            float light = 0.5 + 0.5 * dot(normal, normalize(vec3(0.4, 0.7, -0.6)));
            vec3 lit = stone * (0.2 + light);
            colour = mix(fog, lit, exp(-along * along / 160.0));
            break;
        }
        along += gap * 0.75;
        if (along > 30.0) break;
    }
    fragColor = vec4(sqrt(clamp(colour * colour, 0.0, 1.0)), 1.0);
}
