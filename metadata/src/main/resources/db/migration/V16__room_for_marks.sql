-- Room on each page for new versions of its rows. Marking an object degraded and repairing it change no indexed column, so where the new
-- version fits on the page no index is touched: a lost server is known in a fraction of the writes. Pages filled from now on have it.
alter table object_mapping set (fillfactor = 85);
