/**
 * A condition on `foreign_id f` that STIX ids meet and the numbers of services don't. The index `foreign_id_own` has no others, and
 * serves only queries that say so in these words.
 */
export const idOfObject = "instr(f.foreign_id, '-') > 0";
