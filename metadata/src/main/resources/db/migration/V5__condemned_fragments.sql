-- Fragments that never were live where they are: no repeat of their commit may be told that it was carried out.
alter table fragment_outbox add column condemned boolean not null default false;
