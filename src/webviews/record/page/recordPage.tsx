import { OpenersContext } from '../../common/pieces';
import type { PanelView } from '../../messages/record';
import { IndicatorTooltip, useIndicatorTooltip } from './indicatorTooltip';
import { Notices } from '../parts/notices';
import { usePanel } from '../state/panelContext';
import { usePersistedFocus } from '../state/persistedFocus';
import { usePersisted, usePersistedScroll } from '../state/viewState';
import { RecordBody } from './recordBody';
import { Sources } from './sources';
import { Trail } from './trail';
import { VerdictBand } from './verdictBand';
import { Waiting } from '../parts/waiting';

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

/** The current page, in the state in which the user left it. */
function Visit({ panel }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  const [chosen, choose] = usePersisted('source', 0);
  usePersistedFocus();
  usePersistedScroll();
  const index = chosen < panel.records.length ? chosen : 0;
  const record = panel.records[index];
  return (
    <>
      <VerdictBand panel={panel} record={record} />
      {panel.loading === undefined ? null : (
        <Waiting {...panel.loading} cancel={() => send({ kind: 'act', action: 'cancel' })} />
      )}
      <Notices notices={panel.notices} />
      {panel.records.length > 1 ? <Sources records={panel.records} index={index} choose={choose} /> : null}
      {record === undefined ? null : (
        <div id="record" role={panel.records.length > 1 ? 'tabpanel' : undefined} aria-label={record.source}>
          <RecordBody key={record.source} record={record} />
        </div>
      )}
    </>
  );
}
