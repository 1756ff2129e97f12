import { formatNumber, formatSize, plural, t } from '../../../l10n';

/** Why a file or text can't be read, or not to its end. */
export type InputFailure =
  | {
      readonly kind: Exclude<
        InputFailureKind,
        | 'tooLarge'
        | 'expandsTooMuch'
        | 'tooManyMembers'
        | 'unsupportedArchive'
        | 'skippedFiles'
        | 'unreadRows'
        | 'unreadable'
        | 'invalidSample'
        | 'movedList'
        | 'unreadFormat'
      >;
    }
  | { readonly kind: 'tooLarge'; readonly bytes: number }
  | { readonly kind: 'expandsTooMuch'; readonly times: number }
  | { readonly kind: 'tooManyMembers'; readonly count: number }
  | { readonly kind: 'unsupportedArchive'; readonly name: string }
  /** Files of an archive that weren't read, or not to their end, while others were. */
  | { readonly kind: 'skippedFiles'; readonly names: readonly string[] }
  /** A list without entries; `notice` is its own text about where they are. */
  | { readonly kind: 'movedList'; readonly notice: string }
  | { readonly kind: 'unreadFormat'; readonly format: UnreadFormat }
  /** Rows of a table or lines of a list that was read to its end; the first lines, if they are known. */
  | { readonly kind: 'unreadRows'; readonly count: number; readonly rows: number; readonly lines: readonly number[] }
  /** `detail` is the message of the system. */
  | { readonly kind: 'unreadable' | 'invalidSample'; readonly detail: string };

/** A known format that isn't read, and how to use such a file instead. */
export interface UnreadFormat {
  readonly name: string;
  readonly kind: 'convert' | 'export' | 'triage';
}

type InputFailureKind =
  | 'canceled'
  | 'interrupted'
  | 'missing'
  | 'noPermission'
  | 'folder'
  | 'notFile'
  | 'binary'
  | 'truncated'
  | 'damaged'
  | 'changed'
  | 'expandsTooMuch'
  | 'encryptedArchive'
  | 'missingDirectory'
  | 'emptyArchive'
  | 'tooManyMembers'
  | 'unsupportedArchive'
  | 'skippedFiles'
  | 'unreadRows'
  | 'otherBytes'
  | 'overlappingMembers'
  | 'unlistedMember'
  | 'nestedArchive'
  | 'notList'
  | 'mixedEncodings'
  | 'notBundle'
  | 'invalidJson'
  | 'trailingData'
  | 'unclosedObject'
  | 'lineTooLong'
  | 'noIndicatorColumn'
  | 'mispManifest'
  | 'webPage'
  | 'movedList'
  | 'unreadFormat'
  | 'tooLarge'
  | 'unreadable'
  | 'invalidSample';

/** An input failure as a sentence. */
export function formatInputFailure(failure: InputFailure): string {
  switch (failure.kind) {
    case 'canceled':
      return t('Canceled.');
    case 'interrupted':
      return t('The import was interrupted.');
    case 'missing':
      return t("The file wasn't found.");
    case 'noPermission':
      return t("You don't have permission to read the file.");
    case 'folder':
      return t('The path is a folder, not a file.');
    case 'notFile':
      return t('The path is a pipe or a device, not a file.');
    case 'binary':
      return t('The file is binary.');
    case 'truncated':
    case 'missingDirectory':
      return t('The file is truncated.');
    case 'damaged':
      return t('The compressed data is corrupted.');
    case 'changed':
      return t('The file was changed while it was read.');
    case 'expandsTooMuch':
      return t('The file expands to more than {0} times its compressed size.', formatNumber(failure.times));
    case 'encryptedArchive':
      return t('The archive is encrypted. Extract the file first.');
    case 'emptyArchive':
    case 'notList':
      return t('The archive contains no list.');
    case 'tooManyMembers':
      return t('The archive contains more than {0} files.', formatNumber(failure.count));
    case 'unsupportedArchive':
      return t("{0} files can't be read. Extract the file first.", failure.name);
    case 'skippedFiles':
      return formatSkippedFiles(failure.names);
    case 'unreadRows':
      return formatUnread(failure);
    case 'otherBytes':
      return t('There is unexpected data after the end of the compressed data.');
    case 'overlappingMembers':
      return t('Files in the archive overlap, as in a decompression bomb.');
    case 'unlistedMember':
      return t("The file isn't listed in the archive's directory. Repair the archive.");
    case 'nestedArchive':
      return t("Archives within archives aren't read. Extract the file first.");
    case 'mixedEncodings':
      return t('The file mixes encodings, such as UTF-16 followed by UTF-8.');
    case 'notBundle':
      return t('The file contains no list of STIX objects.');
    case 'invalidJson':
      return t("The file isn't valid JSON.");
    case 'trailingData':
      return t('There is unexpected data after the end of the JSON document.');
    case 'unclosedObject':
      return t('The JSON ends inside an object.');
    case 'lineTooLong':
      return t('The file has a line that is too long.');
    case 'noIndicatorColumn':
      return t('No domains, IP addresses, or URLs were found.');
    case 'webPage':
      return t('The file is a web page instead of a list, perhaps a sign-in page.');
    case 'movedList':
      return t('The list has no entries, only this text: “{0}”', failure.notice);
    case 'unreadFormat':
      return formatUnreadFormat(failure.format);
    case 'mispManifest':
      return t(
        'The file only lists the events of a MISP feed. Import the event files instead, or add the feed with “Add List…” in the Sources view.',
      );
    case 'tooLarge':
      return t(
        '{0} is too large to read from another machine. Copy it to the machine where the extension runs.',
        formatSize(failure.bytes),
      );
    case 'unreadable':
      return t("The file couldn't be read: {0}", failure.detail);
    case 'invalidSample':
      return t("The sample data couldn't be read: {0}", failure.detail);
  }
}

function formatUnreadFormat({ name, kind }: UnreadFormat): string {
  switch (kind) {
    case 'convert':
      return t("{0} files can't be imported. Convert the file to STIX 2.1 or CSV first.", name);
    case 'export':
      return t("{0} files can't be imported. Save the content as text or CSV first.", name);
    case 'triage':
      return t("{0} files can't be imported. Triage the file to find the indicators in it.", name);
  }
}

function formatUnread({ count, rows, lines }: Extract<InputFailure, { kind: 'unreadRows' }>): string {
  const total = formatNumber(rows);
  if (lines.length === 0) {
    return plural(
      count,
      {
        one: "{0} of {1} entries has a value that wasn't read.",
        other: "{0} of {1} entries have a value that wasn't read.",
      },
      total,
    );
  }
  const list = lines.map(formatNumber).join(', ') + (lines.length < count ? ', …' : '');
  return plural(
    count,
    {
      one: "{0} of {1} rows has a value that wasn't read (line {2}).",
      other: "{0} of {1} rows have a value that wasn't read (lines {2}).",
    },
    total,
    list,
  );
}

/** Names of files that are listed in a sentence. */
const maxNames = 3;

function formatSkippedFiles(names: readonly string[]): string {
  const list = names.slice(0, maxNames).join(', ');
  const more = names.length - maxNames;
  return more > 0
    ? t("These files and {1} more in the archive weren't read completely: {0}", list, formatNumber(more))
    : t("Files in the archive that weren't read completely: {0}", list);
}

/** The input can't be read any further. */
export class InputError extends Error {
  constructor(readonly failure: InputFailure) {
    super(formatInputFailure(failure));
  }
}
