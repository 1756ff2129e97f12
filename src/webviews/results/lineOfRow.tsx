import { t } from '../../l10n';
import type { RowLine } from '../messages/results';
import type { Send } from './resultsState';
import type { LinePart } from './rows';

interface LineOfRowProps {
  readonly part: LinePart;
  /** The row that it belongs to. */
  readonly row: number;
  readonly tabIndex: number;
  readonly send: Send;
}

/** Where a line is. */
export function placeOf({ file, line, column }: RowLine): Pick<RowLine, 'file' | 'line' | 'column'> {
  return { file, line, column };
}

/** A line of an unfolded row: its time, its client, and its text with the indicator marked; or what isn't shown. */
export function LineOfRow({ part, row, tabIndex, send }: LineOfRowProps) {
  if (part.kind === 'rest')
    return (
      <span class="line-of-row dim">
        {part.text}
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
        title={line.place}
        onClick={() => send({ kind: 'goToLine', row, ...placeOf(line) })}
      >
        {line.time === '' ? line.place : line.time}
      </button>
      {line.client === '' ? null : <span class="client">{line.client}</span>}
      <code title={line.before + line.marked + line.after}>
        {line.before}
        <mark>{line.marked}</mark>
        {line.after}
      </code>
    </span>
  );
}
