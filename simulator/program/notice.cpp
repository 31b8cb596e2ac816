#include "program/notice.h"

#include <atomic>
#include <cstdio>

#include "program/call.h"

namespace simulator::runtime {

namespace {

std::atomic<bool> unsupported_reported = false;

} // namespace

void flush_output() {
    if (Program* const program = current_call().program) {
        program->flush();
    }
}

void print_notice(std::string_view text) {
    flush_output();
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

void report_unsupported(std::string_view text) {
    unsupported_reported = true;
    print_notice(text);
}

bool has_reported_unsupported() { return unsupported_reported; }

} // namespace simulator::runtime
