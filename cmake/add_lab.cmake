# What a lab's CMakeLists.txt says: add_lab(NN_name), and nothing else.

# The trusted half: problem.cpp as a module that only the grader loads, at OUTPUT/ID/problem.so.
function(add_problem id source output)
    add_library(problem_${id} MODULE "${source}")
    target_link_libraries(problem_${id} PRIVATE kernelsmith::common kernelsmith::warnings)
    target_include_directories(problem_${id} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    # -O3 for the loops that make and check gigabytes; hidden, because the grader loads many modules at once.
    target_compile_options(problem_${id} PRIVATE -O3)
    set_target_properties(problem_${id} PROPERTIES
        PREFIX "" OUTPUT_NAME problem CXX_VISIBILITY_PRESET hidden
        LIBRARY_OUTPUT_DIRECTORY "${output}/${id}")
endfunction()

# Tests that share a GPU take turns. Without one each has a simulator of its own, and a core.
set(one_at_a_time "")
set(one_core --jobs 1)
set(as_graded --backend sim)
if(EXISTS "/dev/nvidiactl")
    set(one_at_a_time RESOURCE_LOCK device)
    set(one_core "")
    set(as_graded "")
endif()

# A program of its own on the lab's theme, at OUTPUT/ID/variants/NAME: it checks its own results and prints a table. Built by
# its name, `variant_ID_NAME`. CI builds all of them and tests them as they come on the simulator; on a GPU
# `scripts/measure-variants` runs each at its full size. What it is linked with stands in its source,
# `// Libraries: cublas`; a vendor's library runs on no simulator, so that one is only built.
function(add_variant id source)
    cmake_path(GET source STEM name)
    set(program "${PROJECT_BINARY_DIR}/labs/${id}/variants/${name}")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/labs/${id}/variants")
    file(STRINGS "${source}" libraries REGEX "^// Libraries: ")
    string(REGEX REPLACE "^// Libraries: " "-l" libraries "${libraries}")
    # What it read, nvcc lists as make reads it, but for the target's name: a blank would part it.
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

    if(NOT EXISTS "${solutions}") # students are handed the course without
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

    # The lab held against itself: what grading the skeleton, the baseline, the solution, every rung and every mistake
    # comes to; that the tests pass on what is right and that each of them fails on some mistake; and that what the
    # simulator counted on the way is what a GPU counted. It starts before all other tests, first where there is most
    # to build and to grade.
    file(GLOB_RECURSE programs CONFIGURE_DEPENDS "${solutions}/*.cu" "${solutions}/*.patch")
    list(LENGTH programs cost)
    math(EXPR cost "1000 + ${cost}")
    # CI has time for one rung, mistake and alternative in thirty, the first of each; `make test-long` grades all of them, and
    # the files after each task, with new inputs each time.
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
