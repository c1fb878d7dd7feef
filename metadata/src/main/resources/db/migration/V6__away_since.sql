-- Since when a server has not been registered, by the clock of the metadata service that saw it first; null: it is, or nobody has looked.
alter table servers add column away_since_millis bigint;
