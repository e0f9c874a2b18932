-- What a buyer declared about the right of withdrawal when ordering (ADR-0082): 'given-up', it ends when reading begins;
-- 'kept', it stays, and the days until a withdrawal are paid for.
alter table withdrawal_acceptances add column policy text not null default 'given-up' check (policy in ('kept', 'given-up'));
alter table withdrawal_acceptances alter column policy drop default;
