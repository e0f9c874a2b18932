-- A reader is told of a debit before it comes, once for each: the charge that was told of.
alter table subscriptions add column announced_for timestamptz;

-- What is known of a buyer may become less: erasing an account takes away what no invoice shows.
create or replace function issued_invoice_stays() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null and (tg_op = 'DELETE' or
    (new.number, new.kind, new.currency, new.net, new.tax, new.gross, new.tax_rate, new.snapshot - 'buyer', new.issued_at)
      is distinct from (old.number, old.kind, old.currency, old.net, old.tax, old.gross, old.tax_rate, old.snapshot - 'buyer', old.issued_at)
    or not (new.snapshot -> 'buyer') <@ (old.snapshot -> 'buyer')) then
    raise exception 'invoice % was issued', old.number;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create index exits_waiting on exit_declarations (received_at) where applied_at is null;
create index exits_of_account on exit_declarations (account_id) where account_id is not null;
create index invoices_issued on invoices (issued_at) where issued_at is not null;

-- When the contract ends by a declaration.
alter table exit_declarations add column effective_at timestamptz;
