#include "runtime/supported.h"

#include <fmt/core.h>

#include <map>
#include <string_view>

namespace simulator::runtime {
namespace {

const std::set<std::string>& unsupported() {
    static const std::set<std::string> names = {
#define UNSUPPORTED(name) #name,
#include "protocol/unsupported.def"
#undef UNSUPPORTED
    };
    return names;
}

const std::map<std::string, std::string_view>& differing() {
    static const std::map<std::string, std::string_view> names = {
#define DIFFERS(name, how) {#name, how},
#include "protocol/differs.def"
    };
    return names;
}

/// Returns false for second names, which programs with per-thread default streams use, and for nvcc's
/// internal names.
bool is_function_of_its_own(std::string_view name) {
    return name.starts_with("cuda") && !name.ends_with("_ptsz") && !name.ends_with("_ptds");
}

std::string_view state_of(const std::string& name) {
    if (unsupported().contains(name)) return "**no**: `cudaErrorNotSupported`";
    const auto differs = differing().find(name);
    return differs == differing().end() ? "yes" : differs->second;
}

constexpr std::string_view introduction =
    R"(# Supported functions of the runtime

All functions of `libcudart.so.13` are there, so a program that has any of them in it starts. This page is made
from what the simulator's library exports and from `simulator/runtime/api`.

| here | what it means |
|---|---|
| yes | behaves as on a GPU; where the tests have a program for it, rejected arguments and their errors are those of an H200 |
| **no** | returns the error and names the function once on standard error; the program continues, and `simulate` exits with status 1 |
| anything else | exists, and differs as stated |

Work runs in the order of its calls, while the program continues.

## Functions

| function | here |
|---|---|
)";

} // namespace

std::string supported_runtime_page(const std::set<std::string>& exported) {
    std::string page(introduction);
    for (const std::string& name : exported)
        if (is_function_of_its_own(name)) page += fmt::format("| `{}` | {} |\n", name, state_of(name));
    return page;
}

} // namespace simulator::runtime
