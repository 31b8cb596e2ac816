# kernelsmith::warnings: the compile options of our own code. Link it PRIVATE; it is never applied to the libraries that
# we use.

add_library(kernelsmith_warnings INTERFACE)
add_library(kernelsmith::warnings ALIAS kernelsmith_warnings)

# A new warning of a new compiler must not keep a student from grading, so only developers of this code enable this.
option(KERNELSMITH_WARNINGS_ARE_ERRORS "Stop at warnings in the project's own code" OFF)

# -ffp-contract=off: a reference value must not depend on whether a compiler fuses a multiply and an add.
set(host_flags -Wall -Wextra -Wshadow -Wconversion -ffp-contract=off)
# False positives of GCC 12 for `"a" + std::string()` (its bug 105651): overlapping copies, and at -O1 copies and reads
# beyond an end.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND host_flags -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(KERNELSMITH_WARNINGS_ARE_ERRORS)
    list(APPEND host_flags -Werror)
    set(device_flags -Werror=all-warnings)
endif()
list(JOIN host_flags "," forwarded_flags)

# -Wpedantic is for the host compiler only: nvcc passes it code with line directives that -Wpedantic rejects.
target_compile_options(kernelsmith_warnings INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:${host_flags};-Wpedantic>"
    "$<$<COMPILE_LANGUAGE:CUDA>:${device_flags};-Xcompiler=${forwarded_flags}>")

option(KERNELSMITH_SANITIZE "Build host code with the address and undefined-behaviour sanitizers" OFF)
if(KERNELSMITH_SANITIZE)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-omit-frame-pointer>")
    add_link_options(-fsanitize=address,undefined)
endif()
