/** The values of `files.associations` by layer; what isn't an object of texts counts as empty. */
export interface Associations {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * Whether a workspace, rather than the user, gives a document its language: with `"*.ts": "log"` it would make automatic
 * lookups send what is in code. `matches` compares a pattern with the document.
 */
export function isRelabeled(
  { globalValue, workspaceValue, workspaceFolderValue }: Associations,
  languageId: string,
  matches: (glob: string) => boolean,
): boolean {
  const own = new Map(entriesOf(globalValue));
  return [...entriesOf(workspaceValue), ...entriesOf(workspaceFolderValue)].some(
    ([pattern, language]) =>
      language === languageId &&
      own.get(pattern) !== language &&
      // A pattern without a slash is compared with the name of the file.
      matches(pattern.includes('/') ? pattern : `**/${pattern}`),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
