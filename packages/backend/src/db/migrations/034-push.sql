-- A browser has one place at which it is told, and hears of an issue once.
alter table push_addresses alter column device_id set not null;
alter table push_addresses add constraint push_of_device unique (device_id);

create table release_pushes (
  issue_id bigint not null references issues on delete cascade,
  address_id bigint not null references push_addresses on delete cascade,
  at timestamptz not null default now(),
  primary key (issue_id, address_id)
);
create index pushes_of_address on release_pushes (address_id);
