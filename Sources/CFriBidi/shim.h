// FriBidi (Debian: libfribidi-dev): the Unicode Bidirectional Algorithm, for text from right to left.
#pragma once
#include <fribidi/fribidi.h>

// The first letter decides the direction; without a letter, the direction is left to right.
/// The direction of the first letter decides; left to right without one.
static const FriBidiParType FriBidiParagraphAutomatic = FRIBIDI_PAR_WLTR;
static const FriBidiParType FriBidiParagraphLeftToRight = FRIBIDI_PAR_LTR;
static const FriBidiParType FriBidiParagraphRightToLeft = FRIBIDI_PAR_RTL;
