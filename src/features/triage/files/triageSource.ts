import * as vscode from 'vscode';
import type { Found, TextRead } from '../../../core/triage/found';
import { truncateMiddle, truncateText, visibleText } from '../../shared/text/visibleText';
import { foreign, type UiText } from '../../shared/ui';
import { fileLabel, filesOf } from './chosenFiles';
import { readFiles } from './readFiles';
import type { TriageList } from '../triageList';
import type { TriageParts } from '../triageParts';
import { plural, t } from '../../../l10n';
import { uiText } from '../../shared/ui/text';

/** Texts with their indicators; a text without a file is for indicators from elsewhere. */
export interface Loaded {
  readonly files: readonly (vscode.Uri | undefined)[];
  readonly texts: readonly TextRead[];
  /** Not all files were read. */
  readonly isTruncated: boolean;
}

/** Where the indicators of a panel come from. */
export interface TriageSource {
  /** `list` is the triage list; `new` is what became risky after a triage. */
  readonly kind: 'files' | 'list' | 'new';
  readonly title: string;
  /** The chosen URIs, one per line: identifies a panel, and restores it after a reload. */
  readonly name: string;
  /** `onFound` gets the indicators of files while they are read, and the files that their locations refer to. */
  load(signal: AbortSignal, onProgress: (label: string) => void, onFound?: OnFound): Promise<Loaded>;
}

export type OnFound = (found: readonly Found[], files: readonly vscode.Uri[]) => void;

export const listName = 'list';

/** The title of the panel of a source. */
export function panelTitleOf({ kind, title }: TriageSource): UiText {
  return kind !== 'files' ? foreign(title) : uiText('Triage: {0}', truncateMiddle(visibleText(title), 30));
}

/** The source of files and folders. */
export function fileSource(chosen: readonly vscode.Uri[], { run }: Pick<TriageParts, 'run'>): TriageSource {
  const [first] = chosen;
  const title =
    chosen.length === 1 && first !== undefined
      ? truncateText(fileLabel(first), 80)
      : plural(chosen.length, { one: '{0} file or folder', other: '{0} files and folders' });
  return {
    kind: 'files',
    title,
    name: chosen.map((uri) => uri.toString()).join('\n'),
    async load(signal, onProgress, onFound = () => undefined) {
      const { files, truncated } = await filesOf(chosen);
      const texts = await readFiles(files, { run, signal, onProgress, onFound: (found) => onFound(found, files) });
      return { files: files.slice(0, texts.length), texts, isTruncated: truncated };
    },
  };
}

/** The source of the triage list. */
export function listSource(list: TriageList): TriageSource {
  return {
    kind: 'list',
    title: t('Triage List'),
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
