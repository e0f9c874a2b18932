-- An account that its owner wants erased is closed at once (deactivated_at) and erased at erase_at, unless its owner comes
-- back by the link of the email before. All three are null where no erasure was requested.
alter table accounts add column erasure_requested_at timestamptz;
alter table accounts add column erase_at timestamptz;
-- SHA-256 of the token in that link; the token itself is derived from the secret whenever the email is written.
alter table accounts add column restore_token_hash bytea unique;
alter table accounts add check ((erasure_requested_at is null) = (erase_at is null) and (erase_at is null) = (restore_token_hash is null));
create index accounts_to_erase on accounts (erase_at) where erase_at is not null;
