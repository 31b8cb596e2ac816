#pragma once

/// @file
/// How near the simulator's model of a GPU comes to it: docs/results/times/GPU/modelled.json. Written by `grader times
/// --write`, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grader::accuracy {

/// A remedy that the model gives.
struct GivenRemedy {
    std::string what; ///< its kind, by the name in course/remedy_kinds.h
    double gain = 1;  ///< how many times as fast it makes the call, as modelled
};

/// So many remedies are kept: those that gain most.
inline constexpr std::size_t max_remedies = 2;

/// A build of a lab, or a kernel of a program, as a GPU timed it and as the model times it.
struct ComparedTimes {
    std::string name;       ///< `baseline`, a rung, `solution`, or the kernel's
    double measured_ms = 0; ///< on the GPU; 0: not known
    double modelled_ms = 0; ///< of the same work
    std::string limiter;    ///< what limits its longest launch, as the model names it
    std::string
        nsight_limit; ///< what Nsight Compute says does, as limit_of() names it; empty: it was not asked
};

/// One of a lab's builds.
struct ComparedBuild : ComparedTimes {
    std::vector<GivenRemedy> remedies; ///< that gain most; only where the next rung gains, as measured
    std::vector<std::string> applies;  ///< of a rung: what it does to the one before it, by lab.toml
};

/// One kernel of a program of simulator/evidence/proof.
struct ComparedKernel : ComparedTimes {
    bool seen = true; ///< whether the model was tuned on it
};

/// A lab, at the case that is graded.
struct ComparedLab {
    std::string case_name;             ///< as the manifest calls it
    bool speedups = true;              ///< false: speedups of modelled times say nothing in this lab
    std::vector<ComparedBuild> builds; ///< baseline, ladder, solution; one that was not timed is absent
};

/// A whole file.
struct Record {
    std::string device;                                          ///< the GPU's full name
    std::map<std::string, ComparedLab> labs;                     ///< by id
    std::map<std::string, std::vector<ComparedKernel>> programs; ///< by name, in the order of their launches
};

/// docs/results/times/SLUG/modelled.json
std::filesystem::path record_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty record where there is none. Throws EnvironmentError when it is something else.
Record read_record(const std::filesystem::path& file);

/// Puts the labs and kernels of @p part into @p record, in the place of those that it has by their names.
void merge(Record& record, const Record& part);

/// @p record as it stands in a file, with the figures that follow from it.
std::string text_of(const Record& record);

/// A number as the file has it: with four digits.
double in_record_digits(double number);

} // namespace grader::accuracy
