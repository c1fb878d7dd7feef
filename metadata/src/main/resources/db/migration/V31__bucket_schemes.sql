-- The schemes that a bucket has of its own, from its settings: every lookup reads them, and settings can be long. A process of an earlier
-- build that runs beside this one changes settings, and so these.
alter table bucket
    add column scheme_rep text generated always as (settings ->> 'scheme.rep') stored,
    add column scheme_ec text generated always as (settings ->> 'scheme.ec') stored;
create index bucket_with_schemes on bucket (name) where scheme_rep is not null or scheme_ec is not null;
