import { Fragment } from 'preact';
import { useEffect, useRef, useState, useLayoutEffect } from 'preact/hooks';
import { Roving } from '../common/roving';
import { Menu } from '../common/menu';
import { SplitButton } from '../common/splitButton';
import { Time } from '../common/time';
import { formatNumber, formatUtc, t, plural } from '../../l10n';
import type { CopyForm, ResultsView, ResultsButton, ResultsNotice } from '../messages/results';
import type { ComponentProps, RefObject } from 'preact';
import { RiskIcon } from '../common/riskIcon';
import type { ResultsState, Send } from './resultsState';
import { RiskFilter } from './filters/riskFilter';
import { copyMessage, hasSelectedRows } from './copyRows';
import { hasRisks } from './rows';
import { strings } from './strings';
import { toggled } from '../common/grid/selection';
import { useFit } from '../common/useFit';
import { useElementWidth } from '../common/useWidth';

interface TopProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly send: Send;
}

/** Wider panels have the risks in the top line, where they are always in view, others in the filter bar; in pixels. */
export const risksWidth = 1100;
/** How the top line is shortened, step by step, until its sentence is in view, or its first number in narrow panels. */
const shapes = [
  { risks: 'bar', hasTitle: true, buttons: Infinity },
  { risks: 'words', hasTitle: true, buttons: 1 },
  { risks: 'icons', hasTitle: true, buttons: 1 },
  { risks: 'icons', hasTitle: false, buttons: 1 },
  { risks: 'icons', hasTitle: false, buttons: 0 },
] as const;

/** The top of the panel: one line about the rows, buttons, and notices; what doesn't fit is shown on request. */
export function TopLine({ view, state, change, send }: TopProps) {
  const { details = [] } = view;
  const top = useRef<HTMLElement>(null);
  const width = useElementWidth(top);
  // Without rows, there is room for everything.
  const isCompact = view.count > 0;
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const isCut = useOverflow(line, view);
  const isWhole = isOpen || !isCompact;
  const title = useRef<HTMLDivElement>(null);
  const fit = useFit(shapes.length - 1, () => isWhole || fitsInLine(title.current, line.current, width >= risksWidth), [
    width,
    view,
    state.shown,
    isWhole,
  ]);
  const shape = shapes[fit] ?? shapes[0];
  const notices = view.notices.filter(({ isDetail }) => isWhole || isDetail !== true);
  const hasMore = isCompact && [isOpen, isCut, details.length > 0, notices.length < view.notices.length].includes(true);
  return (
    <header class="top" ref={top}>
      <div class={`title${isWhole ? '' : ' line'}`} ref={title}>
        <div class={`headline${isWhole ? '' : ' line'}`}>
          <Heading view={view} isHidden={!shape.hasTitle} send={send} />
          <p class="summary" ref={line}>
            <Summary view={view} tags={state.tags} choose={(tags) => change({ tags })} />
          </p>
          {hasMore ? (
            <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('Details')}
            </button>
          ) : null}
        </div>
        {width >= risksWidth ? <Risks view={view} state={state} change={change} form={shape.risks} /> : null}
        <Actions
          buttons={[...view.more, ...view.buttons]}
          inLine={shape.buttons}
          send={send}
          copy={{ hasSelected: hasSelectedRows(state), run: (form) => send(copyMessage(view, state, form)) }}
        />
      </div>
      {view.running === undefined ? null : (
        <Running id={view.id} before={view.running} work={view.work} read={state.read} />
      )}
      {isWhole ? <Details details={details} /> : null}
      <Query view={view} send={send} />
      <Notices notices={notices} isCompact={isCompact} send={send} />
    </header>
  );
}

/** The “…” of a sentence that is cut, in pixels. */
const cutMarkWidth = 16;

/** Whether the line isn't wider than its element, and its sentence is in view, as a whole or to its first filter. */
function fitsInLine(title: HTMLElement | null, line: HTMLElement | null, asWhole: boolean): boolean {
  const sentence = line?.querySelector('strong');
  if (!title || !line || !sentence) return true;
  const mark = line.scrollWidth > line.clientWidth + 1 ? cutMarkWidth : 0;
  const end = (asWhole ? undefined : sentence.querySelector('button')) ?? sentence;
  const isCut = end.getBoundingClientRect().right > line.getBoundingClientRect().right - mark + 1;
  return !isCut && title.scrollWidth <= title.clientWidth + 1;
}

interface HeadingProps extends Pick<TopProps, 'view' | 'send'> {
  /** Leaves the title to the tab and to screen readers. */
  readonly isHidden: boolean;
}

/** The title of the panel, and a chooser if there are several queries. */
function Heading({ view, isHidden, send }: HeadingProps) {
  const names = [...(view.query === '' ? [] : ['query']), ...(isHidden ? ['unseen'] : [])];
  return (
    <>
      <h1 class={names.join(' ')} title={view.title}>
        {view.title}
      </h1>
      {view.runs.length > 1 ? <RunChooser view={view} send={send} /> : null}
    </>
  );
}

interface RisksProps extends Pick<TopProps, 'view' | 'state' | 'change'> {
  readonly form: ComponentProps<typeof RiskFilter>['form'];
}

/** The risks of the rows, as chips that filter by them. */
function Risks({ view, state, change, form }: RisksProps) {
  const { shown, levels } = state;
  return shown === undefined || !hasRisks(view) ? null : (
    <RiskFilter
      all={shown.all}
      matching={shown.matching}
      risks={view.risks}
      chosen={levels}
      choose={(chosen) => change({ levels: chosen })}
      form={form}
    />
  );
}

/** Chooses among the queries of a file. */
function RunChooser({ view: { id: shown, runs }, send }: Pick<TopProps, 'view' | 'send'>) {
  return (
    <select
      aria-label={t('Query')}
      value={shown}
      onChange={(event) => send({ kind: 'choose', id: event.currentTarget.value })}
    >
      {runs.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Details({ details }: { readonly details: NonNullable<ResultsView['details']> }) {
  if (details.length === 0) return null;
  return (
    <dl class="details">
      {details.map(({ label, text, at: time }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {text}
            {time === undefined ? null : <Time at={time} form="ageAndDate" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The text of the query, and whether it was sent. */
function Query({ view: { query, count, note }, send }: Pick<TopProps, 'view' | 'send'>) {
  if (query === '') return null;
  return (
    <details class="query" open={count === 0}>
      <summary>
        {t('Query')} <span class="dim">· {note}</span>
      </summary>
      <pre tabIndex={0}>{query}</pre>
      <span class="links">
        <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showQuery' })}>
          {t('Show in Editor')}
        </button>
        <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showSent' })}>
          {t('Show Request Log')}
        </button>
      </span>
    </details>
  );
}

interface SummaryProps {
  readonly view: ResultsView;
  /** The tags that rows are filtered by. */
  readonly tags: ResultsState['tags'];
  readonly choose: (tags: ResultsState['tags']) => void;
}

/** The summary of the rows in one line; numbers of rows with a tag filter by it. */
function Summary({ view, tags, choose }: SummaryProps) {
  const { summary, summaryParts = [{ text: summary }], facts, at, query, note, chips = [] } = view;
  const parts = [
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
    ...(at === undefined
      ? []
      : [
          // The line cuts off the tooltip of the time itself.
          <span key="at" title={formatUtc(at)}>
            <Time at={at} />
          </span>,
        ]),
    ...(query !== '' || note === '' ? [] : [note]),
  ];
  return (
    <>
      {summary === '' ? null : (
        <strong>
          {summaryParts.map(({ text, tag }) =>
            tag === undefined ? (
              text
            ) : (
              <button
                key={tag}
                type="button"
                class="link"
                title={chips.find(({ id }) => id === tag)?.title}
                aria-pressed={tags.has(tag)}
                onClick={() => choose(toggled(tags, tag))}
              >
                {text}
              </button>
            ),
          )}
        </strong>
      )}
      <span class="dim">{parts.map((part, index) => [summary === '' && index === 0 ? '' : ' · ', part])}</span>
    </>
  );
}

interface RunningProps {
  readonly id: string;
  readonly before: number;
  readonly work: string | undefined;
  readonly read: string | undefined;
}

/** Elapsed time, counted from the host's value, and how much was received. */
function Running({ id, before, work, read }: RunningProps) {
  const [elapsed, setElapsed] = useState(before);
  useEffect(() => {
    const startedAt = performance.now() - before;
    const timer = setInterval(() => setElapsed(performance.now() - startedAt), 100);
    return () => clearInterval(timer);
  }, [id, work]);
  return (
    <p class="running">
      <span role="progressbar" aria-label={work ?? t('The query is running')} class="progress" />
      {work ?? t('Running')}, <span aria-hidden="true">{t('{0} s', formatNumber(Math.round(elapsed / 100) / 10))}</span>
      {read === undefined ? (work === undefined ? `, ${t('no response yet')}` : '') : `, ${read}`}
    </p>
  );
}

/** Whether the text of an element doesn't fit in its line; measured again when the size or `content` changes. */
function useOverflow(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setCut(current.scrollWidth > current.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, content]);
  return isCut;
}

/** Buttons for actions of the host. */
function Buttons({ buttons, send }: { readonly buttons: readonly ResultsButton[]; readonly send: Send }) {
  return (
    <>
      {buttons.map(({ label, action, limit }) => (
        <button
          key={label}
          type="button"
          class={action === 'cancel' ? undefined : 'secondary'}
          onClick={() => send({ kind: 'act', action, limit })}
        >
          {label}
        </button>
      ))}
    </>
  );
}

interface ActionsProps {
  /** Copies the selected rows, or all that are shown. */
  readonly copy: { readonly hasSelected: boolean; readonly run: (form: CopyForm) => void };
  readonly buttons: readonly ResultsButton[];
  /** The number of buttons with room, if there are more than two; the others are in a menu. */
  readonly inLine: number;
  readonly send: Send;
}

/** Actions of the host for the rows. */
function Actions({ buttons, inLine, send, copy }: ActionsProps) {
  const hasMenu = buttons.length > Math.max(2, inLine);
  return (
    <Roving class="buttons" role="toolbar" label={t('Actions')}>
      {(hasMenu ? buttons.slice(0, inLine) : buttons).map((button) =>
        button.copyForms === undefined ? (
          <Buttons key={button.label} buttons={[button]} send={send} />
        ) : (
          <SplitButton
            key={button.label}
            main={{ label: button.label, run: () => send({ kind: 'act', action: button.action }) }}
            menu={{ label: t('More Ways to Copy'), items: copyItems(button, copy) }}
          />
        ),
      )}
      {hasMenu ? (
        <Menu label={t('More Actions')}>
          {buttons.slice(inLine).map((button) => (
            <Fragment key={button.label}>
              <Buttons buttons={[button]} send={send} />
              {copyItems(button, copy).map(({ label, title, run }) => (
                <button key={label} type="button" class="secondary" title={title} onClick={run}>
                  {label}
                </button>
              ))}
            </Fragment>
          ))}
        </Menu>
      ) : null}
    </Roving>
  );
}

/** The other ways to copy of a button. */
function copyItems({ copyForms = [] }: ResultsButton, { hasSelected, run }: ActionsProps['copy']) {
  const title = hasSelected ? strings.selectedRows : strings.shownRows;
  return copyForms.map((form) => {
    const label = strings.copy(form);
    return { label, title: title(label), run: () => run(form) };
  });
}

interface NoticesProps {
  readonly notices: readonly ResultsNotice[];
  /** Shows one line until the user asks for more, so that rows are in view. */
  readonly isCompact: boolean;
  readonly send: Send;
}

/** Notices about the rows, warnings first. */
function Notices({ notices, isCompact, send }: NoticesProps) {
  const [isOpen, setOpen] = useState(false);
  const sorted = notices.toSorted((a, b) => Number(b.tone === 'warning') - Number(a.tone === 'warning'));
  const [first, ...others] = sorted;
  const text = useRef<HTMLSpanElement>(null);
  const isCut = useOverflow(text, first?.text);
  const isLine = isCompact && !isOpen;
  const label =
    others.length > 0 ? plural(others.length, { one: '{0} more message', other: '{0} more messages' }) : t('Show More');
  return (
    <div class={`notices${isLine ? ' line' : ''}`}>
      {(isLine ? sorted.slice(0, 1) : sorted).map((notice, index) => (
        <div key={index} class={`notice ${notice.tone}`}>
          <RiskIcon icon={notice.icon} />
          <span class="notice-text" {...(index === 0 ? { ref: text } : {})} {...(isLine ? { title: notice.text } : {})}>
            {notice.text}
          </span>
          <Buttons buttons={notice.actions} send={send} />
          {index === 0 && isCompact && (isOpen || isCut || others.length > 0) ? (
            <button type="button" class="link more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t('Show Less') : label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
