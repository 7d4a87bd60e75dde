// Meshes: short names for the library's meshes, used by all demos.

import Effects

package typealias Mesh = Effects.Mesh
package typealias MeshVertex = Effects.MeshVertex
package typealias MeshBuffers = Effects.MeshBuffers
