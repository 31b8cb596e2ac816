# A grade's JSON in the names of today, without the seconds that its steps took. A field that was renamed has a line here for as long as
# reports of before are compared.
del(.labs[].seconds)
