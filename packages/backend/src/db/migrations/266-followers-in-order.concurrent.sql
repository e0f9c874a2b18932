-- The followers of a title in the order of their accounts, from which an announcement takes one batch after the other (ADR-0301).
drop index concurrently if exists favourites_of_title_and_account;
create index concurrently favourites_of_title_and_account on favourites (title_id, account_id);
drop index concurrently if exists favourites_of_title;
