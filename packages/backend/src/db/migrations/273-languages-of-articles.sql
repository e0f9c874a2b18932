-- The language of an article whose text is not in that of its issue (ADR-0331); null: it is.
alter table all_articles add column language text;
create or replace view articles as select * from all_articles where removed_by is null;
