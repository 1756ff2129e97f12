import type { ResultRow } from '../messages/results';

interface MarkedProps {
  readonly text: string;
  readonly marks: ResultRow['marks'];
}

/** Keeps spaces at the end of a text whose box runs from right to left, so that its beginning is cut. */
const leftToRight = '\u200e';

/**
 * A text with parts of it marked, in their order, in one line. Without room for all of it, its end is cut first, and then
 * its beginning, so that the first mark is shown.
 */
export function MarkedLine({ text, marks: [first, ...others] = [] }: MarkedProps) {
  if (first === undefined) return <>{text}</>;
  const [start, end] = first;
  return (
    <span class="marked-line">
      <span class="before">
        <bdi dir="ltr">{text.slice(0, start)}</bdi>
        {leftToRight}
      </span>
      <mark>{text.slice(start, end)}</mark>
      <span class="after">
        <Marked text={text.slice(end)} marks={others.map(([from, to]) => [from - end, to - end])} />
      </span>
    </span>
  );
}

function Marked({ text, marks = [] }: MarkedProps) {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], at) => (
        <>
          {text.slice(ends[at], start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
