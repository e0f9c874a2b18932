-- Taking an issue away looks for what lies in it.
create index issues_in_others on issues (supplement_to) where supplement_to is not null;
