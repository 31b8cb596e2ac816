#pragma once

/// @file
/// Forward declaration of work items, for files that only pass them on.

#include <memory>

namespace simulator::order {

class WorkItem;

/// Shared by the order of the item's stream and by all items that come after it.
using WorkItemPtr = std::shared_ptr<WorkItem>;

} // namespace simulator::order
