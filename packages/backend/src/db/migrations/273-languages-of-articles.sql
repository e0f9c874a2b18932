-- What the text of an article shows of its language (ADR-0331); null: nothing clear.
alter table all_articles add column language text;
create or replace view articles as select * from all_articles where removed_by is null;
