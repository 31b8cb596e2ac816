#pragma once

/// @file
/// File access in a folder that another user owns and may change at any moment. A folder is opened once, and
/// everything else goes through its descriptor (openat): no symbolic link is followed, and no call blocks on
/// a pipe or a device.

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

/// Opens the folder @p place, whose last component must not be a symbolic link. Returns a negative
/// descriptor and sets errno on failure.
Descriptor open_folder(const std::filesystem::path& place);

/// Opens the folder @p name in @p folder, under the same conditions.
Descriptor open_folder_in(const Descriptor& folder, const std::string& name);

/// Opens the folder @p name in @p folder, and creates it if it is missing: with the permissions @p mode, and
/// owned by the owner of @p folder if this process may change owners.
Descriptor make_folder_in(const Descriptor& folder, const std::string& name, mode_t mode);

/// Returns the names in @p folder, sorted. Reads at most @p limit of them.
std::vector<std::string> names_in(const Descriptor& folder, std::size_t limit);

/// Opens the regular file @p name in @p folder for reading. Returns a negative descriptor and sets errno if
/// it is not a regular file or cannot be opened.
Descriptor open_file_in(const Descriptor& folder, const std::string& name);

/// Reads all bytes of @p file; nothing if it cannot be read or has more than @p limit bytes.
std::optional<std::string> read_all(const Descriptor& file, std::uint64_t limit);

/// Writes a file atomically: it gets its final name when it is complete. Until then it has a draft name, and
/// the draft is removed with this object.
class AtomicFileWriter {
public:
    /// Creates the draft in @p folder, which must outlive this, under the name @p draft, which must not be
    /// used otherwise.
    AtomicFileWriter(const Descriptor& folder, std::string draft);
    ~AtomicFileWriter();
    AtomicFileWriter(const AtomicFileWriter&) = delete;
    AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

    /// Reports whether the draft was created. If not, errno has the reason right after the constructor.
    [[nodiscard]] bool made() const { return file_.get() >= 0; }
    /// Fills it with @p text, sets the permissions @p mode and the folder's owner, as make_folder_in()
    /// does, and renames it to @p name, replacing an existing file. It is on the disk when this returns.
    /// Returns false and sets errno on failure.
    bool publish_as(const std::string& name, std::string_view text, mode_t mode);

private:
    const Descriptor& folder_;
    std::string draft_;
    Descriptor file_;
    bool done_ = false;
};

} // namespace grader
