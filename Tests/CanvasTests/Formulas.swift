// Formulas: functions of the C library, with which tests compute the expected values of pictures.

import Foundation

func exponential(_ x: Double) -> Double { exp(x) }
func atan2Of(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
