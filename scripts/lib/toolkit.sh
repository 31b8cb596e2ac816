# shellcheck shell=bash
# The two prerequisites that setup cannot install: the CUDA Toolkit and a C++ compiler.

readonly toolkit_minimum=13.0

# Checks whether version $1 is at least $2.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# Prints the path of nvcc. Searches the same places in the same order as cmake/cuda.cmake.
find_nvcc() {
    local candidate
    for candidate in "${CUDACXX:-}" "$(command -v nvcc)" "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" \
        "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" "${KERNELSMITH_CUDA_DEFAULT:-/usr/local/cuda}/bin/nvcc"; do
        candidate=$(command -v "${candidate:-/nowhere}") && printf '%s\n' "$candidate" && return
    done
    return 1
}

nvcc_version() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\),.*/\1/p'; }

check_toolkit() {
    local nvcc=$1 version
    [[ -n $nvcc ]] || give_up "There is no nvcc here, so no CUDA program can be built." \
        "Install the CUDA Toolkit $toolkit_minimum or newer (developer.nvidia.com/cuda-downloads);" \
        "if you have one, put its bin directory on PATH."
    version=$(nvcc_version "$nvcc")
    at_least "${version:-0}" "$toolkit_minimum" || give_up "$nvcc is release ${version:-unknown}," \
        "and the labs need the CUDA Toolkit $toolkit_minimum or newer." \
        "Install one, or point CUDACXX at the nvcc of a newer toolkit that you have."
}

# Prints the C++ compiler that CMake will use.
find_compiler() {
    local candidate
    for candidate in "${CXX:-}" c++ g++ clang++; do
        [[ -n $candidate ]] && command -v "$candidate" && return
    done
    return 1
}

check_compiler() {
    local compiler=$1
    [[ -n $compiler ]] || give_up "There is no C++ compiler here. Type: sudo apt-get install g++" \
        "(or your system's way to install GCC 11 or newer)"
    # Tests a library feature of C++20 in addition to the option: an old compiler may have the option and lack the
    # library.
    "$compiler" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null <<'END' ||
#include <concepts>
#include <span>
int main() { return std::span<int>{}.empty() ? 0 : 1; }
END
        give_up "$compiler does not compile C++20, which the labs are written in." \
            "Install GCC 11 or newer, or point CXX at a newer compiler that you have."
}

# A driver that is older than the toolkit does not prevent building, so it is only a warning; `grader doctor` has the
# details.
check_driver() {
    local supported version
    supported=$(nvidia-smi 2>/dev/null | sed -n 's/.*CUDA Version: *\([0-9.]*\).*/\1/p')
    version=$(nvcc_version "$1")
    [[ -z $supported ]] || at_least "$supported" "$version" ||
        say "The NVIDIA driver is for CUDA $supported and the toolkit is $version:" \
            "if programs do not run on the GPU, update the driver."
}
