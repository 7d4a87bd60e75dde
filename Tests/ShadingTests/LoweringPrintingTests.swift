import Shading
import Testing

@Test("a module prints with inputs, outputs, structure and lines")
private func printed() throws {
    let program = try link(fragment: """
        #version 330
        in vec2 uv; out float value;
        uniform float limit;
        void main() {
            value = 0.0;
            for (int k = 0; k < 3; k++) {
                if (uv.x > limit) break;
                value += uv.y;
            }
        }
        """)
    let expected = """
        fragment shader
        input 0 uv : vec2 location 0 smooth
        output slot 0 value : float location 0
        variable slot 0 value : float
        variable slot 1 k : int
          %0 = constant 0.0 : float
          %1 = constant 0 : int
          %2 = constant 3 : int
          %3 = constant 1 : int
          store slot 0, %0                              ; scene.frag:5
          store slot 1, %1                              ; scene.frag:6
          block %6                                      ; scene.frag:6
            loop                                        ; scene.frag:6
              %8 = load slot 1 : int                    ; scene.frag:6
              %9 = iltS %8 %2 : bool                    ; scene.frag:6
              %10 = not %9 : bool                       ; scene.frag:6
              if %10                                    ; scene.frag:6
                exit %6                                 ; scene.frag:6
              end                                       ; scene.frag:6
              %14 = input 0 : float                     ; scene.frag:7
              %15 = uniform block 0 word 16 : float     ; scene.frag:7
              %16 = flt %15 %14 : bool                  ; scene.frag:7
              if %16                                    ; scene.frag:7
                exit %6                                 ; scene.frag:7
              end                                       ; scene.frag:7
              %20 = input 1 : float                     ; scene.frag:8
              %21 = load slot 0 : float                 ; scene.frag:8
              %22 = fadd %21 %20 : float                ; scene.frag:8
              store slot 0, %22                         ; scene.frag:8
              %24 = load slot 1 : int                   ; scene.frag:6
              %25 = iadd %24 %3 : int                   ; scene.frag:6
              store slot 1, %25                         ; scene.frag:6
            end                                         ; scene.frag:6
          end                                           ; scene.frag:6

        """
    let text = program.fragment.description
    // glslang may assign any line to the end of a loop, so the text is compared without line numbers, and the lines of the body are
    // compared separately.
    func bare(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.prefix { $0 != ";" }).split(separator: " ").joined(separator: " ")
        }
    }
    #expect(bare(text) == bare(expected), "\(text)")
    #expect(text.contains("%16 = flt %15 %14 : bool                  ; scene.frag:7"))
    #expect(text.contains("%22 = fadd %21 %20 : float                ; scene.frag:8"))
}

@Test("texture lookups print their operands")
private func printedLookups() throws {
    let program = try link(fragment: """
        #version 400
        in vec2 uv; out vec4 color;
        uniform sampler2D a; uniform sampler2DShadow b; uniform sampler3D c;
        void main() {
            color = textureLodOffset(a, uv, 2.0, ivec2(1, 2)) + texture(b, uv.xyx) + textureGather(a, uv, 2) + texture(c, uv.xyy, 0.5);
            color += textureGrad(a, uv, uv, uv.yx) + texelFetch(a, ivec2(3), 1) + float(textureSize(a, 2).x);
        }
        """)
    let text = program.fragment.description
    for part in ["sample d2 unit 0 at (", " lod %", " offset (", "sample d2 unit 1 at (", " compare %", "gather d2 unit 0 at (",
                 " component 2 ", "sample d3 unit 2 at (", " bias %", " gradient (", "fetch d2 unit 0 at (", "textureSize d2 unit 0 level %"] {
        #expect(text.contains(part), "\(part) in\n\(text)")
    }
}

@Test("the validator finds broken rules")
private func validatorFindsViolations() throws {
    var module = try link(fragment: "#version 330\nin vec2 uv; out vec4 color; void main() { if (uv.x > 0.5) color = uv.xyxy; }").fragment
    #expect(module.validate().isEmpty)
    let valid = module
    func rules(_ change: (inout ShaderModule) -> Void) -> Set<ShaderModuleViolation.Rule> {
        module = valid
        change(&module)
        return Set(module.validate().map(\.rule))
    }
    let store = try #require(valid.instructions.lastIndex { $0.opcode == .store })
    let compare = try #require(valid.instructions.firstIndex { $0.opcode == .flt })
    let begin = try #require(valid.instructions.firstIndex { $0.opcode == .ifBegin })
    #expect(rules { $0.instructions[store].c = 99 } == [.operand])
    #expect(rules { $0.instructions[store].a = Int32(store) } == [.operand])
    #expect(rules { $0.instructions[compare].type = .float }.contains(.type))
    #expect(rules { $0.instructions[compare].a = -1 } == [.operand])
    #expect(rules { $0.instructions[begin].c = 0 }.contains(.controlFlow))
    #expect(rules { $0.instructions.swapAt(0, compare) }.contains(.constants))
    #expect(rules { $0.constantCount += 1 } == [.constants])
    #expect(rules { $0.instructionLocations.removeLast() } == [.table])
    // A value is used outside of the branch that defines it.
    #expect(rules {
        $0.instructions.append(Instruction(.fneg, .float, a: Int32(begin + 1)))
        $0.instructionLocations.append(0)
    }.contains(.scope))
}
