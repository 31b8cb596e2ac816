#pragma once

/// @file
/// A server on this machine that nobody has any business with.

#include "base/descriptor.h"

namespace hostile {

/// Listens at a port of its own, at the machine's own address alone.
class Server {
public:
    Server();
    [[nodiscard]] int port() const { return port_; }
    /// Whether anybody has connected so far.
    [[nodiscard]] bool was_reached() const;

private:
    grader::Descriptor socket_;
    int port_ = 0;
};

} // namespace hostile
