import type { ListKind } from './context';
import type { Known, SourceKind } from './knowledge';
import type { InputFailure } from './problems/inputFailure';
import type { SkipReason } from './problems/skipReason';
import type { UtcMillis } from './record';
import type { RiskLevel } from './risk';

/** The subject of a list of things that aren't rated: purposes (Tor exits, scanners) or known services. */
export type Describing = Extract<ListKind, 'informational' | 'knownServices'>;

/** The last answer of an address, for conditional requests. */
export interface AddressState {
  readonly etag?: string;
  readonly lastModified?: string;
  /** Size of the list as received. */
  readonly bytes?: number;
  /** Its indicators. */
  readonly entries?: number;
  /** When it was last requested, successfully or not. */
  readonly requestedAt?: number;
}

/** Meanings that can be chosen for a column of a table. */
export const chosenMeaningNames = [
  ...(['value', 'risk', 'threat', 'category', 'firstSeen', 'lastSeen'] as const),
  ...(['port', 'reference', 'comment'] as const),
] as const;
export type ChosenMeaning = (typeof chosenMeaningNames)[number];

/** Meanings of a table's columns as the user chose them, by their index from 0; `none` for something else. */
export type ChosenColumns = Readonly<Record<number, ChosenMeaning | 'none'>>;

/** The names of a table's columns, empty for those without one, with the meaning that each was read with. */
export type TakenColumns = readonly (readonly [name: string, meaning: ChosenMeaning | 'none'])[];

/** Entries by the risk that the list itself states. */
export type StatedRisks = Readonly<Partial<Record<RiskLevel, number>>>;

const maxChosen = 200;

/** Reads stored choices; undefined without any. */
export function readChosenColumns(value: unknown): ChosenColumns | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known: ReadonlySet<unknown> = new Set([...chosenMeaningNames, 'none']);
  const isChoice = (entry: readonly [string, unknown]): entry is [string, ChosenMeaning | 'none'] =>
    /^\d{1,4}$/.test(entry[0]) && known.has(entry[1]);
  const chosen = Object.entries(value).filter(isChoice).slice(0, maxChosen);
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** The meaning of being on a list, as answered by the user. */
export interface GivenMeaning {
  /** The risk of entries without one; `unknown`: none. */
  readonly risk?: RiskLevel;
  readonly details?: Pick<SourceDetails, 'asked' | 'describes'>;
}

/** Details about a source that the store remembers apart from its statements; all may be absent. */
export interface SourceDetails {
  /** The meaning of its entries, if all mean the same. */
  readonly kind?: ListKind;
  /** The ID of its list format (`core/lists/shapes`). */
  readonly shape?: string;
  /** The user was asked what it means to be on the list. */
  readonly asked?: boolean;
  /** The user's answer about entries without a risk of their own: they are described as this instead of rated. */
  readonly describes?: Describing | null;
  /** Entries without a risk of their own that the default risk of the source rates. */
  readonly unrated?: number;
  /** Entries by their meaning, as of the last import. */
  readonly kinds?: Readonly<Partial<Record<ListKind, number>>>;
  /** Entries that the last import skipped. */
  readonly skipped?: readonly {
    readonly reason: SkipReason;
    readonly count: number;
    readonly examples: readonly string[];
    /** The line of each example, from 1; 0 where it isn't known. */
    readonly lines?: readonly number[];
  }[];
  /** Whether the last import read its file to the end, and why it didn't. */
  readonly complete?: boolean;
  readonly failure?: InputFailure;
  /** Whether it is a table of unknown form, whose columns can be chosen. */
  readonly isTable?: boolean;
  /** How many values the list excepts from its rules. */
  readonly exceptions?: number;
  /** Meanings of a table's columns as of the last import, and the risks that the list states. */
  readonly taken?: TakenColumns;
  readonly risks?: StatedRisks;
  /** Meanings of a table's columns that the user chose. */
  readonly columns?: ChosenColumns;
  /** The file of an import on this machine. */
  readonly path?: string;
  /** By address of a file. */
  readonly addresses?: Readonly<Record<string, AddressState>>;
  /** The reading of the clock when it was last read to its end. Its dates are later if the clock was behind earlier ones. */
  readonly readAt?: number;
  /** When its entries were last merged again because of their age. */
  readonly agedAt?: number;
  /** The events of a MISP feed that were read, with their timestamps. */
  readonly events?: Readonly<Record<string, string>>;
  /** The line that the license asks to show, and where its terms are. */
  readonly credit?: string;
  readonly terms?: string;
  readonly license?: string;
}

/** A local source with its meaning. */
export interface StoredSource {
  readonly id: number;
  readonly kind: SourceKind;
  readonly name: string;
  readonly indicators: number;
  /** When it was first and last written. */
  readonly created: UtcMillis;
  readonly asOf: UtcMillis;
  /** The risk of entries without one; absent if being listed implies none. */
  readonly risk?: RiskLevel;
  readonly ages: boolean;
  readonly details: SourceDetails;
  /** An import of it is running, in any window. */
  readonly isImporting?: boolean;
}

/** The reason for a risk that is the default of a list. */
export function listReason(name: string): string {
  return `Listed in ${name}`;
}

/** Whether a source rates an indicator only because it lists it. */
export function isRatedByListing({ source, record }: Pick<Known, 'source' | 'record'>): boolean {
  const [only, ...more] = record.riskFactors;
  return only !== undefined && more.length === 0 && only.description === listReason(source.name);
}
