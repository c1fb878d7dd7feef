-- The key of the object that a component is a former version of; '' for all other rows. A copy of its fragments tells it to the servers that
-- take it, since a rebuild of a lost database finds it there alone.
alter table object_mapping add column version_of text collate "C" not null default '';
update object_mapping m set version_of = v.object_key
from object_version v
where not v.marker and m.bucket = v.bucket || '+parts'
    and m.object_key = lpad(to_hex(v.content_high), 16, '0') || lpad(to_hex(v.content_low), 16, '0');
