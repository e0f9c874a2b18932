-- What a reader keeps: places, bookmarks, downloads, and how they hear of new issues.
alter table accounts
  -- "For you" is made from what one reads, until it is switched off.
  add column recommends boolean not null default true;

-- Where somebody is in an issue: one spot for all devices; also the history, which can be erased row by row.
create table reading_places (
  account_id bigint not null references accounts on delete cascade,
  issue_id bigint not null references issues on delete cascade,
  page integer not null check (page > 0),
  -- Position of the article in the issue where it was read as text; ids change when an issue is corrected.
  article_position integer,
  -- How far down the article, 0 to 1.
  fraction real not null default 0 check (fraction between 0 and 1),
  furthest_page integer not null check (furthest_page > 0),
  seconds integer not null default 0 check (seconds >= 0),
  -- When it was read, by the reading device's clock, never in the future: the latest wins.
  at timestamptz not null,
  first_at timestamptz not null default now(),
  primary key (account_id, issue_id)
);
create index places_latest on reading_places (account_id, at desc);
create index places_of_issue on reading_places (issue_id);

create table bookmarks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  issue_id bigint not null references issues on delete cascade,
  page integer not null check (page > 0),
  article_position integer,
  -- As it was when the bookmark was set.
  headline text not null default '',
  note text not null default '' check (length(note) <= 2000),
  at timestamptz not null default now()
);
create index bookmarks_of_account on bookmarks (account_id, id desc);

-- Right of one device to read one issue without a network, and the key that its copy is locked with.
create table downloads (
  device_id bigint not null references devices on delete cascade,
  issue_id bigint not null references issues on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  -- 256 bits; given to this device alone.
  key bytea not null check (length(key) = 32),
  granted_at timestamptz not null default now(),
  until timestamptz not null,
  primary key (device_id, issue_id)
);
create index downloads_of_account on downloads (account_id);

-- Web Push: where a browser wants to hear of new issues.
create table push_addresses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  device_id bigint references devices on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  at timestamptz not null default now()
);
create index push_of_account on push_addresses (account_id);

-- Calm advertisements as data: where, to whom and how often.
alter table house_advertisements
  add column image_path text,
  add column image_alt text not null default '',
  add column image_width integer,
  add column image_height integer,
  -- Markets and categories; null = everywhere.
  add column region_ids integer[],
  add column category_uids text[],
  add column starts_at timestamptz not null default '2000-01-01',
  add column ends_at timestamptz,
  -- Shown at most so often a day in all; null = no cap.
  add column daily_cap integer check (daily_cap > 0);
-- Counted without cookies or accounts.
create table advertisement_counts (
  advertisement_id bigint not null references house_advertisements on delete cascade,
  day date not null,
  impressions integer not null default 0,
  clicks integer not null default 0,
  primary key (advertisement_id, day)
);

alter table reading_events
  add column article_position integer,
  add column seconds integer not null default 0;
