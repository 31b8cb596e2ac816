#pragma once

/// @file
/// Kinds of messages about unordered accesses of streams and of the host to the same memory.

#include "message/message.h"

namespace kernelsmith::order_messages {

/// Stream 0.
inline constexpr MessageKind default_stream{"default_stream"};
/// `cudaStreamPerThread`.
inline constexpr MessageKind default_stream_of_thread{"default_stream_of_thread"};
/// A stream with the `id` that `cudaStreamGetId` returns.
inline constexpr MessageKind numbered_stream{"numbered_stream"};
/// A graph that was launched in `stream`.
inline constexpr MessageKind graph_in_stream{"graph_in_stream"};

/// A launch of `kernel`.
inline constexpr MessageKind kernel_work{"kernel_work"};
/// A copy in a stream.
inline constexpr MessageKind copy_work{"copy_work"};
/// A memset in a stream.
inline constexpr MessageKind memset_work{"memset_work"};
/// A call of `function` that allocates or frees in a stream.
inline constexpr MessageKind call_work{"call_work"};
/// Work of an unknown kind.
inline constexpr MessageKind unknown_work{"unknown_work"};

/// `does`: a read.
inline constexpr MessageKind reads_memory{"reads_memory"};
/// `does`: a write.
inline constexpr MessageKind writes_memory{"writes_memory"};
/// `does`: an allocation.
inline constexpr MessageKind allocates_memory{"allocates_memory"};
/// `does`: a free.
inline constexpr MessageKind frees_memory{"frees_memory"};
/// `work` in `stream`, and the access that it `does` to memory.
inline constexpr MessageKind use_in_stream{"use_in_stream"};

/// A data race of `use` and `other`, both of kind use_in_stream.
inline constexpr MessageKind unordered_streams{"unordered_streams"};
/// A data race of the host, which `does` an access before `use` is done.
inline constexpr MessageKind host_has_not_waited{"host_has_not_waited"};
/// The other `work`, in `function`, if no line is known.
inline constexpr MessageKind work_in_function{"work_in_function"};

// Advice.

/// Advice for unordered_streams if both are nodes of a graph.
inline constexpr MessageKind add_graph_dependency{"add_graph_dependency"};
/// Advice for unordered_streams.
inline constexpr MessageKind order_streams_by_event{"order_streams_by_event"};
/// Advice for host_has_not_waited.
inline constexpr MessageKind wait_before_host_access{"wait_before_host_access"};

} // namespace kernelsmith::order_messages
