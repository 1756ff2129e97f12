import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SourceDetails } from '../../core/records/sourceDetails';
import type { AnyInput } from '../files/parts';

interface NamedSources {
  readonly sources: { details(kind: 'import', name: string): SourceDetails | Promise<SourceDetails> };
}

/**
 * The name of the source that an imported file becomes: that of the file, with as many of its folders as distinguish it from
 * another file of that name that was imported and is still there. A file that was moved or imported before keeps its source.
 */
export async function getSourceName({ sources }: NamedSources, input: AnyInput): Promise<string> {
  if (!('path' in input)) return input.name;
  const path = resolve(input.path);
  const folders = path.split(/[\\/]/).slice(0, -1);
  let { name } = input;
  for (let above = folders.pop(); above !== undefined && above !== ''; above = folders.pop()) {
    const { path: earlier } = await sources.details('import', name);
    if (earlier === undefined || !(await isOther(resolve(earlier), path))) break;
    name = `${above}/${name}`;
  }
  return name;
}

/** Whether a path leads to another file than the other path, and the file is there. */
async function isOther(earlier: string, path: string): Promise<boolean> {
  if (earlier === path) return false;
  const [one, two] = await Promise.all([earlier, path].map((each) => stat(each).catch(() => undefined)));
  return one !== undefined && (one.dev !== two?.dev || one.ino !== two.ino);
}
