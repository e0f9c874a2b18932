-- Search in bounded time, whatever is asked.

-- The words of a visitor in the stems of all languages of the house at once.
create function search_words(words text) returns tsquery language sql stable parallel safe as $$
  select websearch_to_tsquery('kiosk_de', words) || websearch_to_tsquery('kiosk_en', words)
    || websearch_to_tsquery('kiosk_fr', words) || websearch_to_tsquery('kiosk_any', words)
$$;

alter table titles add column plain_name text not null generated always as (plain(name)) stored;
drop index titles_by_name;
create index titles_by_name on titles using gin (plain_name gin_trgm_ops);

-- Titles whose name holds the words, else those whose name is spelled alike. Best first: equal, begins so, a word
-- begins so, holds it, looks like it.
create function titles_like(words text, most integer) returns table (id bigint, score real) language sql stable
set pg_trgm.word_similarity_threshold = 0.4 as $$
  with asked as materialized (
    select plain(words) as q, replace(replace(replace(plain(words), '\', '\\'), '%', '\%'), '_', '\_') as pattern
  ), found as (
    select t.id, t.name,
      case
        when t.plain_name = asked.q then 5
        when t.plain_name like asked.pattern || '%' then 4
        when t.plain_name like '% ' || asked.pattern || '%' then 3
        when t.plain_name like '%' || asked.pattern || '%' then 2
        else word_similarity(asked.q, t.plain_name)
      end::real as score
    from titles t, asked
    where t.plain_name like '%' || asked.pattern || '%' or asked.q <% t.plain_name
  )
  select found.id, found.score from found
  where found.score >= 2 or not exists (select 1 from found held where held.score >= 2)
  order by found.score desc, found.name, found.id
  limit most
$$;

-- Common words: looks through the newest issues, newest first, and stops when enough pages are found.
create function newest_pages_holding(asked tsquery, hidden bigint[], most_issues integer, wanted integer, each integer)
returns table (issue_id bigint, number integer) language plpgsql stable
set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  newest record;
  found_pages integer := 0;
  these integer;
begin
  for newest in
    select i.id from issues i where i.title_id <> all (hidden) order by i.issue_date desc, i.id desc limit most_issues
  loop
    return query
      select p.issue_id, p.number from pages p
      where p.issue_id = newest.id and p.search @@ asked order by p.number limit each;
    get diagnostics these = row_count;
    found_pages := found_pages + these;
    exit when found_pages >= wanted;
  end loop;
end $$;

-- Rare words: the pages that the index knows, at most so many and for no longer than so many milliseconds.
-- The index can't tell phrases: it finds pages with all their words, each is then looked at.
create function pages_holding(asked tsquery, most integer, milliseconds integer)
returns table (issue_id bigint, number integer) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  page record;
  found_pages integer := 0;
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  loosely tsquery := regexp_replace(asked::text, '<(-|\d+)>', '&', 'g')::tsquery;
begin
  -- Nothing but excluded words: no index helps, and nobody asks for it in earnest.
  if querytree(loosely) in ('', 'T') then return; end if;
  for page in
    select p.issue_id, p.number, case when loosely = asked then true else p.search @@ asked end as held
    from pages p where p.search @@ loosely
  loop
    exit when found_pages >= most or clock_timestamp() > ends;
    continue when not page.held;
    issue_id := page.issue_id;
    number := page.number;
    return next;
    found_pages := found_pages + 1;
  end loop;
end $$;
