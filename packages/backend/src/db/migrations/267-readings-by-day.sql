-- Readings, one partition for each day, so that a day is dropped instead of deleted row by row (ADR-0302). They replace reading_events,
-- whose rows move here in batches (packages/backend/src/catalogue/reading-days.ts); servers of the version before still write them there.
--
-- An issue was opened, or an article of it. `reader` is a keyed hash that changes with `day` (UTC). No foreign keys: what was counted
-- of a day must not change until the day is dropped, and a new partition would lock issues and titles.
create table readings (
  day date not null,
  issue_id bigint not null,
  title_id bigint not null,
  reader text not null,
  page integer not null,
  article_position integer,
  at timestamptz not null default now()
) partition by range (day);
create index readings_of_reader on readings (reader, title_id);
create index readings_of_issue on readings (issue_id);

-- The partitions. Rows of a day without one are in readings_by_day.other.
create schema if not exists readings_by_day;
create table readings_by_day.other partition of readings default;

-- Days that are counted below. Later rows belong to the first day that is not.
create table counted_reading_days (
  day date primary key
);
-- Readers of at least two titles on a day, summed up over the counted days: what recommendations are made of.
create table title_readers (
  title_id bigint primary key,
  readers bigint not null
);
-- The same for each two titles that they read both; title_id < other_id.
create table title_pairs (
  title_id bigint not null,
  other_id bigint not null,
  readers bigint not null,
  primary key (title_id, other_id)
);
-- Readers of a topic on a counted day, and to where it pointed then: if that changes, it is counted again.
create table topic_readers (
  topic text not null references topics on delete cascade,
  day date not null,
  issue_id bigint not null,
  article_position integer,
  page integer,
  readers integer not null,
  primary key (topic, day)
);

-- Programs may create and drop these partitions, and change nothing else of the schema: the functions run as the owner of the tables.
create function create_reading_days(first date, last date) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  each date := first;
  name text;
  made integer := 0;
begin
  if last - first > 400 then raise exception 'too many days'; end if;
  while each <= last loop
    name := 'day_' || to_char(each, 'YYYYMMDD');
    -- A day that has rows in the default partition stays there.
    if to_regclass('readings_by_day.' || name) is null and not exists (select from readings_by_day.other where day = each) then
      execute format('create table readings_by_day.%I partition of public.readings for values from (%L) to (%L)', name, each, each + 1);
      made := made + 1;
    end if;
    each := each + 1;
  end loop;
  return made;
end $$;

create function drop_reading_days(before date) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'public.readings'::regclass and relname < 'day_' || to_char(before, 'YYYYMMDD') and relname like 'day\_%'
  loop
    execute format('drop table readings_by_day.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- No other role, such as one for reports, may drop readings.
revoke execute on function create_reading_days(date, date), drop_reading_days(date) from public;
