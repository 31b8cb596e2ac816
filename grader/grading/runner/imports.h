#pragma once

/// @file
/// The functions of others that this program calls, and whether they are still the ones that it was linked with: what is
/// loaded into a process can put its own in their place.

#include <string>
#include <vector>

namespace runner {

/// The program's imports, as they are when this is made. The program has to be linked so that all are bound at its start.
class Imports {
public:
    /// Notes where each leads.
    Imports();

    /// Those that lead elsewhere now, by their names.
    [[nodiscard]] std::vector<std::string> replaced() const;

private:
    struct Import {
        const char* name = nullptr;
        const void* const volatile* slot = nullptr; ///< where the program looks for it
        const void* target = nullptr;
    };
    std::vector<Import> imports_;
};

} // namespace runner
