#pragma once

/// @file
/// What the command line says about classes.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

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
    std::filesystem::path csv;       ///< `class changes --csv`: a file for all of it; empty: none
    bool once = false;               ///< `class watch --once`: take what is there, grade it, and leave
    double every = 2;                ///< `class watch --every`: seconds from one look to the next, at least
    bool pseudonyms = false;         ///< `class report --pseudonyms`: no student's own name is shown
    std::string site; ///< `class report --site`: where the course's pages are; empty: they are named only
    std::filesystem::path leaderboards; ///< `class report --leaderboards`: a file for them; empty: none

    // Appeals.
    std::filesystem::path bundle;             ///< `replay BUNDLE`
    std::filesystem::path output;             ///< `bundle -o`; empty: a name is made
    std::filesystem::path keys;               ///< `--keys`; empty: the usual folder
    std::filesystem::path instructor;         ///< `bundle --to`; empty: the key among the keys
    std::string student;                      ///< `bundle --student`; may be empty
    std::vector<std::filesystem::path> trust; ///< every `replay --trust`
    bool untrusted = false;                   ///< `replay --untrusted`

    // What a run of a class tells the workers that it starts.
    int run = 0;       ///< the number of the run; also `class changes --run`, where 0 is the last one
    std::string stage; ///< what they do: `check` or `time`
    std::filesystem::path
        list; ///< a file with the numbers of jobs, a line for each worker; empty: they come by a line
    std::size_t slice = 0; ///< which line
};

/// Adds these options to @p app; commands go to @p options, and a command's only lab to @p lab.
void add_class_options(CLI::App& app, Options& options, std::string& lab);

} // namespace grader
