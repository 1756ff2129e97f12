import { useMemo, useRef } from 'preact/hooks';
import type { BinRange, TimelineView } from '../../messages/results';
import { barHeight, binSums } from './bins';
import type { IndexedRow } from '../rowOrder';
import { strings } from '../strings';

const height = 22;

interface TimelinePictureProps {
  readonly timeline: TimelineView;
  readonly rows: readonly IndexedRow[];
  /** The rows in view, which are emphasized. */
  readonly shown: readonly IndexedRow[];
  readonly range: BinRange | undefined;
  readonly choose: (range: BinRange | undefined) => void;
}

/** When the rows occur. The user narrows the rows to a part of it, by mouse, or by keyboard with two sliders. */
export function TimelinePicture({ timeline, rows, shown, range, choose }: TimelinePictureProps) {
  const { title, labels } = timeline;
  const count = labels.length - 1;
  const all = useMemo(() => binSums(rows, count), [rows, count]);
  const inView = useMemo(() => binSums(shown, count), [shown, count]);
  const anchor = useRef(0);
  const most = Math.max(1, ...all);
  const { from = 0, to = count - 1 } = range ?? {};
  const select = (a: number, b: number): void => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    choose(first === 0 && last === count - 1 ? undefined : { from: first, to: last });
  };
  const binAt = (event: PointerEvent, element: Element): number => {
    const { left, width } = element.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)));
  };
  const bars = (sums: readonly number[], name: string) =>
    sums.map((sum, bin) => {
      const tall = barHeight(sum, most, height);
      return tall === 0 ? null : (
        <rect key={`${name} ${bin}`} class={name} x={bin} width="1" y={height - tall} height={tall} />
      );
    });
  return (
    <div
      class="timeline"
      role="group"
      aria-label={title}
      title={strings.rangeHelp()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || range === undefined) return;
        event.stopPropagation();
        choose(undefined);
      }}
    >
      <svg
        viewBox={`0 0 ${count} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={(event) => {
          const { currentTarget } = event;
          currentTarget.setPointerCapture(event.pointerId);
          anchor.current = binAt(event, currentTarget);
          const { current } = anchor;
          // A click on the only chosen bin shows all again.
          if (range !== undefined && range.from === current && range.to === current) choose(undefined);
          else select(current, current);
        }}
        onPointerMove={(event) => {
          const { currentTarget } = event;
          if (!currentTarget.hasPointerCapture(event.pointerId)) return;
          const bin = binAt(event, currentTarget);
          if (bin !== anchor.current || range !== undefined) select(anchor.current, bin);
        }}
      >
        {range === undefined ? null : <rect class="range" x={from} width={to - from + 1} y="0" height={height} />}
        {bars(all, 'all')}
        {bars(inView, 'in-view')}
      </svg>
      <Slider
        label={strings.rangeFrom()}
        value={from}
        text={labels[from]}
        max={count - 1}
        set={(value) => select(Math.min(value, to), to)}
      />
      <Slider
        label={strings.rangeTo()}
        value={to}
        text={labels[to + 1]}
        max={count - 1}
        set={(value) => select(from, Math.max(value, from))}
      />
      <span class="dim timeline-label">{strings.range(labels[from] ?? '', labels[to + 1] ?? '')}</span>
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly text: string | undefined;
  readonly max: number;
  readonly set: (value: number) => void;
}

/** One end of the range for the keyboard and screen readers; the picture shows it. */
function Slider({ label, value, text = '', max, set }: SliderProps) {
  return (
    <input
      type="range"
      class="unseen"
      min="0"
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={text}
      onInput={(event) => set(Number(event.currentTarget.value))}
    />
  );
}
