-- Pages without text, whose picture a program reads after the issue is published (ADR-0327).
create table scanned_pages (
  issue_id bigint not null references all_issues on delete cascade,
  number integer not null check (number > 0),
  -- waiting: to be read; read: its words are stored, but not yet part of the issue; done: they are; failed: it is not tried again.
  state text not null default 'waiting' check (state in ('waiting', 'read', 'done', 'failed')),
  -- How often its state was left, or was to be left.
  tries integer not null default 0,
  -- Not taken before. A server that has taken the page moves it to when others may take it.
  due_at timestamptz not null default now(),
  -- Why it was not read last time.
  problem text not null default '',
  primary key (issue_id, number)
);
create index scanned_pages_due on scanned_pages (due_at) where state in ('waiting', 'read');

alter table pages
  -- A program has read the words from the picture of the page; they may be wrong.
  add column read_by_machine boolean not null default false;
