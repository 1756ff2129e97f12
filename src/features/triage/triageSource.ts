import * as vscode from 'vscode';
import type { TextRead } from '../../core/triage/found';
import { truncateText } from '../common/visibleText';
import { fileLabel, filesOf } from './chosenFiles';
import { readFiles } from './readFiles';
import type { TriageList } from './triageList';
import type { TriageParts } from './triageParts';

/** Texts with their indicators; a text without a file stands for what came from elsewhere. */
export interface Loaded {
  readonly files: readonly (vscode.Uri | undefined)[];
  readonly texts: readonly TextRead[];
  /** There are more files than are read. */
  readonly isTruncated: boolean;
}

/** Where a panel has its indicators from. */
export interface TriageSource {
  readonly kind: 'files' | 'list';
  readonly title: string;
  /** What was chosen, an address a line; tells panels apart, and is what a reload reads again. */
  readonly name: string;
  load(signal: AbortSignal, tell: (words: string) => void): Promise<Loaded>;
}

export const listName = 'list';

/** Files and folders that the user chose. */
export function fileSource(chosen: readonly vscode.Uri[], { run }: Pick<TriageParts, 'run'>): TriageSource {
  const [first] = chosen;
  const title =
    chosen.length === 1 && first !== undefined
      ? truncateText(fileLabel(first), 80)
      : `${chosen.length} files and folders`;
  return {
    kind: 'files',
    title,
    name: chosen.map((uri) => uri.toString()).join('\n'),
    async load(signal, tell) {
      const { files, truncated } = await filesOf(chosen);
      const texts = await readFiles(files, { run, signal, tell });
      return { files: files.slice(0, texts.length), texts, isTruncated: truncated };
    },
  };
}

/** The list that is kept. */
export function listSource(list: TriageList): TriageSource {
  return {
    kind: 'list',
    title: 'Triage List',
    name: listName,
    load: () => {
      const byFile = new Map<string, TextRead[]>();
      for (const { indicator, from } of list.list()) {
        const uri = from.kind === 'file' ? from.uri : '';
        const locations = from.kind === 'file' ? [from.line, from.column] : [];
        const found = [{ ...indicator, reserved: false, count: 1, locations }];
        const read: TextRead = { kind: 'read', bytes: 0, lines: 0, occurrences: 1, unlisted: 0, found };
        byFile.set(uri, [...(byFile.get(uri) ?? []), read]);
      }
      const pairs = [...byFile].flatMap(([uri, texts]) => texts.map((text) => [uri, text] as const));
      return Promise.resolve({
        files: pairs.map(([uri]) => (uri === '' ? undefined : vscode.Uri.parse(uri))),
        texts: pairs.map(([, text]) => text),
        isTruncated: false,
      });
    },
  };
}
