-- Every change that a person makes with the desk or the command line: who, from where, what, before, after and why (ADR-0200).
-- Rows are only ever added, and each contains the hash of the row before it.
create table audit_entries (
  -- Without gaps, assigned by the trigger.
  id bigint primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'command')),
  -- Row of `staff`; null for a command.
  staff_id bigint,
  -- Name of the person, or of the user on the machine.
  actor text not null,
  -- Network address, or name of the machine.
  source text not null,
  -- See AuditAction in packages/domain/src/staff/audit-actions.ts.
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'),
  subject_kind text not null,
  subject_id text not null,
  -- Name of the subject when it was changed. Never a reader's name or address.
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  -- Transaction that made the change.
  transaction_id xid8 not null default pg_current_xact_id(),
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_entries_of_subject on audit_entries (subject_kind, subject_id, id);
create index audit_entries_at on audit_entries (at);

-- SHA-256 of an entry together with the hash before it.
create function audit_hash(entry audit_entries) returns bytea language sql immutable as $$
  select sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.id, round(extract(epoch from entry.at) * 1000000), entry.actor_kind, entry.staff_id, entry.actor, entry.source,
    entry.action, entry.subject_kind, entry.subject_id, entry.subject, entry.before, entry.after, entry.reason
  )::text, 'UTF8'))
$$;

-- Appends to the chain. The lock is held until the end of the transaction, so an entry is written as its last step.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entries'));
  select id, hash into last from audit_entries order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256(''::bytea));
  new.hash := audit_hash(new);
  return new;
end
$$;
create trigger audit_entries_are_chained before insert on audit_entries for each row execute function chain_audit_entry();
create trigger audit_entries_stay before update or delete on audit_entries for each row execute function never_changed();
create trigger audit_entries_are_kept before truncate on audit_entries for each statement execute function never_truncated();
