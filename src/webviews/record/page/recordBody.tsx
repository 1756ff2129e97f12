import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnounced } from '../../common/live';
import type { RecordView } from '../../messages/recordParts';
import { breakdownCards } from '../cards/breakdownCards';
import { Card } from '../parts/card';
import { type CardPart, type MatchesFilter, createFilter } from '../parts/cardPart';
import { Columns } from '../cards/columns';
import { Comparison } from '../cards/previousScansCard';
import { groupCards } from '../cards/groupCards';
import { LinkedCards } from '../cards/linkedCards';
import { Notice } from '../parts/notices';
import { usePanel } from '../state/panelContext';
import { usePersisted } from '../state/viewState';
import { RawJson } from '../cards/rawJson';
import { redirectCards } from '../cards/redirectCard';
import { screenshotCards } from '../cards/screenshotCard';
import { type LoadedSection, sectionCards } from '../cards/sectionCards';
import { commentCards, descriptionCards, newsCards } from '../cards/textCards';
import { useSections } from '../cards/useSections';
import { reasonCards, timestampCards } from '../cards/verdictCards';
import { strings } from '../strings';
import { t } from '../../../l10n';
import { useFilterShortcut } from '../../common/useFilterShortcut';
import { useRoving } from '../../common/useRoving';
import type { Loaded } from '../state/panelState';

/** Everything that one source says, in cards; the filter hides what doesn't match. */
export function RecordBody({ record }: { readonly record: RecordView }) {
  const { state, send } = usePanel();
  const [filter, setFilter] = usePersisted('filter', '');
  const [copying, setCopying] = useState(false);
  const [raw, setRaw] = usePersisted('raw', false);
  const [isRawRequested, requestRaw] = useState(false);
  const rawAt = useRef<HTMLDivElement>(null);
  const wanted = filter.trim();
  const matches = createFilter(wanted);
  const { sections, isWhole } = useSections(record, copying || wanted !== '');
  const screenshot = state.screenshots.get(record.id);
  const cards = cardsOf({
    record,
    sections,
    matches,
    self: state.panel?.value ?? '',
    hasScreenshot: typeof screenshot === 'object' && screenshot.image !== undefined,
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
  useAnnounced(isNothingFound ? strings.nothingMatches(wanted) : '');
  return (
    <>
      <RecordTools
        record={record}
        filter={filter}
        setFilter={setFilter}
        copyAll={() => setCopying(true)}
        isRawShown={raw}
        toggleRaw={() => {
          requestRaw(!raw);
          setRaw(!raw);
        }}
      />
      {record.skipped.map((sentence, index) => (
        <p key={index} class="dim left-out">
          {sentence}
        </p>
      ))}
      <Comparison record={record} matches={matches} />
      {isNothingFound ? <p class="dim">{strings.nothingMatches(wanted)}</p> : null}
      {wanted !== '' && !isWhole ? <p class="dim">{t('Searching all rows…')}</p> : null}
      <Columns cards={cards} />
      {record.summaryError === undefined ? null : (
        <Card title={t('Indicator counts')}>
          <Notice notice={record.summaryError} />
        </Card>
      )}
      <LinkedCards record={record} matches={matches} />
      <div ref={rawAt}>{raw ? <RawJson record={record} /> : null}</div>
    </>
  );
}

interface Parts {
  readonly record: RecordView;
  readonly sections: readonly LoadedSection[];
  readonly matches: MatchesFilter;
  readonly self: string;
  readonly hasScreenshot: boolean;
}

/** In the order of a reader's questions: why, since when, who, where to, then all details. */
function cardsOf({ record, sections, matches, self, hasScreenshot }: Parts): readonly CardPart[] {
  return [
    ...reasonCards(record, matches),
    ...descriptionCards(record, matches),
    ...timestampCards(record, matches),
    ...groupCards(record, matches),
    ...redirectCards(record, self, matches),
    ...breakdownCards(record, matches),
    ...sectionCards(
      sections.filter(isDetail).map((each) => (record.screenshot === undefined ? each : withoutScreenshot(each))),
      matches,
    ),
    ...screenshotCards(record, hasScreenshot, matches),
    ...newsCards(record, matches),
    ...commentCards(record, matches),
    ...sectionCards(
      sections.filter((each) => !isDetail(each)),
      matches,
    ),
  ];
}

/** Everything except properties that the API does not specify, which come last. */
function isDetail({ section }: LoadedSection): boolean {
  return section.id !== 'other';
}

/** The address of a screenshot is in its own card, with the button that loads it. */
function withoutScreenshot(sections: LoadedSection): LoadedSection {
  if (sections.section.id !== 'dom') return sections;
  return { ...sections, rows: sections.rows.filter(({ key }) => key.toLowerCase() !== 'screenshot') };
}

function allText(cards: readonly CardPart[]): string {
  return cards.map(({ title, copy }) => `${title}\n${copy()}`).join('\n\n');
}

interface RecordToolsProps {
  readonly record: RecordView;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly copyAll: () => void;
  readonly isRawShown: boolean;
  readonly toggleRaw: () => void;
}

/** The toolbar of a record: the filter, and buttons for the record as a whole. */
function RecordTools({ record, filter, setFilter, copyAll, isRawShown, toggleRaw }: RecordToolsProps) {
  const { state, send } = usePanel();
  const tools = useRoving<HTMLDivElement>();
  const filterBox = useRef<HTMLInputElement>(null);
  useFilterShortcut(filterBox);
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
      {record.compare === undefined || isCompared(state.compared.get(record.id)) ? null : (
        <button type="button" class="secondary" onClick={() => send({ kind: 'compare', record: record.id })}>
          {record.compare.label}
        </button>
      )}
      {record.page === undefined ? null : (
        <button type="button" class="secondary" onClick={() => send({ kind: 'openPage', record: record.id })}>
          {record.page.label}
        </button>
      )}
      <button type="button" class="secondary" onClick={copyAll}>
        {filter.trim() === '' ? t('Copy All') : t('Copy Filtered')}
      </button>
      <button type="button" class="secondary" onClick={toggleRaw} aria-expanded={isRawShown}>
        {t('Raw JSON')}
      </button>
    </div>
  );
}

/** A failed comparison can be tried again. */
function isCompared(loaded: Loaded<'compared'> | undefined): boolean {
  return loaded === 'pending' || loaded?.comparison !== undefined;
}
