-- `link`: a way in whose provider cannot vouch for the address, until the owner of the account signs in in the same browser.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('verification', 'email', 'recovery', 'terms', 'session', 'sso', 'social', 'identity', 'link', 'unsubscribe'));
