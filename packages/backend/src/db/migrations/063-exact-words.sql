-- Exact forms: what stands in quotes is found as it is written, and pages that write a word as it was typed are better.
-- The index knows stems without accents: "Größe" is "gross" there, as "große" is. So each page that is found is looked at.

-- Whether the text of a page matches all of the regular expressions. It tells nothing else of the text.
create function page_says(page pages, patterns text[]) returns boolean language sql stable parallel safe as $$
  select cardinality(patterns) = 0 or page.text ~ all (patterns)
$$;

-- Common words: looks through the newest issues, newest first, and stops when enough pages are found.
drop function newest_pages_holding(tsquery, bigint[], bigint, text, date, date, date, bigint, integer, integer, integer, integer);
create function newest_pages_holding(
  asked tsquery, required text[], hidden bigint[], only_title bigint, only_language text, from_day date, to_day date,
  before_day date, before_issue bigint, most_issues integer, wanted integer, each integer, milliseconds integer
) returns table (issue_id bigint, number integer) language plpgsql stable
set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  newest record;
  found_pages integer := 0;
  these integer;
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
begin
  for newest in
    select i.id from issues i
    where i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
      and (only_language is null or left(i.language, 2) = only_language)
      and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and (before_day is null or (i.issue_date, i.id) < (before_day, before_issue))
    order by i.issue_date desc, i.id desc limit most_issues
  loop
    return query
      select p.issue_id, p.number from pages p
      where p.issue_id = newest.id and p.search @@ asked and page_says(p, required) order by p.number limit each;
    get diagnostics these = row_count;
    found_pages := found_pages + these;
    exit when found_pages >= wanted or clock_timestamp() > ends;
  end loop;
end $$;

-- Rare words: the pages that the index knows, at most so many and for no longer than so many milliseconds.
-- The index can't tell phrases and is not asked for what is left out: each page is then looked at.
drop function pages_holding(tsquery, bigint[], bigint, text, date, date, date, bigint, boolean, integer, integer);
create function pages_holding(
  asked tsquery, required text[], preferred text[], hidden bigint[], only_title bigint, only_language text, from_day date, to_day date,
  before_day date, before_issue bigint, ranked boolean, most integer, milliseconds integer
) returns table (issue_id bigint, number integer, issue_date date, score real) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  page record;
  day date;
  found_pages integer := 0;
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  positive text := querytree(asked);
  loosely tsquery;
begin
  -- Nothing but excluded words: no index helps, and nobody asks for it in earnest.
  if positive in ('', 'T') then return; end if;
  -- The index hands out all its pages or none: words of every eighth page are left to the walk through the newest.
  if (select count(*) > 50 and count(*) filter (where p.search @@ asked) > count(*) / 8
      from pages p tablesample system (0.03)) then return; end if;
  loosely := regexp_replace(positive, '<(-|\d+)>', '&', 'g')::tsquery;
  for page in
    select p.issue_id, p.number,
      case when loosely = asked then true else p.search @@ asked end and page_says(p, required) as held,
      case when ranked then (ts_rank(p.search, asked) + page_says(p, preferred)::integer)::real end as score
    from pages p where p.search @@ loosely
  loop
    exit when found_pages >= most or clock_timestamp() > ends;
    continue when not page.held;
    select i.issue_date into day from issues i
    where i.id = page.issue_id and i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
      and (only_language is null or left(i.language, 2) = only_language)
      and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and (before_day is null or (i.issue_date, i.id) < (before_day, before_issue));
    continue when day is null;
    issue_id := page.issue_id;
    number := page.number;
    issue_date := day;
    score := page.score;
    return next;
    found_pages := found_pages + 1;
  end loop;
end $$;
