-- Replaced by best_pages and newest_pages.
drop function newest_pages_holding(tsquery, text[], bigint[], bigint, text, date, date, date, bigint, integer, integer, integer, integer);
drop function pages_holding(tsquery, text[], text[], bigint[], bigint, text, date, date, date, bigint, boolean, integer, integer);
