-- How much is written to the objects of each hash range in each place, and where their next writes go. Both are bounded by the number of
-- ranges, not of objects.

-- Decayed writes, sums over the objects: io.chameleon.core.mapping.group.GroupHeat. Metadata processes add to them every few seconds.
create table object_group (
    hash_range integer            not null,
    scheme     text               not null,
    servers    text[]             not null,
    heat       double precision   not null, -- at the end of the epoch
    pages      double precision[] not null, -- decayed pages written, by fragment
    epoch      bigint             not null,
    primary key (hash_range, scheme, servers)
);

create table group_redirect (
    hash_range  integer not null,
    scheme      text    not null,
    servers     text[]  not null,
    destination text[]  not null,
    primary key (hash_range, scheme, servers)
);

-- One row: the hottest objects that are redirected, and the number of changes, by which others notice one.
create table redirect_limit (
    id        smallint         not null primary key check (id = 1),
    max_score double precision not null,
    changes   bigint           not null
);
insert into redirect_limit (id, max_score, changes) values (1, '-Infinity', 0);
