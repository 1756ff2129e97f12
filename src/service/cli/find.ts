import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { type Decision, findInBlocks, type FindOptions } from '../../core/indicators';
import { LineIndex } from '../../core/indicators/detect/lineIndex';
import { openInput } from '../import/bytes';
import { interruptible } from '../import/streams/interruptible';
import { type CliIo, codeOf, type Command, hasFlag, textOption, UsageError } from './command';
import { decodedText } from './decodedText';
import { jsonRows } from './jsonRows';
import { findDescription } from './manual/readingCommands';
import { inputFailureOf } from '../import/inputFailureOf';

/** `find`: prints the indicators in files as JSON lines. */
export const find: Command = {
  ...findDescription,
  async run(given, io) {
    if (given.positionals.length === 0) throw new UsageError('specify a file, or “-” for standard input');
    const languageId = textOption(given, 'language');
    let complete = true;
    const explains = hasFlag(given, 'explain');
    const rows = jsonRows(given, io);
    for (const file of given.positionals) {
      if (io.signal.aborted) break;
      complete = (await findIn(file, languageId, explains, { ...io, json: rows.row })) && complete;
    }
    await rows.end(complete && !io.signal.aborted);
    return codeOf(complete);
  },
};

/** Returns whether the file was read to its end; otherwise reports the reason. */
async function findIn(file: string, languageId: string | undefined, explains: boolean, io: CliIo): Promise<boolean> {
  let isOpen = file === '-';
  async function* content(): AsyncGenerator<Uint8Array> {
    const { chunks } = await openInput({ path: file, name: file });
    isOpen = true;
    yield* chunks;
  }
  try {
    const bytes = interruptible(isOpen ? io.stdin : content(), io.signal);
    const places = new LineIndex();
    const text = places.watch(decodedText(bytes));
    const decisions: Decision[] = [];
    const options: FindOptions = {
      ...(languageId === undefined ? {} : { languageId }),
      ...(explains ? { explain: (decision: Decision) => void decisions.push(decision) } : {}),
    };
    for await (const block of findInBlocks(text, options)) {
      if (explains) {
        for (const decision of decisions.splice(0)) {
          if (io.signal.aborted) return true;
          await io.json({ file, ...places.position(decision.start), ...decision });
        }
        continue;
      }
      for (const { start, end, raw, value, type, defanged, reserved } of block) {
        if (io.signal.aborted) return true;
        await io.json({ file, ...places.position(start), start, end, raw, value, type, defanged, reserved });
      }
    }
    return true;
  } catch (error) {
    if (io.signal.aborted) return true;
    const why = formatInputFailure(inputFailureOf(error));
    io.err(`${file}: ${isOpen ? 'not read to its end' : 'not read'}: ${why}`);
    return false;
  }
}
