-- The most that may be stored, and what is. Kinds are those of QuotaScope: 1 a bucket, 2 a user, who is charged for the buckets that
-- bucket_claim says are its own.
create table quota (
    kind        smallint          not null,
    name        text collate "C"  not null,
    max_bytes   bigint            not null, -- 2^63 - 1: unbounded
    max_objects bigint            not null,
    primary key (kind, name)
);

-- Changed in the transaction that changes the rows of object_mapping. The sums of one name are spread over some rows, so that
-- transactions seldom wait for each other: only all of them together mean anything.
create table stored (
    kind    smallint          not null,
    name    text collate "C"  not null,
    part    smallint          not null,
    bytes   bigint            not null,
    objects bigint            not null,
    primary key (kind, name, part)
) with (fillfactor = 50);
create index bucket_claim_by_principal on bucket_claim (principal, bucket);

insert into stored (kind, name, part, bytes, objects)
    select 1, of.bucket, 0, cast(sum(of.bytes) as bigint), cast(sum(of.objects) as bigint)
    from (select case when bucket like '%+chunks' then left(bucket, -7) else bucket end as bucket,
              case when chunk_bytes = 0 then size_bytes else 0 end as bytes,
              case when bucket like '%+chunks' then 0 else 1 end as objects
          from object_mapping) of
    group by of.bucket;
insert into stored (kind, name, part, bytes, objects)
    select 2, c.principal, 0, cast(sum(s.bytes) as bigint), cast(sum(s.objects) as bigint)
    from stored s join bucket_claim c on c.bucket = s.name
    where s.kind = 1 group by c.principal;
