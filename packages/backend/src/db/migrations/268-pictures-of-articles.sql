-- What an article view shows besides the text (ADR-0323). pictures: [{ page, x, y, width, height, caption, credit, after }], the lead
-- picture first, fractions of the page; `picture` stays the one of the list of articles. kicker: the line above the headline; deck:
-- what introduces the article, which is the first paragraph of `html` as well.
alter table all_articles
  add column pictures jsonb,
  add column kicker text not null default '',
  add column deck text not null default '';
create or replace view articles as select * from all_articles where removed_by is null;
