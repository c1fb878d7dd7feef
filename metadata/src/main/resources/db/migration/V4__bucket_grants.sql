-- Who may do what with a bucket. Access is a code: 1 read, 2 write, 3 owner; each includes those before it.
create table bucket_grant (
    bucket    text collate "C"  not null,
    principal text collate "C"  not null, -- name of a user
    access    smallint          not null,
    primary key (bucket, principal)
);
create index bucket_grant_by_principal on bucket_grant (principal, bucket);

-- A bucket that somebody has made their own by using it first. Stays when all grants are revoked, so that nobody else can.
create table bucket_claim (
    bucket        text collate "C"  not null primary key,
    principal     text collate "C"  not null,
    since_millis  bigint            not null
);
