import { open } from 'node:fs/promises';
import { findInBlocks } from '../../core/indicators';
import { LinePlaces } from '../../core/indicators/linePlaces';
import { type CliIo, type Command, CommandError, textOption, UsageError } from './command';
import { decodedText } from './decodedText';

/** `find`: the indicators of files as JSON lines. */
export const find: Command = {
  name: 'find',
  summary: 'List the domains, IP addresses and URLs in files, defanged or not',
  usage: `Usage: cli find [--language ID] FILE…

Prints one JSON line an occurrence: file, line and column (from 1), start and end (UTF-16 offsets into the text, from 0),
raw (as it stands there), value (refanged and normalised), type, defanged, reserved. “-” reads standard input.

  --language ID   What VS Code calls the language of the text (typescript, markdown …); prose or log where not given`,
  options: { language: { type: 'string' } },
  async run(given, io) {
    if (given.words.length === 0) throw new UsageError('name a file, or “-” for standard input');
    const languageId = textOption(given, 'language');
    for (const file of given.words) await findIn(file, languageId, io);
    return 0;
  },
};

async function findIn(file: string, languageId: string | undefined, io: CliIo): Promise<void> {
  const places = new LinePlaces();
  const text = places.watch(decodedText(file === '-' ? io.stdin : readable(file)));
  for await (const block of findInBlocks(text, languageId === undefined ? {} : { languageId })) {
    for (const { start, end, raw, value, type, defanged, reserved } of block) {
      if (io.signal.aborted) return;
      await io.out(JSON.stringify({ file, ...places.place(start), start, end, raw, value, type, defanged, reserved }));
    }
  }
}

async function* readable(file: string): AsyncIterable<Uint8Array> {
  let handle;
  try {
    handle = await open(file);
    for await (const chunk of handle.createReadStream() as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await handle?.close();
  }
}
