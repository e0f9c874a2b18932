-- A search by the index takes bounded time for words that stand nearly everywhere, too.
create or replace function pages_holding(
  asked tsquery, hidden bigint[], only_title bigint, only_language text, from_day date, to_day date,
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
    select p.issue_id, p.number, case when loosely = asked then true else p.search @@ asked end as held,
      case when ranked then ts_rank(p.search, asked) end as score
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
