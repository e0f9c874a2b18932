-- The operator's name for an advertisement: a file that is read again changes it instead of adding another.
alter table house_advertisements add column key text unique check (key ~ '^[a-z0-9][a-z0-9-]{0,63}$');
