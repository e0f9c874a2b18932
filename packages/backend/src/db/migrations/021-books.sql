-- One statement writes all postings of an entry: they are added up once a statement, not once a row.
drop trigger ledger_balances on ledger;
drop function ledger_balances();
create function ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (select from added group by transaction, currency having sum(amount) <> 0) then
    raise exception 'an entry does not balance';
  end if;
  return null;
end $$;
create trigger ledger_balances after insert on ledger referencing new table as added
  for each statement execute function ledger_balances();
create index ledger_of_attempt on ledger (attempt_id) where account like 'cash:%';

-- dropped: another refund took its place, or the money had gone back by itself.
alter table refunds drop constraint refunds_state_check;
alter table refunds add check (state in ('created', 'sent', 'succeeded', 'failed', 'unknown', 'dropped'));
-- When the provider was last told, or asked.
alter table refunds add column sent_at timestamptz;
create index refunds_under_way on refunds (created_at) where state in ('created', 'sent', 'unknown');

create index attempts_under_way on payment_attempts (state, sent_at)
  where state in ('created', 'sent', 'unknown', 'action', 'processing');
create index upgrades_pending on subscriptions (upgrade_from) where upgrade_from is not null;
create index credit_notes_of_invoice on invoices (corrects) where corrects is not null;
create index subscriptions_running_out on subscriptions (ends_at) where state in ('active', 'past-due') and not auto_renew;
alter table vouchers add check (redeemed >= 0);
