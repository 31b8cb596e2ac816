#pragma once

/// @file
/// For attacks: sends messages on the runner's connection to the grader.

#include <cstdint>
#include <cstring>
#include <string>
#include <unistd.h>

/// Sends @p document as the runner would, with a header that announces @p claimed bytes.
inline void forge(const std::string& document, std::uint64_t claimed) {
    const std::uint64_t sizes[] = {claimed, 0};
    std::string message(reinterpret_cast<const char*>(sizes), sizeof(sizes));
    message += document;
    for (std::size_t sent = 0; sent < message.size();) {
        const ssize_t more = write(3, message.data() + sent, message.size() - sent);
        if (more <= 0) return;
        sent += static_cast<std::size_t>(more);
    }
}

inline void forge(const std::string& document) { forge(document, document.size()); }

/// Encodes a text of less than 256 bytes in CBOR.
inline std::string cbor_text(const std::string& text) {
    return std::string("\x78") + static_cast<char>(text.size()) + text;
}

/// Encodes {"error": {"kind": kind, "text": text}} in CBOR.
inline std::string cbor_error(const std::string& kind, const std::string& text) {
    return "\xa1" + cbor_text("error") + "\xa2" + cbor_text("kind") + cbor_text(kind) + cbor_text("text") +
           cbor_text(text);
}
