import type { ComponentChildren } from 'preact';
import { type PiecesView, textOf } from '../messages/parts';
import type { RecordView } from '../messages/recordParts';
import { type CardPart, type Holds, linesOf, sumOf } from './cardPart';
import { Fold } from './fold';
import { Moment } from './moment';
import { RiskBadge } from './riskBadge';

/** Why, when, who and where to: what a reader needs before any detail. Empty parts are absent. */
export function overviewCards(record: RecordView, holds: Holds): readonly CardPart[] {
  const { reasons, stamps, threats, feeds, redirects } = record;
  const ends = [
    ...redirects.from.map((value) => ({ label: 'Here from', value })),
    ...redirects.to.map((value) => ({ label: 'On to', value })),
  ];
  return [
    ...cardOf('Why', reasons, holds, ({ text, risk }) => [textOf(text), risk.words], linesOfFirst, Reasons),
    ...cardOf(
      'When',
      stamps,
      holds,
      ({ label, moment }) => [label, moment?.date ?? ''],
      () => 1,
      Stamps,
    ),
    ...cardOf(
      'Threats',
      threats,
      holds,
      ({ name, category = '', risk }) => [name, category, risk.words],
      twoLines,
      Threats,
    ),
    ...cardOf('Feeds', feeds, holds, ({ name, detail }) => [name, detail], linesOfAll, Feeds),
    ...cardOf('Redirects', ends, holds, ({ value }) => [textOf(value)], linesOfFirst, Redirects),
  ];
}

const linesOfFirst = ([first = '']: readonly string[]): number => linesOf(first);
const linesOfAll = (texts: readonly string[]): number => linesOf(texts.join(' · '));
const twoLines = (texts: readonly string[]): number => linesOfAll([...texts, 'linked some days ago']);

/** The card of one list: what of it holds what is looked for, all of it where the title does; none where nothing is left. */
function cardOf<T>(
  title: string,
  list: readonly T[],
  holds: Holds,
  textsOf: (each: T) => readonly string[],
  lines: (texts: readonly string[]) => number,
  Content: (props: { readonly list: readonly T[] }) => ComponentChildren,
): readonly CardPart[] {
  const shown = holds(title) ? list : list.filter((each) => holds(...textsOf(each)));
  if (shown.length === 0) return [];
  const content = <Content list={shown} />;
  return [{ id: title, title, lines: sumOf(shown, (each) => lines(textsOf(each))), content }];
}

interface ListOf<K extends 'reasons' | 'stamps' | 'threats' | 'feeds'> {
  readonly list: readonly RecordView[K][number][];
}

function Reasons({ list }: ListOf<'reasons'>) {
  return (
    <ul class="list">
      {list.map(({ text, risk }, index) => (
        <li key={index}>
          <Fold text={text} />
          <RiskBadge risk={risk} />
        </li>
      ))}
    </ul>
  );
}

function Stamps({ list }: ListOf<'stamps'>) {
  return (
    <dl>
      {list.map(({ label, moment }) => (
        <div class="row" key={label}>
          <dt>{label}</dt>
          <dd>{moment === undefined ? 'never' : <Moment moment={moment} dated />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Threats({ list }: ListOf<'threats'>) {
  return (
    <ul class="list">
      {list.map(({ name, category, risk, linked }, index) => (
        <li key={index}>
          <span>
            {name}
            {category === undefined ? null : <span class="dim"> · {category}</span>}
            {linked === undefined ? null : (
              <span class="dim">
                {' · linked '}
                <Moment moment={linked} />
              </span>
            )}
          </span>
          <RiskBadge risk={risk} />
        </li>
      ))}
    </ul>
  );
}

function Feeds({ list }: ListOf<'feeds'>) {
  return (
    <ul class="list">
      {list.map(({ name, detail, linked }, index) => (
        <li key={index}>
          <span>
            {name}
            {detail === '' ? null : <span class="dim"> · {detail}</span>}
          </span>
          {linked === undefined ? null : (
            <span class="dim">
              <Moment moment={linked} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Redirects({ list }: { readonly list: readonly { readonly label: string; readonly value: PiecesView }[] }) {
  return (
    <dl>
      {list.map(({ label, value }, index) => (
        <div class="row" key={index}>
          <dt>{label}</dt>
          <dd>
            <Fold text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
