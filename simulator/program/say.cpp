#include "program/say.h"

#include <atomic>
#include <cstdio>

#include "program/call.h"

namespace simulator::runtime {

namespace {

std::atomic<bool> something_missing = false;

} // namespace

void flush_output() {
    if (Program* const program = current_call().program) {
        program->flush();
    }
}

void say(std::string_view text) {
    flush_output();
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

void say_cannot_run(std::string_view text) {
    something_missing = true;
    say(text);
}

bool could_not_run() { return something_missing; }

} // namespace simulator::runtime
