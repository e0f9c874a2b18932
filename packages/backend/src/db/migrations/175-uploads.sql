-- PDFs that people upload at the desk, until they are published (ADR-0206). Parts, PDF and draft are in the storage, below
-- `uploads/{id}/`.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  staff_id bigint not null references staff,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  -- What has arrived. `parts`: names of their files, in order.
  received bigint not null default 0 check (received between 0 and bytes),
  parts text[] not null default '{}',
  state text not null default 'receiving'
    check (state in ('receiving', 'waiting', 'reading', 'draft', 'scheduled', 'publishing', 'published', 'failed')),
  page_count integer not null default 0,
  pages_done integer not null default 0,
  -- Which issue it is, as a person decided; null until then.
  metadata jsonb,
  -- Title and name of the issue, for lists.
  issue_name text,
  -- Uid of the issue that it is to replace, and of the published issue.
  replaces_uid text,
  issue_uid text,
  publish_at timestamptz,
  -- Who publishes it, for the audit log.
  published_by jsonb,
  -- Why it could not be read or published: code and values of a message.
  problem jsonb,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'scheduled') <= (publish_at is not null)),
  check ((state = 'published') <= (issue_uid is not null))
);
create index uploads_latest on uploads (created_at desc);
create index uploads_of_person on uploads (staff_id);
