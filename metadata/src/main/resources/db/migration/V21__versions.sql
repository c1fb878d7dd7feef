-- Versions of objects. The current version of a key is its row of object_mapping, if it has one. A former one is a component, under its
-- content id, and a row here; a delete marker is a row here alone. If a key has no row in object_mapping, its newest row here is a
-- delete marker.

alter table object_mapping
    add column versioned boolean not null default false; -- written while its bucket kept versions; else it is the version called null

create table object_version (
    bucket            text collate "C"  not null,
    object_key        text collate "C"  not null,
    position          bigint            not null, -- the newest of a key has the highest
    content_high      bigint            not null, -- names the version, and the component unless it is a delete marker
    content_low       bigint            not null,
    marker            boolean           not null, -- a delete marker: it has no bytes
    versioned         boolean           not null, -- false: the version called null
    modified_millis   bigint            not null, -- when it became the current version
    noncurrent_millis bigint            not null, -- when another took its place; of the newest row of a deleted key when it was made
    primary key (bucket, object_key, position)
);
create unique index object_version_by_name on object_version (bucket, content_high, content_low);
