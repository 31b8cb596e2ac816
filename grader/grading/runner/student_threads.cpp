#include "grading/runner/student_threads.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace runner {
namespace {

using Start = void* (*)(void*);

/// The threads created through pthread_create(). Never destroyed: threads may start while the process exits.
struct ThreadRegistry {
    /// One thread.
    struct Entry {
        const void* owner = nullptr; ///< library that contains its start function; null: none
        pid_t thread = 0;            ///< 0: not running yet
    };
    std::mutex mutex;
    std::uint64_t made = 0;
    std::map<std::uint64_t, Entry>
        running; ///< threads whose start function has not returned, by creation number
    std::map<pid_t, const void*> owner_of_ended_thread; ///< the other threads, which exist for a moment
                                                        ///< longer
};

ThreadRegistry& registry() {
    static ThreadRegistry& threads = *new ThreadRegistry;
    return threads;
}

/// Returns the base address of the library that contains @p address; null if none does.
const void* library_of(const void* address, std::string_view* file = nullptr) {
    Dl_info info{};
    if (::dladdr(address, &info) == 0) return nullptr;
    if (file != nullptr) *file = info.dli_fname;
    return info.dli_fbase;
}

/// Returns the library that owns a thread with the start function @p start and @p argument.
const void* owner_of(Start start, void* argument) {
    static const void* const program = library_of(reinterpret_cast<const void*>(&owner_of));
    std::string_view file;
    const void* const library = library_of(reinterpret_cast<const void*>(start), &file);
    // Every std::thread starts in the standard library, which may be linked into this program. Its argument
    // is an object whose vtable is in the library that created the thread.
    const bool standard = library == program || file.find("libstdc++") != file.npos;
    return library != nullptr && standard && argument != nullptr
               ? library_of(*static_cast<const void* const*>(argument))
               : library;
}

struct ThreadStart {
    Start start;
    void* argument;
    std::uint64_t number;
};

/// Keeps a thread in the registry while its start function runs, however that ends. A thread that joins it
/// continues later than the removal.
class RunningThread {
public:
    explicit RunningThread(std::uint64_t number) : number_(number) {
        const std::lock_guard lock(registry().mutex);
        registry().running.at(number_).thread = ::gettid();
    }
    RunningThread(const RunningThread&) = delete;
    RunningThread& operator=(const RunningThread&) = delete;
    ~RunningThread() {
        const std::lock_guard lock(registry().mutex);
        const auto entry = registry().running.extract(number_);
        registry().owner_of_ended_thread[entry.mapped().thread] = entry.mapped().owner;
    }

private:
    const std::uint64_t number_;
};

void* run_registered_thread(void* memory) {
    const std::unique_ptr<ThreadStart> owned(static_cast<ThreadStart*>(memory));
    const ThreadStart thread_start = *owned;
    const RunningThread running_thread(thread_start.number);
    return thread_start.start(thread_start.argument);
}

std::set<pid_t> running() {
    std::set<pid_t> threads;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        threads.insert(static_cast<pid_t>(std::stol(entry.path().filename().string())));
    return threads;
}

/// Returns whether @p thread is exiting. A join returns before the kernel has removed the thread from its
/// lists.
bool is_ending(pid_t thread) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string text;
    if (!std::getline(file, text)) return true;
    constexpr unsigned long exiting = 4; // PF_EXITING of the kernel
    std::size_t at = text.rfind(')');
    for (int field = 2; field < 9 && at != text.npos; ++field) at = text.find(' ', at + 1);
    return at != text.npos && (std::stoul(text.substr(at + 1)) & exiting) != 0;
}

} // namespace

StudentThreads::StudentThreads() : initial_threads_(running()) {}

void StudentThreads::set_student_library(const void* symbol) { student_ = library_of(symbol); }

bool StudentThreads::is_students(const void* owner) const { return owner == nullptr || owner == student_; }

std::size_t StudentThreads::count_running() const {
    const std::lock_guard lock(registry().mutex);
    return static_cast<std::size_t>(
        std::count_if(registry().running.begin(), registry().running.end(),
                      [&](const auto& entry) { return is_students(entry.second.owner); }));
}

std::size_t StudentThreads::count_alive() const {
    // List the threads before their owners are read: a thread that is created later is not counted.
    const std::set<pid_t> now = running();
    std::map<pid_t, const void*> owners;
    bool has_starting_thread = true;
    for (int tries = 0; has_starting_thread && tries < 1000; ++tries) {
        if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        has_starting_thread = false;
        const std::lock_guard lock(registry().mutex);
        owners = registry().owner_of_ended_thread;
        for (const auto& [number, entry] : registry().running) {
            owners[entry.thread] = entry.owner;
            has_starting_thread = has_starting_thread || entry.thread == 0;
        }
    }
    return static_cast<std::size_t>(std::count_if(now.begin(), now.end(), [&](pid_t thread) {
        if (initial_threads_.contains(thread)) return false;
        const auto owner = owners.find(thread);
        return (owner == owners.end() || is_students(owner->second)) && !is_ending(thread);
    }));
}

} // namespace runner

/// Interposes pthread_create() of the C library for the whole process.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, runner::Start start,
                              void* argument) {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, runner::Start, void*);
    static const auto next = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
    auto thread_start = std::make_unique<runner::ThreadStart>(runner::ThreadStart{start, argument, 0});
    // Call owner_of() without holding our lock: it takes the dynamic loader's lock, whose holder may be about
    // to create a thread (lock order).
    const void* const owner = runner::owner_of(start, argument);
    {
        const std::lock_guard lock(runner::registry().mutex);
        thread_start->number = ++runner::registry().made;
        runner::registry().running[thread_start->number] = {owner};
    }
    const std::uint64_t number =
        thread_start->number; // a copy: the new thread may free *thread_start before next() returns
    const int failed = next(thread, attributes, runner::run_registered_thread, thread_start.get());
    if (failed == 0) {
        (void)thread_start.release();
    } else {
        const std::lock_guard lock(runner::registry().mutex);
        runner::registry().running.erase(number);
    }
    return failed;
}
