#include "grading/channel/doorbell.h"

#include <chrono>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

namespace {

using grader::Descriptor;
using grader::Doorbell;
using grader::DoorbellState;

} // namespace

TEST_CASE("both sides of a shared doorbell signal each other", "[doorbell]") {
    const Descriptor memory = Doorbell::make();
    Doorbell keeper(memory.get());
    Doorbell caller(memory.get());
    CHECK(keeper.is_in_state(DoorbellState::idle));
    std::jthread other([&] {
        caller.set(DoorbellState::armed);
        if (!caller.wait_for(DoorbellState::go)) return;
        caller.set(DoorbellState::done);
    });
    CHECK(keeper.wait_for(DoorbellState::armed));
    keeper.set(DoorbellState::go);
    CHECK(keeper.wait_for(DoorbellState::done));
    CHECK_FALSE(keeper.is_in_state(DoorbellState::go));
}

TEST_CASE("a long wait at a doorbell ends when the other side gives up", "[doorbell]") {
    const Descriptor memory = Doorbell::make();
    Doorbell keeper(memory.get());
    Doorbell grader(memory.get());
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60)); // longer than it spins
        grader.set(DoorbellState::given_up);
    });
    CHECK_FALSE(keeper.wait_for(DoorbellState::done));
}

TEST_CASE("a doorbell's memory cannot be truncated", "[doorbell]") {
    const Descriptor memory = Doorbell::make();
    CHECK(::ftruncate(memory.get(), 0) != 0);
}
