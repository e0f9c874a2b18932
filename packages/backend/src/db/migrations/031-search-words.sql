-- Search that forgives: spellings, compounds, and the nearest known word where nothing is found.

-- Every stem that stands on some page: letters only. A stem stays when its last page goes; it finds nothing then.
create table search_stems (stem text collate "C" primary key);
create index search_stems_by_end on search_stems (reverse(stem) collate "C");
create index search_stems_alike on search_stems using gin (stem gin_trgm_ops);

insert into search_stems select word from ts_stat('select search from pages') where word ~ '^[[:alpha:]]{3,30}$';

-- In order, so that two imports never wait for each other crosswise.
create function note_stems() returns trigger language plpgsql as $$
begin
  insert into search_stems
  select distinct lexeme collate "C" as stem from pages_added, unnest(search) as of_page
  where lexeme ~ '^[[:alpha:]]{3,30}$' and not exists (select from search_stems known where known.stem = lexeme)
  order by stem
  on conflict do nothing;
  return null;
end $$;
create trigger pages_noted after insert on pages referencing new table as pages_added
  for each statement execute function note_stems();

-- Known stems made of this one and another known one, the shortest first: kirch -> stadtkirch, kirchturm, kirchenchor.
-- A stem that only happens to begin or end alike (port, portrait) is none: its rest is no word.
create function compounds_of(part text, most integer) returns setof text language sql stable as $$
  with whole as (
    (select stem, left(stem, -length(part)) as rest, true as leads from search_stems
      where reverse(stem) collate "C" > reverse(part) collate "C"
        and reverse(stem) collate "C" < (reverse(part) || chr(1114111)) collate "C"
      order by reverse(stem) collate "C" limit 400)
    union all
    (select stem, substr(stem, length(part) + 1), false from search_stems
      where stem > part collate "C" and stem < (part || chr(1114111)) collate "C" order by stem limit 400)
  )
  select stem from whole
  where length(part) >= 4 and length(rest) >= 3 and exists (
    select from unnest(case when leads
      then array[rest, regexp_replace(rest, 's$', ''), regexp_replace(rest, '(e|en|er|es|n)$', '')]
      else array[rest, regexp_replace(rest, '^s', ''), regexp_replace(rest, '^(en|er|es|e|n)', '')] end) as other
    join search_stems known on known.stem = other collate "C"
    where length(other) >= 3)
  order by length(stem), stem
  limit most
$$;

-- One word or phrase in the stems of all languages of the house at once, in any of its spellings.
create function search_term(spellings text[]) returns tsquery language plpgsql stable as $$
declare
  term tsquery := '';
  spelling text;
begin
  foreach spelling in array spellings loop
    term := term || phraseto_tsquery('kiosk_de', spelling) || phraseto_tsquery('kiosk_en', spelling)
      || phraseto_tsquery('kiosk_fr', spelling) || phraseto_tsquery('kiosk_any', spelling);
  end loop;
  return term;
end $$;

-- Words that some language leaves out of its pages can't be asked of all of them.
create function left_out(word text) returns boolean language sql stable as $$
  select numnode(phraseto_tsquery('kiosk_de', word)) = 0 or numnode(phraseto_tsquery('kiosk_en', word)) = 0
    or numnode(phraseto_tsquery('kiosk_fr', word)) = 0
$$;

-- What a visitor asks: [[{ spellings: [text], exact, excluded }, or …], and …].
create function search_query(asked jsonb) returns tsquery language plpgsql stable as $$
declare
  any_of jsonb;
  term jsonb;
  spellings text[];
  one tsquery;
  either tsquery;
  whole tsquery := '';
  with_small_words tsquery := '';
  small boolean;
begin
  for any_of in select * from jsonb_array_elements(asked) loop
    either := '';
    small := false;
    for term in select * from jsonb_array_elements(any_of) loop
      spellings := array(select jsonb_array_elements_text(term -> 'spellings'));
      one := search_term(spellings);
      if not (term ->> 'exact')::boolean then
        small := small or left_out(spellings[1]);
        one := one || coalesce((
          select string_agg(distinct compound, ' | ')::tsquery
          from unnest(spellings) spelling, unnest(tsvector_to_array(to_tsvector('kiosk_de', spelling))) part,
            compounds_of(part, 24) compound
        ), '');
      end if;
      either := either || case when (term ->> 'excluded')::boolean then !! one else one end;
    end loop;
    with_small_words := with_small_words && either;
    if not small then whole := whole && either; end if;
  end loop;
  return case when numnode(whole) > 0 then whole else with_small_words end;
end $$;

-- Of `words`, those of which no page holds a form.
create function words_unknown(words text[]) returns setof text language sql stable as $$
  select asked from unnest(words) asked where not exists (
    select from unnest(array['kiosk_de', 'kiosk_en', 'kiosk_fr', 'kiosk_any']::regconfig[]) language,
      unnest(tsvector_to_array(to_tsvector(language, asked))) own
    join search_stems known on known.stem = own collate "C")
$$;

-- Known stems that look like a word, most alike first.
create function stems_alike(word text, most integer) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.3 as $$
  select stem from search_stems
  where stem % plain(word) and length(stem) between length(word) - 5 and length(word) + 2
  order by similarity(stem, plain(word)) desc, stem limit most
$$;

-- Common words: looks through the newest issues, newest first, and stops when enough pages are found.
drop function newest_pages_holding(tsquery, bigint[], integer, integer, integer);
create function newest_pages_holding(
  asked tsquery, hidden bigint[], only_title bigint, only_language text, from_day date, to_day date,
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
      where p.issue_id = newest.id and p.search @@ asked order by p.number limit each;
    get diagnostics these = row_count;
    found_pages := found_pages + these;
    exit when found_pages >= wanted or clock_timestamp() > ends;
  end loop;
end $$;

-- Rare words: the pages that the index knows, at most so many and for no longer than so many milliseconds.
-- The index can't tell phrases and is not asked for what is left out: each page is then looked at.
drop function pages_holding(tsquery, integer, integer);
create function pages_holding(
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

drop function search_words(text);
