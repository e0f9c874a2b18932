-- Hashes of identities at a provider that the owner of an account has removed: they are not linked to it again without asking.
alter table accounts add column removed_identities text[] not null default '{}';
