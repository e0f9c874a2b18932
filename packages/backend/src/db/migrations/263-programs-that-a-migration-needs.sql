-- The migration that programs must know in order to work with the database after this one; null: all programs of before may still run
-- (ADR-0289). A migration that removes something says it in its first lines: "-- Needs programs with 123-name.sql."
alter table migrations add column needs text;
