#pragma once

/// @file
/// What the command line says about classes.

#include <cstddef>
#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace grader {

struct Options;

/// The part of the command line that is about classes.
struct ClassOptions {
    bool fresh = false; ///< `--fresh`: grades that are there do not count
    std::string reason; ///< `--reason`: why grades are made anew; empty: none was given
    bool sieve = true;  ///< `--no-sieve`: the cases are not run on the simulator before a GPU's time is taken
    bool wait = true;   ///< `--no-wait`: leave where another grader runs the class
    std::string gpus;   ///< `--gpus`: `all`, or places such as `0,2`; empty: the first one
    bool slurm = false; ///< `--slurm`: the class goes to Slurm
    bool detach = false;             ///< `--detach`: and nobody waits for it here
    std::filesystem::path directory; ///< `class ... DIR`

    // What a run of a class tells the workers that it starts.
    int run = 0;       ///< the number of the run
    std::string stage; ///< what they do: `check` or `time`
    std::filesystem::path
        list; ///< a file with the numbers of jobs, a line for each worker; empty: they come by a line
    std::size_t slice = 0; ///< which line
};

/// Adds these options to @p app; commands go to @p options.
void add_class_options(CLI::App& app, Options& options);

} // namespace grader
