-- Where an account was reached when the change was asked for: that is who is told of it.
alter table address_changes add column previous_email text;
update address_changes set previous_email = accounts.email from accounts where accounts.id = account_id;

-- Who has been told, or is about to be, that an issue is there: a letter each, however often the job runs.
create table release_letters (
  issue_id bigint not null references issues on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  at timestamptz not null default now(),
  primary key (issue_id, account_id)
);
create index release_letters_of_account on release_letters (account_id);
