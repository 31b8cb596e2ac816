# Defines add_lab(NN_name), the only command in a lab's CMakeLists.txt.

# The trusted half of a lab: problem.cpp as a module that only the grader loads, at OUTPUT/ID/problem.so.
function(add_problem id source output)
    add_library(problem_${id} MODULE "${source}")
    target_link_libraries(problem_${id} PRIVATE kernelsmith::common kernelsmith::warnings)
    target_include_directories(problem_${id} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    # -O3 for the loops that generate and check gigabytes; hidden visibility, because the grader loads many modules at
    # once.
    target_compile_options(problem_${id} PRIVATE -O3)
    set_target_properties(problem_${id} PROPERTIES
        PREFIX "" OUTPUT_NAME problem CXX_VISIBILITY_PRESET hidden
        LIBRARY_OUTPUT_DIRECTORY "${output}/${id}")
endfunction()

# Tests that share a GPU run one at a time. Without a GPU each test has its own simulator, and one core.
set(one_at_a_time "")
set(one_core --jobs 1)
set(as_graded --backend sim)
if(EXISTS "/dev/nvidiactl")
    set(one_at_a_time RESOURCE_LOCK device)
    set(one_core "")
    set(as_graded "")
endif()

# A separate program on the lab's topic, at OUTPUT/ID/variants/NAME: it checks its own results and prints a table. Its
# target is `variant_ID_NAME`. CI builds all of them and runs them unchanged on the simulator; on a GPU
# `scripts/measure-variants` runs each at its full size. The source names the libraries to link, `// Libraries: cublas`;
# a vendor's library does not run on the simulator, so such a variant is only built.
function(add_variant id source)
    cmake_path(GET source STEM name)
    set(program "${PROJECT_BINARY_DIR}/labs/${id}/variants/${name}")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/labs/${id}/variants")
    file(STRINGS "${source}" libraries REGEX "^// Libraries: ")
    string(REGEX REPLACE "^// Libraries: " "-l" libraries "${libraries}")
    # nvcc writes the dependency file in make's syntax, but does not escape blanks in the name of the target.
    string(REPLACE " " "\\ " target "${program}")
    add_custom_command(OUTPUT "${program}"
        COMMAND "${CMAKE_CUDA_COMPILER}" -std=c++20 -O3 -lineinfo -no-compress -cudart shared
                -gencode arch=compute_80,code=compute_80
                "-I${PROJECT_SOURCE_DIR}/common" "-I${CMAKE_CURRENT_SOURCE_DIR}" "${source}" -o "${program}" ${libraries}
                -MD -MF "${program}.d" -MT "${target}"
        DEPENDS "${source}" DEPFILE "${program}.d" VERBATIM)
    if(NOT KERNELSMITH_HOUSE_CHECKS)
        add_custom_target(variant_${id}_${name} DEPENDS "${program}")
        return()
    endif()
    add_custom_target(variant_${id}_${name} ALL DEPENDS "${program}")
    if(NOT libraries)
        add_test(NAME lab.${id}.variant.${name} COMMAND simulate --no-counters "${program}")
        set_tests_properties(lab.${id}.variant.${name} PROPERTIES LABELS lab TIMEOUT 300)
    endif()
endfunction()

function(add_lab id)
    set(modules "${PROJECT_BINARY_DIR}/labs")
    set(solutions "${PROJECT_SOURCE_DIR}/solutions/${id}")
    add_problem(${id} problem.cpp "${modules}")
    add_dependencies(problems problem_${id})

    add_executable(tests_${id} tests.cpp)
    target_link_libraries(tests_${id} PRIVATE grader_grading_lab_test kernelsmith::warnings)
    set_target_properties(tests_${id} PROPERTIES OUTPUT_NAME tests RUNTIME_OUTPUT_DIRECTORY "${modules}/${id}")
    add_dependencies(tests_${id} grading problem_${id})

    if(NOT EXISTS "${solutions}") # the archive for students has no solutions
        return()
    endif()

    file(GLOB variants CONFIGURE_DEPENDS "${solutions}/variants/*.cu")
    foreach(variant IN LISTS variants)
        add_variant(${id} "${variant}")
    endforeach()

    add_test_ends_saying(lab.${id}.solution 0 "Score 100 / 100, passed"
        "$<TARGET_FILE:grader>" ${id} --file "solutions/${id}/student.cu" --seed 1 ${as_graded})
    set_tests_properties(lab.${id}.solution PROPERTIES
        LABELS "lab;quick" ${one_at_a_time} TIMEOUT 600 COST 1000 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    add_dependencies(quick_tests problem_${id})

    # The consistency check of the lab: the grades of the skeleton, the baseline, the solution, every rung and every
    # mistake; that the tests pass on right solutions and each of them fails on some mistake; and that the simulator's
    # counters equal those of a GPU. It starts before all other tests, and first for the lab with the most programs to
    # build and to grade.
    file(GLOB_RECURSE programs CONFIGURE_DEPENDS "${solutions}/*.cu" "${solutions}/*.patch")
    list(LENGTH programs cost)
    math(EXPR cost "1000 + ${cost}")
    # CI has time for one in thirty rungs, mistakes and alternatives, including the first of each; `make test-long`
    # grades all of them, and the files after each task, with new inputs each time.
    add_test(NAME lab.${id}.check-course
        COMMAND grader check-course ${id} --released --part 1/30 --seed 1 ${one_core})
    add_test(NAME lab.${id}.check-course.whole COMMAND grader check-course ${id} --released ${one_core})
    set_tests_properties(lab.${id}.check-course lab.${id}.check-course.whole PROPERTIES
        LABELS "lab;gpu" ${one_at_a_time} TIMEOUT 1800 COST ${cost}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_property(TEST lab.${id}.check-course.whole APPEND PROPERTY LABELS long)
    set_property(TEST lab.${id}.check-course APPEND PROPERTY LABELS course)
    tests_are_in_stage(rest)
endfunction()
