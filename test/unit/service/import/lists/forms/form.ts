/** A list in the form of a public one, with rows of its own, and what must be read from it. */
export interface Form {
  /** The ID of its shape. */
  readonly shape: string;
  /** The name of the file, by which few forms are recognized. */
  readonly name?: string;
  readonly lines: readonly string[];
  /** Entries read, by value: risk or kind, description, threats, ports, and dates. */
  readonly says: Readonly<Record<string, string>>;
  /** The number of skipped rows by reason. */
  readonly skipped?: Readonly<Record<string, number>>;
  /** Rows that are merged into others. */
  readonly duplicates?: number;
}

/** A row whose cells are separated by tabs. */
export const tabbed = (...cells: readonly string[]): string => cells.join('\t');
/** The lines of a JSON file. */
export const json = (value: unknown): readonly string[] => JSON.stringify(value, undefined, 1).split('\n');
/** A hash of this length. */
export const hash = (length: number): string => 'ab12'.repeat(length / 4);
