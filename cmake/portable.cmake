# Links programs with their own copy of the C++ standard library, so that a program built here runs on a system with an
# older or a newer one. Every build is linked in this way, not only releases, so that the tests run what students run.
#
# GCC's support library (libgcc_s) stays shared; glibc's own package includes it. It unwinds the stack, and an exception
# that a student's build throws passes through frames of the runner, so a process must have exactly one copy of it.
#
# Include this after the libraries that we use and before our own targets.

option(KERNELSMITH_PORTABLE "Link the C++ library statically" ON)
# The address sanitizer must intercept exceptions in a shared C++ library.
if(NOT KERNELSMITH_PORTABLE OR KERNELSMITH_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
endif()

add_library(kernelsmith_portable STATIC "${CMAKE_CURRENT_LIST_DIR}/portable/random_word.cpp")
target_link_libraries(kernelsmith_portable PRIVATE kernelsmith::warnings)
# The linker reaches the C++ library, which references the function, after it has searched all others.
add_link_options(-static-libstdc++ LINKER:--undefined=arc4random)
# Symbols of a static library stay local to the program that links it: the runner exports its own symbols, and a
# student's build, which uses the system's C++ library, must not bind to parts of another one there.
add_link_options(LINKER:--exclude-libs,ALL)
link_libraries(kernelsmith_portable)
