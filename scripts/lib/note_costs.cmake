# Records the processor time of every command of the build; see scripts/measure-build.
set(note "\"${CMAKE_CURRENT_LIST_DIR}/note-cost\" \"${CMAKE_BINARY_DIR}/costs\"")
set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "${note} <OBJECT>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${note} <TARGET>")
set_property(GLOBAL PROPERTY RULE_LAUNCH_CUSTOM "${note} <OUTPUT>")
