-- Texts and topics as data: an operator changes them without a developer.
create table documents (
  id bigint generated always as identity primary key,
  -- "terms", "privacy", "imprint", "about" …
  key text not null check (key ~ '^[a-z0-9-]{1,60}$'),
  language text not null check (language in ('de', 'en', 'fr')),
  -- In one market only; null = everywhere.
  region_id integer check (region_id between 1 and 4),
  -- Edition, by its day; the newest that has begun is shown.
  version date not null,
  title text not null,
  description text not null default '',
  -- Sanitised.
  html text not null,
  imported_at timestamptz not null default now(),
  unique nulls not distinct (key, language, region_id, version)
);

create table topics (
  uid text primary key check (uid ~ '^[a-z0-9-]{1,64}$'),
  language text not null check (language in ('de', 'en', 'fr')),
  headline text not null,
  -- Plain paragraphs.
  text text not null,
  -- In the file storage, under topics/; null = the cover of the issue.
  image_path text,
  image_width integer,
  image_height integer,
  -- How much is written about it: 1 to 100.
  trend integer not null default 50 check (trend between 1 and 100),
  release_date date not null,
  issue_id bigint not null references issues on delete cascade,
  article_position integer,
  page integer not null default 1 check (page > 0),
  -- Markets; null = all.
  region_ids integer[],
  demonstration boolean not null default false
);
create index topics_newest on topics (language, release_date desc, uid);

create table link_posts (
  id bigint generated always as identity primary key,
  key text not null unique,
  -- In the file storage, under links/; null = the cover of the issue.
  image_path text,
  issue_id bigint references issues on delete cascade,
  target_url text not null,
  title text not null default '',
  posted_on date not null,
  demonstration boolean not null default false,
  check (image_path is not null or issue_id is not null)
);
create index link_posts_newest on link_posts (posted_on desc, id desc);

create trigger documents_changed after insert or update or delete on documents
  for each statement execute function catalogue_changed();
create trigger topics_changed after insert or update or delete on topics
  for each statement execute function catalogue_changed();
create trigger links_changed after insert or update or delete on link_posts
  for each statement execute function catalogue_changed();
