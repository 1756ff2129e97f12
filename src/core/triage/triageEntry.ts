import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from '../records/record';
import { type Annotation, cleanNote, cleanTags } from '../records/annotation';

/** States of an indicator on the triage list. */
export const triageStates = ['review', 'escalate', 'done'] as const;
export type TriageState = (typeof triageStates)[number];

/** The origin of an indicator on the list: a file (line and column from 1), a record, or something else, as a text. */
export type TriageOrigin =
  | { readonly kind: 'file'; readonly uri: string; readonly line: number; readonly column: number }
  | { readonly kind: 'record' }
  | { readonly kind: 'words'; readonly words: string };

/** An entry of the triage list, as stored. */
export interface TriageEntry {
  readonly indicator: Indicator;
  readonly state: TriageState;
  /** When it was added, or its state was last set. */
  readonly at: UtcMillis;
  readonly from: TriageOrigin;
  /** Written by the user. */
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** The key of an entry; an indicator is on the list once. */
export function triageKey({ type, value }: Indicator): string {
  return `${type} ${value}`;
}

/** A change of the note and tags of an indicator; those that are undefined stay as they are, empty ones are removed. */
export interface AnnotationChange {
  readonly indicator: Indicator;
  readonly note?: string;
  readonly tags?: readonly string[];
  /** For an indicator that isn't on the list yet. */
  readonly from: TriageOrigin;
  readonly at: UtcMillis;
}

/** The note and tags of an entry; undefined without any. */
export function getAnnotation({ note, tags }: Annotation): Annotation | undefined {
  if (note === undefined && tags === undefined) return undefined;
  return { note, tags };
}

/** An entry with a change made to it; an indicator that isn't on the list is added, to be reviewed. */
export function annotated(
  entry: TriageEntry | undefined,
  { indicator: { type, value }, from, at, ...change }: AnnotationChange,
): TriageEntry {
  const {
    note: oldNote,
    tags: oldTags,
    ...rest
  } = entry ?? {
    indicator: { type, value },
    state: 'review',
    at,
    from,
  };
  const note = change.note === undefined ? oldNote : cleanNote(change.note);
  const tags = change.tags === undefined ? oldTags : cleanTags(change.tags);
  return { ...rest, note, tags };
}

/** Reads a stored entry; undefined if it is damaged. A damaged note or tag is skipped. */
export function readEntry(json: string, at: UtcMillis): TriageEntry | undefined {
  const entry = parsed(json);
  const { indicator, from } = entry;
  const state = triageStates.find((each) => each === entry['state']);
  if (state === undefined || !isIndicator(indicator) || !isOrigin(from)) return undefined;
  const note = cleanNote(entry['note']);
  const tags = cleanTags(entry['tags']);
  return {
    indicator,
    state,
    at,
    from,
    note,
    tags,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(json: string): Fields {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isIndicator(value: unknown): value is Indicator {
  const { type, value: name } = fieldsOf(value);
  return (type === 'domain' || type === 'ip' || type === 'url') && typeof name === 'string';
}

function isOrigin(value: unknown): value is TriageOrigin {
  const { kind, uri, line, column, words } = fieldsOf(value);
  if (kind === 'file') return typeof uri === 'string' && Number.isSafeInteger(line) && Number.isSafeInteger(column);
  return kind === 'record' || (kind === 'words' && typeof words === 'string');
}
