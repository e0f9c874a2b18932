-- After the time for which the law keeps papers they lose who bought and how it was paid, and nothing else.
create or replace function issued_invoice_stays() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null and (tg_op = 'DELETE' or
    (new.number, new.kind, new.currency, new.net, new.tax, new.gross, new.tax_rate, new.snapshot - '{buyer,method}'::text[], new.issued_at)
      is distinct from
      (old.number, old.kind, old.currency, old.net, old.tax, old.gross, old.tax_rate, old.snapshot - '{buyer,method}'::text[], old.issued_at)
    or not (new.snapshot -> 'buyer') <@ (old.snapshot -> 'buyer')
    or not coalesce(new.snapshot -> 'method', 'null') <@ coalesce(old.snapshot -> 'method', 'null')) then
    raise exception 'invoice % was issued', old.number;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
