#include "authoring/records/counters/record.h"

#include "base/record/record_file.h"

template <> struct kernelsmith::Fields<grader::KernelCounts> {
    using Kernel = grader::KernelCounts;
    static constexpr auto list =
        std::tuple(field("kernel", &Kernel::kernel), field("launches", &Kernel::launches),
                   field("counters", &Kernel::counts));
};

template <> struct kernelsmith::Fields<grader::BuildCounts> {
    using Build = grader::BuildCounts;
    static constexpr auto list = std::tuple(field("build", &Build::name), field("kernels", &Build::kernels));
};

template <> struct kernelsmith::Fields<grader::CountersRecord> {
    using Record = grader::CountersRecord;
    static constexpr auto list =
        std::tuple(field("device", &Record::device), field("groups", &Record::groups));
};

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr RecordKind kind_of_counters = {"a record of counters", 1};

} // namespace

fs::path counters_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "counters" / (slug + ".json");
}

CountersRecord read_counters(const fs::path& file) {
    return record_in<CountersRecord>(file, kind_of_counters);
}

void write_counters(const fs::path& file, const CountersRecord& record) {
    write_record_file(file, kind_of_counters, record);
}

} // namespace grader
