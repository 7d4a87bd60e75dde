// Assimp's C interface (Debian: libassimp-dev), which reads 3D model files.
#pragma once
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <assimp/postprocess.h>
#include <assimp/material.h>
#include <assimp/texture.h>
#include <assimp/version.h>
