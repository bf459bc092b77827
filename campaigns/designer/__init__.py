"""Setup binders made in the browser: their versions, their rooms, and the campaigns that play them."""
