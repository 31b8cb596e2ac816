#pragma once

/// @file
/// Record of the accuracy of the simulator's model of a GPU: docs/results/times/GPU/modelled.json. Written by
/// `grader times --write`, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grader::accuracy {

/// A suggestion of the model.
struct GivenSuggestion {
    std::string what; ///< its kind, by the name in course/suggestion_kinds.h
    double gain = 1;  ///< modelled speedup of the whole call with the suggestion
};

/// Number of suggestions that are kept: those with the largest gains.
inline constexpr std::size_t max_suggestions = 2;

/// A build of a lab, or a kernel of a program, with its measured and modelled time.
struct ComparedTimes {
    std::string name;       ///< `baseline`, a rung, `solution`, or the kernel's name
    double measured_ms = 0; ///< time on the GPU; 0: unknown
    double modelled_ms = 0; ///< modelled time of the same work
    std::string limiter;    ///< the model's limiter of its longest launch
    std::string
        nsight_limit; ///< Nsight Compute's limiter, as limit_of() names it; empty: it was not profiled
};

/// One of a lab's builds.
struct ComparedBuild : ComparedTimes {
    std::vector<GivenSuggestion>
        suggestions; ///< suggestions with the largest gains; only if the next rung is faster,
                     ///< as measured
    std::vector<std::string> applies; ///< suggestions that a rung applies to the previous one, by lab.toml;
                                      ///< may be empty
};

/// One kernel of a program of simulator/evidence/proof.
struct ComparedKernel : ComparedTimes {
    bool tuned = true; ///< whether the model was tuned on it
};

/// A lab, at the graded case.
struct ComparedLab {
    std::string case_name;             ///< name in the manifest
    bool speedups = true;              ///< false: speedups of modelled times are meaningless in this lab
    std::vector<ComparedBuild> builds; ///< baseline, ladder, solution; builds that were not timed are absent
};

/// Contents of a record.
struct Record {
    std::string device;                                          ///< full name of the GPU
    std::map<std::string, ComparedLab> labs;                     ///< keyed by lab id
    std::map<std::string, std::vector<ComparedKernel>> programs; ///< keyed by name, in the order of their
                                                                 ///< launches
};

/// docs/results/times/SLUG/modelled.json
std::filesystem::path record_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty record if there is none. Throws EnvironmentError if it is malformed.
Record read_record(const std::filesystem::path& file);

/// Replaces the labs and kernels of @p record that @p part has as well, by name, and adds the others.
void merge(Record& record, const Record& part);

/// Formats @p record as the text of the file, with the figures that follow from it.
std::string text_of(const Record& record);

/// Rounds @p number to the four digits that the file keeps.
double in_record_digits(double number);

} // namespace grader::accuracy
