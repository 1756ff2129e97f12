import type { RefObject, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { BinRange, TimelineView } from '../../messages/results';
import { t } from '../../../l10n';

const height = 22;

interface TimelinePictureProps {
  readonly timeline: TimelineView;
  /** The occurrences of all rows by bin. */
  readonly all: readonly number[];
  /** Those of the rows in view, which are emphasized. */
  readonly inView: readonly number[];
  readonly range: BinRange | undefined;
  readonly choose: (range: BinRange | undefined) => void;
}

/** The timeline of the rows. The user narrows the rows to a part of it, by mouse, or by keyboard with two sliders. */
export function TimelinePicture({ timeline, all, inView, range, choose }: TimelinePictureProps) {
  const { title, labels } = timeline;
  const count = labels.length - 1;
  /** The bin where the current drag began, if any. */
  const anchor = useRef<number>(undefined);
  const start = useRef<HTMLInputElement>(null);
  const { from = 0, to = count - 1 } = range ?? {};
  const select = (a: number, b: number): void => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    choose(first === 0 && last === count - 1 ? undefined : { from: first, to: last });
  };
  return (
    <div
      class="timeline"
      role="group"
      aria-label={title}
      title={t('Drag to filter by time. Press Escape to clear.')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || range === undefined) return;
        event.stopPropagation();
        anchor.current = undefined;
        choose(undefined);
      }}
    >
      <Picture
        {...{ all, inView, range }}
        onStart={(bin) => {
          anchor.current = bin;
          // The focus is where Escape shows all again, and the arrow keys go on.
          start.current?.focus({ preventScroll: true });
          // A click on the only chosen bin shows all again.
          if (range !== undefined && range.from === bin && range.to === bin) choose(undefined);
          else select(bin, bin);
        }}
        onMove={(bin) => {
          const { current } = anchor;
          if (current !== undefined && (bin !== current || range !== undefined)) select(current, bin);
        }}
        onEnd={() => {
          anchor.current = undefined;
        }}
      />
      <Slider
        input={start}
        end="from"
        label={t('Start of the range')}
        value={from}
        text={labels[from]}
        max={count - 1}
        set={(value) => select(Math.min(value, to), to)}
      />
      <Slider
        end="to"
        label={t('End of the range')}
        value={to}
        text={labels[to + 1]}
        max={count - 1}
        set={(value) => select(from, Math.max(value, from))}
      />
      <span class="dim timeline-label">{rangeLabel(timeline, range)}</span>
    </div>
  );
}

/** From when to when, or where, a part of the timeline is; default: all of it. */
export function rangeLabel({ labels }: TimelineView, range: BinRange | undefined): string {
  return `${labels[range?.from ?? 0] ?? ''} – ${range === undefined ? (labels.at(-1) ?? '') : (labels[range.to + 1] ?? '')}`;
}

interface PictureProps {
  readonly all: readonly number[];
  readonly inView: readonly number[];
  readonly range: BinRange | undefined;
  /** The bins where the mouse begins a drag, and where it is during it. */
  readonly onStart: (bin: number) => void;
  readonly onMove: (bin: number) => void;
  readonly onEnd: () => void;
}

/** The bars, those outside the range faint. */
function Picture({ all, inView, range, onStart, onMove, onEnd }: PictureProps) {
  const count = all.length;
  const most = Math.max(1, ...all);
  const { from = 0, to = count - 1 } = range ?? {};
  const chosen = range === undefined ? '' : ' chosen';
  const binAt = ({ clientX, currentTarget }: TargetedPointerEvent<Element>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  const bars = (sums: readonly number[], name: string) =>
    sums.map((sum, bin) => {
      const tall = barHeight(sum, most, height);
      return tall === 0 ? null : (
        <rect key={`${name} ${bin}`} class={name} x={bin} width="1" y={height - tall} height={tall} />
      );
    });
  return (
    <svg
      viewBox={`0 0 ${count} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      // Else it takes the focus away.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart(binAt(event));
      }}
      onPointerMove={(event) => onMove(binAt(event))}
      onLostPointerCapture={onEnd}
    >
      {bars(all, 'all')}
      {bars(inView, 'in-view')}
      {range === undefined ? null : (
        <>
          <rect class="outside" x="0" width={from} y="0" height={height} />
          <rect class="outside" x={to + 1} width={count - to - 1} y="0" height={height} />
        </>
      )}
      <path class={`bound from${chosen}`} d={`M${from} 0V${height}`} />
      <path class={`bound to${chosen}`} d={`M${to + 1} 0V${height}`} />
    </svg>
  );
}

interface SliderProps {
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly end: 'from' | 'to';
  readonly label: string;
  readonly value: number;
  readonly text: string | undefined;
  readonly max: number;
  readonly set: (value: number) => void;
}

/** One end of the range for the keyboard and screen readers; the picture shows it. */
function Slider({ input, end, label, value, text = '', max, set }: SliderProps) {
  return (
    <input
      {...(input === undefined ? {} : { ref: input })}
      type="range"
      class={`unseen ${end}`}
      min="0"
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={text}
      onInput={(event) => set(Number(event.currentTarget.value))}
    />
  );
}

/** The height of a bar: the root of its share, so that few occurrences can be seen beside many. */
export function barHeight(count: number, most: number, height: number): number {
  return count === 0 ? 0 : Math.max(2, Math.sqrt(count / Math.max(1, most)) * height);
}
