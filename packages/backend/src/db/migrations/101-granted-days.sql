-- Days that the operator granted: they follow what was paid, cost nothing and have no invoice (ADR-0100).
alter table periods add column granted boolean not null default false, add check (not granted or (price = 0 and not reduced));
