// Rule on the messages that a manifest refers to.

#include <catch2/catch_test_macros.hpp>

#include "flaws.h"

TEST_CASE("a manifest that names an unknown kind of message is reported", "[check-course]") {
    const char* const manifest = "labs/01_scale/lab.toml";
    flaws::require_findings(
        "told-message",
        {flaws::instead(manifest, "message = \"never_written\"", "message = \"never_wrote\"",
                        "message = \"never_wrote\" names never_wrote, which is not a kind of message")});
}
