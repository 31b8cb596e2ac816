function(catch_discover_tests program)
    add_test(NAME ${program} COMMAND ${program})
endfunction()
