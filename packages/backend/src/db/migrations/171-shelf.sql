-- The shelf at the desk: publishers, plans of titles, and which fields an import no longer changes (ADR-0204, ADR-0205).
create table publishers (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  address text not null default '',
  -- Person to talk to.
  contact text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  demonstration boolean not null default false,
  created_at timestamptz not null default now()
);
-- Imports find a publisher by its name.
create unique index publishers_by_name on publishers (lower(name));

alter table titles
  add column publisher_id bigint references publishers,
  -- Columns that were set at the desk or by a command; `categories` for the categories. An import leaves them as they are.
  add column desk_fields text[] not null default '{}';
insert into publishers (name, demonstration) select min(publisher), bool_and(demonstration) from titles where publisher <> '' group by lower(publisher);
update titles set publisher_id = publishers.id from publishers where lower(publishers.name) = lower(titles.publisher);
alter table titles drop column publisher;
create index titles_of_publisher on titles (publisher_id);
create trigger publishers_changed after insert or update or delete on publishers
  for each statement execute function catalogue_changed();

-- From now on these rows decide who may read. Imports wrote the plans of the kind of title; without rows the kind decides.
delete from title_plans where title_id in (
  select id from titles
  where (select coalesce(array_agg(plan_id order by plan_id), '{}') from title_plans where title_id = titles.id)
    = case kind when 'magazine' then '{1,2,3,5,6,8,9,10}'::integer[] else '{2,3,5,6,8,9,10}'::integer[] end);

alter table all_issues
  -- As in titles.
  add column desk_fields text[] not null default '{}',
  -- Shown from this time on; a job clears it then. Null: shown.
  add column shown_from timestamptz,
  -- Not shown until it is published again.
  add column withdrawn_at timestamptz;
create or replace view issues as
  select * from all_issues where taken_down_at is null and shown_from is null and withdrawn_at is null;
create index issues_not_shown on all_issues (issue_date desc, id desc)
  where taken_down_at is not null or shown_from is not null or withdrawn_at is not null;

-- Readers who were told that a title leaves, so that each is told once.
create table leaving_notices (
  title_id bigint not null references titles on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  leaves_on date not null,
  at timestamptz not null default now(),
  primary key (account_id, title_id, leaves_on)
);
create index leaving_notices_of_title on leaving_notices (title_id);
