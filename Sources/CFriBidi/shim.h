// FriBidi (Debian: libfribidi-dev): the Unicode Bidirectional Algorithm, for text from right to left.
#pragma once
#include <fribidi/fribidi.h>

// Swift imports no macro that combines other macros.
/// The first letter decides the direction; without a letter, the direction is left to right.
static const FriBidiParType FriBidiParagraphAutomatic = FRIBIDI_PAR_WLTR;
static const FriBidiParType FriBidiParagraphLeftToRight = FRIBIDI_PAR_LTR;
static const FriBidiParType FriBidiParagraphRightToLeft = FRIBIDI_PAR_RTL;
