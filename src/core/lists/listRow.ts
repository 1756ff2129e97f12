import type { GeoLocationParts } from '../context/geoLocation';
import type { SkipReason } from '../records/problems/skipReason';
import type { ContextCategory, ListKind } from '../records/context';
import type { NameReach, UtcMillis } from '../records/record';
import type { RiskLevel } from '../records/risk';

/** A list's statement about one value or range. */
export interface ListRow {
  /** As written: a domain, an address, a network, a URL, or `FIRST-LAST` for a range. */
  readonly value: string;
  readonly kind: ListKind;
  /** The category of an informational or harmless entry; `other` if absent. */
  readonly category?: ContextCategory | undefined;
  /** The names that it is about, if not only the value. */
  readonly reach?: Exclude<NameReach, 'none'> | undefined;
  /** Whether a statement about a known service applies to all its subdomains as well; not for malicious ones. */
  readonly below?: boolean | undefined;
  /** The rating of the list; absent if it has none. */
  readonly risk?: RiskLevel | undefined;
  /** In a few words: “Botnet C2 server”, “AWS eu-west-1 · EC2”. */
  readonly meaning?: string | undefined;
  /** Names of malware or groups. */
  readonly threats?: readonly { readonly name: string; readonly category: string }[] | undefined;
  readonly port?: number | undefined;
  readonly geoLocation?: GeoLocationParts | undefined;
  readonly firstSeen?: UtcMillis | undefined;
  readonly lastSeen?: UtcMillis | undefined;
  /** A link to the publisher's page about it, never an indicator. */
  readonly reference?: string | undefined;
  /** How sure the list is, from 0 to 100; a part of the reason, and a property as in STIX. */
  readonly confidence?: number | undefined;
  /** Other columns by name, such as tags. Text for judging an entry belongs in `meaning`, which is shown everywhere. */
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/** Takes the rows of a list, and the reasons for skipped ones. */
export interface ListSink {
  take(row: ListRow): void;
  skip(reason: SkipReason, example: string): void;
  /** A value that the list excepts from its other rules, with its subdomains. */
  except(value: string, reach: ListRow['reach'], example: string): void;
  /** A rule or an exception of the list itself that doesn't count, wherever it is in it. */
  remove(removes: 'rule' | 'exception', value: string, reach: ListRow['reach'], example: string): void;
}

/** The beginning of a list, by which its shape is recognized. */
export interface ListHead {
  /** Name of the file or address, in lower case. */
  readonly name: string;
  /** Complete lines from the beginning, without line breaks. */
  readonly lines: readonly string[];
  /** Those of them that are neither empty nor a comment (`#`, `;`, `!`, `//`). */
  readonly data: readonly string[];
  /** Cells of the header in lower case: the first row, or the last comment before it with as many cells. */
  readonly header: readonly string[];
}

interface Shape {
  readonly id: string;
  readonly kind: ListKind;
}

/** A list of lines, each read alone or in order. */
export interface LineShape extends Shape {
  readonly cut: 'lines';
  readonly recognizes: (head: ListHead) => boolean;
  readonly reader: (head: ListHead, sink: ListSink) => (line: string) => void;
}

/** A table. The header is the first row, or the last comment before it. */
export interface TableShape extends Shape {
  readonly cut: 'table';
  readonly delimiter: ',' | '\t';
  /** The first row is data. */
  readonly hasNoHeader?: boolean;
  readonly recognizes: (head: ListHead) => boolean;
  /** Reads a row; `cell` returns the text of a column by its name in lower case, or `''` without such a column. */
  readonly read: (cell: (name: string) => string, sink: ListSink, cells: readonly string[]) => void;
}

/** A whole JSON file. */
export interface JsonShape extends Shape {
  readonly cut: 'json';
  readonly recognizes: (value: unknown) => boolean;
  /** `name` is that of the file or list, in lower case. */
  readonly read: (value: unknown, sink: ListSink, name: string) => void;
}
