import type { SeenBefore } from '../../../core/triage/history/triagedFile';
import { formatDate, plural } from '../../../l10n';

/** Returns the remembered files with indicators, by lookup key, apart from some files. */
export type ReadSeenBefore = (keys: readonly string[], except?: readonly string[]) => ReadonlyMap<string, SeenBefore>;

/** “In 3 files you triaged, last on March 1, 2026”. */
export function seenBeforeText({ files, last }: SeenBefore): string {
  return plural(
    files.length,
    { one: 'In {0} file you triaged, on {1}', other: 'In {0} files you triaged, last on {1}' },
    formatDate(last),
  );
}
