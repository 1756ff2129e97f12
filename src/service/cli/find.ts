import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { type Decision, findInBlocks, type FindOptions } from '../../core/indicators';
import { LineIndex } from '../../core/indicators/detect/lineIndex';
import { openInput } from '../import/bytes';
import { type CliIo, type Command, textOption, UsageError } from './command';
import { decodedText } from './decodedText';
import { inputFailureOf } from '../import/inputFailureOf';

/** `find`: prints the indicators in files as JSON lines. */
export const find: Command = {
  name: 'find',
  summary: 'List domains, IP addresses, and URLs in files, defanged or not',
  usage: `Usage: cli find [--language ID] [--explain] FILE…

Prints one JSON line per occurrence: file, line and column (from 1), start and end (UTF-16 offsets, from 0),
raw (as written), value (refanged and normalized), type, defanged, reserved. “-” reads standard input.
Files compressed with gzip are decompressed; other binary files are not read.
The exit code is 1 if a file couldn't be read to its end; standard error names it, and other files are read.

  --language ID   VS Code language ID of the text (typescript, markdown, …); default: prose or log
  --explain       Also print what was examined and isn't an indicator, and the rules of docs/detection.md that
                  apply to each text, the strongest first (found, rules)`,
  options: { language: { type: 'string' }, explain: { type: 'boolean' } },
  async run(given, io) {
    if (given.positionals.length === 0) throw new UsageError('specify a file, or “-” for standard input');
    const languageId = textOption(given, 'language');
    let complete = true;
    const explains = given.options['explain'] === true;
    for (const file of given.positionals) {
      if (io.signal.aborted) break;
      complete = (await findIn(file, languageId, explains, io)) && complete;
    }
    return complete ? 0 : 1;
  },
};

/** Returns whether the file was read to its end; otherwise reports the reason. */
async function findIn(file: string, languageId: string | undefined, explains: boolean, io: CliIo): Promise<boolean> {
  let bytes: AsyncIterable<Uint8Array> | undefined;
  try {
    bytes = file === '-' ? io.stdin : (await openInput({ path: file, name: file })).chunks;
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
    io.err(
      `${file}: ${bytes === undefined ? 'not read' : 'not read to its end'}: ${formatInputFailure(inputFailureOf(error))}`,
    );
    return false;
  }
}
