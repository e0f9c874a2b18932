-- What customer care needs to help a reader (ADR-0208): e-mails that were sent, notes, and a search that finds each in milliseconds.

-- E-mails as they were sent, without the secrets in them: links lead nowhere and codes are hidden.
create table sent_emails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Name of the template.
  letter text not null,
  -- The job that sent it, to send it again: ids only.
  job jsonb not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null,
  -- When it was last sent again from the desk.
  repeated_at timestamptz
);
create index sent_emails_of_account on sent_emails (account_id, id desc);
create index sent_emails_age on sent_emails (sent_at);

-- Notes of the staff about a reader. Personal data: part of the export, deleted with the account.
create table reader_notes (
  -- Made by the browser, so that a repeated request adds one note.
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  body text not null,
  -- Name of the member of staff.
  author text not null,
  written_at timestamptz not null
);
create index reader_notes_of_account on reader_notes (account_id, written_at desc);

-- The search for readers: beginnings of address and name, exact numbers.
create index accounts_by_email_prefix on accounts (lower(email) text_pattern_ops);
create index accounts_by_lastname on accounts (lower(lastname) text_pattern_ops, lower(firstname) text_pattern_ops);
create index accounts_by_firstname on accounts (lower(firstname) text_pattern_ops);
create index methods_by_last_digits on payment_methods (right(masked, 4));
create index devices_by_vendor_id on devices (vendor_id);
create index devices_by_given_name on devices (lower(custom_name) text_pattern_ops) where custom_name is not null;
create index attempts_by_reference on payment_attempts (provider_reference) where provider_reference is not null;
