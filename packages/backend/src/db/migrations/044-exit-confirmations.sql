-- Who proved that a declaration is the account's own, and when: signed in, by the button of the receipt, or the operator's
-- hand. What cannot be taken back waits for it.
alter table exit_declarations
  add column confirmed_at timestamptz,
  add column confirmed_by text check (confirmed_by in ('session', 'link', 'operator')),
  add check ((confirmed_at is null) = (confirmed_by is null));

-- Declarations belong to the account that has their address, or had it before, whether it had a contract or not.
update exit_declarations e set account_id = a.id from accounts a
  where e.account_id is null and e.email <> '' and lower(a.email) = lower(e.email);
update exit_declarations e set account_id = c.account_id from (
  select distinct on (lower(previous_email)) lower(previous_email) as email, account_id from address_changes
  where confirmed_at is not null and previous_email is not null order by lower(previous_email), confirmed_at desc) c
  where e.account_id is null and e.email <> '' and c.email = lower(e.email);

create index address_changes_of_previous on address_changes (lower(previous_email)) where confirmed_at is not null;

-- Purposes are a type of the code: `exit` is the button of a receipt.
alter table one_time_tokens drop constraint if exists one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose ~ '^[a-z]+(-[a-z]+)*$');
