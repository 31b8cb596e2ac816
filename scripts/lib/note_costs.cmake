# Has every command of the build noted with its processor time; see scripts/measure-build.
foreach(kind IN ITEMS COMPILE LINK CUSTOM)
    set_property(GLOBAL PROPERTY RULE_LAUNCH_${kind}
        "\"${CMAKE_CURRENT_LIST_DIR}/note-cost\" \"${CMAKE_BINARY_DIR}/costs\" <OUTPUT>")
endforeach()
