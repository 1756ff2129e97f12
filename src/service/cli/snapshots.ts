import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Indicator } from '../../core/indicators/identity/types';
import { mergeTexts, type TextRead } from '../../core/triage/found';
import { interruptible } from '../files/interruptible';
import type { TeamStore } from '../team';
import type { TeamSnapshot } from '../team/snapshot';
import { Assessor } from '../triage/assessor';
import type { CliIo } from './command';

/** Works with a copy of what a team store knows, which is then removed. */
export async function withSnapshot<T>(team: TeamStore, work: (snapshot: TeamSnapshot) => Promise<T>): Promise<T> {
  const snapshot = await team.snapshot();
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** Adds everything that is known about indicators to a copy. */
export async function addIndicators(snapshot: TeamSnapshot, indicators: readonly Indicator[]): Promise<void> {
  const assessor = new Assessor(snapshot.file);
  try {
    await snapshot.add(indicators.flatMap((indicator) => assessor.keysOf(indicator)));
  } finally {
    assessor.close();
  }
}

/**
 * Reads texts with a copy that has what is known about what they contain. They are read again where that changes what is found:
 * names that look like something else are found if they are listed, and a file with the name of an import may be that import.
 */
export async function readInto<T>(
  snapshot: TeamSnapshot,
  read: () => Promise<T>,
  { textsOf, isImport = false }: { readonly textsOf: (read: T) => readonly TextRead[]; readonly isImport?: boolean },
): Promise<T> {
  for (let isAgain = isImport; ; isAgain = false) {
    const found = await read();
    await addIndicators(
      snapshot,
      mergeTexts(textsOf(found)).map(({ indicator }) => indicator),
    );
    if (!(await snapshot.addAskedNames()) && !isAgain) return found;
  }
}

/** Whether a file has the name of an import. */
export async function hasNameOfImport(team: TeamStore, files: readonly string[]): Promise<boolean> {
  const names = new Set(files.map((file) => basename(file).toLowerCase()));
  const sources = await team.sources();
  return sources.some(({ kind, name }) => kind === 'import' && names.has(basename(name).toLowerCase()));
}

/** Standard input that can be read several times, from a file beside a copy. */
export async function keptInput(snapshot: TeamSnapshot, { stdin, signal }: CliIo): Promise<() => CliIo['stdin']> {
  const file = join(dirname(snapshot.file), 'input');
  await writeFile(file, interruptible(stdin, signal), { mode: 0o600 });
  return () => createReadStream(file);
}
