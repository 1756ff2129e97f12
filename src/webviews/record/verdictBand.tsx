import { useNow } from '../common/clock';
import { Menu } from '../common/menu';
import { Time } from '../common/time';
import { narrow, useMedia } from '../common/useMedia';
import { RiskIcon } from '../common/riskIcon';
import { useRoving } from '../common/useRoving';
import type { RiskView } from '../messages/parts';
import type { PanelView, RecordView } from '../messages/record';
import { creditLabel, getFacts, sourceLabel, getVerdict } from './shown';
import { usePanel } from './panelContext';
import { interleave, t } from '../../l10n';

interface BandProps {
  readonly panel: PanelView;
  readonly record: RecordView | undefined;
  /** Whether a filter hides parts of the record. */
  readonly isFiltered: boolean;
  /** Copies the shown parts of the record. */
  readonly copyAll: () => void;
}

/** The verdict as text, icon and bar; below it the subject of the panel and its actions. */
export function VerdictBand(props: BandProps) {
  const { panel, record } = props;
  const isIndicator = panel.state.subject.kind === 'indicator';
  const verdict = record && getVerdict(record);
  return (
    <header class={`band risk-${verdict?.color ?? 'unknown'} ${verdict?.retired === true ? 'retired' : ''}`}>
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      <h1 class={isIndicator ? 'value' : 'name'}>{panel.value}</h1>
      <div class="under">
        <span class="dim">
          {[panel.type, ...(record === undefined ? [] : getFacts(record))].join(' · ')}
          {record === undefined ? null : <Origin record={record} />}
        </span>
        <Actions {...props} />
      </div>
    </header>
  );
}

/** Actions for the subject; in a narrow panel, some are in a menu. */
function Actions({ panel, record, isFiltered, copyAll }: BandProps) {
  const { send } = usePanel();
  const buttons = useRoving<HTMLSpanElement>();
  const isNarrow = useMedia(narrow);
  const isIndicator = panel.state.subject.kind === 'indicator';
  const button = (label: string, onClick: () => void, isFirst = false) => (
    <button key={label} type="button" class={isFirst ? '' : 'secondary'} onClick={onClick}>
      {label}
    </button>
  );
  const acting = (wanted: (action: string) => boolean) =>
    panel.buttons
      .filter(({ action }) => wanted(action))
      .map(({ label, action }) => button(label, () => send({ kind: 'act', action })));
  const copy = button(copyLabel(panel), () => send({ kind: 'copy', what: 'value' }));
  const defanged = button(t('Copy Defanged'), () => send({ kind: 'copy', what: 'defanged' }), record !== undefined);
  const lookUp = acting((action) => action === 'lookUp');
  const rest = [
    ...(isIndicator ? [copy] : []),
    ...(record === undefined ? [] : [button(isFiltered ? t('Copy Filtered') : t('Copy All'), copyAll)]),
    ...acting((action) => action === 'export'),
  ];
  const others = acting((action) => action !== 'export' && action !== 'lookUp');
  return (
    <span ref={buttons} class="buttons" role="toolbar" aria-label={t('Actions')}>
      {isIndicator ? defanged : copy}
      {isNarrow ? null : rest}
      {lookUp}
      {isNarrow ? (
        <Menu label={t('More Actions')}>
          {rest}
          {others}
        </Menu>
      ) : (
        others
      )}
    </span>
  );
}

function copyLabel({ state: { subject } }: PanelView): string {
  if (subject.kind === 'indicator') return t('Copy');
  return subject.name === undefined ? t('Copy ID') : t('Copy Name');
}

/** The source of a record, its age, and whom to credit. */
function Origin({ record }: { readonly record: RecordView }) {
  const credit = creditLabel(record);
  return (
    <>
      {' · '}
      <SourceAsOf source={sourceLabel(record)} at={record.asOf} />
      {credit === undefined ? '' : ` · ${credit}`}
      {record.kind === 'indicator' && record.detail === 'summary' ? ` · ${t('summary only')}` : ''}
    </>
  );
}

/** “intel.example, as of 2 hours ago”, “intel.example, just now” */
function SourceAsOf({ source, at }: { readonly source: string; readonly at: number }) {
  const isNew = Math.abs(useNow() - at) < 60_000;
  const age = <Time key="age" at={at} />;
  return <>{isNew ? interleave('{0}, {1}', <>{source}</>, age) : interleave('{0}, as of {1}', <>{source}</>, age)}</>;
}

function Verdict({ verdict }: { readonly verdict: NonNullable<ReturnType<typeof getVerdict>> }) {
  return (
    <div class="verdict">
      <RiskIcon icon={verdict.icon} />
      <strong class="words">{verdict.label}</strong>
      {verdict.retired ? (
        <span class="retired-note">
          <RiskIcon icon="history" />{' '}
          {verdict.retiredReason === undefined ? t('retired') : t('retired: {0}', verdict.retiredReason)}
        </span>
      ) : null}
      {verdict.notes === '' ? null : <span class="dim">{verdict.notes}</span>}
      <Bar risk={verdict} />
    </div>
  );
}

/** Six steps, filled up to the level; hidden from screen readers, which read the verdict. */
function Bar({ risk }: { readonly risk: RiskView }) {
  return (
    <span class="bar" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((step) => (
        <span key={step} class={step <= risk.level ? 'on' : ''} />
      ))}
    </span>
  );
}
