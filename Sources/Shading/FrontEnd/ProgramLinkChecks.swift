// ProgramLinkChecks: finds link errors that the specifications require and glslang does not report.
//
// - A varying that the fragment shader reads and the vertex shader does not declare (GLSL 3.30, 4.3.4). Two variables match by name
//   if neither has a location, by location if both have a location (OpenGL 4.6, 7.4.1), and never if only one of them has a
//   location.
// - Different interpolation of the same varying (GLSL ES 3.00, 4.3.9; desktop before 4.40). In desktop GLSL, integers are exempt
//   from this check, because they are flat regardless of the vertex shader's qualifier.
//   The fixed-function colours that a shader redeclares count as varyings (GLSL 4.60, 7.1).
// - `sample` in only one stage (GLSL 4.20, 4.3.4; allowed from 4.30 on).
// - A varying that the fragment shader reads and the vertex shader never writes, before GLSL 1.30 (GLSL 1.20, 4.3.6).
// - `invariant` in only one stage (GLSL ES 1.00, 4.6.4; desktop before 4.20). In GLSL ES 1.00, also gl_FragCoord must agree with
//   gl_Position, and gl_PointCoord with gl_PointSize.
// - Integers in a block that the fragment shader reads without `flat` (GLSL 4.60, 4.3.4).
// - Different types of varyings that match by their location (GLSL 4.60, 4.4.1).
// - Different precision of the members of the same uniform structure (GLSL ES 3.00, 9.2).
// - Different packing of the same uniform block: shared, packed and std140 do not match each other (GLSL ES 3.00, 4.3.7).
// - The same global name for a uniform and for a member of a block, or for members of two blocks (GLSL ES 3.00, 4.3.7).
// - More attributes, varyings or memory than the gl_Max… constants and Raster's limits allow.

struct ProgramLinkChecks {
    private let vertex: SPIRVInterface
    private let fragment: SPIRVInterface
    private let dialect: GLSLDialect
    private let sources: (vertex: Preprocessor.Output, fragment: Preprocessor.Output)
    private var mismatch: LinkMismatch { LinkMismatch(vertex: sources.vertex, fragment: sources.fragment) }
    private var outlines: (vertex: ShaderOutline, fragment: ShaderOutline) { (sources.vertex.outline, sources.fragment.outline) }
    /// The locations that the source assigns to the vertex shader's outputs and to the fragment shader's inputs.
    private let locations: (vertex: [String: Int], fragment: [String: Int])
    private var found: [ShaderDiagnostic] = []

    /// The values of gl_MaxVertexAttribs and gl_MaxVaryingVectors in GlslangShader.
    static let attributeLimit = 16
    static let varyingLimit = 32
    /// The value of gl_MaxTextureImageUnits and gl_MaxVertexTextureImageUnits in GlslangShader.
    static let samplerLimit = 32
    /// The value of gl_MaxTextureCoords in GlslangShader.
    static let coordinateLimit = 32
    /// The maximum number of vectors in one variable; so many vectors take 16 MiB.
    static let variableLimit = 1 << 20

    static func diagnostics(vertex: SPIRVInterface, _ vertexSource: Preprocessor.Output, fragment: SPIRVInterface,
                            _ fragmentSource: Preprocessor.Output, locations: (vertex: [String: Int], fragment: [String: Int])) -> [ShaderDiagnostic] {
        var checks = ProgramLinkChecks(
            vertex: vertex, fragment: fragment,
            dialect: vertexSource.dialect.version > fragmentSource.dialect.version ? vertexSource.dialect : fragmentSource.dialect,
            sources: (vertexSource, fragmentSource), locations: locations)
        checks.checkPosition()
        checks.checkIntegers()
        checks.checkVaryings()
        checks.checkInvariance()
        checks.checkFixedFunctionColors()
        checks.checkBlockPackings()
        checks.checkGlobalNames()
        if checks.dialect.isES { checks.checkUniformPrecision() }
        return checks.found
    }

    private init(vertex: SPIRVInterface, fragment: SPIRVInterface, dialect: GLSLDialect,
                 sources: (vertex: Preprocessor.Output, fragment: Preprocessor.Output), locations: (vertex: [String: Int], fragment: [String: Int])) {
        self.vertex = vertex; self.fragment = fragment; self.dialect = dialect; self.sources = sources
        self.locations = locations
    }

    /// - Parameter name: The name of the variable or block. For a member: the name of its variable or block, a dot, and the
    ///   member's name.
    private mutating func report(_ name: String, _ message: String) {
        let owner = String(name.prefix { $0 != "." })
        found.append(mismatch.error("'\(name)' : \(message)", about: owner))
    }

    // MARK: Position

    /// A vertex shader must write gl_Position (GLSL 1.30, 7.1). In GLSL 1.40 and later, and in GLSL ES, a missing gl_Position is no
    /// error, but the position is undefined.
    private mutating func checkPosition() {
        let dialect = sources.vertex.dialect
        guard !dialect.isES, dialect.version < 140, outlines.vertex.mentions["gl_Position"] == nil else { return }
        found.append(mismatch.error("'gl_Position' : the vertex shader never writes it", about: "main"))
    }

    // MARK: Sizes

    static func sizeDiagnostics(_ interface: SPIRVInterface, _ stage: ShaderStage, _ dialect: GLSLDialect) -> [ShaderDiagnostic] {
        var messages: [String] = []
        var attributes = 0, varyings = 0, components = 0, samplers = 0
        for variable in interface.variables + interface.localVariables {
            let count = interface.vectorCount(variable.pointee)
            if count > variableLimit, !interface.isStorage(variable) {
                messages.append("'\(interface.name(of: variable.id))' : this variable is too large: \(count) vectors; the limit is "
                    + "\(variableLimit)")
            }
            if interface.name(of: variable.id) == "gl_TexCoord", count > coordinateLimit {
                messages.append("'gl_TexCoord' : it has \(count) elements; gl_MaxTextureCoords is \(coordinateLimit)")
            }
            guard !interface.isBuiltIn(variable) else { continue }
            if variable.storage == SPIRVStorageClass.uniformConstant, interface.used.contains(variable.id) {
                samplers += interface.samplerCount(variable.pointee)
            }
            let connection = variable.storage == SPIRVStorageClass.input ? stage.rules.inputs
                : variable.storage == SPIRVStorageClass.output ? stage.rules.outputs : nil
            if connection == .attributes { attributes += count }
            if connection == .varyings {
                varyings += count
                components += interface.componentCount(variable.pointee)
            }
        }
        // In GLSL ES 1.00 several attributes may share a location (OpenGL ES 2.0.25, 2.10.4), so their number has no limit.
        if attributes > attributeLimit, dialect.version != 100 { messages.append("the attributes take \(attributes) locations; the limit is \(attributeLimit)") }
        if samplers > samplerLimit { messages.append("the samplers take \(samplers) texture units; the limit is \(samplerLimit)") }
        // GLSL limits components (gl_MaxVaryingComponents), GLSL ES limits rows of its packing (GLSL ES 1.00, A.7).
        if varyings > varyingLimit, dialect.isES || components > 4 * varyingLimit {
            messages.append("the varyings take \(varyings) vectors; the limit is \(varyingLimit)")
        }
        return messages.map { GLSLCompiler.linkError($0, stage: stage) }
    }

    // MARK: Varyings

    /// The name by which stages match a variable: the block's name if the variable is a block, else the variable's name.
    private func linkName(_ variable: SPIRVVariable, _ interface: SPIRVInterface) -> String {
        interface.name(of: interface.isBlock(variable) ? interface.elementType(variable.pointee) : variable.id)
    }

    private mutating func checkVaryings() {
        let outputs = vertex.variables.filter { $0.storage == SPIRVStorageClass.output && !vertex.isBuiltIn($0) }
        let inputs = fragment.variables.filter { $0.storage == SPIRVStorageClass.input && !fragment.isBuiltIn($0) }
        let inputNames = Set(inputs.map { linkName($0, fragment) })
        for input in inputs {
            let name = linkName(input, fragment)
            var output = outputs.first { linkName($0, vertex) == name && vertex.isBlock($0) == fragment.isBlock(input) }
            if output == nil, let location = locations.fragment[name] {
                output = outputs.first {
                    let other = linkName($0, vertex)
                    return locations.vertex[other] == location && !inputNames.contains(other) && vertex.isBlock($0) == fragment.isBlock(input)
                }
            }
            let isMatchedByName = output.map { linkName($0, vertex) == name } ?? false
            if isMatchedByName, fragment.used.contains(input.id), !fragment.isBlock(input),
               (locations.vertex[name] == nil) != (locations.fragment[name] == nil) {
                let isVertex = locations.fragment[name] == nil
                report(name, "this varying has a location only in \(isVertex ? "the vertex" : "the fragment") shader, so it is not matched; give it one in both or in neither")
            } else if let output, linkName(output, vertex) != name,
                      fragment.decorations(of: input.id).component > 0 || vertex.decorations(of: output.id).component > 0 {
                report(name, "varyings are not matched by location and component; give this one the same name in both stages")
            } else if let output {
                if !dialect.isES, dialect.version < 130, fragment.used.contains(input.id), !vertex.used.contains(output.id) {
                    report(name, "the fragment shader reads this varying, but the vertex shader never writes it (GLSL 1.20, 4.3.6)")
                }
                checkType(name, input, output)
                checkInterpolation(name, input, output)
            } else if fragment.used.contains(input.id) {
                let kind = fragment.isBlock(input) ? "block" : "varying"
                report(name, "the fragment shader reads this \(kind), but the vertex shader has no output of that name")
            }
        }
    }

    /// Integers are not interpolated (GLSL 4.60, 4.3.4). glslang reports a wrong interpolation of integers, except for members of blocks.
    private mutating func checkIntegers() {
        for input in fragment.variables where input.storage == SPIRVStorageClass.input && fragment.isBlock(input) && !fragment.isBuiltIn(input) {
            let type = fragment.elementType(input.pointee)
            for (index, member) in (fragment.members(type) ?? []).enumerated() where fragment.holdsIntegers(member) {
                guard fragment.decorations(ofMember: index, in: type).interpolation != .flat,
                      fragment.decorations(of: input.id).interpolation != .flat else { continue }
                let name = linkName(input, fragment)
                var error = mismatch.error("'\(name).\(fragment.memberName(index, in: type))' : integers are not interpolated; declare it 'flat'", about: name)
                (error.phase, error.stage) = (.compile, .fragment)
                found.append(error)
            }
        }
    }

    private mutating func checkInvariance() {
        guard dialect.version < (dialect.isES ? 300 : 420) else { return }
        // With the pragma, outputs are invariant even without the qualifier `invariant`, and inputs may have this qualifier or not.
        func differ(_ name: String, _ input: String) -> Bool {
            let isSaid = outlines.vertex.invariants[name] != nil, isExpected = outlines.fragment.invariants[input] != nil
            return isSaid != isExpected && !sources.vertex.isInvariantByPragma
        }
        for name in outlines.vertex.declarations.keys.sorted() where outlines.fragment.declarations[name] != nil && differ(name, name) {
            let isVertex = outlines.vertex.invariants[name] != nil
            report(name, "invariant must match: \(isVertex ? "the vertex" : "the fragment") shader has it, \(isVertex ? "the fragment" : "the vertex") shader does not")
        }
        guard dialect.isES else { return }
        for (input, output) in [("gl_FragCoord", "gl_Position"), ("gl_PointCoord", "gl_PointSize")]
        where outlines.fragment.invariants[input] != nil && differ(output, input) {
            report(input, "can be invariant only if \(output) is; write 'invariant \(output);' in the vertex shader")
        }
    }

    /// Compares varyings that have different names in the two stages. glslang itself compares varyings that have the same name in both stages.
    private mutating func checkType(_ name: String, _ input: SPIRVVariable, _ output: SPIRVVariable) {
        let outputName = linkName(output, vertex)
        guard outputName != name, let theirs = fragment.module.valueType(input.pointee), let ours = vertex.module.valueType(output.pointee),
              !Varyings.haveSameShape(ours, theirs) else { return }
        found.append(mismatch.error(name, ours, of: outputName, theirs))
    }

    private mutating func checkInterpolation(_ name: String, _ input: SPIRVVariable, _ output: SPIRVVariable) {
        guard dialect.isES || dialect.version < 440 else { return }
        let inputType = fragment.elementType(input.pointee), outputType = vertex.elementType(output.pointee)
        if fragment.isBlock(input), let members = fragment.members(inputType) {
            for (index, member) in members.enumerated() {
                compare(name + "." + fragment.memberName(index, in: inputType), isFloat: fragment.isFloat(member),
                        fragment.decorations(ofMember: index, in: inputType), vertex.decorations(ofMember: index, in: outputType))
            }
        } else {
            compare(name, isFloat: fragment.isFloat(input.pointee), fragment.decorations(of: input.id), vertex.decorations(of: output.id))
            if !dialect.isES, dialect.version < 430, fragment.decorations(of: input.id).isSample != vertex.decorations(of: output.id).isSample {
                report(name, "'sample' must match: one stage has it, the other does not")
            }
        }
    }

    /// gl_Color reads gl_FrontColor or gl_BackColor, depending on the visible side. So gl_FrontColor and gl_BackColor must have the
    /// same interpolation as gl_Color. A colour is not checked if a stage redeclares the colour but does not use it (GLSL 1.30, 4.3.7).
    private mutating func checkFixedFunctionColors() {
        guard dialect.version < 440 else { return }
        for color in ["Color", "SecondaryColor"] {
            guard let input = fragment.variables.first(where: {
                $0.storage == SPIRVStorageClass.input && fragment.name(of: $0.id) == "gl_" + color && fragment.used.contains($0.id)
            }) else { continue }
            for side in ["gl_Front", "gl_Back"] {
                guard let output = vertex.variables.first(where: {
                    $0.storage == SPIRVStorageClass.output && vertex.name(of: $0.id) == side + color && vertex.used.contains($0.id)
                }) else { continue }
                compare("gl_" + color, isFloat: true, fragment.decorations(of: input.id), vertex.decorations(of: output.id), other: side + color)
            }
        }
    }

    private mutating func compare(_ name: String, isFloat: Bool, _ input: SPIRVDecorations, _ output: SPIRVDecorations,
                                  other outputName: String? = nil) {
        guard isFloat || dialect.isES, input.interpolation != output.interpolation else { return }
        report(name, "interpolation must match: the vertex shader has \(output.interpolation.keyword)"
            + (outputName.map { " of \($0)" } ?? "") + ", the fragment shader \(input.interpolation.keyword)")
    }

    // MARK: Blocks

    private mutating func checkBlockPackings() {
        for (name, packing) in outlines.vertex.blockPackings.sorted(by: { $0.key < $1.key }) {
            guard let other = outlines.fragment.blockPackings[name], other != packing else { continue }
            report(name, "the layout of this block must match: the vertex shader has \(packing), the fragment shader \(other); "
                + "write the same in both (a block without a layout is shared)")
        }
    }

    /// For each global name among a stage's uniforms: the block that owns the name. The owner of a member is its block; the owner
    /// of a loose uniform is the empty string.
    private static func globalNames(_ interface: SPIRVInterface) -> [String: String] {
        var owners: [String: String] = [:]
        for variable in interface.variables {
            let name = interface.name(of: variable.id)
            if variable.storage == SPIRVStorageClass.uniformConstant, !name.hasPrefix("gl_") {
                owners[name] = ""
            } else if variable.storage == SPIRVStorageClass.uniform, name.isEmpty, let members = interface.members(variable.pointee) {
                // The members of a block are global names only if the block has no instance name.
                for index in members.indices { owners[interface.memberName(index, in: variable.pointee)] = interface.name(of: variable.pointee) }
            }
        }
        return owners
    }

    private mutating func checkGlobalNames() {
        let others = Self.globalNames(fragment)
        for (name, ours) in Self.globalNames(vertex).sorted(by: { $0.key < $1.key }) {
            guard let theirs = others[name], theirs != ours else { continue }
            func block(_ name: String) -> String? { name.isEmpty ? nil : name }
            found.append(mismatch.error(LinkMismatch.sharedName(name, vertex: block(ours), fragment: block(theirs)), about: name))
        }
    }

    // MARK: Precision

    private mutating func checkUniformPrecision() {
        for uniform in fragment.variables where uniform.storage == SPIRVStorageClass.uniformConstant && fragment.used.contains(uniform.id) {
            let name = fragment.name(of: uniform.id)
            guard let other = vertex.variables.first(where: {
                $0.storage == SPIRVStorageClass.uniformConstant && vertex.name(of: $0.id) == name && vertex.used.contains($0.id)
            }) else { continue }
            comparePrecision(name, vertex.elementType(other.pointee), fragment.elementType(uniform.pointee), depth: 0)
        }
    }

    private mutating func comparePrecision(_ name: String, _ vertexType: UInt32, _ fragmentType: UInt32, depth: Int) {
        guard depth < 16, let ours = vertex.members(vertexType), let theirs = fragment.members(fragmentType),
              ours.count == theirs.count else { return }
        for index in ours.indices {
            let member = name + "." + vertex.memberName(index, in: vertexType)
            if precision(outlines.vertex, vertex, index, in: vertexType) != precision(outlines.fragment, fragment, index, in: fragmentType) {
                report(member, "the precision of this uniform differs between the stages; qualify it in both")
            }
            comparePrecision(member, vertex.elementType(ours[index]), fragment.elementType(theirs[index]), depth: depth + 1)
        }
    }

    /// The precision in the source, which distinguishes lowp from mediump. If the source states no precision, this is the precision in SPIR-V.
    private func precision(_ outline: ShaderOutline, _ interface: SPIRVInterface, _ member: Int, in type: UInt32) -> String {
        outline.memberPrecisions[interface.name(of: type)]?[interface.memberName(member, in: type)]
            ?? (interface.decorations(ofMember: member, in: type).isRelaxed ? "mediump" : "highp")
    }
}
