// ElementaryFunctions: the C library's, under names that do not collide with members of the types tested.

import Foundation

func exponential(_ x: Double) -> Double { exp(x) }
func cosine(_ x: Double) -> Double { cos(x) }
/// 0 for what is not positive, whatever the exponent: the specification leaves 0 to the power 0 open.
func power(_ x: Double, _ y: Double) -> Double { x > 0 ? pow(x, y) : 0 }
