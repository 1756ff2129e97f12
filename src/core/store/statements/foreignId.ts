/**
 * A condition on `foreign_id f` that matches STIX IDs but not numeric IDs of services. The index `foreign_id_own`
 * covers only these, and SQLite uses it only for queries with exactly this expression.
 */
export const idOfObject = "instr(f.foreign_id, '-') > 0";
