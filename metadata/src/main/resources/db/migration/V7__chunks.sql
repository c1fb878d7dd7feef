-- Large objects in chunks. A chunk is a row of object_mapping in the bucket '<bucket>+chunks', under '<content id>/<number>'.

alter table object_mapping
    add column chunk_bytes integer not null default 0; -- 0: one run of segments; else the bytes are in chunks of this size

-- Uploads whose chunks are committed while the object's own row does not name them yet.
create table chunk_upload (
    bucket       text collate "C"  not null, -- of the object
    content_high bigint            not null, -- the client's write, which names the chunks
    content_low  bigint            not null,
    chunk_bytes  integer           not null, -- of the first chunk
    bytes        bigint            not null, -- of all so far
    last_millis  bigint            not null, -- when the newest was committed
    primary key (bucket, content_high, content_low)
);
create index chunk_upload_by_age on chunk_upload (last_millis);
