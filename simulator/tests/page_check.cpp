// Holds the examples of a page in docs/findings against the programs that they are: the source, and what
// `simulate` says of it.
//
//     page_check PAGE SIMULATE PROGRAMS SOURCES [OPTION OF SIMULATE]...
//
// An example is what stands between `<!-- example: bugs/x.cu -->` and `<!-- end -->`; the program is PROGRAMS/bugs/x, its
// source SOURCES/bugs/x.cu. With KERNELSMITH_APPROVE=1 in the environment the page is written anew. Exit status: 0 the page is
// right, 1 not.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error("cannot read " + file.string());
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

// The source without the marks that tell the tests what to expect.
std::string source_of(const fs::path& file) {
    static const std::regex mark(
        R"(( *// (finding|other|note)( at exit| of the host| in a kernel)?: \w+[^\n]*))");
    return std::regex_replace(text_in(file), mark, "");
}

std::string in_quotes(const std::string& word) { return "'" + word + "'"; }

// What is printed when the program runs, with files named as in their own folder.
std::string said_of(const std::vector<std::string>& command, const fs::path& folder) {
    std::string line;
    for (const std::string& word : command) line += in_quotes(word) + " ";
    FILE* pipe = ::popen((line + "2>&1 < /dev/null").c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start " + command.front());
    std::string said;
    std::array<char, 4096> part{};
    for (std::size_t got; (got = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
        said.append(part.data(), got);
    ::pclose(pipe);
    const std::string prefix = folder.string() + "/";
    for (std::size_t at; (at = said.find(prefix)) != std::string::npos;) said.erase(at, prefix.size());
    return said;
}

// The page with its examples as they are now. Each has to be one for this page: what is said of it names the file.
std::string renewed(const fs::path& file, const std::string& page,
                    const std::vector<std::string>& arguments) {
    static const std::regex begin(R"(<!-- example: (\w+)/(\w+)\.cu -->\n)");
    const std::string_view end = "<!-- end -->";
    std::string result;
    auto from = page.cbegin();
    for (std::smatch match; std::regex_search(from, page.cend(), match, begin);) {
        result.append(from, match[0].second);
        const fs::path folder = fs::path(arguments[2]) / match[1].str();
        std::vector<std::string> command = {arguments[0]};
        command.insert(command.end(), arguments.begin() + 3, arguments.end());
        command.push_back((fs::path(arguments[1]) / match[1].str() / match[2].str()).string());
        const std::string said = said_of(command, folder);
        if (said.find("docs/findings/" + file.filename().string()) == std::string::npos)
            throw std::runtime_error(match[2].str() + " is no example of this:\n" + said);
        result +=
            fmt::format("```cuda\n{}```\n\n```\n{}```\n", source_of(folder / (match[2].str() + ".cu")), said);
        const std::size_t stop = page.find(end, static_cast<std::size_t>(match[0].second - page.cbegin()));
        if (stop == std::string::npos) throw std::runtime_error("an example without an end");
        from = page.cbegin() + static_cast<std::ptrdiff_t>(stop);
    }
    if (from == page.cbegin()) throw std::runtime_error("no example");
    return result.append(from, page.cend());
}

} // namespace

int main(int argc, char** argv) try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 4) return 2;
    const fs::path file = arguments[0];
    const std::string page = text_in(file);
    const std::string right = renewed(file, page, {arguments.begin() + 1, arguments.end()});
    if (page == right) return 0;
    const char* approve = std::getenv("KERNELSMITH_APPROVE");
    if (approve != nullptr && std::string_view(approve) == "1") {
        std::ofstream(file, std::ios::binary) << right;
        return 0;
    }
    std::cerr << file.string()
              << " is not what its programs say; KERNELSMITH_APPROVE=1 in the environment writes\n"
              << right;
    return 1;
} catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
}
