-- What was issued or booked is only ever added to, whoever is connected: owner, application, or somebody at psql. The one way
-- in which an issued invoice changes is remove_invoice_buyers below (ADR-0080).

-- Whether a row is changed by remove_invoice_buyers. The application's role cannot claim it: it is not the owner.
create function in_retention(of_table oid) returns boolean language sql stable as $$
  select coalesce(current_setting('kiosk.retention', true) = 'on', false)
    and (select relowner from pg_class where oid = of_table) = (select oid from pg_roles where rolname = current_user)
$$;

create function never_truncated() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name;
end $$;
create trigger ledger_is_kept before truncate on ledger for each statement execute function never_truncated();
create trigger invoices_are_kept before truncate on invoices for each statement execute function never_truncated();
create trigger invoice_lines_are_kept before truncate on invoice_lines for each statement execute function never_truncated();
create trigger invoice_papers_are_kept before truncate on invoice_papers for each statement execute function never_truncated();
create trigger number_series_are_kept before truncate on number_series for each statement execute function never_truncated();

-- Every column of an issued invoice stays, those of later migrations too. Its account goes with the account itself; what is
-- known of its buyer may become less in retention.
create or replace function issued_invoice_stays() returns trigger language plpgsql as $$
declare
  may_lose text[] := '{}';
begin
  if old.issued_at is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' then
    if new is not distinct from old then
      return new;
    end if;
    if new.account_id is null and not exists (select from accounts where id = old.account_id) then
      may_lose := '{account_id}';
    end if;
    if in_retention(tg_relid) then
      may_lose := '{account_id,snapshot}';
      if (new.account_id is not null and new.account_id is distinct from old.account_id)
        or new.snapshot - '{buyer,method}'::text[] is distinct from old.snapshot - '{buyer,method}'::text[]
        or not (new.snapshot -> 'buyer') <@ (old.snapshot -> 'buyer')
        or not coalesce(new.snapshot -> 'method', 'null') <@ coalesce(old.snapshot -> 'method', 'null') then
        raise exception 'invoice % was issued', old.number;
      end if;
    end if;
    if to_jsonb(new) - may_lose = to_jsonb(old) - may_lose then
      return new;
    end if;
  end if;
  raise exception 'invoice % was issued', old.number;
end $$;

-- The lines of an issued invoice are part of it: none comes, goes or changes.
create function issued_line_stays() returns trigger language plpgsql as $$
declare
  paper text;
begin
  select number into paper from invoices
    where id = any(array[case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end])
      and issued_at is not null for key share;
  if found then
    raise exception 'invoice % was issued', paper;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger issued_lines_stay before insert or update or delete on invoice_lines
  for each row execute function issued_line_stays();

-- Numbers go forward only: none is given twice.
create function numbers_go_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.key <> old.key or new.next < old.next then
    raise exception 'the series % goes forward only', old.key;
  end if;
  return new;
end $$;
create trigger numbers_go_forward before update or delete on number_series for each row execute function numbers_go_forward();

-- A paper is never made anew: its bytes may move to their file; it is retired with its buyer, and then its file goes.
create function invoice_paper_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.invoice_id, new.sha256, new.size, new.made_at)
      is distinct from (old.invoice_id, old.sha256, old.size, old.made_at)
    or (new.waiting is not null and new.waiting is distinct from old.waiting)
    or (new.retired_at is distinct from old.retired_at and not (old.retired_at is null and in_retention(tg_relid)))
    or (old.file_removed_at is not null and new.file_removed_at is distinct from old.file_removed_at) then
    raise exception 'the paper of invoice % is never changed', old.invoice_id;
  end if;
  return new;
end $$;

create trigger invoice_papers_stay before update or delete on invoice_papers for each row execute function invoice_paper_stays();

-- Takes the buyer out of invoices. `everything` false: the e-mail address of an account that is erased, which no paper shows,
-- and the name from drafts. `everything` true: name, address, payment data and account, because the law keeps these invoices no
-- longer; their papers are retired. Returns how many invoices changed.
create function remove_invoice_buyers(ids bigint[], everything boolean, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp set kiosk.retention = 'on' as $$
declare
  changed bigint;
begin
  update invoices set
    account_id = case when everything then null else account_id end,
    snapshot = case
      when everything then snapshot #- '{buyer,name}' #- '{buyer,email}' #- '{method,brand}' #- '{method,masked}' #- '{method,mandate}'
      when issued_at is null then snapshot #- '{buyer,name}' #- '{buyer,email}'
      else snapshot #- '{buyer,email}' end
    where id = any(ids);
  get diagnostics changed = row_count;
  if everything then
    update invoice_papers set retired_at = at, waiting = null where invoice_id = any(ids) and retired_at is null;
  end if;
  return changed;
end $$;
