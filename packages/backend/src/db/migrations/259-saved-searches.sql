-- Searches that a reader saved, and the e-mail of a day about new hits of all of them (ADR-0277).
create table saved_searches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- As typed.
  query text not null check (query <> ''),
  -- Narrowed to one title, or to issues in a language of two letters. Null: no.
  title_id bigint references titles on delete cascade,
  language text check (language ~ '^[a-z]{2}$'),
  created_at timestamptz not null
);
-- A reader saves a search once. Equal searches of all readers are run once.
create unique index saved_searches_once on saved_searches (account_id, lower(query), coalesce(title_id, 0), coalesce(language, ''));
create index saved_searches_equal on saved_searches (lower(query), coalesce(title_id, 0), coalesce(language, ''));
create index saved_searches_title on saved_searches (title_id) where title_id is not null;

-- Days on which the new issues were searched, or are being searched.
create table saved_search_runs (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- New issues, and the day on which they were searched. Null: they wait.
create table searched_issues (
  issue_id bigint primary key references all_issues on delete cascade,
  day date references saved_search_runs
);
create index searched_issues_day on searched_issues (day);

-- New issues in which a search finds something: the page that fits best, and how many there are.
create table saved_search_hits (
  search_id bigint not null references saved_searches on delete cascade,
  issue_id bigint not null references all_issues on delete cascade,
  day date not null references saved_search_runs,
  page integer not null,
  pages integer not null,
  primary key (search_id, issue_id)
);
create index saved_search_hits_day on saved_search_hits (day, search_id);
create index saved_search_hits_issue on saved_search_hits (issue_id);

-- One e-mail for each reader and day.
create table saved_search_emails (
  account_id bigint not null references accounts on delete cascade,
  day date not null references saved_search_runs,
  at timestamptz not null,
  primary key (account_id, day)
);
create index saved_search_emails_day on saved_search_emails (day);

alter table accounts add column send_saved_searches boolean not null default true;

alter table consents drop constraint consents_kind_check;
alter table consents add constraint consents_kind_check
  check (kind in ('terms', 'newsletter', 'releases', 'saved-searches', 'age-restricted', 'region'));
