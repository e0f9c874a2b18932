-- PostgreSQL tried to compress the words of each page, and kept them as they were: a tsvector hardly gets smaller. That was a fifth of
-- the processor time with which a page is inserted. Rows of before stay as they are.
alter table pages alter column search set storage external;
