# lab_id NAME: the whole name of the lab that somebody called `4`, `04` or `04_shared_tiling`. Ends the script with 2 where
# there is none, or more than one. Runs in the project's folder.

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
        echo "'$1' could be any of: ${labs[*]}. Type more of the name." >&2
        exit 2
    fi
    echo "${labs[0]}"
}
