// GLTFTextures: textures, samplers and images (glTF 2.0 §3.8; KHR_texture_transform, EXT_texture_webp, MSFT_texture_dds). An image that cannot be read
// causes a warning and leaves its slot without a texture, because a model without a texture is still useful.

import Effects
import Host
import Raster

struct GLTFTextures {
    /// The images that materials use.
    private(set) var images: [Image] = []
    var notes = ModelNotes()

    private let textures: [GLTFObject]
    private let samplers: [GLTFObject]
    private let sources: [GLTFObject]
    private let buffers: GLTFBuffers
    private let file: ModelFile
    /// For each image of the file that has been requested: the index in `images`, or the reason why the image cannot be read.
    private var known: [Int: Result<Int, RasterError>] = [:]
    /// Limits the memory of all decoded images.
    private let memory = MemoryClaims(MemoryBudget(limit: Model.maximumImageByteCount))

    init(_ gltf: GLTFFile, _ buffers: GLTFBuffers, _ file: ModelFile) throws(RasterError) {
        textures = try gltf.root.objects("textures")
        samplers = try gltf.root.objects("samplers")
        sources = try gltf.root.objects("images")
        self.buffers = buffers; self.file = file
        var used: Set<Int> = []
        for material in try gltf.root.objects("materials") { GLTFTextures.usedTextures(.object(material.members), into: &used) }
        var candidates: [Int] = []
        for index in used.sorted() where textures.indices.contains(index) {
            if let first = try self.candidates(textures[index]).first, !candidates.contains(first) { candidates.append(first) }
        }
        decode(candidates)
    }
    /// Collects the textures of all members whose name ends in `Texture`.
    private static func usedTextures(_ value: JSONValue, into used: inout Set<Int>) {
        guard case .object(let members) = value else { return }
        for (key, value) in members where key != "extras" {
            if key.hasSuffix("Texture"), case .object(let reference) = value, case .number(let number)? = reference["index"],
               let index = Int(exactly: number) { used.insert(index) }
            usedTextures(value, into: &used)
        }
    }

    /// Returns the texture that a reference in a material names; nil if the texture's image cannot be read.
    mutating func texture(_ reference: GLTFObject, material: String) throws(RasterError) -> MaterialTexture<Int>? {
        let index = try reference.required("index", try reference.index("index", below: textures.count, of: "textures"))
        let texture = textures[index]
        guard let image = try image(texture, material: material) else { return nil }
        var result = MaterialTexture(image)
        if let sampler = try texture.index("sampler", below: samplers.count, of: "samplers") { result.sampler = try GLTFTextures.sampler(samplers[sampler]) }
        result.texCoord = try reference.integer("texCoord") ?? 0
        if let transform = try reference.extension("KHR_texture_transform") {
            result.transform = TextureTransform(offset: try transform.vector2("offset") ?? .zero, rotation: try transform.number("rotation") ?? 0,
                                                scale: try transform.vector2("scale") ?? .one)
            result.texCoord = try transform.integer("texCoord") ?? result.texCoord
        }
        if result.texCoord > 1 {
            notes.add("textures with the texture coordinates of set \(result.texCoord) are left out; sets 0 and 1 are drawn")
            return nil
        }
        return result
    }

    /// Returns the images of a texture, in the order in which the reader tries the images.
    private func candidates(_ texture: GLTFObject) throws(RasterError) -> [Int] {
        func source(_ object: GLTFObject?) throws(RasterError) -> Int? { try object?.index("source", below: sources.count, of: "images") }
        // Few exporters write the extensions `directDraw` and `basis`. If an index in one of these two extensions is wrong, only the image
        // is left out, and the rest of the model is still shown.
        func lenient(_ name: String) throws(RasterError) -> Int? {
            try texture.extension(name)?.integer("source").flatMap { sources.indices.contains($0) ? $0 : nil }
        }
        return [try source(try texture.extension("EXT_texture_webp")), try lenient(GLTFExtensions.directDraw), try lenient(GLTFExtensions.basis),
                try source(texture)].compactMap { $0 }
    }

    private mutating func image(_ texture: GLTFObject, material: String) throws(RasterError) -> Int? {
        var failure: RasterError?
        for candidate in try candidates(texture) {
            if known[candidate] == nil { decode([candidate]) }
            switch known[candidate] {
            case .success(let image)?: return image
            case .failure(let error)?: failure = error
            case nil: break
            }
        }
        let owner = "material '\(material)'"
        if let failure {
            notes.add("\(owner) lacks a texture: \(failure)")
        } else if try texture.extension(GLTFExtensions.basis) != nil {
            notes.add("\(owner) lacks a texture: KTX2 images with Basis Universal (\(GLTFExtensions.basis)) are not supported")
        } else {
            notes.add("\(owner) lacks a texture: \(texture.place) has no image")
        }
        return nil
    }

    /// Decodes images of the file in parallel.
    private mutating func decode(_ indices: [Int]) {
        let files = indices.map { index -> Result<(bytes: [UInt8], name: String), RasterError> in
            do throws(RasterError) { return .success(try contents(sources[index])) } catch { return .failure(error) }
        }
        let results = Lock([Result<Image, RasterError>?](repeating: nil, count: indices.count)), memory = memory
        ParallelLoop.run(count: indices.count) { i in
            let result: Result<Image, RasterError>
            do throws(RasterError) { result = .success(try GLTFTextures.image(try files[i].get(), memory)) } catch { result = .failure(error) }
            results.withLock { $0[i] = result }
        }
        for (index, result) in zip(indices, results.withLock { $0 }) {
            switch result {
            case .success(let image)?:
                known[index] = .success(images.count)
                images.append(image)
            case .failure(let error)?: known[index] = .failure(error)
            case nil: break
            }
        }
    }
    private func contents(_ source: GLTFObject) throws(RasterError) -> (bytes: [UInt8], name: String) {
        let name = "image '\(source.label("name").isEmpty ? source.place : source.label("name"))'"
        if let view = try source.index("bufferView", below: buffers.viewCount, of: "bufferViews") { return (Array(try buffers.view(view)), name) }
        let uri = try source.required("uri", try source.text("uri"))
        if URIText.isData(uri) {
            guard let bytes = URIText.data(uri) else { throw source.damaged("uri", "is no valid data URI") }
            return (bytes, name)
        }
        return try file.companion(uri) { path throws(RasterError) in (try HostFile.read(path), "image '\(path)'") }
    }
    private static func image(_ file: (bytes: [UInt8], name: String), _ memory: MemoryClaims) throws(RasterError) -> Image {
        do { return try Image.read(bytes: file.bytes, name: file.name, Image.DecodingLimits(claims: memory)) } catch {
            guard error.code == .outOfMemory else { throw error }
            throw RasterError(.invalidSize, file.name, "is left out: the images of the model exceed \(Model.maximumImageByteCount >> 20) MiB",
                              remedy: "use smaller images")
        }
    }

    private static func sampler(_ object: GLTFObject) throws(RasterError) -> Sampler {
        // The file gives filters and wrap modes as OpenGL's constants. If a sampler gives no filters, the reader may choose the filters.
        var sampler = Sampler(mip: .linear, wrap: .repeat)
        switch try object.integer("magFilter") {
        case 9728: sampler.magFilter = .nearest
        case nil, 9729: break
        case let other?: throw object.damaged("magFilter", "is the unknown \(other)")
        }
        switch try object.integer("minFilter") {
        case 9728: (sampler.minFilter, sampler.mipFilter) = (.nearest, .none)
        case 9729: (sampler.minFilter, sampler.mipFilter) = (.linear, .none)
        case 9984: (sampler.minFilter, sampler.mipFilter) = (.nearest, .nearest)
        case 9985: (sampler.minFilter, sampler.mipFilter) = (.linear, .nearest)
        case 9986: (sampler.minFilter, sampler.mipFilter) = (.nearest, .linear)
        case nil, 9987: break
        case let other?: throw object.damaged("minFilter", "is the unknown \(other)")
        }
        func wrap(_ key: String) throws(RasterError) -> WrapMode {
            switch try object.integer(key) {
            case nil, 10497: .repeat
            case 33071: .clampToEdge
            case 33648: .mirroredRepeat
            case let other?: throw object.damaged(key, "is the unknown \(other)")
            }
        }
        sampler.wrapS = try wrap("wrapS")
        sampler.wrapT = try wrap("wrapT")
        return sampler
    }
}
