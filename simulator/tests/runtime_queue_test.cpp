#include "runtime/work_queue.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <string>
#include <thread>

#include "runtime/runtime.h"
#include "runtime/stream_order.h"

namespace {

using simulator::YieldResult;
using namespace simulator::runtime;
using namespace std::chrono_literals;

/// A queue whose tasks write letters.
struct QueueBench {
    unsigned threads = 1; ///< threads of the program
    Runtime runtime{Settings{}, {.program_threads = [this] { return threads; }}};
    std::string text;
    std::mutex mutex;

    void write(char letter) {
        const std::lock_guard lock(mutex);
        text += letter;
    }
    Work writes(char letter) {
        return [this, letter](Runtime&) { write(letter); };
    }
    TaskPtr device(Work work, std::vector<TaskPtr> dependencies = {}) {
        return runtime.queue().add(std::move(work), Task::Executor::device, std::move(dependencies));
    }
    TaskPtr program(Work work, std::vector<TaskPtr> dependencies = {}) {
        return runtime.queue().add(std::move(work), Task::Executor::program, std::move(dependencies));
    }
    std::string all() {
        runtime.queue().wait_for_all();
        return text;
    }
    /// Yields to other work until @p condition holds, as a polling kernel does. Returns false if no writer is
    /// left.
    template <class Condition> bool poll(Condition condition) {
        // The second and later yields repeat an earlier state.
        for (bool livelocked = false; !condition(); livelocked = true) {
            if (runtime.queue().yield_to_other_work(livelocked) == YieldResult::no_writer) {
                return false;
            }
        }
        return true;
    }
};

TEST_CASE("queued work runs in the order in which it was added", "[runtime]") {
    QueueBench bench;
    for (char letter = 'a'; letter <= 'z'; ++letter) bench.device(bench.writes(letter));
    CHECK(bench.all() == "abcdefghijklmnopqrstuvwxyz");
}

TEST_CASE("wait_until_no_progress returns while a kernel polls for the program", "[runtime]") {
    QueueBench bench;
    std::atomic<bool> written = false;
    bench.device(bench.writes('a'));
    bench.device([&](Runtime&) {
        if (bench.poll([&] { return written.load(); })) bench.write('c');
    });
    bench.device(bench.writes('b'));
    bench.runtime.queue().wait_until_no_progress();
    CHECK(bench.text == "ab");
    written = true;
    CHECK(bench.all() == "abc");
}

TEST_CASE("a task that depends on a host function runs after it and is not overtaken", "[runtime]") {
    QueueBench bench;
    bench.runtime.queue().call_timeout = std::chrono::hours(1);
    const TaskPtr function = bench.program([&](Runtime&) {
        std::this_thread::sleep_for(5ms); // long enough for others to overtake it
        bench.write('f');
    });
    bench.device(bench.writes('a'), {function});
    bench.device(bench.writes('b'));
    CHECK(bench.all() == "fab");
}

TEST_CASE("a function that waits for later work does not delay it forever", "[runtime]") {
    QueueBench bench;
    std::atomic<bool> done = false;
    bench.program([&](Runtime&) {
        while (!done) std::this_thread::yield();
        bench.write('f');
    });
    bench.device([&](Runtime&) {
        bench.write('a');
        done = true;
    });
    CHECK(bench.all() == "af");
}

TEST_CASE("wait_for_own rethrows the exception of a task and wait does not", "[runtime]") {
    QueueBench bench;
    const TaskPtr task = bench.device([](Runtime&) { throw ApiError(cudaErrorInvalidValue); });
    CHECK_THROWS_AS(bench.runtime.queue().wait_for_own(task), ApiError);
    CHECK_NOTHROW(bench.runtime.queue().wait(task));
    CHECK(bench.runtime.queue().is_done(task));
}

TEST_CASE("later work runs while a kernel polls and the kernel resumes before any further work",
          "[runtime]") {
    QueueBench bench;
    std::atomic<bool> flag = false;
    bench.device([&](Runtime&) {
        bench.write('k');
        CHECK(bench.poll([&] { return flag.load(); }));
        bench.write('K');
    });
    bench.device([&](Runtime&) {
        bench.write('a');
        flag = true;
    });
    bench.device(bench.writes('b'));
    CHECK(bench.all() == "kaKb");
}

TEST_CASE("two polling kernels run alternately", "[runtime]") {
    QueueBench bench;
    std::atomic<int> ball = 0;
    const auto play = [&](int side) {
        return [&, side](Runtime&) {
            for (int round = 0; round < 100; ++round) {
                REQUIRE(bench.poll([&] { return ball % 2 == side; }));
                ++ball;
            }
        };
    };
    bench.device(play(1));
    bench.device(play(0));
    bench.runtime.queue().wait_for_all();
    CHECK(ball == 200);
}

TEST_CASE("polling kernels stop once all threads of the program wait for them", "[runtime]") {
    QueueBench bench;
    std::atomic<int> told = 0;
    const auto poll_in_vain = [&](Runtime&) { told += bench.poll([] { return false; }) ? 0 : 1; };
    bench.device(poll_in_vain);
    bench.device(poll_in_vain);
    bench.runtime.queue().wait_for_all();
    CHECK(told == 2);
}

TEST_CASE("a kernel waits for a thread of the program that does something else", "[runtime]") {
    QueueBench bench;
    bench.threads = 2;
    std::atomic<bool> flag = false;
    bool seen = false;
    bench.device([&](Runtime&) { seen = bench.poll([&] { return flag.load(); }); });
    std::thread other([&] {
        std::this_thread::sleep_for(30ms);
        flag = true;
    });
    bench.runtime.queue().wait_for_all();
    CHECK(seen);
    other.join();
}

TEST_CASE("after the program has ended its host functions are not called and no poll succeeds", "[runtime]") {
    QueueBench bench;
    std::atomic<bool> told = false;
    const TaskPtr polling = bench.device([&](Runtime&) { told = !bench.poll([] { return false; }); });
    bench.program(bench.writes('f'), {polling});
    REQUIRE(bench.runtime.queue().mark_program_ended(1s));
    CHECK(bench.all().empty());
    CHECK(told);
}

TEST_CASE("blocking streams and the legacy stream wait for each other and other streams do not",
          "[runtime]") {
    QueueBench bench;
    const auto stream = [](std::uintptr_t number) { return reinterpret_cast<cudaStream_t>(number); };
    const cudaStream_t blocking = stream(0x100);
    const cudaStream_t other = stream(0x200);
    const cudaStream_t free = stream(0x300);
    StreamOrder order;
    const TaskPtr first = bench.device(bench.writes('a'));
    const TaskPtr second = bench.device(bench.writes('b'));
    const TaskPtr third = bench.device(bench.writes('c'));
    order.append(blocking, true, first);
    order.append(free, false, second);
    CHECK(order.predecessors(other, true).empty());
    CHECK(order.predecessors(nullptr, true) == std::vector{first});
    CHECK(order.predecessors(cudaStreamLegacy, true) == std::vector{first});
    CHECK(order.predecessors(free, false) == std::vector{second});
    order.append(nullptr, true, third);
    CHECK(order.predecessors(other, true) == std::vector{third});
    CHECK(order.predecessors(free, false) == std::vector{second});
    bench.runtime.queue().wait_for_all();
    order.forget_done(bench.runtime.queue());
    CHECK(order.size() == 0);
}

} // namespace
