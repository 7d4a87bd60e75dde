// MTLReader: material libraries of OBJ files, with the keywords of the PBR extension (Pr, Pm, Ps, Pc, norm …).

import Effects
import Raster

struct MTLReader {
    let file: ModelFile
    private(set) var materials: [String: Model.Material] = [:]
    private(set) var images: [Image] = []
    private(set) var notes = ModelNotes()
    /// True if a library was found.
    private(set) var hasRead = false
    private var known: [String: Int?] = [:]
    /// Limits the memory of all decoded images.
    private let memory = MemoryClaims(MemoryBudget(limit: Model.maximumImageByteCount))

    init(file: ModelFile) { self.file = file }

    /// Maps that have no slot in a Material.
    private static let ignoredMaps = [
        "map_ka": "ambient", "map_ks": "specular", "map_ns": "shininess", "map_tr": "opacity", "map_bump": "bump", "bump": "bump",
        "disp": "displacement", "decal": "decal", "refl": "reflection", "map_refl": "reflection", "map_aat": "antialiasing",
        "map_ps": "sheen", "map_rma": "roughness", "map_orm": "roughness",
    ]
    /// Keywords that are ignored without a warning, because a Material has no such property, or because other keywords set the property.
    private static let silent: Set<String> = ["ka", "tf", "illum", "sharpness"]

    /// A material whose lines are being read.
    private struct Draft {
        var material = Model.Material.plain
        var diffuse: SIMD3<Float>?
        var opacity: Float?
        var transparency: Float?
        var shininess: Float?
        var hasRoughness = false
        var maps: [String: MaterialTexture<Int>] = [:]
        var mapFiles: [String: String] = [:]
    }

    /// Reads the libraries of a `mtllib` line: a single name with blanks, or several names.
    mutating func read(_ line: String) {
        if readLibrary(line, isAlone: true) { return }
        let names = line.split(separator: " ").map(String.init)
        let isList = names.count > 1 && names.allSatisfy { $0.lowercased().hasSuffix(".mtl") }
        for name in isList ? names : [line] { _ = readLibrary(name, isAlone: false) }
    }
    private mutating func readLibrary(_ name: String, isAlone: Bool) -> Bool {
        let bytes: [UInt8]
        do { bytes = try file.companion(name) { path throws(RasterError) in try HostFile.read(path) } } catch {
            if !isAlone { notes.add("material library '\(name)' is not used: \(error)") }
            return false
        }
        hasRead = true
        var lines = TextLines(TextBytes.utf8(bytes)), draft: Draft?, unknown = UnknownWords(), ignored: [String] = [], options: [String] = []
        while let line = lines.next() {
            var words = TextReader(line)
            let word = words.word()
            guard let first = word.first, first != UInt8(ascii: "#") else { continue }
            let text = String(decoding: word, as: UTF8.self), key = text.lowercased()
            if key == "newmtl" {
                finish(draft)
                draft = Draft()
                draft?.material.name = words.rest()
            } else if let map = Self.ignoredMaps[key] {
                if !ignored.contains(map) { ignored.append(map) }
            } else if draft == nil || !statement(key, &words, &draft!, &ignored, &options), !Self.silent.contains(key) {
                unknown.add(text)
            }
        }
        finish(draft)
        notes.add(!ignored.isEmpty, "maps are ignored: \(ignored.joined(separator: ", "))")
        notes.add(!options.isEmpty, "options of textures are ignored: \(options.joined(separator: ", "))")
        unknown.tell(of: "material library '\(name)'", in: &notes)
        return true
    }

    /// Reads one statement. Returns false if the keyword is unknown.
    private mutating func statement(_ key: String, _ words: inout TextReader, _ draft: inout Draft, _ ignored: inout [String],
                                    _ options: inout [String]) -> Bool {
        func number(_ words: inout TextReader) -> Float? { words.number().flatMap { $0.isFinite ? Float($0) : nil } }
        func unit(_ words: inout TextReader) -> Float? { number(&words).map { min(max($0, 0), 1) } }
        func color(_ words: inout TextReader) -> SIMD3<Float>? {
            guard let red = number(&words) else { return nil }
            // A single number means a grey colour.
            let green = number(&words) ?? red
            return pointwiseMax(SIMD3(red, green, number(&words) ?? red), .zero)
        }
        switch key {
        case "kd": draft.diffuse = color(&words).map { pointwiseMin($0, .one) }
        case "ks": if let specular = color(&words), specular == .zero { draft.material.specular = Specular(factor: 0) }
        case "ke": draft.material.emissive = color(&words) ?? .zero
        case "ns": draft.shininess = number(&words)
        case "d":
            if words.skipBlanks(), words.bytes[words.position] == UInt8(ascii: "-") { _ = words.word() }
            draft.opacity = unit(&words)
        case "tr": draft.transparency = unit(&words)
        case "ni": if let ior = number(&words), ior >= 1 { draft.material.ior = ior }
        case "pr": if let roughness = unit(&words) { draft.material.roughness = roughness; draft.hasRoughness = true }
        case "pm": draft.material.metallic = unit(&words) ?? 0
        case "ps": if let sheen = unit(&words), sheen > 0 { draft.material.sheen = Sheen(color: SIMD3(repeating: sheen), roughness: 0.5) }
        case "pc": if let factor = unit(&words), factor > 0 { coat(&draft) { $0.factor = factor } }
        case "pcr": if let roughness = unit(&words), roughness > 0 { coat(&draft) { $0.roughness = roughness } }
        case "aniso": if let strength = unit(&words), strength > 0 { anisotropy(&draft) { $0.strength = strength } }
        // The file gives the rotation as a fraction of a full turn.
        case "anisor": if let turn = number(&words), turn != 0 { anisotropy(&draft) { $0.rotation = turn * 2 * .pi } }
        case "map_kd", "map_d", "map_ke", "norm", "map_kn", "map_pr", "map_pm": map(key == "map_kn" ? "norm" : key, &words, &draft, &options)
        default: return false
        }
        return true
    }
    private func coat(_ draft: inout Draft, _ change: (inout Clearcoat) -> Void) {
        var coat = draft.material.clearcoat ?? Clearcoat()
        change(&coat)
        draft.material.clearcoat = coat
    }
    private func anisotropy(_ draft: inout Draft, _ change: (inout Anisotropy) -> Void) {
        var anisotropy = draft.material.anisotropy ?? Anisotropy()
        change(&anisotropy)
        draft.material.anisotropy = anisotropy
    }

    // MARK: Maps

    private mutating func map(_ key: String, _ words: inout TextReader, _ draft: inout Draft, _ options: inout [String]) {
        var sampler = Sampler(mip: .linear, wrap: .repeat), offset = SIMD2<Float>.zero, scale = SIMD2<Float>.one
        // Options precede the file's name, which may contain blanks.
        while words.skipBlanks(), words.bytes[words.position] == UInt8(ascii: "-") {
            let rest = words
            let option = String(decoding: words.word(), as: UTF8.self).lowercased()
            func vector(_ value: inout SIMD2<Float>) {
                for k in 0..<3 {
                    let before = words
                    guard let number = words.number() else { words = before; return }
                    if k < 2, number.isFinite { value[k] = Float(number) }
                }
            }
            switch option {
            case "-o": vector(&offset)
            case "-s": vector(&scale)
            case "-clamp":
                if String(decoding: words.word(), as: UTF8.self).lowercased() == "on" { (sampler.wrapS, sampler.wrapT) = (.clampToEdge, .clampToEdge) }
            case "-bm": if let scale = words.number(), key == "norm", scale.isFinite { draft.material.normalScale = Float(scale) }
            case "-t":
                var turbulence = SIMD2<Float>.zero
                vector(&turbulence)
                if !options.contains(option) { options.append(option) }
            case "-mm":
                _ = words.number(); _ = words.number()
                if !options.contains(option) { options.append(option) }
            case "-blendu", "-blendv", "-cc", "-boost", "-texres", "-imfchan", "-type":
                _ = words.word()
                if !options.contains(option) { options.append(option) }
            default:
                // The word is not an option. Therefore the word is the beginning of a file name whose first character is a minus.
                words = rest
                return setMap(key, words.rest(), sampler, offset, scale, &draft)
            }
        }
        setMap(key, words.rest(), sampler, offset, scale, &draft)
    }
    private mutating func setMap(_ key: String, _ name: String, _ sampler: Sampler, _ offset: SIMD2<Float>, _ scale: SIMD2<Float>, _ draft: inout Draft) {
        if name.isEmpty { return }
        guard let image = image(name, draft.material.name) else { return }
        // In OBJ files, the offset is counted from the bottom of the image; in a TextureTransform, from the top.
        let transform = TextureTransform(offset: SIMD2(offset.x, 1 - offset.y - scale.y), scale: scale)
        draft.maps[key] = MaterialTexture(image, sampler: sampler, transform: scale == .one && offset == .zero ? TextureTransform() : transform)
        draft.mapFiles[key] = name
    }
    private mutating func image(_ name: String, _ material: String) -> Int? {
        if let image = known[name] { return image }
        let result: Int?
        do {
            let image = try file.companion(name) { path throws(RasterError) in try Image.read(from: path, Image.DecodingLimits(claims: memory)) }
            result = images.count
            images.append(image)
        } catch {
            notes.add("material '\(material)' lacks a texture: \(error)")
            result = nil
        }
        known[name] = result
        return result
    }

    private mutating func finish(_ draft: Draft?) {
        guard let draft, materials[draft.material.name] == nil else { return }
        var material = draft.material
        var diffuse = draft.diffuse ?? .one
        // If a material has a diffuse map and a black diffuse colour, the black is ignored, because the product of map and black would be
        // black. The writer of such a file means the map alone.
        if diffuse == .zero, draft.maps["map_kd"] != nil { diffuse = .one }
        // Tr is 1 − d. Some files give Tr = 1 and no d, which would make the material invisible. A material with Tr = 1 and without d is
        // meant to be opaque, so d is 1.
        let opacity = draft.opacity ?? draft.transparency.map { $0 == 1 ? 1 : 1 - $0 } ?? 1
        material.baseColor = SIMD4(diffuse, opacity)
        if opacity < 1 { material.alphaMode = .blend }
        // Blender writes its roughness as Ns. The formula below converts Ns back to the roughness.
        if !draft.hasRoughness, let shininess = draft.shininess { material.roughness = 1 - (min(max(shininess, 0), 1000) / 1000).squareRoot() }
        material.textures[.baseColor] = draft.maps["map_kd"]
        if let emission = draft.maps["map_ke"] {
            material.textures[.emissive] = emission
            if material.emissive == .zero { material.emissive = .one }
        }
        material.textures[.normal] = draft.maps["norm"]
        // A Material has one texture for both values: roughness in green and metalness in blue.
        if let roughness = draft.maps["map_pr"], material.metallic == 0 || draft.mapFiles["map_pm"] == draft.mapFiles["map_pr"] {
            material.textures[.metallicRoughness] = roughness
            material.roughness = 1
            if draft.mapFiles["map_pm"] != nil { material.metallic = 1 }
            notes.add(draft.mapFiles["map_pm"] != nil && draft.mapFiles["map_pm"] != draft.mapFiles["map_pr"], "maps are ignored: metallic")
        } else if draft.maps["map_pr"] != nil || draft.maps["map_pm"] != nil {
            notes.add("maps are ignored: roughness or metallic; both must be in one image")
        }
        if let opacity = draft.maps["map_d"] { setOpacity(opacity, draft, &material) }
        materials[material.name] = material
    }

    /// Uses the opacities of a map as the alpha of the base colour.
    private mutating func setOpacity(_ opacity: MaterialTexture<Int>, _ draft: Draft, _ material: inout Model.Material) {
        var use = draft.maps["map_kd"] ?? opacity
        if draft.mapFiles["map_kd"] != draft.mapFiles["map_d"] {
            let colors = draft.maps["map_kd"].map { images[$0.image] }, size = colors ?? images[opacity.image]
            do { try memory.take(size.width * size.height * 4, for: "the opacity map") } catch {
                return notes.add("the opacity map of material '\(material.name)' is left out: its images are too large")
            }
            use.image = images.count
            images.append(OpacityMap.merged(colors, images[opacity.image]))
        }
        material.textures[.baseColor] = use
        let mode = OpacityMap.mode(of: images[use.image])
        if material.alphaMode == .opaque || mode == .blend { material.alphaMode = mode }
    }
}
