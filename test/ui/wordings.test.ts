import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { useVsCode } from '../harness/vsCode';
import { wordings } from '../harness/wordings/profiles';
import { startWorded, Walk, type WalkedService, walked, walkOptions } from '../harness/wordings/walk';

/** Texts that only some services show. */
interface Shown {
  readonly compared: RegExp;
  readonly triage: RegExp;
  readonly run: RegExp;
}

const all: Shown = {
  compared: /Registrar of 2019[^]*Registrar of today/,
  triage: /Looked up on 127\.0\.0\.1:\d+: 118 found and 79 not found\./,
  run: /10 rows[^]*more/,
};

const walks: readonly (readonly [keyof typeof wordings, Shown])[] = [
  ['terse', { ...all, compared: /Registrar of 2019/, run: /60 rows/ }],
  ['silentClamp', all],
  ['dailyLimit', { compared: /Registrar of 2019/, triage: /limit/i, run: /limit/i }],
];

for (const [name, shown] of walks) {
  const wording = wordings[name];
  describe(`A window with a service that is ${wording.name}`, () => {
    let service: WalkedService;
    before(async () => {
      service = await startWorded(wording);
    });
    after(() => service.recording.stop());
    const vsCode = useVsCode(() => walkOptions(service));
    const walk = (): Walk => new Walk(vsCode().page, wording);
    let record: Frame;

    it("shows in hovers what is known, what isn't, and why the service doesn't answer", async () => {
      assert.match(await walk().hover(walked.known, /risk/i), /High risk/);
      const missed = await walk().hover(walked.missing, /127\.0\.0\.1/);
      assert.match(missed, /not found/i);
      assert.doesNotMatch(missed, /base URL/);
      const refused = await walk().hover(walked.refused, /127\.0\.0\.1/);
      assert.ok(refused.includes(wording.errors.refused), refused);
    });

    it('shows the results of two scans', async () => {
      const ends = await walk().scans(/failed\[\.\]\S+\s*failed[^]*n6\S+\s*Critical risk/);
      assert.ok(ends.includes(wording.errors.refused), ends);
    });

    it('shows the record, and keeps it during a comparison with earlier scans', async () => {
      record = await walk().record();
      await record.getByText('Registrar of today').first().waitFor();
      assert.match(await walk().compared(record), shown.compared);
      await record.getByText('Registrar of today').first().waitFor();
    });

    it('counts the known indicators among 200', async () => {
      assert.match(await walk().triage(/Looked up on 127/), shown.triage);
    });

    it('shows whether a query may have more rows', async () => {
      assert.match(await walk().run(/\d+ rows|limit/i), shown.run);
    });

    it('mirrors the collection', async () => {
      await walk().mirror(service.recording.url, /just now · 300/);
    });
  });
}
