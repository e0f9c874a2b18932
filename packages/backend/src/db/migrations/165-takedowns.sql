-- What was taken down: issues, pages and articles (ADR-0202). `issues` and `articles` are views of what is not, so that no query
-- can forget to ask. The tables behind them are for imports, takedowns and exports of readers' data.
create table takedowns (
  id bigint generated always as identity primary key,
  issue_id bigint not null references issues on delete cascade,
  -- A page, an article, or neither: the whole issue.
  page integer check (page > 0),
  -- The article as it was then. An import replaces all articles, so it is found again by these.
  article_position integer,
  article_headline text,
  article_page integer,
  taken_down_at timestamptz not null,
  reason text not null check (reason <> ''),
  -- Null: it is down.
  restored_at timestamptz,
  restored_reason text check (restored_reason <> ''),
  check ((restored_at is null) = (restored_reason is null)),
  check ((article_position is null) = (article_headline is null) and (article_position is null) = (article_page is null)),
  check (page is null or article_position is null)
);
create index takedowns_of_issue on takedowns (issue_id);
create unique index takedowns_once on takedowns (issue_id, coalesce(page, 0), coalesce(article_position, -1)) where restored_at is null;

-- Text of pages that are down, or that contain an article that is down, so that it can come back.
create table removed_page_texts (
  issue_id bigint not null,
  number integer not null,
  text text not null,
  search tsvector not null,
  primary key (issue_id, number),
  foreign key (issue_id, number) references pages on delete cascade
);

alter table issues rename to all_issues;
alter table all_issues
  add column taken_down_at timestamptz,
  -- Pages that are down, in order.
  add column removed_pages integer[] not null default '{}',
  -- Headlines of articles that are down: the table of contents omits them.
  add column removed_headlines text[] not null default '{}',
  -- How often a page or an article was taken down or restored. Added to the revision, which changes all addresses of pictures.
  add column removals integer not null default 0;
create view issues as select * from all_issues where taken_down_at is null;

alter table articles rename to all_articles;
alter table all_articles
  -- Null: shown. `page`: one of its pages is down.
  add column removed_by text check (removed_by in ('article', 'page'));
create view articles as select * from all_articles where removed_by is null;
