// Meshes: the library's meshes under the names that every demo writes.

import Effects

package typealias Mesh = Effects.Mesh
package typealias MeshVertex = Effects.MeshVertex
package typealias MeshBuffers = Effects.MeshBuffers
