-- An issue is shown from its time on by the clock of the database; the job of that time only announces it (ADR-0224).
create or replace view issues as
  select * from all_issues
  where taken_down_at is null and (shown_from is null or shown_from <= now()) and withdrawn_at is null;
comment on column all_issues.shown_from is 'Shown from this time on. The job of that time clears it.';
create index issues_scheduled on all_issues (shown_from) where shown_from is not null;
