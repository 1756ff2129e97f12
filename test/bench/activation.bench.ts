import { startVsCode } from '../harness/vsCode';
import { runCommand } from '../harness/workbench';
import { formatRatio, type Bench, formatMillis, percentile, type Row } from './measure';

const starts = 3;
/** Built into every VS Code and started with it. */
const peerName = 'Git';

/** Activation time of an extension in milliseconds, from “Developer: Show Running Extensions”. */
async function activationTimes(): Promise<{ readonly ours: number; readonly peer: number }> {
  const vsCode = await startVsCode({ files: { 'index.html': '<p>198.51.100.7</p>\n' }, openFiles: ['index.html'] });
  try {
    await runCommand(vsCode.page, 'Developer: Show Running Extensions');
    const millis = async (name: string): Promise<number> => {
      const row = vsCode.page
        .locator('.runtime-extensions-editor .extension')
        .filter({ has: vsCode.page.locator('.name').getByText(name, { exact: true }) });
      const time = row.locator('.activation-time').first();
      await time.filter({ hasText: /\d+ms/ }).waitFor();
      const read = /(\d+)ms/.exec((await time.textContent()) ?? '')?.[1];
      if (read === undefined) throw new Error(`VS Code shows no time for ${name}`);
      return Number(read);
    };
    return { ours: await millis('Threat Lookups'), peer: await millis(peerName) };
  } finally {
    await vsCode.stop();
  }
}

async function run(): Promise<readonly Row[]> {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let i = 0; i < starts; i++) {
    const times = await activationTimes();
    ours.push(times.ours);
    peer.push(times.peer);
  }
  const [mine, theirs] = [percentile(ours, 50), percentile(peer, 50)];
  return [
    {
      what: `activation of the packaged extension, median of ${starts} starts`,
      figure: formatMillis(mine),
      peer: `${peerName} (built-in): ${formatMillis(theirs)}`,
      ratio: formatRatio(mine, theirs),
    },
  ];
}

export const bench: Bench = {
  title: 'Activation',
  how: 'Measured by VS Code (newest) in “Developer: Show Running Extensions”, including loading the code, for the installed VSIX.',
  run,
};
