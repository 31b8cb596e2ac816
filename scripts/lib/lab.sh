# lab_id NAME: prints the full name of a lab given as `4`, `04` or `04_shared_tiling`. Exits the script with status 2 if
# no lab or more than one matches. Runs in the project's folder.

lab_id() {
    local number=$1 labs
    shopt -s nullglob
    [[ $number != [0-9] ]] || number=0$number
    labs=(labs/"$number"*/)
    labs=("${labs[@]%/}")
    labs=("${labs[@]#labs/}")
    if [[ ${#labs[@]} -eq 0 ]]; then
        labs=(labs/[0-9]*/)
        labs=("${labs[@]%/}")
        echo "No lab is called '$1'. There are: ${labs[*]#labs/}" >&2
        exit 2
    elif [[ ${#labs[@]} -gt 1 ]]; then
        echo "'$1' is ambiguous; it matches: ${labs[*]}. Type more of the name." >&2
        exit 2
    fi
    echo "${labs[0]}"
}
