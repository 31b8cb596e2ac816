#pragma once

/// @file
/// Pieces of work by name only, for files that pass them on.

#include <memory>

namespace simulator::order {

class Piece;

/// Shared by the order of its stream and by all pieces that come after it.
using PiecePtr = std::shared_ptr<Piece>;

} // namespace simulator::order
