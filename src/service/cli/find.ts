import { formatInputFailure, InputError } from '../../core/records/problems/inputFailure';
import { type Decision, findInBlocks, type Occurrence } from '../../core/indicators';
import { LineIndex } from '../../core/indicators/detect/lineIndex';
import { openParts } from '../files/parts';
import { interruptible } from '../files/interruptible';
import { decodedText } from '../files/text';
import { type CliIo, getCode, type Command, hasFlag, UsageError } from './command';
import { formatFileFailure } from './formatFileFailure';
import { jsonRows } from './jsonRows';
import { languageOption } from './languageOption';
import { findDescription } from './manual/readingCommands';
import { fileLabel } from './reports/findings';
import { getInputFailure } from '../files/getInputFailure';

/** `find`: prints the indicators in files as JSON lines. */
export const find: Command = {
  ...findDescription,
  async run(given, io) {
    if (given.positionals.length === 0) throw new UsageError('Specify a file, or “-” for standard input');
    const languageId = languageOption(given);
    let complete = true;
    const explains = hasFlag(given, 'explain');
    const rows = jsonRows(given, io);
    for (const file of given.positionals) {
      if (io.signal.aborted) break;
      complete = (await findIn(file, { languageId, explains }, { ...io, json: rows.row })) && complete;
    }
    await rows.end(complete && !io.signal.aborted);
    return getCode(complete);
  },
};

interface FindText {
  readonly languageId: string | undefined;
  readonly explains: boolean;
}

/** Returns whether the file was read to its end; otherwise reports the reason. */
async function findIn(file: string, options: FindText, io: CliIo): Promise<boolean> {
  const input = file === '-' ? { stream: io.stdin, name: file } : { path: file, name: file };
  let [parts, complete] = [0, true];
  try {
    for await (const part of interruptible(openParts(input, { everyFile: true }), io.signal)) {
      parts++;
      const { entry } = part;
      const name = fileLabel({ file, entry });
      if (part.opened === undefined) {
        io.err(`${name}: not read: ${formatInputFailure(part.failure)}`);
        complete = false;
      } else complete = (await findInText(name, part.opened.chunks, options, io)) && complete;
      if (io.signal.aborted) return true;
    }
    if (parts === 0) throw new InputError({ kind: 'emptyArchive' });
    return complete;
  } catch (error) {
    if (io.signal.aborted) return true;
    io.err(
      `${file}: ${parts === 0 ? 'not read' : 'partially read'}: ${formatFileFailure(getInputFailure(error), file)}`,
    );
    return false;
  }
}

/** Like {@link findIn}, for the text of a file or an entry of an archive; `file` is its name. */
async function findInText(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  { languageId, explains }: FindText,
  io: CliIo,
): Promise<boolean> {
  const seen = { hasText: false };
  try {
    const lineIndex = new LineIndex();
    let failure: { readonly error: unknown } | undefined;
    // The text before a failure is searched first.
    async function* readable(): AsyncGenerator<string> {
      try {
        for await (const text of decodedText(interruptible(chunks, io.signal))) {
          seen.hasText = true;
          yield text;
        }
      } catch (error) {
        failure = { error };
      }
    }
    for await (const found of foundIn(lineIndex.watch(readable()), languageId, explains)) {
      if (io.signal.aborted) return true;
      await io.json({ file, ...lineIndex.position(found.start), ...found });
    }
    throwFailure(failure);
    return true;
  } catch (error) {
    if (io.signal.aborted) return true;
    io.err(`${file}: ${seen.hasText ? 'partially read' : 'not read'}: ${formatInputFailure(getInputFailure(error))}`);
    return false;
  }
}

/** The indicators of a text, or with `explains` the decisions about everything that could be one. */
async function* foundIn(
  text: AsyncIterable<string>,
  languageId: string | undefined,
  explains: boolean,
): AsyncGenerator<{ readonly start: number }> {
  const decisions: Decision[] = [];
  const explain = explains ? (decision: Decision) => void decisions.push(decision) : undefined;
  for await (const block of findInBlocks(text, { languageId, explain, encoded: true })) {
    if (explains) yield* decisions.splice(0);
    else yield* block.map(foundLine);
  }
}

function foundLine(found: Occurrence): Occurrence {
  const { start, end, raw, value, type, defanged, reserved } = found;
  return { start, end, raw, value, type, defanged, reserved };
}

function throwFailure(failure: { readonly error: unknown } | undefined): void {
  if (failure !== undefined) throw failure.error;
}
