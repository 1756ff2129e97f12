import { OpenersContext } from '../common/linkedText';
import type { PanelView, RecordView } from '../messages/record';
import { creditLabel, sourceLabel, getVerdict } from './shown';
import { Notices } from './notices';
import { usePanel } from './panelContext';
import { usePersistedFocus } from './persistedFocus';
import { usePersisted, usePersistedScroll } from './viewState';
import { RecordBody } from './recordBody';
import { VerdictBand } from './verdictBand';
import { Waiting } from './waiting';
import { t } from '../../l10n';
import { useLayoutEffect, useEffect, useRef, useState } from 'preact/hooks';
import { Glyph } from '../common/glyph';
import { RiskIcon } from '../common/riskIcon';
import type { IndicatorView } from '../messages/parts';

/** How long the pointer rests before the tooltip appears. */
const hoverDelayMillis = 350;
const id = 'about';

interface IndicatorTooltip {
  readonly hovered: IndicatorView | undefined;
  readonly onHover: (indicator: IndicatorView | undefined, element: HTMLElement) => void;
}

/** Tracks the hovered or focused indicator, and requests local data about it. */
function useIndicatorTooltip(): IndicatorTooltip {
  const { send } = usePanel();
  const [hovered, setHovered] = useState<IndicatorView>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLElement>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    anchor.current?.classList.remove('rested');
    anchor.current?.removeAttribute('aria-describedby');
    anchor.current = undefined;
    setHovered(undefined);
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  const onHover: IndicatorTooltip['onHover'] = (indicator, element) => {
    leave();
    if (indicator === undefined) return;
    timer.current = setTimeout(() => {
      if (!element.isConnected) return;
      anchor.current = element;
      element.classList.add('rested');
      element.setAttribute('aria-describedby', id);
      send({ kind: 'describe', indicator });
      setHovered(indicator);
    }, hoverDelayMillis);
  };
  return { hovered, onHover };
}

/** A tooltip with local data next to the hovered indicator. */
function IndicatorTooltip({ hovered }: { readonly hovered: IndicatorView | undefined }) {
  const { described } = usePanel().state;
  const element = useRef<HTMLDivElement>(null);
  const isThere = hovered !== undefined && described?.indicator.value === hovered.value;
  useEffect(() => {
    const { current } = element;
    if (current === null || current.matches(':popover-open') === isThere) return;
    if (isThere) current.showPopover();
    else current.hidePopover();
  }, [isThere]);
  return (
    <div ref={element} id={id} class="about" role="tooltip" popover="manual">
      {!isThere ? null : (
        <>
          {described.risk === undefined ? null : (
            <strong class={`badge risk-${described.risk.color}`}>
              <RiskIcon icon={described.risk.icon} /> {described.risk.label}
            </strong>
          )}
          {described.lines.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </>
      )}
    </div>
  );
}

/** The whole panel: history links, the verdict, notices, and the record of the selected source. */
export function RecordPage({ panel }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  const tooltip = useIndicatorTooltip();
  return (
    <OpenersContext.Provider
      value={{ open: (subject, beside) => send({ kind: 'open', subject, beside }), onHover: tooltip.onHover }}
    >
      <Trail panel={panel} />
      <Visit key={panel.visit} panel={panel} />
      <IndicatorTooltip hovered={tooltip.hovered} />
    </OpenersContext.Provider>
  );
}

/** The current page, as the user left it. */
function Visit({ panel }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  const [chosen, choose] = usePersisted('source', 0);
  usePersistedFocus();
  usePersistedScroll();
  const index = chosen < panel.records.length ? chosen : 0;
  const record = panel.records[index];
  const [filter, setFilter] = usePersisted('filter', '');
  const [copying, setCopying] = useState(false);
  const show = (source: number): void => {
    setCopying(false);
    choose(source);
  };
  return (
    <>
      <VerdictBand panel={panel} record={record} isFiltered={filter.trim() !== ''} copyAll={() => setCopying(true)} />
      {panel.loading === undefined ? null : (
        <Waiting {...panel.loading} cancel={() => send({ kind: 'act', action: 'cancel' })} />
      )}
      <Notices notices={panel.notices} />
      {panel.records.length > 1 ? <Sources records={panel.records} index={index} choose={show} /> : null}
      {record === undefined ? null : (
        <div id="record" role={panel.records.length > 1 ? 'tabpanel' : undefined} aria-label={sourceLabel(record)}>
          <RecordBody
            key={sourceLabel(record)}
            record={record}
            filter={filter}
            setFilter={setFilter}
            copying={copying}
            setCopying={setCopying}
          />
        </div>
      )}
    </>
  );
}

interface SourcesProps {
  readonly records: readonly RecordView[];
  readonly index: number;
  readonly choose: (index: number) => void;
}

/** One tab per source; arrow keys move between them. */
function Sources({ records, index, choose }: SourcesProps) {
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (index + step + records.length) % records.length;
    choose(next);
    const tab = event.currentTarget.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t('Sources')} onKeyDown={move}>
      {records.map((record, each) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={each === index}
          aria-controls="record"
          tabIndex={each === index ? 0 : -1}
          title={creditLabel(record)}
          onClick={() => choose(each)}
        >
          <span class={`dot risk-${getVerdict(record)?.color ?? 'unknown'}`} aria-hidden="true" />
          {sourceLabel(record)}
          <span class="dim"> {getVerdict(record)?.label}</span>
        </button>
      ))}
    </div>
  );
}

/** Links back and forward in the history of the panel; mouse buttons and VS Code's keybindings do the same. */
function Trail({ panel: { back, forward } }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  // Before the page is visible, so that no press finds the handler of the previous record.
  useLayoutEffect(() => {
    const release = (event: MouseEvent): void => {
      const where = event.button === 3 ? 'back' : event.button === 4 ? 'forward' : undefined;
      if (where === undefined) return;
      event.preventDefault();
      if ({ back, forward }[where] !== undefined) send({ kind: 'go', where });
    };
    addEventListener('mouseup', release);
    return () => removeEventListener('mouseup', release);
  });
  if (back === undefined && forward === undefined) return null;
  return (
    <nav class="trail" aria-label={t('Recently shown records')}>
      {back === undefined ? null : (
        <button
          type="button"
          class="link"
          aria-label={t('Back to {0}', back)}
          onClick={() => send({ kind: 'go', where: 'back' })}
        >
          <Glyph name="back" />
          {back}
        </button>
      )}
      {forward === undefined ? null : (
        <button
          type="button"
          class="link forward"
          aria-label={t('Forward to {0}', forward)}
          onClick={() => send({ kind: 'go', where: 'forward' })}
        >
          {forward}
          <Glyph name="forward" />
        </button>
      )}
    </nav>
  );
}
