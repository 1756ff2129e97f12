import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnounced } from '../common/live';
import type { RecordView } from '../messages/record';
import { breakdownCards } from './cards/breakdownCards';
import { Card } from './card';
import { type CardContext, type CardPart, createFilter } from './cardPart';
import { Comparison } from './cards/previousScansCard';
import { groupCards } from './cards/groupCards';
import { LinkedCard } from './cards/linkedCards';
import { Menu } from '../common/menu';
import { narrow, useMedia } from '../common/useMedia';
import { Notice } from './notices';
import { usePanel } from './panelContext';
import type { PanelState } from './panelState';
import { usePersisted } from './viewState';
import { RawJson } from './cards/rawJson';
import { redirectCards } from './cards/redirectCard';
import { screenshotCards } from './cards/screenshotCard';
import { type LoadedSection, sectionCards, useSections } from './cards/sectionCards';
import { commentCards, descriptionCards, newsCards } from './cards/textCards';
import { reasonCards, timestampCards } from './cards/verdictCards';
import { getOmissions } from './shown';
import { t } from '../../l10n';
import { hostLabel } from '../../core/records/labels/verdict';
import { truncateMiddle } from '../../core/text/visibleText';
import { useFilterShortcut } from '../common/useFilterShortcut';
import { useRoving } from '../common/useRoving';
import type { Loaded } from './panelState';

/** Wide enough for two readable columns. */
const wide = '(min-width: 860px)';

/** Cards in two columns, or one if narrow; each card goes to the shorter column. */
function Columns({ cards }: { readonly cards: readonly CardPart[] }) {
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

interface RecordBodyProps {
  readonly record: RecordView;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** Whether its text is copied as soon as everything is loaded. */
  readonly copying: boolean;
  readonly setCopying: (copying: boolean) => void;
}

/** All data of one source in cards; the filter hides data that doesn't match. */
export function RecordBody({ record, filter, setFilter, copying, setCopying }: RecordBodyProps) {
  const { state, send, show } = usePanel();
  const [raw, setRaw] = usePersisted('raw', false);
  const [isRawRequested, requestRaw] = useState(false);
  const rawAt = useRef<HTMLDivElement>(null);
  const wanted = filter.trim();
  const context: CardContext = { matches: createFilter(wanted), show };
  const { sections, isWhole } = useSections(record, copying || wanted !== '');
  const cards = getCards({
    record,
    sections,
    context,
    self: state.panel?.value ?? '',
    hasScreenshot: hasScreenshot(state, record),
  });

  useEffect(() => {
    if (!copying || !isWhole) return;
    setCopying(false);
    send({
      kind: 'copyText',
      text: allText(cards),
      what: wanted === '' ? t('the whole record') : t('the filtered record'),
    });
  }, [copying, isWhole]);
  useEffect(() => {
    if (raw && isRawRequested) rawAt.current?.scrollIntoView({ block: 'start' });
  }, [raw, isRawRequested]);

  const isNothingFound = cards.length === 0 && wanted !== '' && isWhole;
  const nothingMatches = t('Nothing in this record matches “{0}”.', wanted);
  useAnnounced(isNothingFound ? nothingMatches : '');
  return (
    <>
      <RecordTools
        record={record}
        filter={filter}
        setFilter={setFilter}
        isRawShown={raw}
        toggleRaw={() => {
          requestRaw(!raw);
          setRaw(!raw);
        }}
      />
      {getOmissions(record).map((sentence, index) => (
        <p key={index} class="dim left-out">
          {sentence}
        </p>
      ))}
      <Comparison record={record} context={context} />
      {isNothingFound ? <p class="dim">{nothingMatches}</p> : null}
      {wanted !== '' && !isWhole ? <p class="dim">{t('Searching all rows…')}</p> : null}
      <Columns cards={cards} />
      <Links record={record} context={context} />
      <div ref={rawAt}>{raw ? <RawJson record={record} /> : null}</div>
    </>
  );
}

function hasScreenshot({ screenshots }: PanelState, { id }: RecordView): boolean {
  const screenshot = screenshots.get(id);
  return typeof screenshot === 'object' && screenshot.image !== undefined;
}

/** The linked indicators, or why they couldn't be counted. */
function Links({ record, context }: Pick<Shown, 'record' | 'context'>) {
  return (
    <>
      {record.summaryError === undefined ? null : (
        <Card title={t('Indicator counts')}>
          <Notice notice={record.summaryError} />
        </Card>
      )}
      {record.links === undefined ? null : <LinkedCard record={record} list={record.links} context={context} />}
    </>
  );
}

interface Shown {
  readonly record: RecordView;
  readonly sections: readonly LoadedSection[];
  readonly context: CardContext;
  /** The name of the subject. */
  readonly self: string;
  readonly hasScreenshot: boolean;
}

/** In the order of a reader's questions: why, since when, who, where to, then all details. */
export function getCards({ record, sections, context, self, hasScreenshot }: Shown): readonly CardPart[] {
  return [
    ...reasonCards(record, context),
    ...descriptionCards(record, context),
    ...timestampCards(record, context),
    ...groupCards(record, context),
    ...redirectCards(record, self, context),
    ...breakdownCards(record, context),
    ...sectionCards(
      sections.filter(isDetail).map((each) => (record.screenshot === undefined ? each : withoutScreenshot(each))),
      context.matches,
    ),
    ...screenshotCards(record, hasScreenshot, context),
    ...newsCards(record, context),
    ...commentCards(record, context),
    ...sectionCards(
      sections.filter((each) => !isDetail(each)),
      context.matches,
    ),
  ];
}

/** Everything except properties that the API does not specify, which come last. */
function isDetail({ id }: LoadedSection): boolean {
  return id !== 'other';
}

/** The address of a screenshot is in its own card, with the button that loads it. */
function withoutScreenshot(section: LoadedSection): LoadedSection {
  if (section.id !== 'properties dom') return section;
  return { ...section, rows: section.rows.filter(({ key }) => key.toLowerCase() !== 'screenshot') };
}

function allText(cards: readonly CardPart[]): string {
  return cards.map(({ title, copy }) => `${title}\n${copy()}`).join('\n\n');
}

interface RecordToolsProps {
  readonly record: RecordView;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly isRawShown: boolean;
  readonly toggleRaw: () => void;
}

/** The toolbar of a record: the filter, and buttons for the record as a whole. */
function RecordTools({ record, filter, setFilter, isRawShown, toggleRaw }: RecordToolsProps) {
  const { state, send } = usePanel();
  const tools = useRoving<HTMLDivElement>();
  const filterBox = useRef<HTMLInputElement>(null);
  useFilterShortcut(filterBox);
  const isNarrow = useMedia(narrow);
  const buttons = [
    ...(record.compare === undefined || isCompared(state.compared.get(record.id))
      ? []
      : [
          <button
            key="compare"
            type="button"
            class="secondary"
            onClick={() => send({ kind: 'compare', record: record.id })}
          >
            {record.compare.host === undefined
              ? t('Compare with Previous Scans')
              : t('Compare with Previous Scans on {0}', hostLabel(record.compare.host))}
          </button>,
        ]),
    ...(record.pageHost === undefined
      ? []
      : [
          <button
            key="page"
            type="button"
            class="secondary"
            onClick={() => send({ kind: 'openPage', record: record.id })}
          >
            {t('Open Page on {0}…', truncateMiddle(record.pageHost, 60))}
          </button>,
        ]),
    <button key="raw" type="button" class="secondary" onClick={toggleRaw} aria-expanded={isRawShown}>
      {t('Raw JSON')}
    </button>,
  ];
  return (
    <div ref={tools} class="tools" role="toolbar" aria-label={t('Record actions')}>
      <input
        ref={filterBox}
        class="filter"
        type="search"
        placeholder={t('Filter this record')}
        aria-label={t('Filter this record')}
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {isNarrow && buttons.length > 1 ? <Menu label={t('More Actions')}>{buttons}</Menu> : buttons}
    </div>
  );
}

/** A failed comparison can be tried again. */
function isCompared(loaded: Loaded<'compared'> | undefined): boolean {
  return loaded === 'pending' || loaded?.comparison !== undefined;
}
