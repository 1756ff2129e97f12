import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { TriageProgress } from '../../core/store/protocol/protocol';
import { type ListedRead, listedEnd, listedPart } from '../../core/triage/listing';
import { Tally } from '../../core/triage/counting/tally';
import { readInto, type ReadTextOptions } from '.';

/** Indicators in one message, so that the thread that receives it isn't blocked. */
const maxListed = 2_000;
/** The receiver gets as much time between two messages. */
const pauseMillis = 25;
const finalPauseMillis = 3;

/** Reads a text like `readText`, and lists its indicators while it is read. */
export async function readForPanel(
  input: Parameters<typeof readInto>[1],
  options: ReadTextOptions,
  list: (progress: TriageProgress) => void,
): Promise<ListedRead> {
  // Nobody may ever write to a pipe in a folder, and reading it would take what is written from others.
  if ('path' in input && (await isPipe(input.path))) return { kind: 'skipped', failure: { kind: 'notFile' } };
  const tally = new Tally();
  let listed = 0;
  const listNext = (): void => {
    const part = listedPart(tally, listed, maxListed);
    if (part === undefined) return;
    listed += part.values.length;
    list({ bytes: tally.bytes, found: tally.size, part });
  };
  const timer = setInterval(listNext, pauseMillis);
  const failure = await readInto(tally, input, options);
  clearInterval(timer);
  if (failure !== undefined && tally.bytes === 0 && failure.kind !== 'canceled') return { kind: 'skipped', failure };
  while (listed < tally.size) {
    listNext();
    if (listed < tally.size) await setTimeout(finalPauseMillis);
  }
  return listedEnd(tally, failure);
}

async function isPipe(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    return !status.isFile() && !status.isDirectory();
  } catch {
    // Opening it reports why it can't be read.
    return false;
  }
}
