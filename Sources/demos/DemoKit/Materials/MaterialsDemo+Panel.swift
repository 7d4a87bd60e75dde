// MaterialsDemo+Panel: the panel, with a widget for every property of the effect objects.

import Effects
import Panels
import Raster

extension MaterialsDemo {
    package static let hasOptions = true

    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.radio("one object", &settings.view, is: .one)
        panel.sameLine(spacing: 20)
        panel.radio("all presets", &settings.view, is: .all)
        panel.spacing()
        panel.tabs("properties", ["material", "lights", "textures", "fog"]) { tab in
            panel.spacing()
            switch tab {
            case 0: addMaterial(to: panel)
            case 1: addLights(to: panel, at: time)
            case 2: addTextures(to: panel)
            default: addFog(to: panel)
            }
        }
    }

    private func addMaterial(to panel: PanelBuilder) {
        panel.disabled(settings.view == .all) {
            panel.combo("shape", &settings.shape)
            if panel.combo("preset", &settings.preset) { settings.surface = settings.preset.surface }
            panel.separator()
            panel.color("ambient", &settings.surface.ambient)
            panel.color("diffuse", &settings.surface.diffuse)
            panel.color("specular", &settings.surface.specular)
            panel.color("emissive", &settings.surface.emissive)
            panel.slider("shininess", &settings.surface.shininess, in: 0...128, decimals: 0)
        }
        panel.separator()
        panel.checkbox("vertex colours", &settings.hasVertexColors)
        panel.tooltip("The mesh has a colour array. It is used for ambient and diffuse if colour material is on, and directly without light.")
        panel.checkbox("colour material", &settings.colorMaterial)
        panel.tooltip("The colour replaces ambient and diffuse.")
        panel.disabled(settings.hasVertexColors) { panel.color("constant", &settings.constantColor) }
        panel.tooltip("The colour of all vertices without a colour array.")
        panel.separator()
        panel.slider("spin", &settings.spin, in: -2...2, unit: " rad/s")
    }

    private func addLights(to panel: PanelBuilder, at time: Double) {
        panel.checkbox("lighting", &settings.isLit)
        panel.sameLine(spacing: 20)
        panel.checkbox("show lamps", &settings.showsLamps)
        panel.disabled(!settings.isLit) {
            panel.radio("per vertex", &settings.isPerPixel, is: false)
            panel.sameLine(spacing: 20)
            panel.radio("per pixel", &settings.isPerPixel, is: true)
            panel.checkbox("two-sided", &settings.isTwoSided)
            panel.tooltip("Back faces are lit with the reversed normal: look at the ribbon, or into the vase.")
            panel.color("ambient", &settings.modelAmbient)
            for i in settings.lights.indices { addLight(i, to: panel, at: time) }
        }
    }
    private func addLight(_ i: Int, to panel: PanelBuilder, at time: Double) {
        panel.group("light \(i)") {
            panel.checkbox("##on", &settings.lights[i].isOn)
            panel.sameLine()
            panel.header("light \(i): \(settings.lights[i].kind.rawValue)###header") {
                panel.combo("kind", &settings.lights[i].kind)
                panel.drag(settings.lights[i].kind == .directional ? "comes from" : "position", &settings.lights[i].position, in: -8...8)
                panel.slider("orbit", &settings.lights[i].orbit, in: -2...2, unit: " rad/s")
                panel.color("ambient", &settings.lights[i].ambient)
                panel.color("diffuse", &settings.lights[i].diffuse)
                panel.color("specular", &settings.lights[i].specular)
                if settings.lights[i].kind != .directional {
                    panel.slider("constant", &settings.lights[i].attenuation.x, in: 0.05...2)
                    panel.slider("linear", &settings.lights[i].attenuation.y, in: 0...2)
                    panel.slider("quadratic", &settings.lights[i].attenuation.z, in: 0...2)
                }
                if settings.lights[i].kind == .spot {
                    panel.drag("aims at", &settings.lights[i].target, in: -8...8)
                    panel.slider("exponent", &settings.lights[i].exponent, in: 0...128, decimals: 0)
                    panel.slider("cutoff", &settings.lights[i].cutoff, in: 0...90, decimals: 0, unit: "°")
                }
            }
        }
    }

    private func addTextures(to panel: PanelBuilder) {
        for unit in settings.textures.indices {
            panel.group("unit \(unit)") {
                panel.text("texture unit \(unit)")
                panel.combo("picture", &settings.textures[unit].picture)
                panel.combo("environment", &settings.textures[unit].mode, of: TextureProperty.EnvMode.allCases) { "\($0)" }
                if let texture = pictures[settings.textures[unit].picture] { panel.image(texture, width: 64, height: 64) }
            }
            panel.separator()
        }
        panel.text("order")
        panel.sameLine()
        panel.radio("0, 1", &settings.isOrderSwapped, is: false)
        panel.sameLine()
        panel.radio("1, 0", &settings.isOrderSwapped, is: true)
    }

    private func addFog(to panel: PanelBuilder) {
        panel.checkbox("fog", &settings.fog.isOn)
        panel.disabled(!settings.fog.isOn) {
            panel.combo("mode", &settings.fog.mode, of: Fog.Mode.allCases) { "\($0)" }
            panel.color("colour", &settings.fog.color)
            panel.disabled(settings.fog.mode == .linear) { panel.slider("density", &settings.fog.density, in: 0...1) }
            panel.disabled(settings.fog.mode != .linear) {
                panel.slider("start", &settings.fog.start, in: 0...20, decimals: 1)
                panel.slider("end", &settings.fog.end, in: 0...20, decimals: 1)
            }
        }
    }
}
