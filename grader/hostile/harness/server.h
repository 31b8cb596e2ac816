#pragma once

/// @file
/// A server on this machine that no process should connect to.

#include "base/descriptor.h"

namespace hostile {

/// Listens on a free port of the loopback address.
class Server {
public:
    Server();
    [[nodiscard]] int port() const { return port_; }
    /// Returns whether any process has connected so far.
    [[nodiscard]] bool was_reached() const;

private:
    grader::Descriptor socket_;
    int port_ = 0;
};

} // namespace hostile
