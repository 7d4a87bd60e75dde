// FriBidi (Debian: libfribidi-dev): the Unicode Bidirectional Algorithm, for text from right to left.
#pragma once
#include <fribidi/fribidi.h>

// This is a constant because Swift does not import macros that combine other macros. With this constant, a paragraph has the direction of
// its first letter. A paragraph without a letter runs from left to right.
static const FriBidiParType FriBidiParagraphAutomatic = FRIBIDI_PAR_WLTR;
static const FriBidiParType FriBidiParagraphLeftToRight = FRIBIDI_PAR_LTR;
static const FriBidiParType FriBidiParagraphRightToLeft = FRIBIDI_PAR_RTL;
