-- An article that was opened has its own row; how long one read is kept with the account's places alone.
alter table reading_events drop column seconds;

-- Made from reading_events every hour: how many opened what the topic leads to in the last days.
alter table topics add column readers integer not null default 0;
