// Panels: Dear ImGui's panels, drawn by Raster's own pipeline.

import CImGui

public enum Panels {
    /// The version of Dear ImGui that is linked, "1.86".
    public static var libraryVersion: String { String(cString: imgui_version()) }
}
