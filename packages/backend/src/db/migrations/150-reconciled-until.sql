-- Until when each provider's list has been compared with our books by night: after nights that were missed, the next one begins
-- there.
create table reconciled_until (
  provider text primary key,
  until timestamptz not null
);
