-- Tables and columns get the field's names. One column name had two meanings: `subscription_id` was the plan in some tables
-- and `subscription` or `contract` was the subscription in others. Only names change, no row does (ADR-0180).

do $$
declare
  tables constant jsonb := '{
    "contract_acts": "subscription_actions",
    "contract_documents": "subscription_documents",
    "drawn_pictures": "rendered_images",
    "exit_declarations": "termination_declarations",
    "given_documents": "subscription_document_files",
    "house": "app_settings",
    "house_advertisements": "advertisements",
    "invoice_papers": "invoice_files",
    "partings": "deleted_account_emails",
    "planned_plans": "planned_plan_changes",
    "push_addresses": "push_subscriptions",
    "refused_instruments": "rejected_instruments",
    "release_letters": "release_emails",
    "suspense_acts": "suspense_actions",
    "title_subscriptions": "title_plans",
    "voucher_traces": "voucher_redemption_hashes"
  }';
  columns constant jsonb := '[
    ["subscriptions", "subscription_id", "plan_id"],
    ["carts", "subscription_id", "plan_id"],
    ["prices", "subscription_id", "plan_id"],
    ["withdrawal_acceptances", "subscription_id", "plan_id"],
    ["title_plans", "subscription_id", "plan_id"],
    ["unsuccessful_checkouts", "tariff", "plan_id"],
    ["vouchers", "subscription_ids", "plan_ids"],
    ["periods", "subscription", "subscription_id"],
    ["invoices", "subscription", "subscription_id"],
    ["suspense", "subscription", "subscription_id"],
    ["subscription_documents", "subscription", "subscription_id"],
    ["termination_declarations", "subscription", "subscription_id"],
    ["voucher_redemptions", "subscription", "subscription_id"],
    ["subscription_actions", "contract", "subscription_id"],
    ["planned_ends", "contract", "subscription_id"],
    ["planned_plan_changes", "contract", "subscription_id"],
    ["price_notices", "contract_id", "subscription_id"],
    ["wallet_approvals", "contract_id", "subscription_id"],
    ["subscriptions", "came_from", "attribution"],
    ["carts", "came_from", "attribution"],
    ["address_changes", "asked_at", "requested_at"],
    ["devices", "given_name", "custom_name"],
    ["disputes", "ended_contract", "ended_subscription"],
    ["invoice_files", "waiting", "unsaved_bytes"],
    ["subscription_document_files", "waiting", "unsaved_bytes"],
    ["price_notices", "told_at", "notified_at"],
    ["promo_codes", "most", "max_redemptions"],
    ["vouchers", "most", "max_redemptions"],
    ["termination_declarations", "wished_end", "requested_end"],
    ["voucher_redemption_hashes", "trace", "hash"]
  ]';
  old_name text;
  new_name text;
  names text[];
  found record;
begin
  for old_name, new_name in select * from jsonb_each_text(tables) loop
    execute format('alter table %I rename to %I', old_name, new_name);
    -- Constraints take their indexes along; the other indexes, sequences and triggers follow.
    for found in select conname as name from pg_constraint
      where conrelid = new_name::regclass and starts_with(conname, old_name || '_') loop
      execute format('alter table %I rename constraint %I to %I', new_name, found.name, new_name || substr(found.name, length(old_name) + 1));
    end loop;
    for found in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = new_name::regclass and starts_with(c.relname, old_name || '_') loop
      execute format('alter index %I rename to %I', found.name, new_name || substr(found.name, length(old_name) + 1));
    end loop;
    for found in select c.relname as name from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
      where d.refobjid = new_name::regclass and starts_with(c.relname, old_name || '_') loop
      execute format('alter sequence %I rename to %I', found.name, new_name || substr(found.name, length(old_name) + 1));
    end loop;
    for found in select tgname as name from pg_trigger
      where tgrelid = new_name::regclass and not tgisinternal and starts_with(tgname, old_name || '_') loop
      execute format('alter trigger %I on %I rename to %I', found.name, new_name, new_name || substr(found.name, length(old_name) + 1));
    end loop;
  end loop;
  for names in select array(select jsonb_array_elements_text(each)) from jsonb_array_elements(columns) as each loop
    execute format('alter table %I rename column %I to %I', names[1], names[2], names[3]);
  end loop;
end $$;

-- Function bodies are text: renamed tables and columns do not follow there.
drop trigger invoice_files_stay on invoice_files;
drop function invoice_paper_stays();

-- A stored PDF is never made again: its bytes may move to their file; it is retired with its buyer, and then its file is deleted.
create function invoice_file_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.invoice_id, new.sha256, new.size, new.made_at)
      is distinct from (old.invoice_id, old.sha256, old.size, old.made_at)
    or (new.unsaved_bytes is not null and new.unsaved_bytes is distinct from old.unsaved_bytes)
    or (new.retired_at is distinct from old.retired_at and not (old.retired_at is null and in_retention(tg_relid)))
    or (old.file_removed_at is not null and new.file_removed_at is distinct from old.file_removed_at) then
    raise exception 'the file of invoice % is never changed', old.invoice_id;
  end if;
  return new;
end $$;
create trigger invoice_files_stay before update or delete on invoice_files for each row execute function invoice_file_stays();

-- Takes the buyer out of invoices. `everything` false: the e-mail address of an account that is erased, which no invoice shows,
-- and the name from drafts. `everything` true: name, address, payment data and account, because the law keeps these invoices no
-- longer; their files are retired. Returns how many invoices changed.
create or replace function remove_invoice_buyers(ids bigint[], everything boolean, at timestamptz) returns bigint
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
    update invoice_files set retired_at = at, unsaved_bytes = null where invoice_id = any(ids) and retired_at is null;
  end if;
  return changed;
end $$;
