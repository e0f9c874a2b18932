-- An account that the operator has closed: everything of it stays, and nobody gets in. Null = open.
alter table accounts add column deactivated_at timestamptz;
