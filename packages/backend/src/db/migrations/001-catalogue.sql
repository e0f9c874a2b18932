-- Titles, their issues and how a newsstand arranges them.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Search without accents, in the stems of the three languages of the house; anything else word by word.
create text search configuration kiosk_de (copy = german);
alter text search configuration kiosk_de alter mapping for hword, hword_part, word with unaccent, german_stem;
create text search configuration kiosk_en (copy = english);
alter text search configuration kiosk_en alter mapping for hword, hword_part, word with unaccent, english_stem;
create text search configuration kiosk_fr (copy = french);
alter text search configuration kiosk_fr alter mapping for hword, hword_part, word with unaccent, french_stem;
create text search configuration kiosk_any (copy = simple);
alter text search configuration kiosk_any alter mapping for hword, hword_part, word with unaccent, simple;

create function search_language(language text) returns regconfig language sql immutable parallel safe as $$
  select case left(language, 2)
    when 'de' then 'kiosk_de'::regconfig when 'en' then 'kiosk_en'::regconfig when 'fr' then 'kiosk_fr'::regconfig
    else 'kiosk_any'::regconfig end
$$;
-- unaccent() is only stable because its dictionary may be altered; ours never is.
create function plain(words text) returns text language sql immutable parallel safe as $$
  select lower(public.unaccent('public.unaccent', words))
$$;

create table titles (
  id bigint generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]*$'),
  name text not null check (name <> ''),
  kind text not null check (kind in ('magazine', 'newspaper')),
  language text not null,
  publisher text not null default '',
  issn text check (issn ~ '^\d{4}-\d{3}[\dX]$'),
  frequency text not null default 'irregular' check (frequency in
    ('daily', 'weekly', 'fortnightly', 'monthly', 'bimonthly', 'quarterly', 'half-yearly', 'yearly', 'irregular')),
  country text check (country ~ '^[A-Z]{2}$'),
  place text,
  description text not null default '',
  -- From which age it may be shown; 0 = everyone.
  age_rating smallint not null default 0 check (age_rating in (0, 6, 12, 16, 18)),
  -- ISO 3166-1 alpha-2 of the countries where it may be shown; null = everywhere.
  shown_in text[],
  -- The publisher takes it off the shelf after this day.
  available_until date,
  edition_of bigint references titles,
  supplement_of bigint references titles,
  demonstration boolean not null default false,
  created_at timestamptz not null default now(),
  check (edition_of <> id and supplement_of <> id)
);
create index titles_by_name on titles using gin (plain(name) gin_trgm_ops);

create table issues (
  id bigint generated always as identity primary key,
  uid text not null unique check (uid ~ '^[A-Za-z0-9_-]{1,64}$'),
  title_id bigint not null references titles on delete cascade,
  -- What the cover says: "Nr. 47", "Herbst 2026", "November/Dezember".
  name text not null,
  number text,
  volume text,
  issue_date date not null,
  -- A double issue covers issue_date to this day.
  issue_date_end date check (issue_date_end > issue_date),
  kind text not null default 'regular' check (kind in ('regular', 'double', 'special', 'supplement')),
  -- A regional edition of the same issue: "Oberland".
  edition text,
  supplement_to bigint references issues on delete set null,
  language text not null,
  headline text not null default '',
  description text not null default '',
  page_count integer not null check (page_count > 0),
  -- none = a scan without text; partial = some pages have text.
  text_layer text not null default 'full' check (text_layer in ('full', 'partial', 'none')),
  -- SHA-256 of the PDF, hex; null while the issue has a cover only (catalogues made for benchmarks).
  source_sha256 text unique,
  -- Goes up when a corrected file replaces the issue; part of every picture's address.
  revision integer not null default 1,
  -- [{ headline, page, level }], in reading order.
  outline jsonb not null default '[]',
  cover_width integer not null,
  cover_height integer not null,
  -- Dominant colour, shown while the cover loads: "#a1b2c3".
  cover_colour text not null default '#d8d2c6' check (cover_colour ~ '^#[0-9a-f]{6}$'),
  targeting_tags text[] not null default '{}',
  demonstration boolean not null default false,
  published_at timestamptz not null default now()
);
create index issues_of_title on issues (title_id, issue_date desc, id desc);
create index issues_newest on issues (issue_date desc, id desc);

create table pages (
  issue_id bigint not null references issues on delete cascade,
  number integer not null check (number > 0),
  -- Shown size in PDF points (1/72 inch), rotation and crop applied.
  width real not null,
  height real not null,
  -- The page's text in reading order; words with boxes lie with the pictures in the file storage.
  text text not null default '',
  search tsvector not null default '',
  primary key (issue_id, number)
);
create index pages_search on pages using gin (search) with (fastupdate = off);

create table articles (
  id bigint generated always as identity primary key,
  issue_id bigint not null references issues on delete cascade,
  position integer not null,
  headline text not null,
  byline text not null default '',
  first_page integer not null,
  last_page integer not null,
  -- Sanitised: p, h2, h3, blockquote, ul, ol, li, em, strong.
  html text not null,
  -- [{ page, x, y, width, height }] as fractions of the page.
  regions jsonb not null default '[]',
  -- How the article was told from its neighbours.
  source text not null check (source in ('outline', 'headings', 'mets', 'sidecar')),
  unique (issue_id, position)
);

create table categories (
  id bigint generated always as identity primary key,
  uid text not null unique check (uid ~ '^[a-z0-9-]+$'),
  -- { "de": …, "en": …, "fr": … }
  names jsonb not null,
  position integer not null
);
create table title_categories (
  title_id bigint not null references titles on delete cascade,
  category_id bigint not null references categories on delete cascade,
  primary key (category_id, title_id)
);
create index categories_of_title on title_categories (title_id);

-- What the front page features, one set a market.
create table content_sets (key text primary key);
create table content_set_entries (
  set_key text not null references content_sets on delete cascade,
  position integer not null,
  title_id bigint not null references titles on delete cascade,
  primary key (set_key, position)
);

-- Which subscription (domain/subscriptions/tariffs.ts; 1 = FREE) a title is read with, region by region.
create table title_subscriptions (
  title_id bigint not null references titles on delete cascade,
  subscription_id integer not null,
  primary key (subscription_id, title_id)
);
create index subscriptions_of_title on title_subscriptions (title_id);

-- Related rows an editor set by hand; rows by title and category need no table.
create table related_issues (
  issue_id bigint not null references issues on delete cascade,
  position integer not null,
  related_issue_id bigint not null references issues on delete cascade,
  primary key (issue_id, position)
);

-- Issue was opened: what recommendations are made of. `reader` is a keyed hash that changes every day.
create table reading_events (
  id bigint generated always as identity primary key,
  issue_id bigint not null references issues on delete cascade,
  title_id bigint not null references titles on delete cascade,
  reader text not null,
  page integer not null,
  at timestamptz not null default now()
);
create index reading_events_of_reader on reading_events (reader, title_id);
create index reading_events_age on reading_events (at);

-- Made from reading_events: who reads title_id also reads other_id.
create table readers_also_read (
  title_id bigint not null references titles on delete cascade,
  other_id bigint not null references titles on delete cascade,
  score real not null,
  primary key (title_id, other_id)
);

-- A campaign's own words for an issue page; details come with the campaigns.
create table campaigns (
  key text primary key,
  headline text not null default '',
  description text not null default '',
  meta_title text not null default '',
  meta_description text not null default ''
);

-- Calm advertisements of the house, shown to free readers between pages.
create table house_advertisements (
  id bigint generated always as identity primary key,
  language text not null,
  headline text not null,
  body text not null,
  target_url text not null,
  weight integer not null default 1 check (weight > 0),
  active boolean not null default true
);

-- One row a file the importer has seen; survives a crash so that a rerun goes on.
create table imports (
  sha256 text primary key,
  file_name text not null,
  state text not null check (state in ('started', 'published', 'refused')),
  issue_uid text,
  reason text,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- Secrets and marks that every server on this database shares.
create table house (
  key text primary key,
  value jsonb not null
);

-- Every change that a cached page or answer may show travels to all servers.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
create trigger issues_changed after insert or update or delete on issues for each statement execute function catalogue_changed();
create trigger titles_changed after insert or update or delete on titles for each statement execute function catalogue_changed();
create trigger sets_changed after insert or update or delete on content_set_entries for each statement execute function catalogue_changed();
create trigger campaigns_changed after insert or update or delete on campaigns for each statement execute function catalogue_changed();
