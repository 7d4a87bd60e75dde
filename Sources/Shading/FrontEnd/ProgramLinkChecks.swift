// ProgramLinkChecks: finds link errors that the specifications require and glslang does not report.
//
// - A varying that the fragment shader reads and the vertex shader does not declare (GLSL 3.30, 4.3.4). If neither variable has a
//   location, the two variables match by name. If both variables have a location, the two variables match by location (OpenGL 4.6,
//   7.4.1). If only one variable has a location, the two variables never match.
// - Different interpolation of the same varying (GLSL ES 3.00, 4.3.9; desktop before 4.40). In desktop GLSL, the interpolation of integers
//   is not compared, because integers are flat regardless of the vertex shader's qualifier. The fixed-function colours that a shader
//   redeclares count as varyings (GLSL 4.60, 7.1).
// - A varying that only one of the two stages declares as `sample` (GLSL 4.20, 4.3.4; allowed from 4.30 on).
// - A varying that the fragment shader reads and the vertex shader never writes, before GLSL 1.30 (GLSL 1.20, 4.3.6).
// - A varying that only one of the two stages declares as `invariant` (GLSL ES 1.00, 4.6.4; desktop before 4.20). Also in GLSL ES 1.00, an
//   invariant gl_FragCoord although gl_Position is not invariant, or an invariant gl_PointCoord although gl_PointSize is not invariant.
// - Integers in a block that the fragment shader reads without `flat` (GLSL 4.60, 4.3.4).
// - Different types of varyings that match by their location (GLSL 4.60, 4.4.1).
// - Different precision of the members of the same uniform structure (GLSL ES 3.00, 9.2).
// - Different packing of the same uniform block: shared, packed and std140 do not match each other (GLSL ES 3.00, 4.3.7).
// - An array at the end of a storage block, if the array has a size in only one stage (GLSL ES 3.10, 9.2). glslang gives the array the
//   same size in both stages.
// - Floats and integers at one location (GLSL 4.60, 4.4.1).
// - The same global name for a uniform and for a member of a block, or for members of two blocks (GLSL ES 3.00, 4.3.7).
// - More attributes, varyings or memory than the gl_Max… constants and Raster's limits allow.

struct ProgramLinkChecks {
    /// The parts of a compiled stage that the checks read.
    struct Side {
        var text: GLSLCompiler.StageText
        var interface: SPIRVInterface
        var locations: ExplicitLocations
    }

    private let first: SPIRVInterface
    private let second: SPIRVInterface
    private let dialect: GLSLDialect
    private let mismatch: LinkMismatch
    private var outlines: (first: ShaderOutline, second: ShaderOutline) { (mismatch.first.output.outline, mismatch.second.output.outline) }
    /// The names of the two stages in messages, for example `the vertex shader`.
    private var words: (first: String, second: String) { ("the " + mismatch.first.word, "the " + mismatch.second.word) }
    /// The locations that the source assigns to the first stage's outputs and to the second stage's inputs.
    private let locations: (first: [String: Int], second: [String: Int])
    private var found: [ShaderDiagnostic] = []

    /// `attributeLimit` is the value of gl_MaxVertexAttribs in GlslangShader, and `varyingLimit` is the value of
    /// gl_MaxVaryingVectors.
    static let attributeLimit = 16
    static let varyingLimit = 32
    /// The value of gl_MaxTextureImageUnits and gl_MaxVertexTextureImageUnits in GlslangShader.
    static let samplerLimit = 32
    /// The value of gl_MaxTextureCoords in GlslangShader.
    static let coordinateLimit = 32
    /// The maximum number of vectors in one variable. A variable with the maximum number of vectors takes 16 MiB.
    static let variableLimit = 1 << 20

    /// Compares two stages of a program, the earlier stage first.
    /// - Parameter areNeighbours: Whether the second stage reads the outputs of the first stage. If false, only the uniforms of the two
    ///   stages are compared.
    static func diagnostics(_ first: Side, _ second: Side, areNeighbours: Bool) -> [ShaderDiagnostic] {
        var checks = ProgramLinkChecks(first, second)
        if areNeighbours {
            checks.checkPosition()
            checks.checkIntegers()
            checks.checkVaryings()
            checks.checkInvariance()
            checks.checkFixedFunctionColors()
        }
        checks.checkBlockPackings()
        checks.checkUnsizedArrays()
        checks.checkGlobalNames()
        if checks.dialect.isES { checks.checkUniformPrecision() }
        return checks.found
    }

    private init(_ first: Side, _ second: Side) {
        self.first = first.interface; self.second = second.interface
        let dialects = (first.text.output.dialect, second.text.output.dialect)
        dialect = dialects.0.version > dialects.1.version ? dialects.0 : dialects.1
        mismatch = LinkMismatch(first: first.text, second: second.text)
        locations = (first.locations.outputs, second.locations.inputs)
    }

    /// - Parameter name: The name of the variable or block. For a member: the name of its variable or block, a dot, and the
    ///   member's name. An @ that `glslang_shaders_separate_inputs` has appended is not shown.
    private mutating func report(_ name: String, _ message: String) {
        let owner = String(name.prefix { !".@".contains($0) })
        found.append(mismatch.error("'\(name.replacing("@", with: ""))' : \(message)", about: owner))
    }

    // MARK: Position

    /// Reports an error if a vertex shader in a version before GLSL 1.40 never writes gl_Position (GLSL 1.30, 7.1). In GLSL 1.40 and later,
    /// and in GLSL ES, a missing gl_Position is no error, but the position is undefined.
    private mutating func checkPosition() {
        let dialect = mismatch.first.output.dialect
        guard !dialect.isES, dialect.version < 140, outlines.first.mentions["gl_Position"] == nil else { return }
        found.append(mismatch.error("'gl_Position' : the vertex shader never writes it", about: "main"))
    }

    // MARK: Sizes

    static func sizeDiagnostics(_ interface: SPIRVInterface, _ stage: ShaderStage, _ dialect: GLSLDialect) -> [ShaderDiagnostic] {
        var messages: [String] = []
        var attributes = 0, inputs = (vectors: 0, components: 0), outputs = (vectors: 0, components: 0), samplers = 0
        for variable in interface.variables + interface.localVariables {
            let count = interface.vectorCount(interface.linkedType(variable))
            if count > variableLimit, !interface.isStorage(variable) {
                messages.append("'\(interface.name(of: variable.id))' : this variable is too large: \(count) vectors; the limit is "
                    + "\(variableLimit)")
            }
            let coordinates = interface.vectorCount(ofMemberOrVariable: "gl_TexCoord", variable)
            if coordinates > coordinateLimit {
                messages.append("'gl_TexCoord' : it has \(coordinates) elements; gl_MaxTextureCoords is \(coordinateLimit)")
            }
            guard !interface.isBuiltIn(variable) else { continue }
            if variable.storage == SPIRVStorageClass.uniformConstant, interface.used.contains(variable.id) {
                samplers += interface.samplerCount(variable.pointee)
            }
            let connection = variable.storage == SPIRVStorageClass.input ? stage.rules.inputs
                : variable.storage == SPIRVStorageClass.output ? stage.rules.outputs : nil
            if connection == .attributes { attributes += count }
            guard connection == .varyings else { continue }
            if variable.storage == SPIRVStorageClass.input {
                inputs.vectors += count
                inputs.components += interface.componentCount(interface.linkedType(variable))
            } else {
                outputs.vectors += count
                outputs.components += interface.componentCount(interface.linkedType(variable))
            }
        }
        // In GLSL ES 1.00 several attributes may share a location (OpenGL ES 2.0.25, 2.10.4), so the sum of their sizes may exceed the
        // number of locations.
        if attributes > attributeLimit, dialect.version != 100 { messages.append("the attributes take \(attributes) locations; the limit is \(attributeLimit)") }
        if samplers > samplerLimit { messages.append("the samplers take \(samplers) texture units; the limit is \(samplerLimit)") }
        // Desktop GLSL limits the number of components (gl_MaxVaryingComponents). GLSL ES limits the number of vectors into which the
        // varyings are packed (GLSL ES 1.00, A.7).
        for varyings in [inputs, outputs] where varyings.vectors > varyingLimit && (dialect.isES || varyings.components > 4 * varyingLimit) {
            messages.append("the varyings take \(varyings.vectors) vectors; the limit is \(varyingLimit)")
        }
        return messages.map { GLSLCompiler.linkError($0, stage: stage) }
    }

    // MARK: Varyings

    /// Returns the name by which stages match a variable: the block's name if the variable is a block, else the variable's name.
    private func linkName(_ variable: SPIRVVariable, _ interface: SPIRVInterface) -> String {
        interface.name(of: interface.isBlock(variable) ? interface.elementType(variable.pointee) : variable.id)
    }

    private mutating func checkVaryings() {
        let outputs = first.variables.filter { $0.storage == SPIRVStorageClass.output && !first.isBuiltIn($0) }
        let inputs = second.variables.filter { $0.storage == SPIRVStorageClass.input && !second.isBuiltIn($0) }
        checkSharedLocations(outputs, first, locations.first)
        checkSharedLocations(inputs, second, locations.second)
        let inputNames = Set(inputs.map { linkName($0, second) })
        for input in inputs {
            let name = linkName(input, second)
            var output = outputs.first { linkName($0, first) == name && first.isBlock($0) == second.isBlock(input) }
            if output == nil, let location = locations.second[name] {
                output = outputs.first {
                    let other = linkName($0, first)
                    return locations.first[other] == location && first.decorations(of: $0.id).component == second.decorations(of: input.id).component
                        && !inputNames.contains(other) && first.isBlock($0) == second.isBlock(input)
                }
            }
            let isMatchedByName = output.map { linkName($0, first) == name } ?? false
            if isMatchedByName, second.used.contains(input.id), !second.isBlock(input),
               (locations.first[name] == nil) != (locations.second[name] == nil) {
                let stage = locations.second[name] == nil ? words.first : words.second
                report(name, "this varying has a location only in \(stage), so it is not matched; give it one in both or in neither")
            } else if let output {
                if !dialect.isES, dialect.version < 130, second.used.contains(input.id), !first.used.contains(output.id) {
                    report(name, "\(words.second) reads this varying, but \(words.first) never writes it (GLSL 1.20, 4.3.6)")
                }
                checkType(name, input, output)
                checkInterpolation(name, input, output)
            } else if second.used.contains(input.id) {
                let kind = second.isBlock(input) ? "block" : "varying"
                let isSeparated = name.hasSuffix("@"), location = locations.second[name] ?? 0
                report(name, "\(words.second) reads this \(kind)\(isSeparated ? " at location \(location)" : ""), but \(words.first) has no output "
                    + (isSeparated ? "there" : "of that name"))
            }
        }
    }

    /// Checks that the variables at each location are either all floats or all integers (GLSL 4.60, 4.4.1).
    private mutating func checkSharedLocations(_ variables: [SPIRVVariable], _ interface: SPIRVInterface, _ locations: [String: Int]) {
        var known: [Int: (name: String, isFloat: Bool)] = [:]
        for variable in variables where !interface.isBlock(variable) {
            let name = linkName(variable, interface), isFloat = interface.isFloat(variable.pointee)
            guard let location = locations[name] else { continue }
            if let other = known[location], other.isFloat != isFloat {
                report(name, "has the location of '\(other.name)'; variables of one location must all be floats or all be integers")
            }
            known[location] = (name, isFloat)
        }
    }

    /// Reports members of blocks that are integers without `flat`, because integers cannot be interpolated (GLSL 4.60, 4.3.4). glslang
    /// reports a wrong interpolation of integers, except for members of blocks.
    private mutating func checkIntegers() {
        guard mismatch.second.stage == .fragment else { return }
        for input in second.variables where input.storage == SPIRVStorageClass.input && second.isBlock(input) && !second.isBuiltIn(input) {
            let type = second.elementType(input.pointee)
            for (index, member) in (second.members(type) ?? []).enumerated() where second.holdsIntegers(member) {
                guard second.decorations(ofMember: index, in: type).interpolation != .flat,
                      second.decorations(of: input.id).interpolation != .flat else { continue }
                let name = linkName(input, second)
                var error = mismatch.error("'\(name).\(second.memberName(index, in: type))' : integers are not interpolated; declare it 'flat'", about: name)
                (error.phase, error.stage) = (.compile, .fragment)
                found.append(error)
            }
        }
    }

    private mutating func checkInvariance() {
        guard dialect.version < (dialect.isES ? 300 : 420) else { return }
        // With `#pragma STDGL invariant(all)`, outputs are invariant even without the qualifier `invariant`. So with this pragma, an input
        // matches an output, whether the input has the qualifier or not.
        func differ(_ name: String, _ input: String) -> Bool {
            let isSaid = outlines.first.invariants[name] != nil, isExpected = outlines.second.invariants[input] != nil
            return isSaid != isExpected && !mismatch.first.output.isInvariantByPragma
        }
        for name in outlines.first.declarations.keys.sorted() where outlines.second.declarations[name] != nil && differ(name, name) {
            let isFirst = outlines.first.invariants[name] != nil
            report(name, "invariant must match: \(isFirst ? words.first : words.second) has it, \(isFirst ? words.second : words.first) does not")
        }
        guard dialect.isES else { return }
        for (input, output) in [("gl_FragCoord", "gl_Position"), ("gl_PointCoord", "gl_PointSize")]
        where outlines.second.invariants[input] != nil && differ(output, input) {
            report(input, "can be invariant only if \(output) is; write 'invariant \(output);' in the vertex shader")
        }
    }

    /// Compares varyings that have different names in the two stages. glslang itself compares varyings that have the same name in both stages.
    private mutating func checkType(_ name: String, _ input: SPIRVVariable, _ output: SPIRVVariable) {
        let outputName = linkName(output, first)
        guard outputName != name, let theirs = second.module.valueType(second.linkedType(input)), let ours = first.module.valueType(output.pointee),
              !Varyings.haveSameShape(ours, theirs) else { return }
        found.append(mismatch.error(name, ours, of: outputName, theirs))
    }

    private mutating func checkInterpolation(_ name: String, _ input: SPIRVVariable, _ output: SPIRVVariable) {
        guard dialect.isES || dialect.version < 440 else { return }
        let inputType = second.elementType(input.pointee), outputType = first.elementType(output.pointee)
        if second.isBlock(input), let members = second.members(inputType) {
            for (index, member) in members.enumerated() {
                compare(name + "." + second.memberName(index, in: inputType), isFloat: second.isFloat(member),
                        second.decorations(ofMember: index, in: inputType), first.decorations(ofMember: index, in: outputType))
            }
        } else {
            compare(name, isFloat: second.isFloat(input.pointee), second.decorations(of: input.id), first.decorations(of: output.id))
            if !dialect.isES, dialect.version < 430, second.decorations(of: input.id).isSample != first.decorations(of: output.id).isSample {
                report(name, "'sample' must match: one stage has it, the other does not")
            }
        }
    }

    /// Compares the interpolation of the fixed-function colours. gl_Color reads gl_FrontColor or gl_BackColor, depending on the visible
    /// side. So gl_FrontColor and gl_BackColor must have the same interpolation as gl_Color. A colour is not compared if a stage redeclares
    /// the colour but does not use the colour (GLSL 1.30, 4.3.7).
    private mutating func checkFixedFunctionColors() {
        guard dialect.version < 440 else { return }
        for color in ["Color", "SecondaryColor"] {
            guard let input = second.usedBuiltin("gl_" + color, SPIRVStorageClass.input) else { continue }
            for side in ["gl_Front", "gl_Back"] {
                guard let output = first.usedBuiltin(side + color, SPIRVStorageClass.output) else { continue }
                compare("gl_" + color, isFloat: true, input, output, other: side + color)
            }
        }
    }

    private mutating func compare(_ name: String, isFloat: Bool, _ input: SPIRVDecorations, _ output: SPIRVDecorations,
                                  other outputName: String? = nil) {
        guard isFloat || dialect.isES, input.interpolation != output.interpolation else { return }
        report(name, "interpolation must match: \(words.first) has \(output.interpolation.keyword)"
            + (outputName.map { " of \($0)" } ?? "") + ", \(words.second) \(input.interpolation.keyword)")
    }

    // MARK: Blocks

    private mutating func checkBlockPackings() {
        for (name, packing) in outlines.first.blockPackings.sorted(by: { $0.key < $1.key }) {
            guard let other = outlines.second.blockPackings[name], other != packing else { continue }
            report(name, "the layout of this block must match: \(words.first) has \(packing), \(words.second) \(other); "
                + "write the same in both (a block without a layout is shared)")
        }
    }

    private mutating func checkUnsizedArrays() {
        for (name, isUnsized) in outlines.first.storageBlocks.sorted(by: { $0.key < $1.key }) {
            guard let other = outlines.second.storageBlocks[name], other != isUnsized else { continue }
            report(name, "the last array of this storage block has a size in only one stage")
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
        let others = Self.globalNames(second)
        for (name, ours) in Self.globalNames(first).sorted(by: { $0.key < $1.key }) {
            guard let theirs = others[name], theirs != ours else { continue }
            func block(_ name: String) -> String? { name.isEmpty ? nil : name }
            found.append(mismatch.error(mismatch.sharedName(name, block(ours), block(theirs)), about: name))
        }
    }

    // MARK: Precision

    private mutating func checkUniformPrecision() {
        for uniform in second.variables where uniform.storage == SPIRVStorageClass.uniformConstant && second.used.contains(uniform.id) {
            let name = second.name(of: uniform.id)
            guard let other = first.variables.first(where: {
                $0.storage == SPIRVStorageClass.uniformConstant && first.name(of: $0.id) == name && first.used.contains($0.id)
            }) else { continue }
            comparePrecision(name, first.elementType(other.pointee), second.elementType(uniform.pointee), depth: 0)
        }
    }

    private mutating func comparePrecision(_ name: String, _ firstType: UInt32, _ secondType: UInt32, depth: Int) {
        guard depth < 16, let ours = first.members(firstType), let theirs = second.members(secondType),
              ours.count == theirs.count else { return }
        for index in ours.indices {
            let member = name + "." + first.memberName(index, in: firstType)
            if precision(outlines.first, first, index, in: firstType) != precision(outlines.second, second, index, in: secondType) {
                report(member, "the precision of this uniform differs between the stages; qualify it in both")
            }
            comparePrecision(member, first.elementType(ours[index]), second.elementType(theirs[index]), depth: depth + 1)
        }
    }

    /// Returns the precision in the source, because only the source distinguishes lowp from mediump. If the source states no precision, the
    /// result is the precision in SPIR-V.
    private func precision(_ outline: ShaderOutline, _ interface: SPIRVInterface, _ member: Int, in type: UInt32) -> String {
        outline.memberPrecisions[interface.name(of: type)]?[interface.memberName(member, in: type)]
            ?? (interface.decorations(ofMember: member, in: type).isRelaxed ? "mediump" : "highp")
    }
}
