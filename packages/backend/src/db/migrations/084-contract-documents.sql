-- PDFs of terms and instructions as they went along with confirmations of contracts (ADR-0083), each content once. Their
-- files lie in the store under their hash.
create table given_documents (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  -- Bytes.
  size integer not null check (size > 0),
  -- The PDF itself until its file is written.
  waiting bytea check (octet_length(waiting) = size)
);
-- Which text a contract was confirmed with: its edition, its language and the very bytes.
create table contract_documents (
  subscription bigint not null references subscriptions,
  key text not null,
  version text not null,
  language text not null,
  sha256 bytea not null references given_documents,
  given_at timestamptz not null,
  primary key (subscription, key)
);
create index contract_documents_of_content on contract_documents (sha256);
create trigger contract_documents_stay before update or delete on contract_documents
  for each row execute function never_changed();
create trigger contract_documents_are_kept before truncate on contract_documents for each statement execute function never_truncated();
