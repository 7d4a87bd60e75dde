// The look through a picture at its physics, as widgets.

import Panels
import Scenes2D

extension PhysicsXray {
    /// What the demos' keys say of it.
    static let key = "X: X-ray of the physics"

    mutating func addOptions(to panel: PanelBuilder) {
        panel.header("X-ray of the physics (X)", open: isOn) {
            panel.checkbox("on", &isOn)
            panel.slider("fade", &crossFade, in: -1...1)
            panel.note("-1 the program, 0 both, 1 the look")
            panel.checkbox("bodies", &showsBodies)
            panel.sameLine()
            panel.checkbox("joints", &showsJoints)
            panel.checkbox("boundaries", &showsBoundaries)
            panel.sameLine()
            panel.checkbox("contacts", &showsContacts)
            panel.checkbox("forces", &showsForces)
            panel.slider("weight's arrow", &weightLength, in: 5...120, decimals: 0, unit: " pt")
            panel.slider("lines", &lineWidth, in: 0.5...4, decimals: 1, unit: " pt")
        }
    }
}
