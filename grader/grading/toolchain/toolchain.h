#pragma once

/// @file
/// The compilers on this machine.

#include <filesystem>
#include <string>

namespace grader {

/// Oldest CUDA Toolkit the course works with, as major * 1000 + minor * 10.
inline constexpr int min_toolkit_version = 13000;

/// What is there of the CUDA Toolkit.
struct Toolkit {
    std::filesystem::path nvcc;      ///< the compiler driver itself
    std::filesystem::path libraries; ///< where libcudart.so lies
    int version = 0;                 ///< 13000 for 13.0
    std::string version_text;        ///< "13.0"
};

/// Looks at $CUDACXX, PATH, $CUDA_HOME, $CUDA_PATH and /usr/local/cuda, in this order. Throws
/// EnvironmentError that says what is missing or too old, what it means and what to do.
Toolkit find_toolkit();

/// The C++ compiler: $CXX, c++, g++ or clang++. Throws EnvironmentError.
std::filesystem::path find_cxx();

} // namespace grader
