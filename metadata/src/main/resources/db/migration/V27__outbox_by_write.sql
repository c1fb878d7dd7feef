-- One row for a superseded write, whatever the number of its servers: server is then 'none'. Null: a row for one server. So are those that
-- an earlier build left, and what is left of a write when some of its servers have answered the reaper and others have not.
alter table fragment_outbox add column servers text[];
