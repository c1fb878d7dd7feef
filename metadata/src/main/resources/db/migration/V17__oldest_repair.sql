-- The oldest that waits is the head of repair_queue_fresh in one of its margins, or of this index. So what a walk over a lost server queues
-- enters an index less.
drop index repair_queue_by_age;
create index repair_queue_oldest_again on repair_queue (since_millis) where due_millis > 0;
