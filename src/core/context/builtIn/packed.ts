/** The lists in `data/context`, as `scripts/lib/contextData.mjs` packs them. */
export interface PackedContext {
  /** Label, category, kind, source (empty for our own), and whether every machine contacts it; the most specific first. */
  readonly lists: readonly (readonly [string, string, string, string, boolean])[];
  /** By list: names separated by spaces, `=` in front of those that stand for themselves alone. */
  readonly names: readonly string[];
  /** Sets of lists: their numbers, separated by commas. */
  readonly sets: readonly string[];
  /** Boundaries: distances from the one before, as hexadecimal digits and a letter for the zero bits that follow. */
  readonly v4: string;
  /** From each boundary on: the number of a set as a character. */
  readonly v4Sets: string;
  /** Boundaries: how many groups are those of the one before, and the others without zeros at the end. */
  readonly v6: string;
  readonly v6Sets: string;
}

/** The lists, compressed in the bundles. Replaced by each build (`esbuild.js`). */
export function packedContext(): PackedContext {
  return { lists: [], names: [], sets: [], v4: '', v4Sets: '', v6: '', v6Sets: '' };
}
