-- Objects made of components. A component is a row of object_mapping in the bucket '<bucket>+parts', under its content id.

alter table object_mapping
    add column extents integer not null default 0; -- 0, or how many extents of components the object's bytes are

-- How many parts of open uploads and extents of current versions refer to each component.
create table component (
    bucket       text collate "C"  not null, -- as users see it
    content_high bigint            not null,
    content_low  bigint            not null,
    refs         integer           not null,
    since_millis bigint            not null, -- when it was committed; 0 once the last reference was released
    primary key (bucket, content_high, content_low)
) with (fillfactor = 85);
create index component_unreferenced on component (since_millis) where refs = 0;

-- Of each current version that is composed, in the order of its bytes. A list never changes.
create table extent_list (
    bucket         text collate "C"  not null,
    content_high   bigint            not null, -- of the version
    content_low    bigint            not null,
    upload_high    bigint            not null, -- that made it: a repeated completion is known by it
    upload_low     bigint            not null,
    component_high bigint[]          not null,
    component_low  bigint[]          not null,
    offsets        bigint[]          not null,
    lengths        bigint[]          not null,
    primary key (bucket, content_high, content_low)
);

create table multipart_upload (
    bucket         text collate "C"  not null,
    object_key     text collate "C"  not null,
    upload_high    bigint            not null,
    upload_low     bigint            not null,
    started_millis bigint            not null,
    owner          text              not null,
    policy         smallint          not null,
    content_type   text              not null,
    user_metadata  jsonb             not null,
    primary key (bucket, object_key, upload_high, upload_low)
);

create table upload_part (
    bucket          text collate "C"  not null,
    object_key      text collate "C"  not null,
    upload_high     bigint            not null,
    upload_low      bigint            not null,
    number          integer           not null,
    component_high  bigint            not null,
    component_low   bigint            not null,
    size_bytes      bigint            not null,
    crc32c          integer           not null,
    modified_millis bigint            not null,
    metadata        jsonb             not null,
    primary key (bucket, object_key, upload_high, upload_low, number)
);
