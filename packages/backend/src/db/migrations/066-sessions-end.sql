-- A session that is not remembered lives on while it is used, but no longer than thirty days from its sign-in.
update sessions set expires_at = created_at + interval '30 days'
  where not remembered and expires_at > created_at + interval '30 days';
