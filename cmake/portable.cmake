# How programs are linked: with their own copy of the C++ library, so that one built here runs on a system with an older
# or a newer one. Every build is linked in this way and not only what is handed out, so that the tests test what students
# run.
#
# GCC's support library stays shared, which glibc's own package brings: it unwinds the stack, and an exception that a
# student's build throws passes through frames of the runner, so a process may have one of them only.
#
# To be included after the libraries that we use and before our own targets.

option(KERNELSMITH_PORTABLE "Link the C++ library statically" ON)
# The address sanitizer has to see exceptions in a shared C++ library.
if(NOT KERNELSMITH_PORTABLE OR KERNELSMITH_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
endif()

add_library(kernelsmith_portable STATIC "${CMAKE_CURRENT_LIST_DIR}/portable/random_word.cpp")
target_link_libraries(kernelsmith_portable PRIVATE kernelsmith::warnings)
# The C++ library asks for the function after all others have been looked through.
add_link_options(-static-libstdc++ LINKER:--undefined=arc4random)
# A library's names stay inside what it is linked into: the runner exports its own, and a student's build, which has the
# system's C++ library, must not find half of another one there.
add_link_options(LINKER:--exclude-libs,ALL)
link_libraries(kernelsmith_portable)
