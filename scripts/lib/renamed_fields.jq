# A grade's JSON in the names of today, without the seconds that its steps took. A field that was renamed or added has a line here for as
# long as reports of before are compared.
del(.labs[].seconds)
# Steps have their messages as data beside the sentences.
| del(.labs[].steps[].facts)
# A report has all fields of a grade and of its kernels.
| del(.labs[].submitted, .labs[].unseen_sentence, .labs[].kernels[].symbol, .labs[].kernels[].local_bytes, .labs[].kernels[].warp_instructions,
      .labs[].counted[].symbol, .labs[].counted[].local_bytes, .labs[].counted[].warp_instructions)
| .labs[].speedup |= (if . == null then . else del(.where) end)
