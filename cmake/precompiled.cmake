# precompile(<target> [header]...): what most files of a target include is read once. Each file still includes what it
# needs: the presets `dev` and `sanitize` compile without.
function(precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <string> <vector>
        <fmt/core.h> ${ARGN})
endfunction()
