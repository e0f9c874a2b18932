-- When the visit before the current one ended, for "new since your last visit". Null: there was none that is known.
alter table sessions add column previous_visit_at timestamptz;
