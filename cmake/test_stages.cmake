# Each test belongs to one stage, which is a label:
#
#   quick    make test          after every change: five minutes on two cores
#   course   make test-course   the consistency checks of the course
#   rest     make test-all      hostile submissions, classes, Slurm, pages, public programs
#   long     make test-long     too long for continuous integration
#
# cmake/tests/stages_test reports a test without a stage, with two stages, or without a time limit.

# The target that `make test` builds. Each folder adds its programs of the quick stage; the programs that an
# add_test_ends_saying() of this stage runs are added by tests_are_in_stage().
add_custom_target(quick_tests)
# The target of the programs that only `make test-long` runs.
add_custom_target(long_tests)

# tests_are_in_stage(<stage>): assigns the stage to the tests that add_test() has created in this folder so far and that
# have none yet. A test without a time limit gets one of five minutes.
function(tests_are_in_stage stage)
    get_property(tests DIRECTORY PROPERTY TESTS)
    foreach(test IN LISTS tests)
        get_property(labels TEST ${test} PROPERTY LABELS)
        if(NOT labels MATCHES "(^|;)(quick|course|rest|long)(;|$)")
            set_property(TEST ${test} APPEND PROPERTY LABELS ${stage})
        endif()
        get_property(programs GLOBAL PROPERTY "programs of ${test}")
        if(programs AND labels MATCHES "(^|;)quick(;|$)")
            add_dependencies(quick_tests ${programs})
        endif()
        get_property(limit TEST ${test} PROPERTY TIMEOUT)
        if(NOT limit)
            set_property(TEST ${test} PROPERTY TIMEOUT 300)
        endif()
    endforeach()
endfunction()
