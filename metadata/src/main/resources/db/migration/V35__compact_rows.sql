-- Rows of object_mapping leave out what follows from other columns. Nothing is written here: rows are written again by a process
-- (docs/internals/metadata.md, "Compact rows").

-- Which server a code in column places stands for: the first that had it has it for good. So a row in a stable state whose codes all
-- stand for its servers needs no names.
create table server_code (
    code   bytea not null primary key,
    server text  not null
);

-- The servers of an object without names, for statements that cannot ask a process. One that has waited for a row may not see yet what
-- its codes stand for: it starts over.
create function servers_of(places bytea) returns text[] language plpgsql stable strict as $$
declare
    servers text[] := array(select (select c.server from server_code c where c.code = substr(places, n, 2))
        from generate_series(1, length(places), 2) n);
begin
    if array_position(servers, null) is not null then
        raise exception 'codes % of servers are not known yet', places using errcode = '40001';
    end if;
    return servers;
end $$;

-- An earlier build that went on would take codes for wrong that are all that says where an object is: refused.
alter table object_mapping
    add column scheme_code smallint, -- SchemeCode, if destination_scheme is null
    alter column destination_servers drop not null,
    alter column destination_scheme drop not null,
    alter column content_high drop not null, -- null: that of the write
    alter column content_low drop not null,
    add constraint object_mapping_compact check ((destination_servers is not null or places is not null and source_servers is null)
        and (destination_scheme is not null or scheme_code is not null) and (content_high is null) = (content_low is null)) not valid;

-- Rows are compact from ten minutes after a process has started: at once if this says so: no earlier build runs any more,
-- or none has ever used this database.
alter table server_object_check add column compact boolean not null default false;
update server_object_check set compact = true where not exists (select 1 from object_mapping) and not exists (select 1 from servers);

-- For operators.
create view object_servers as
select m.bucket as of_bucket, m.object_key,
    coalesce(m.source_scheme, m.destination_scheme, case
        when m.scheme_code < 512 then format('REP(%s)', (m.scheme_code >> 4) + 1)
        when m.scheme_code & 15 = 0 then format('EC(%s+%s)', m.scheme_code >> 9, m.scheme_code >> 4 & 31)
        else format('LRC(%s+%s+%s)', m.scheme_code >> 9, m.scheme_code & 15, (m.scheme_code >> 4 & 31) - (m.scheme_code & 15)) end) as scheme,
    coalesce(m.source_servers, m.destination_servers, servers_of(m.places)) as servers
from object_mapping m;
