-- Corrections of articles (ADR-0207): what the import found, and what people changed. `all_articles` holds the result.
create table article_corrections (
  issue_id bigint primary key references all_issues on delete cascade,
  -- Increases with every change, so that two people at once do not overwrite each other.
  version integer not null,
  -- The articles of the import, in order.
  imported jsonb not null,
  -- What people changed, with the anchors by which it is found again in another import. One that does not fit is kept.
  corrections jsonb not null,
  -- Keys of all articles in the order that a person gave them; null = the order of the pages.
  article_order jsonb,
  -- How each article of `all_articles` was made, by position.
  origins jsonb not null
);
