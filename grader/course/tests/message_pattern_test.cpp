#include "course/message_pattern.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

using grader::MessagePattern;
using kernelsmith::Message;
using kernelsmith::MessageKind;

namespace {

constexpr MessageKind gate{"gate"};
constexpr MessageKind gates{"gates"};
constexpr MessageKind finding{"finding"};
constexpr MessageKind reads{"reads"};
constexpr MessageKind past_the_end{"past_the_end"};

/// Returns whether @p pattern matches @p message.
bool matches(const std::string& pattern, const Message& message) {
    return MessagePattern(pattern).matches(std::vector{message});
}

/// Makes a finding about a load of @p bytes.
Message load_past_the_end(int bytes) {
    return {finding,
            {{"finding", "out_of_bounds"},
             {"what", Message(past_the_end, {{"access", Message(reads, {{"bytes", bytes}})}})}}};
}

} // namespace

TEST_CASE("a pattern matches a message of its kind with any arguments", "[manifest]") {
    CHECK(matches("gate", gate));
    CHECK(matches("gate", {gate, {{"counter", "occupancy"}}}));
    CHECK_FALSE(matches("gate", gates));
    CHECK_FALSE(matches("gat", gate));
    CHECK_FALSE(matches("gate", {}));
}

TEST_CASE("a pattern matches if any message of a step matches", "[manifest]") {
    const MessagePattern pattern("gate");
    CHECK(pattern.matches({finding, {}, gate}));
    CHECK_FALSE(pattern.matches({finding, {}}));
    CHECK_FALSE(pattern.matches({}));
}

TEST_CASE("a pattern compares texts of arguments exactly", "[manifest]") {
    const Message occupancy(gate, {{"counter", "occupancy"}, {"bounds", "at least 75 %"}});
    CHECK(matches("gate counter=occupancy", occupancy));
    CHECK_FALSE(matches("gate counter=occupanc", occupancy));
    CHECK_FALSE(matches("gate counter=Occupancy", occupancy));
    CHECK_FALSE(matches("gate counter=", occupancy));
    CHECK_FALSE(matches("gate words=occupancy", occupancy));
}

TEST_CASE("a pattern value with blanks must be quoted", "[manifest]") {
    const Message occupancy(gate, {{"counter", "occupancy"}, {"bounds", "at least 75 %"}});
    CHECK(matches("gate bounds=\"at least 75 %\" counter=occupancy", occupancy));
    CHECK_FALSE(matches("gate bounds=\"at least\"", occupancy));
    CHECK(matches("gate counter=\"occupancy\"", occupancy));
    // Without quotes, the value ends at the next blank.
    CHECK_THROWS_AS(MessagePattern("gate bounds=at least"), std::invalid_argument);
    // In quotes, operators are literal.
    CHECK(matches("gate bounds=\"more & less | x=1\"", {gate, {{"bounds", "more & less | x=1"}}}));
}

TEST_CASE("a pattern without a kind matches messages of any kind", "[manifest]") {
    CHECK(matches("bytes=4", load_past_the_end(4)));
    CHECK(matches("finding=out_of_bounds", load_past_the_end(4)));
    CHECK_FALSE(matches("bytes=8", load_past_the_end(4)));
    // All parts must match in one message.
    CHECK_FALSE(matches("finding=out_of_bounds bytes=4", load_past_the_end(4)));
    CHECK(matches("finding=out_of_bounds & bytes=4", load_past_the_end(4)));
}

TEST_CASE("a pattern requires all of its arguments", "[manifest]") {
    const Message message(gate, {{"counter", "occupancy"}, {"value", 12}});
    CHECK(matches("gate counter=occupancy value=12", message));
    CHECK(matches("gate value=12 counter=occupancy", message));
    CHECK_FALSE(matches("gate counter=occupancy value=13", message));
    CHECK_FALSE(matches("gate counter=sectors value=12", message));
}

TEST_CASE("a pattern compares a number rounded to the digits that the pattern has", "[manifest]") {
    const auto gate_of = [](double value) { return Message(gate, {{"value", value}}); };
    CHECK(matches("gate value=1.5", gate_of(1.52)));
    CHECK(matches("gate value=1.5", gate_of(1.46)));
    CHECK_FALSE(matches("gate value=1.50", gate_of(1.52)));
    CHECK(matches("gate value=1.52", gate_of(1.5231)));
    CHECK_FALSE(matches("gate value=1.5", gate_of(1.56)));
    CHECK(matches("gate value=12", gate_of(12.4)));
    CHECK_FALSE(matches("gate value=12", gate_of(12.6)));
    CHECK(matches("gate value=-3", gate_of(-3)));
    CHECK_FALSE(matches("gate value=3", gate_of(-3)));
}

TEST_CASE("a pattern compares integers by value", "[manifest]") {
    const Message message(gate, {{"value", 8192}});
    CHECK(matches("gate value=8192", message));
    CHECK(matches("gate value=8192.0", message));
    CHECK_FALSE(matches("gate value=8191", message));
    CHECK_FALSE(matches("gate value=819", message));
    CHECK_FALSE(matches("gate value=many", message));
    CHECK_FALSE(matches("gate value=8192x", message));
    CHECK_FALSE(matches("gate value=", message));
}

TEST_CASE("a pattern compares a text argument as text even if it looks like a number", "[manifest]") {
    const Message message(gate, {{"shown", "4"}});
    CHECK(matches("gate shown=4", message));
    CHECK_FALSE(matches("gate shown=4.0", message));
}

TEST_CASE("a pattern names a message in an argument by its kind", "[manifest]") {
    CHECK(matches("finding what=past_the_end", load_past_the_end(4)));
    CHECK_FALSE(matches("finding what=reads", load_past_the_end(4)));
    const Message both(gates, {{"all", std::vector{Message(gate), Message(finding)}}});
    CHECK(matches("gates all=gate", both));
    CHECK(matches("gates all=finding", both));
    CHECK_FALSE(matches("gates all=gates", both));
}

TEST_CASE("a pattern fits a message inside another one", "[manifest]") {
    CHECK(matches("past_the_end", load_past_the_end(4)));
    CHECK(matches("reads bytes=4", load_past_the_end(4)));
    CHECK_FALSE(matches("reads bytes=8", load_past_the_end(4)));
    // An argument belongs to the message of the kind before it.
    CHECK_FALSE(matches("past_the_end bytes=4", load_past_the_end(4)));
}

TEST_CASE("all parts of a pattern must match in any of the messages", "[manifest]") {
    const MessagePattern pattern("finding finding=out_of_bounds & reads bytes=4");
    CHECK(pattern.matches({gate, load_past_the_end(4)}));
    CHECK(pattern.matches({load_past_the_end(8), Message(reads, {{"bytes", 4}})}));
    CHECK_FALSE(pattern.matches({load_past_the_end(8)}));
    CHECK_FALSE(pattern.matches({gate, Message(reads, {{"bytes", 4}})}));
}

TEST_CASE("a pattern matches if all parts of one alternative match", "[manifest]") {
    const MessagePattern pattern("gate & reads bytes=8 | reads bytes=4 | gates");
    CHECK(pattern.matches({load_past_the_end(4)}));
    CHECK(pattern.matches({gates}));
    CHECK(pattern.matches({load_past_the_end(8), gate}));
    CHECK_FALSE(pattern.matches({load_past_the_end(8)}));
    CHECK_FALSE(pattern.matches({gate}));
}

TEST_CASE("a pattern returns its kinds and its text", "[manifest]") {
    const MessagePattern pattern("finding finding=out_of_bounds & reads bytes=4");
    CHECK(pattern.kinds() == std::vector<std::string>{"finding", "reads"});
    CHECK(pattern.text() == "finding finding=out_of_bounds & reads bytes=4");
    CHECK_FALSE(pattern.empty());
    CHECK(MessagePattern("gate | counter=occupancy | reads").kinds() ==
          std::vector<std::string>{"gate", "reads"});
}

TEST_CASE("an empty pattern matches no message", "[manifest]") {
    for (const MessagePattern& pattern : {MessagePattern(), MessagePattern("")}) {
        CHECK(pattern.empty());
        CHECK(pattern.kinds().empty());
        CHECK_FALSE(pattern.matches({gate}));
        CHECK_FALSE(pattern.matches({Message()}));
    }
}

TEST_CASE("an invalid pattern is rejected and quoted", "[manifest]") {
    const std::string text =
        GENERATE(as<std::string>(), "it is wrong", "It", "gate counter", "gate =4", "=4", "gate Counter=4",
                 "& gate", "| gate", "gate & & reads", "gate | & reads", "gate;", "gate&reads",
                 "never written", "gate &", "gate counter=4 |", " ", "gate bounds=\"at least", "\"");
    INFO(text);
    CHECK_THROWS_MATCHES(MessagePattern(text), std::invalid_argument,
                         Catch::Matchers::Message("\"" + text +
                                                  "\" is not KIND NAME=VALUE..., with & for both and | for "
                                                  "one of two"));
}
