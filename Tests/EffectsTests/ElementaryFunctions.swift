// ElementaryFunctions: functions of the C library, with names that do not collide with members of the tested types.

import Foundation

func exponential(_ x: Double) -> Double { exp(x) }
func cosine(_ x: Double) -> Double { cos(x) }
/// Returns x to the power y. The result of power(0, 0) is 1.
func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }
