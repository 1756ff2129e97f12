import type { ChosenColumns } from '../../core/lists/tables/columns';
import { InputError } from '../../core/records/problems/inputFailure';
import type { ImportFormat, ImportInput } from '../../core/store/protocol/protocol';
import { encodingOf, type InputPart, type Opened, openParts } from './bytes';
import { readCsv } from './csv';
import { type Detected, detectFormat } from './detectFormat';
import { refuseBinary } from './inputFailureOf';
import { isStix, knownShape, readKnownJson, readKnownList } from './knownList';
import { readList } from './list';
import type { ParsedChunk } from './parsedChunk';
import { readStix } from './stix';

const headBytes = 64 * 1024;

interface Source {
  readonly pieces: AsyncIterable<string>;
  readonly detected: Detected;
  /** The beginning of the text, by which the format was detected. */
  readonly head: string;
  /** Whether `head` is the whole text. */
  readonly whole: boolean;
  readonly name: string;
}

/** Decodes the input and detects its format from the beginning, which is then the first piece. */
async function opened(
  chunks: AsyncGenerator<Uint8Array, undefined>,
  name: string,
  wanted: ImportFormat | undefined,
  onBytes: (count: number) => void,
): Promise<Source> {
  let head = new Uint8Array();
  let ended = false;
  while (!ended && head.length < headBytes) {
    const { value, done } = await chunks.next();
    if (done === true) ended = true;
    else {
      onBytes(value.length);
      const longer = new Uint8Array(head.length + value.length);
      longer.set(head);
      longer.set(value, head.length);
      head = longer;
    }
  }
  const decoder = new TextDecoder(encodingOf(head));
  const first = decoder.decode(head, { stream: true });
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield first;
      for (;;) {
        const { value, done } = await chunks.next();
        if (done === true) break;
        onBytes(value.length);
        yield decoder.decode(value, { stream: true });
      }
      yield decoder.decode();
    } finally {
      await chunks.return(undefined);
    }
  }
  const detected = detectFormat(ended ? `${first}\n` : first, wanted);
  return { pieces: pieces(), detected, head: first, whole: ended, name };
}

function readingsOf(source: Source, now: number, columns?: ChosenColumns): AsyncIterable<ParsedChunk> {
  const { pieces, detected, head } = source;
  if (columns !== undefined) return readCsv(pieces, detected.delimiter, columns);
  const shape = isStix(head) ? undefined : knownShape(head, source.name, source.whole);
  if (shape !== undefined) return readKnownList(pieces, shape, head);
  switch (detected.format) {
    case 'stix':
      return isStix(head) ? readStix(pieces, now) : readKnownJson(pieces, now);
    case 'csv':
      return readCsv(pieces, detected.delimiter);
    case 'list':
      return readList(pieces);
  }
}

/** The statements in a file. Iterating throws an InputError if it can't be read to its end. */
export function readBytes(bytes: Uint8Array, now: number, name = ''): AsyncIterable<ParsedChunk> {
  return new InputReading([{ bytes, name }], undefined, now).chunks();
}

/** Why a file of an archive can be left out, if there are others. */
const otherFiles: ReadonlySet<string> = new Set(['binary', 'noIndicatorColumn', 'notBundle', 'invalidJson']);

/** Reads inputs one after the other, of an archive each file, and counts their bytes. */
export class InputReading {
  /** The format of the current file. */
  format: ImportFormat;
  bytes = 0;
  /** Of the only file, if known. */
  totalBytes: number | undefined;
  private files = 0;

  constructor(
    private readonly inputs: readonly ImportInput[],
    private readonly wanted: ImportFormat | undefined,
    private readonly now: number,
    /** Columns of a table, which is then read as such. */
    private readonly columns?: ChosenColumns,
  ) {
    this.format = wanted ?? 'list';
  }

  /** What the inputs say. Throws an InputError if it can't be read to its end, or if no file of an archive is a list. */
  async *chunks(): AsyncGenerator<ParsedChunk> {
    for (const input of this.inputs) yield* this.input(input);
  }

  private async *input(input: ImportInput): AsyncGenerator<ParsedChunk> {
    this.files = 0;
    let failure: InputError | undefined;
    for await (const part of openParts(input)) {
      try {
        yield* this.part(input, part);
      } catch (error) {
        if (!(error instanceof InputError) || part.member === undefined || !otherFiles.has(error.failure.kind))
          throw error;
        failure ??= error;
        yield leftOut(part.member);
      }
    }
    if (this.files === 0) throw failure ?? new InputError({ kind: 'emptyArchive' });
  }

  private async *part(input: ImportInput, { member, opened: part }: InputPart): AsyncGenerator<ParsedChunk> {
    if (part === undefined) {
      yield leftOut(member ?? '');
      return;
    }
    const source = await this.open(input, part, member);
    if (member !== undefined) refuseBinary(source.head);
    let isFirst = true;
    for await (const chunk of readingsOf(source, this.now, this.columns)) {
      if (isFirst && this.files++ === 0) this.format = source.detected.format;
      isFirst = false;
      yield chunk;
    }
  }

  private open(input: ImportInput, { chunks, totalBytes }: Opened, member: string | undefined): Promise<Source> {
    if (this.inputs.length === 1) this.totalBytes = totalBytes;
    const name = member === undefined ? input.name : `${input.name} ${member}`;
    return opened(chunks, name, this.wanted, (count) => (this.bytes += count));
  }
}

function leftOut(member: string): ParsedChunk {
  return { objects: 1, statements: [], skipped: [{ reason: { kind: 'archiveMember' }, example: member }] };
}
