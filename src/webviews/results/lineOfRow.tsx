import { formatNumber, plural, t } from '../../l10n';
import type { RowLine } from '../messages/results';
import { MarkedLine } from './markedLine';
import type { Send } from './resultsState';
import type { GroupHeading, LinePart } from './rows';

interface LineOfRowProps {
  readonly part: LinePart;
  /** The row that it belongs to. */
  readonly row: number;
  /** Whether lines have room for their client, also those without one. */
  readonly hasClients: boolean;
  readonly tabIndex: number;
  readonly send: Send;
}

interface HeadingProps {
  readonly heading: GroupHeading;
  /** The text of the group; empty for the rows without one. */
  readonly label: string;
  /** Whether rows have a number of lines. */
  readonly hasLines: boolean;
  readonly tabIndex: number;
  readonly toggle: () => void;
}

/** The heading of a group, with the number of its rows, and of their lines. */
export function Heading({ heading, label, hasLines, tabIndex, toggle }: HeadingProps) {
  const { rows, lines, isRough, isOpen } = heading;
  const counts =
    lines === undefined || !hasLines
      ? [formatNumber(rows)]
      : [
          plural(rows, { one: '{0} indicator', other: '{0} indicators' }),
          (isRough ? '≤ ' : '') + plural(lines, { one: '{0} line', other: '{0} lines' }),
        ];
  return (
    <button type="button" class="section unfold" tabIndex={tabIndex} aria-expanded={isOpen} onClick={toggle}>
      {label === '' ? t('Others') : label} <span class="chip-count dim">{counts.join(' · ')}</span>
    </button>
  );
}

/** Returns the location of a line. */
export function getLocation({ file, line, column }: RowLine): Pick<RowLine, 'file' | 'line' | 'column'> {
  return { file, line, column };
}

/** A line of an unfolded row: its time, file, client, and text with the indicator marked; or a text about the rest. */
export function LineOfRow({ part, row, hasClients, tabIndex, send }: LineOfRowProps) {
  if (part.kind === 'rest')
    return (
      <span class="line-of-row dim">
        <span title={part.text}>{part.text}</span>
        {part.canFind ? (
          <button type="button" class="link" tabIndex={tabIndex} onClick={() => send({ kind: 'findLines', row })}>
            {t('Find in Log')}
          </button>
        ) : null}
      </span>
    );
  const { line } = part;
  return (
    <span class="line-of-row">
      <button
        type="button"
        class="link"
        tabIndex={tabIndex}
        title={line.location}
        onClick={() => send({ kind: 'goToLine', row, ...getLocation(line) })}
      >
        {line.label}
      </button>
      {line.fileName === '' ? null : (
        <span class="file dim" title={line.location}>
          {line.fileName}
        </span>
      )}
      {hasClients ? (
        <span class="client" title={line.client}>
          {line.client}
        </span>
      ) : null}
      <code title={line.before + line.marked + line.after}>
        <MarkedLine
          text={line.before + line.marked + line.after}
          marks={[[line.before.length, line.before.length + line.marked.length]]}
        />
      </code>
    </span>
  );
}
