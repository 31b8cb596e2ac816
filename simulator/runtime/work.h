#pragma once

/// @file
/// Work of streams and tasks by name only, for files that pass them on. work_queue.h has the whole.

#include <functional>
#include <memory>

namespace simulator::runtime {

class Runtime;
class Task;

/// Something a stream does, once or again and again. It owns all that it needs, as it
/// was when it was asked for.
using Work = std::function<void(Runtime&)>;

/// Shared by the queue and by all that wait for the task.
using TaskPtr = std::shared_ptr<Task>;

} // namespace simulator::runtime
