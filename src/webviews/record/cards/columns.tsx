import { useEffect, useState } from 'preact/hooks';
import { Card } from '../card';
import type { CardPart } from '../cardPart';

/** Wide enough for two readable columns. */
const wide = '(min-width: 860px)';

/** Cards in two columns, or one if narrow; each card goes to the shorter column. */
export function Columns({ cards }: { readonly cards: readonly CardPart[] }) {
  const isWide = useMedia(wide);
  return (
    <div class="columns">
      {distributeCards(cards, isWide ? 2 : 1).map((column, index) => (
        <div key={index} class="column">
          {column.map(({ id, title, copy, content }) => (
            <Card key={id} title={title} copy={copy}>
              {content}
            </Card>
          ))}
        </div>
      ))}
    </div>
  );
}

function distributeCards(cards: readonly CardPart[], count: number): readonly (readonly CardPart[])[] {
  const columns = Array.from({ length: count }, () => ({ lines: 0, cards: [] as CardPart[] }));
  for (const card of cards) {
    const shortest = columns.reduce((least, column) => (column.lines < least.lines ? column : least));
    shortest.cards.push(card);
    shortest.lines += card.lines + linesAround;
  }
  return columns.map((column) => column.cards);
}

/** A card's title, its padding and the gap below it, in lines. */
const linesAround = 3;

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setMatches(list.matches);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}
