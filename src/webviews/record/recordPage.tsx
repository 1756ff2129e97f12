import { useEffect, useState } from 'preact/hooks';
import { OpenersContext } from '../common/pieces';
import type { PanelView } from '../messages/record';
import { About, useAbout } from './about';
import { Notices } from './notices';
import { usePanel } from './panelContext';
import { RecordBody } from './recordBody';
import { Sources } from './sources';
import { Trail } from './trail';
import { VerdictBand } from './verdictBand';
import { Waiting } from './waiting';

/** The whole panel: where one came from, the verdict, notices, and what the chosen source says. */
export function RecordPage({ panel }: { readonly panel: PanelView }) {
  const { send } = usePanel();
  const [chosen, choose] = useState(0);
  const about = useAbout();
  const index = chosen < panel.records.length ? chosen : 0;
  const record = panel.records[index];
  const subject = JSON.stringify(panel.state.subject);
  useEffect(() => {
    choose(0);
    scrollTo(0, 0);
  }, [subject]);
  return (
    <OpenersContext.Provider
      value={{ open: (subject, beside) => send({ kind: 'open', subject, beside }), restOn: about.restOn }}
    >
      <Trail panel={panel} />
      <VerdictBand panel={panel} record={record} />
      {panel.loading === undefined ? null : (
        <Waiting {...panel.loading} cancel={() => send({ kind: 'act', action: 'cancel' })} />
      )}
      <Notices notices={panel.notices} />
      {panel.records.length > 1 ? <Sources records={panel.records} index={index} choose={choose} /> : null}
      {record === undefined ? null : (
        <div id="record" role={panel.records.length > 1 ? 'tabpanel' : undefined} aria-label={record.source}>
          <RecordBody key={`${subject} ${record.source}`} record={record} />
        </div>
      )}
      <About rested={about.rested} />
    </OpenersContext.Provider>
  );
}
