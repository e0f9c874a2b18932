-- Searches that find nothing: which words five or more visitors of a week typed, and nothing about the others (ADR-0223).

-- The key of a week; with it, everything that was counted under it is deleted.
create table search_keys (
  -- Monday, in Vienna.
  week date primary key,
  key bytea not null check (length(key) = 32),
  -- Searches recorded on the last day, for the limit of a day.
  day date not null,
  recorded integer not null default 0
);
-- Visitors of a text: HMAC of both together, so that two searches of a visitor are not connected.
create table search_visitors (
  week date not null references search_keys on delete cascade,
  digest bytea not null,
  primary key (week, digest)
);
-- Number of visitors by text: HMAC of the text.
create table search_counts (
  week date not null references search_keys on delete cascade,
  digest bytea not null,
  visitors integer not null,
  primary key (week, digest)
);

-- What the desk shows: a row exists only if enough visitors typed the text.
create table unsuccessful_searches (
  week date not null,
  text text not null check (length(text) between 2 and 60),
  visitors integer not null,
  primary key (week, text)
);
