-- The PDF of an issued invoice or correction, made once and given out from then on (ADR-0080). Its file lies in the store
-- under its hash.
create table invoice_papers (
  invoice_id bigint primary key references invoices,
  sha256 bytea not null unique check (octet_length(sha256) = 32),
  -- Bytes.
  size integer not null check (size > 0),
  made_at timestamptz not null,
  -- The PDF itself until its file is written: whichever process inserted this row has decided what the paper looks like.
  waiting bytea check (octet_length(waiting) = size),
  -- The law keeps it no longer: it is not given out any more. Hash and size stay.
  retired_at timestamptz,
  -- Since then there is no file any more.
  file_removed_at timestamptz check (retired_at is not null or file_removed_at is null)
);
create index invoice_papers_waiting on invoice_papers (invoice_id) where waiting is not null;
create index invoice_papers_to_remove on invoice_papers (invoice_id) where retired_at is not null and file_removed_at is null;
