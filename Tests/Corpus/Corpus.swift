// Corpus: small valid GLSL programs that together use all of GLSL ES 3.00 and the additions of GLSL 3.30 to 4.50 for the vertex and
// fragment stages. The parts: functions, operators, language, textures, dialects.
//
// The results of the programs depend on varyings and uniforms, so that no compiler can compute the results in advance.

/// A valid program, and the feature that it tests.
package struct ShaderCase: Sendable, CustomStringConvertible {
    package var name: String
    package var vertex: String
    package var fragment: String
    package var description: String { name }
}

package enum Corpus {
    package static let all: [ShaderCase] = [functions, operators, language, textures, dialects].flatMap { $0 }

    /// Returns a vertex shader for the fragment shaders below. The outputs are `v` in 0…1, `i` in −8…8 and `n` in 0…16.
    static func vertex(_ version: String) -> String {
        """
        #version \(version)
        in vec4 position;
        out vec4 v; flat out ivec4 i; flat out uvec4 n;
        void main() {
            v = position * 0.5 + 0.5;
            i = ivec4(position * 8.0);
            n = uvec4(v * 16.0);
            gl_Position = position;
        }
        """
    }

    /// Returns a program whose fragment shader sets `c` in `body`. The shader has the uniforms `u`, `k`, `w`, `m2`, `m3` and `m4`,
    /// and a bvec4 `b`.
    static func fragmentCase(_ name: String, version: String = "300 es", globals: String = "", _ body: String) -> ShaderCase {
        let precision = version.hasSuffix("es") ? "precision highp float; precision highp int;\n" : ""
        let fragment = """
            #version \(version)
            \(precision)in vec4 v; flat in ivec4 i; flat in uvec4 n;
            uniform vec4 u; uniform ivec4 k; uniform uvec4 w; uniform mat2 m2; uniform mat3 m3; uniform mat4 m4;
            out vec4 c;
            \(globals)
            void main() {
                c = vec4(0.0);
                bvec4 b = greaterThan(w, n);
            \(body.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n"))
            }

            """
        return ShaderCase(name: name, vertex: vertex(version), fragment: fragment)
    }

    /// Returns a program with the given vertex shader, and a fragment shader that shows `colour`.
    static func vertexCase(_ name: String, version: String = "300 es", _ vertex: String) -> ShaderCase {
        let precision = version.hasSuffix("es") ? "precision highp float;\n" : ""
        return ShaderCase(name: name, vertex: "#version \(version)\n\(vertex)\n",
                          fragment: "#version \(version)\n\(precision)in vec4 colour; out vec4 c;\nvoid main() { c = colour; }\n")
    }

    /// Returns one line for each size.
    static func each(_ sizes: ClosedRange<Int>, _ line: (Int) -> String) -> String { sizes.map(line).joined(separator: "\n") }

    /// Returns one line for each size of matrix, columns × rows.
    static func everySize(_ line: (_ columns: Int, _ rows: Int) -> String) -> String {
        each(2...4) { columns in each(2...4) { rows in line(columns, rows) } }
    }

    static let swizzles = ["", ".x", ".xy", ".xyz", ".xyzw"]
    static let floatTypes = ["", "float", "vec2", "vec3", "vec4"]
    static let intTypes = ["", "int", "ivec2", "ivec3", "ivec4"]
    static let uintTypes = ["", "uint", "uvec2", "uvec3", "uvec4"]
    static let boolTypes = ["", "bool", "bvec2", "bvec3", "bvec4"]

    /// Returns `c.x += <sum of the components>` for an expression of any float, int, uint or bool type with `size` components.
    static func add(_ expression: String, size: Int) -> String {
        size == 1 ? "c.x += float(\(expression));" : "c.x += dot(vec\(size)(\(expression)), vec\(size)(1.0));"
    }
}
