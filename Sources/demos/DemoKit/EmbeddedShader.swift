// EmbeddedShader: the GLSL files of Shaders/demos, which are embedded in the executable, so that the executable runs from any folder.

import Raster
import Shading

package enum EmbeddedShader {
    /// The shader programs of the demos, by file name.
    private static let sources: [String: [UInt8]] = [
        "points.vert": PackageResources.points_vert, "points.frag": PackageResources.points_frag,
        "shade.vert": PackageResources.shade_vert, "shade.frag": PackageResources.shade_frag,
        "shadow.vert": PackageResources.shadow_vert, "shadow.frag": PackageResources.shadow_frag,
        "stretch.vert": PackageResources.stretch_vert, "stretch.frag": PackageResources.stretch_frag,
        "xray.frag": PackageResources.xray_frag,
        "grid.vert": PackageResources.grid_vert, "grid.frag": PackageResources.grid_frag,
        "sprite.vert": PackageResources.sprite_vert, "sprite.frag": PackageResources.sprite_frag, "lamp.frag": PackageResources.lamp_frag,
        "ring.frag": PackageResources.ring_frag,
        "wall.frag": PackageResources.wall_frag, "figure.frag": PackageResources.figure_frag,
        "fluid-stir.comp": PackageResources.fluid_stir_comp, "fluid-curl.comp": PackageResources.fluid_curl_comp,
        "fluid-swirl.comp": PackageResources.fluid_swirl_comp, "fluid-sources.comp": PackageResources.fluid_sources_comp,
        "fluid-pressure.comp": PackageResources.fluid_pressure_comp, "fluid-flow.comp": PackageResources.fluid_flow_comp,
        "fluid-carry.comp": PackageResources.fluid_carry_comp, "fluid-stirrers.glsl": PackageResources.fluid_stirrers_glsl,
        "fluid.frag": PackageResources.fluid_frag,
        "backdrop.vert": PackageResources.backdrop_vert, "backdrop.frag": PackageResources.backdrop_frag,
    ]
    /// Fragment shaders that `demos shader` shows by name.
    package static let samples: [String: [UInt8]] = [
        "plasma": PackageResources.plasma_frag, "ocean": PackageResources.ocean_frag, "voronoi": PackageResources.voronoi_frag,
        "clockwork": PackageResources.clockwork_frag, "tunnel": PackageResources.tunnel_frag, "dunes": PackageResources.dunes_frag,
    ]

    /// Returns the source text of a shader file. The compiler's diagnostics contain the name of the file. Traps if no file has this name.
    static func source(_ name: String) -> ShaderSource {
        guard let bytes = sources[name] else { preconditionFailure("no embedded shader \(name)") }
        return ShaderSource(text: String(decoding: bytes, as: UTF8.self), name: name)
    }
    static func sample(_ name: String) -> ShaderSource? {
        samples[name].map { ShaderSource(text: String(decoding: $0, as: UTF8.self), name: name + ".frag") }
    }
}
