#pragma once

/// @file
/// The functions that this program imports, and a check that they still resolve to the same addresses: code
/// loaded into a process can rebind them.

#include <string>
#include <vector>

namespace runner {

/// The imports of the program, as they are bound when this object is constructed. The program must be
/// linked for immediate binding (`-z now`).
class Imports {
public:
    /// Records the target of each import.
    Imports();

    /// Returns the names of the imports that have been rebound since.
    [[nodiscard]] std::vector<std::string> replaced() const;

private:
    struct Import {
        const char* name = nullptr;
        const void* const volatile* slot = nullptr; ///< the entry of the global offset table (GOT) that holds
                                                    ///< the address
        const void* target = nullptr;
    };
    std::vector<Import> imports_;
};

} // namespace runner
