-- Distributes the tables of an empty team database with the extension Citus over its servers (docs/reference/scaling.md).
-- Before this, create the tables without partitions: omit PARTITION BY and the partitions in migrations/split.ts.
-- The other tables stay on the coordinator.
SELECT create_reference_table(t) FROM unnest(ARRAY['source', 'threat', 'threat_statement', 'feed', 'feed_statement',
  'foreign_id', 'facet_field', 'facet', 'own_name', 'place_list', 'place', 'place_range', 'mirror']) AS t;
SELECT create_distributed_table('indicator', 'key', shard_count => 64);
SELECT create_distributed_table(t, 'key', colocate_with => 'indicator') FROM unnest(ARRAY['indicator_name', 'host_url',
  'statement', 'threat_link', 'feed_link', 'retirement', 'finding', 'found_value', 'foreign_indicator', 'withdrawn',
  'stix_object', 'object_indicator', 'indicator_object', 'mirror_tie', 'mirror_earlier']) AS t;
-- Once for each further server.
SELECT citus_add_node('db2.example', 5432);
SELECT citus_rebalance_start();
