# shellcheck shell=bash
# The contents of the archives: a list of the files that students need, so that unlisted files are never released.

readonly handed_out=(
    README.md LICENSE CHANGELOG.md Makefile CMakeLists.txt CMakePresets.json .gitignore .editorconfig
    ':(glob)cmake/*.cmake' cmake/fmt cmake/portable cmake/recipes
    common/CMakeLists.txt common/README.md common/finding_messages common/kernelsmith common/message common/record common/scan
    labs/CMakeLists.txt ':(glob)labs/*/CMakeLists.txt' ':(glob)labs/*/README.md' ':(glob)labs/*/lab.toml' ':(glob)labs/*/modelled.json'
    ':(glob)labs/*/*.h' ':(glob)labs/*/*.cpp' ':(glob)labs/*/baseline.cu' ':(glob)labs/*/student.cu'
    ':(glob)slides/*.md' slides/kernelsmith.css
    docs/findings docs/nsight docs/glossary.md docs/counters.md docs/supported_instructions.md docs/supported_runtime.md
    docs/threat-model.md docs/grading.md docs/commands.md
    grader/CMakeLists.txt grader/base grader/course grader/grading ':(exclude,glob)grader/*/tests/**' ':(exclude)grader/grading/README.md'
    simulator/CMakeLists.txt simulator/README.md ':(glob)simulator/*/**' ':(exclude)simulator/evidence' ':(exclude)simulator/tests'
    scripts/grade scripts/setup scripts/test-stage scripts/test-lab scripts/watch ':(glob)scripts/lib/*.sh'
)

# rewrite PROGRAM FILE...: replaces each file by the output of the awk program scripts/release.d/PROGRAM for it.
rewrite() {
    local file program=scripts/release.d/$1
    for file in "${@:2}"; do
        awk -f "$program" "$file" >"$work/rewritten" || give_up "$program cannot read ${file#"$tree"/}."
        cat "$work/rewritten" >"$file"
    done
}

# stage_files TREE: copies the listed files that git tracks into the students' tree.
stage_files() {
    local tree=$1
    mkdir -p "$tree"
    git ls-files -z -- "${handed_out[@]}" | tar --create --null --files-from - | tar --extract --directory "$tree"
    # Thresholds measured on this machine serve the machines of the class, which have no solutions to measure.
    if [[ -d .kernelsmith/thresholds ]]; then
        mkdir -p "$tree/.kernelsmith"
        cp -R .kernelsmith/thresholds "$tree/.kernelsmith/"
    fi
    rewrite markdown.awk $(find "$tree" -name '*.md')
    rewrite manifest.awk "$tree"/labs/*/lab.toml
    [[ -n ${SOLUTION_SLIDES:-} ]] || rewrite deck.awk "$tree"/slides/*.md
}
