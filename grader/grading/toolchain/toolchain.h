#pragma once

/// @file
/// The compilers on this machine.

#include <filesystem>
#include <string>

namespace grader {

/// Oldest CUDA Toolkit that the course supports, as major * 1000 + minor * 10.
inline constexpr int min_toolkit_version = 13000;

/// The installed CUDA Toolkit.
struct Toolkit {
    std::filesystem::path nvcc;      ///< path of the compiler driver itself
    std::filesystem::path libraries; ///< directory of libcudart.so
    int version = 0;                 ///< 13000 for 13.0
    std::string version_text;        ///< "13.0"
};

/// Searches $CUDACXX, PATH, $CUDA_HOME, $CUDA_PATH and /usr/local/cuda, in this order. Throws
/// EnvironmentError with the missing or outdated part, the consequence and the remedy.
Toolkit find_toolkit();

/// Returns the C++ compiler: $CXX, c++, g++ or clang++. Throws EnvironmentError.
std::filesystem::path find_cxx();

} // namespace grader
