#pragma once

/// @file
/// Files in a folder that belongs to somebody else, who may swap anything in it at any moment. A folder is opened once, and all else
/// goes through its descriptor: no link is ever followed, and nothing waits for what a pipe or a device may say.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "base/descriptor.h"

namespace grader {

/// Opens the folder @p place, whose last name may be no link. Below 0, and the reason in errno, where that fails.
Descriptor open_folder(const std::filesystem::path& place);

/// Opens the folder @p name in @p folder, likewise.
Descriptor open_folder_in(const Descriptor& folder, const std::string& name);

/// The same, and makes it where it is missing: with the permissions @p mode, and for the owner of @p folder where this process may give
/// files away.
Descriptor make_folder_in(const Descriptor& folder, const std::string& name, mode_t mode);

/// The names in @p folder, sorted. Reads no more than @p most of them.
std::vector<std::string> names_in(const Descriptor& folder, std::size_t limit);

/// Opens the regular file @p name in @p folder for reading. Below 0, and the reason in errno, where it is none or that fails.
Descriptor open_file_in(const Descriptor& folder, const std::string& name);

/// All bytes of @p file; nothing where it cannot be read or has more than @p most.
std::optional<std::string> read_all(const Descriptor& file, std::uint64_t limit);

/// A new file in a folder, which gets its name when it is whole. Until then it has a name of its own, which goes away with it.
class AtomicFileWriter {
public:
    /// Makes it in @p folder, which has to outlive this, under the name @p draft that nothing else may have.
    AtomicFileWriter(const Descriptor& folder, std::string draft);
    ~AtomicFileWriter();
    AtomicFileWriter(const AtomicFileWriter&) = delete;
    AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

    /// Whether it was made. If not, the reason is in errno right after the constructor.
    [[nodiscard]] bool made() const { return file_.get() >= 0; }
    /// Fills it with @p text, gives it the permissions @p mode and the folder's owner, as make_folder_in() does, and puts it in the
    /// place of whatever is called @p name. On the disk when this returns. False, and the reason in errno, where that fails.
    bool publish_as(const std::string& name, std::string_view text, mode_t mode);

private:
    const Descriptor& folder_;
    std::string draft_;
    Descriptor file_;
    bool done_ = false;
};

} // namespace grader
