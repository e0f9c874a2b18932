-- Which accounts were deleted, by whatever program: a backup from before would bring them back, so a restore deletes them again
-- (ADR-0292). A keyed hash instead of the number, so that nothing here is about a person.
create table erased_accounts (
  account_hash bytea primary key,
  at timestamptz not null default now()
);
create index erased_accounts_at on erased_accounts (at);

create function erased_account_hash(id bigint) returns bytea language sql stable as $$
  select sha256(convert_to(format('erased account %s of %s', id, (select value from app_settings where key = 'secret')), 'UTF8'))
$$;

create function note_erased_accounts() returns trigger language plpgsql as $$
begin
  insert into erased_accounts (account_hash) select erased_account_hash(id) from erased
    on conflict (account_hash) do update set at = excluded.at;
  return null;
end $$;
create trigger erased_accounts_are_noted after delete on accounts
  referencing old table as erased for each statement execute function note_erased_accounts();
