#pragma once

/// @file
/// A solution's shared object is linked against no CUDA runtime. Its calls are bound when it is loaded, and the
/// program's own symbols come before those of libcudart: a function of the runtime that the runner defines sees
/// every call of a solution first, and hands it on to the next one of its name.

#include <cstdlib>

#include <dlfcn.h>

namespace runner {

/// The function @p name of the CUDA runtime itself.
template <typename Function> Function* next_function(const char* name) {
    auto* found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    if (found == nullptr) std::abort();
    return found;
}

} // namespace runner
