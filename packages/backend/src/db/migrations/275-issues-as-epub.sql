-- Readers who may keep the issues of a title offline may also have them as EPUB, a file without protection (ADR-0328).
alter table titles add column offers_epub boolean not null default false;

-- An issue was sent as EPUB to a reader.
create table epub_downloads (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  issue_id bigint not null references all_issues on delete cascade,
  at timestamptz not null
);
create index epub_downloads_account on epub_downloads (account_id);
create index epub_downloads_issue on epub_downloads (issue_id);
create index epub_downloads_at on epub_downloads (at);
