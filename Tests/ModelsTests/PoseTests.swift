// Compares poses with formulas: keyframes, chains of joints, skins, morph targets.

import Foundation
import Models
import Raster
import TestSupport
import Testing

private func isClose(_ a: [Float], _ b: [Float], _ tolerance: Float = 1e-5) -> Bool { a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance } }
private func isClose(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool { (a - b).length < 1e-5 }

@Suite("Poses") struct PoseTests {
    @Test("steps, lines and cubic splines between keyframes, and the first and last values outside of them") func interpolation() {
        let times: [Float] = [1, 2, 4]
        let step = Model.Track(node: 0, property: .translation, interpolation: .step, times: times, values: [0, 0, 0, 1, 2, 3, 9, 9, 9])
        #expect(step.value(at: 0) == [0, 0, 0] && step.value(at: 1.99) == [0, 0, 0] && step.value(at: 2) == [1, 2, 3] && step.value(at: 3.9) == [1, 2, 3])
        #expect(step.value(at: 4) == [9, 9, 9] && step.value(at: 99) == [9, 9, 9] && step.value(at: .nan) == [0, 0, 0])
        let linear = Model.Track(node: 0, property: .scale, times: times, values: [0, 0, 0, 1, 2, 4, 3, 2, 0])
        #expect(linear.value(at: 1.5) == [0.5, 1, 2] && linear.value(at: 3) == [2, 2, 2] && linear.value(at: 2.5) == [1.5, 2, 3])
        // At 0, 1 and 2, the values and slopes equal the values and slopes of t³, so the cubic spline is t³.
        let cubic = Model.Track(node: 0, property: .weights, interpolation: .cubic, times: [0, 1, 2], values: [0, 0, 0, 3, 1, 3, 12, 8, 12])
        for time: Float in [0, 0.25, 0.5, 1, 1.25, 1.75, 2] { #expect(isClose(cubic.value(at: time), [time * time * time])) }
        #expect(Model.Track(node: 0, property: .scale, times: [], values: []).value(at: 0).isEmpty)
        let same = Model.Track(node: 0, property: .weights, times: [1, 1], values: [2, 3])
        #expect(same.value(at: 0.5) == [2] && same.value(at: 1) == [2] && same.value(at: 1.5) == [3])
    }

    @Test("rotations turn at constant speed along the shorter arc") func rotation() {
        func turn(_ degrees: Float) -> [Float] {
            let half = Double(degrees) * .pi / 360
            return [0, 0, Float(sin(half)), Float(cos(half))]
        }
        let track = Model.Track(node: 0, property: .rotation, times: [0, 1], values: turn(0) + turn(120))
        for time: Float in [0, 0.25, 0.5, 0.75, 1] { #expect(isClose(track.value(at: time), turn(120 * time))) }
        // A quaternion and its negative are the same rotation, so the interpolation must take the shorter arc even if one of the two
        // quaternions is negated.
        let other = Model.Track(node: 0, property: .rotation, times: [0, 1], values: turn(0) + turn(120).map { -$0 })
        #expect(isClose(other.value(at: 0.5).map(abs), turn(60)))
        let long = Model.Track(node: 0, property: .rotation, times: [0, 1], values: turn(0).map { $0 * 3 } + turn(90).map { $0 * 0.1 })
        #expect(isClose(long.value(at: 0), turn(0)) && isClose(long.value(at: 0.5), turn(45)))
        let cubic = Model.Track(node: 0, property: .rotation, interpolation: .cubic, times: [0, 1],
                                values: [0, 0, 0, 0] + turn(0) + [0, 0, 0, 0] + [0, 0, 0, 0] + turn(90) + [0, 0, 0, 0])
        #expect(isClose(cubic.value(at: 0.5), turn(45)))
    }

    /// Returns a model with a chain of three joints, each 1 above the previous joint, and a skin with these joints. The skin moves three
    /// vertices.
    private func arm() -> Model {
        var nodes = (0..<3).map { Model.Node(name: "joint \($0)") }
        for i in 0..<2 { nodes[i].children = [i + 1]; nodes[i + 1].transform.translation = SIMD3(0, 1, 0) }
        var body = Model.Node(name: "body")
        (body.mesh, body.skin) = (0, 0)
        // A skinned mesh does not follow its own node.
        body.transform.translation = SIMD3(50, 0, 0)
        var primitive = Model.Primitive(vertices: (0..<3).map { Model.Vertex(position: SIMD3(0, Float($0) + 0.5, 0), normal: SIMD3(1, 0, 0)) },
                                        indices: [0, 1, 2], material: 0)
        primitive.influences = [(0..<3).map { Model.Influence(joints: SIMD4(UInt16($0), 0, 0, 0), weights: SIMD4(1, 0, 0, 0)) }]
        let skin = Model.Skin(joints: [0, 1, 2], inverseBindMatrices: (0..<3).map { .translation(0, -Float($0), 0) })
        var model = Model(meshes: [Model.Mesh(primitives: [primitive])], nodes: nodes + [body], roots: [0, 3], skins: [skin],
                          materials: [Model.Material()])
        model.animations = [Model.Animation(name: "bend", tracks: [1, 2].map {
            Model.Track(node: $0, property: .rotation, times: [0, 2], values: [0, 0, 0, 1, 0, 0, Float(0.5).squareRoot(), Float(0.5).squareRoot()])
        })]
        return model
    }
    @Test("joints of an arm bend as the chain of rotations says, at any time", arguments: [0, 0.5, 1, 1.3, 2, 5] as [Float])
    func skin(time: Float) throws {
        let model = arm(), angle = Double(min(time, 2)) * .pi / 4
        let placed = try model.placed(in: model.pose(of: model.animations, at: time))[0].vertices
        // The second joint is at (0, 1) and turns by the angle. The third joint is 1 further along, and turns by the angle once
        // more.
        let second = SIMD3(Float(-0.5 * sin(angle)), Float(1 + 0.5 * cos(angle)), 0)
        let third = SIMD3(Float(-sin(angle) - 0.5 * sin(2 * angle)), Float(1 + cos(angle) + 0.5 * cos(2 * angle)), 0)
        #expect(isClose(placed[0].position, SIMD3(0, 0.5, 0)) && isClose(placed[1].position, second) && isClose(placed[2].position, third))
        #expect(isClose(placed[2].normal, SIMD3(Float(cos(2 * angle)), Float(sin(2 * angle)), 0)))
    }
    @Test("a vertex between joints moves by the weighted sum of their matrices; the own pose is the bound one") func weights() throws {
        var model = arm()
        #expect(model.animations[0].duration == 2)
        #expect(try model.placed()[0].vertices.map(\.position) == model.meshes[0].primitives[0].vertices.map(\.position))
        #expect(model.minimum == SIMD3(0, 0.5, 0) && model.maximum == SIMD3(0, 2.5, 0))
        // Each vertex has two sets of influences. In the first set, the first joint has the weight ¼. In the second set, the third joint
        // has the weight ¾.
        model.meshes[0].primitives[0].influences = [0, 2].map { joint in
            [Model.Influence](repeating: Model.Influence(joints: SIMD4(0, 0, joint, 0), weights: SIMD4(0, 0, joint == 0 ? 0.25 : 0.75, 0)), count: 3)
        }
        let pose = model.pose(of: model.animations, at: 2), joints = pose.jointMatrices(of: model.skins[0])
        for (i, vertex) in try model.placed(in: pose)[0].vertices.enumerated() {
            let start = model.meshes[0].primitives[0].vertices[i].position
            #expect(isClose(vertex.position, joints[0].transformPoint(start) * 0.25 + joints[2].transformPoint(start) * 0.75))
        }
    }

    @Test("morph targets add weighted differences; a track replaces the node's weights, which replace the mesh's") func morphs() throws {
        var model = arm()
        model.skins = []
        model.nodes[3].skin = nil
        model.nodes[3].transform.translation = .zero
        var up = Model.MorphTarget(), side = Model.MorphTarget()
        up.positions = [SIMD3](repeating: SIMD3(0, 0, 2), count: 3)
        side.positions = [SIMD3](repeating: SIMD3(4, 0, 0), count: 3)
        side.normals = [SIMD3](repeating: SIMD3(-1, 1, 0), count: 3)
        model.meshes[0].primitives[0].targets = [up, side]
        model.meshes[0].weights = [0.5, 0]
        #expect(try model.placed()[0].vertices[0].position == SIMD3(0, 0.5, 1))
        model.nodes[3].weights = [0, 1]
        #expect(try model.placed()[0].vertices[0].position == SIMD3(4, 0.5, 0) && model.placed()[0].vertices[0].normal == SIMD3(0, 1, 0))
        let track = Model.Track(node: 3, property: .weights, times: [0, 1], values: [0, 0, 1, 0.5])
        let half = model.pose(of: [Model.Animation(tracks: [track])], at: 0.5)
        #expect(half.weights[3] == [0.5, 0.25] && half.weights[0].isEmpty)
        #expect(try model.placed(in: half)[0].vertices[0].position == SIMD3(1, 0.5, 1))
        // A track of a missing node changes nothing, and surplus weights are ignored.
        let wrong = [Model.Track(node: 99, property: .scale, times: [0], values: [1, 1, 1]),
                     Model.Track(node: 3, property: .weights, times: [0], values: [1, 0, 7])]
        #expect(model.pose(of: [Model.Animation(tracks: wrong)], at: 0).weights[3] == [1, 0])
    }

    @Test("a file's animation moves the nodes, whose children follow; hidden nodes are not placed") func file() throws {
        var gltf = GLTFText()
        let place = gltf.floats(GLTFText.strip, "VEC3"), times = gltf.floats([0, 1], "SCALAR"), moves = gltf.floats([0, 0, 0, 10, 0, 0], "VEC3")
        // `turns` are two rotations as normalized unsigned bytes: the rotation by 0°, and the rotation by 180° around z.
        let turns = gltf.bytes([0, 0, 0, 255, 0, 0, 255, 0], "VEC4", width: 4, normalized: true)
        gltf.members["meshes"] = "[{\"primitives\":[{\"attributes\":{\"POSITION\":\(place)},\"mode\":0}]}]"
        gltf.members["nodes"] = "[{\"children\":[1]},{\"mesh\":0,\"translation\":[1,0,0]}]"
        gltf.members["animations"] = """
            [{"name":"go","samplers":[{"input":\(times),"output":\(moves)},{"input":\(times),"output":\(turns),"interpolation":"STEP"}],
            "channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},{"sampler":1,"target":{"node":0,"path":"rotation"}},
            {"sampler":0,"target":{"path":"translation"}},{"sampler":0,"target":{"node":0,"path":"pointer"}}]}]
            """
        let model = try gltf.model()
        #expect(model.animations.map(\.name) == ["go"] && model.animations[0].tracks.count == 2)
        #expect(model.warnings == ["animations of 'pointer' are ignored"])
        #expect(try model.placed(in: model.pose(of: model.animations, at: 0.25))[0].vertices[1].position == SIMD3(4.5, 0, 0))
        #expect(isClose(try model.placed(in: model.pose(of: model.animations, at: 1))[0].vertices[1].position, SIMD3(8, 0, 0)))
    }
}
