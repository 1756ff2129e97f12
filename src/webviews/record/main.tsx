import { render } from 'preact';
import { host } from '../common/host';
import { type FromRecordPanel, toRecordPanel } from '../messages/record';
import { RecordPage } from './recordPage';
import './record.css';

function send(message: FromRecordPanel): void {
  host.postMessage(message);
}

const root = document.getElementById('root');

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const read = toRecordPanel.safeParse(data);
  if (!read.success || root === null) return;
  if (read.data.kind !== 'show') return;
  const { panel } = read.data;
  host.setState(panel.state);
  render(<RecordPage panel={panel} send={send} />, root);
});

send({ kind: 'ready' });
