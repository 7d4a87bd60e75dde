// Meshes: short names for the library's meshes. All demos use these names.

import Effects

package typealias Mesh = Effects.Mesh
package typealias MeshVertex = Effects.MeshVertex
package typealias MeshBuffers = Effects.MeshBuffers
