-- The row of covers on the home page as it will be from a time on; a job sets it then. Planned at the desk.
create table planned_front_pages (
  id bigint generated always as identity primary key,
  set_key text not null,
  -- In the order of the row.
  title_keys text[] not null,
  starts_at timestamptz not null,
  planned_by text not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz
);
create index planned_front_pages_pending on planned_front_pages (set_key, starts_at) where applied_at is null and withdrawn_at is null;
