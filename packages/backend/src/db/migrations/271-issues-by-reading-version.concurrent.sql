-- The issues that an earlier version has read, newest first (ADR-0326).
drop index concurrently if exists issues_by_reading_version;
create index concurrently issues_by_reading_version on all_issues (reading_version, issue_date desc, id desc);
