import type { CountsView } from '../messages/recordParts';

interface CountsBarProps {
  readonly counts: CountsView;
  /** The total that fills the whole width. */
  readonly most: number;
  readonly label: string;
}

const width = 1000;
const height = 8;

/** How many there are, as a bar split by risk, worst first; the words stand beside it. */
export function CountsBar({ counts, most, label }: CountsBarProps) {
  const scale = most > 0 ? width / most : 0;
  let from = 0;
  const parts = (counts.counts.length > 0 ? counts.counts : [{ risk: undefined, count: counts.total }]).map(
    ({ risk, count }) => {
      const part = { color: risk?.color, x: from, width: count * scale };
      from += part.width;
      return part;
    },
  );
  const words = countWords(counts);
  return (
    <span class="counts" title={words}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${label}: ${words}`}>
        <rect class="track" width={width} height={height} />
        {parts.map(({ color, x, width: wide }, index) => (
          <rect
            key={index}
            class={color === undefined ? 'whole' : `part risk-${color}`}
            x={Math.round(x)}
            width={wide > 0 ? Math.max(4, Math.round(wide)) : 0}
            height={height}
          />
        ))}
      </svg>
      <span class="number">{counts.words}</span>
    </span>
  );
}

/** “1,204: 12 high risk, 1,192 no known risk” */
export function countWords({ words, counts }: CountsView): string {
  const parts = counts.filter(({ count }) => count > 0).map((each) => `${each.words} ${each.risk.words.toLowerCase()}`);
  return parts.length === 0 ? words : `${words}: ${parts.join(', ')}`;
}
