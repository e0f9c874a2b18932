-- SHA-256 of the file in hex, once it was read: the desk says which issue or draft the same file already is. Servers of the version
-- before leave it empty, and nothing is said about their uploads.
alter table uploads add column sha256 text;
