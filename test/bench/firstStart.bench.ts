import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { packageForTests } from '../../scripts/lib/steps.mjs';
import { galleryPresets } from '../../src/core/lists/gallery';
import { startVsCode } from '../harness/vsCode';
import { clickButton, dialogText, notification, runCommand, screenshot } from '../harness/workbench';
import { type Bench, formatCount, type Row } from './measure';
import { longLists, madeLists } from './publicLists';

/** A network of 256 addresses, from 16.0.0.0 on, with its operator. */
const placeOf = (i: number): string => {
  const network = `${16 + (i >> 16)}.${(i >> 8) % 256}.${i % 256}`;
  return `${network}.0\t${network}.255\t${1_000 + (i % 60_000)}\t${['US', 'DE', 'JP'][i % 3] ?? ''}\tNETWORK-${i % 60_000}`;
};

/** The files of the recommended lists, of about the size of the real ones. */
const files: Readonly<Record<string, () => string>> = {
  'drop-v4': made('drop_v4.json'),
  'drop-v6': () => '{"cidr":"2001:4b40::/32","sblid":"SBL1","rir":"ripencc"}\n',
  'cert-pl': made('plain-domains.txt'),
  'ipsum-3': made('ci-badguys.txt'),
  'tor-exits': made('exit-addresses'),
  'misp-warninglists': made('resolvers.json'),
  iptoasn: () => `${Array.from({ length: 500_000 }, (_, i) => placeOf(i)).join('\n')}\n`,
};

function made(name: string): () => string {
  return () => [...madeLists, ...longLists].find((list) => list.name === name)?.text() ?? '';
}

const recommended = galleryPresets.filter(({ recommended: is, key }) => is === true && key === undefined);

/** Adds the recommended lists in a new profile. @returns seconds from the first click to the result, and the result */
async function addRecommended(base: string): Promise<{ readonly seconds: number; readonly result: string }> {
  const presets = recommended.map(({ description, kind, license, ...preset }) => ({
    ...preset,
    description: description.en,
    type: kind,
    key: undefined,
    url: `${base}${preset.id}`,
    urls: undefined,
    ...(license === undefined ? {} : { license: license.en }),
  }));
  const vsCode = await startVsCode({ settings: { 'threatLookups.lists.presets': presets } });
  try {
    const { page } = vsCode;
    await runCommand(page, 'threatLookups.sources.focus');
    const first = page.locator('.sidebar').getByRole('button', { name: 'Add Recommended Lists…' });
    await first.waitFor();
    const startedAt = performance.now();
    await first.click();
    await dialogText(page, /lists and download them now/);
    await clickButton(page, `Add ${recommended.length} Lists`);
    const found = async (): Promise<string> => {
      const deadline = performance.now() + 180_000;
      for (;;) {
        const text = await notification(page, /indicators from \d+ lists/).catch((error: unknown) => {
          if (performance.now() > deadline) throw error;
        });
        if (text !== undefined) return text;
      }
    };
    const result = await found();
    const seconds = (performance.now() - startedAt) / 1_000;
    await screenshot(page, 'recommended lists added');
    return { seconds, result };
  } finally {
    await vsCode.stop();
  }
}

export const bench: Bench = {
  title: 'First start',
  how: 'In the packaged extension in a new profile, from the click on “Add Recommended Lists…” in the Sources view to the result: the second click confirms the requests. The lists are served by a local server, with fictional entries in the forms and about the sizes of the real ones. Goal: 200,000 indicators in 60 s, with two clicks.',
  async run(): Promise<readonly Row[]> {
    await packageForTests();
    const texts = new Map(recommended.map(({ id }) => [id, files[id]?.() ?? '']));
    const server = createServer((request, response) => {
      const text = texts.get((request.url ?? '').slice(1)) ?? '';
      const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
      response.writeHead(text === '' ? 404 : 200, { etag, 'content-type': 'text/plain' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { seconds, result } = await addRecommended(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const count = Number(/([\d,.]+) indicators/.exec(result)?.[1]?.replace(/\D/g, '') ?? 0);
      return [
        {
          what: `two clicks in a new profile, ${recommended.length} lists: ${formatCount(count)} indicators and 500,000 ranges`,
          figure: `${seconds.toFixed(1)} s`,
          peer: 'goal: 200,000 indicators in 60 s',
          ratio: '',
        },
      ];
    } finally {
      server.close();
    }
  },
};
