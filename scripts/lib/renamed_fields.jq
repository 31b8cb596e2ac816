# A grade's JSON in its present field names, without the seconds of the steps. A field that was renamed or added keeps a line here for as
# long as older reports are compared.
del(.labs[].seconds)
# Steps have their messages as data in addition to the sentences.
| del(.labs[].steps[].facts)
# A report has all fields of a grade and of its kernels.
| del(.labs[].submitted, .labs[].unseen_sentence, .labs[].kernels[].symbol, .labs[].kernels[].local_bytes, .labs[].kernels[].warp_instructions,
      .labs[].counted[].symbol, .labs[].counted[].local_bytes, .labs[].counted[].warp_instructions)
| .labs[].speedup |= (if . == null then . else del(.where) end)
