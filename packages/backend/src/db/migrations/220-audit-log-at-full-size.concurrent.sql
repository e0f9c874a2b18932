-- The audit log with a million entries (ADR-0236): a word that no entry has, an action that nobody did, and a month of years ago are
-- found without reading all entries.
drop index concurrently if exists audit_entries_words;
-- The same expression as in packages/backend/src/audit/find-entries.ts.
create index concurrently audit_entries_words on audit_entries using gin (
  lower(' ' || actor || ' ' || source || ' ' || action || ' ' || subject || ' ' || subject_id || ' ' || coalesce(reason, '') || ' ')
  gin_trgm_ops);
drop index concurrently if exists audit_entries_newest;
create index concurrently audit_entries_newest on audit_entries (at, id);
drop index concurrently if exists audit_entries_of_action;
create index concurrently audit_entries_of_action on audit_entries (action, at, id);
drop index concurrently if exists audit_entries_at;
