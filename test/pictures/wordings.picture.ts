import { startVsCode } from '../harness/vsCode';
import { wordings } from '../harness/wordings/profiles';
import { startWorded, Walk, walked, walkOptions } from '../harness/wordings/walk';

/**
 * Walks through a window for each of the fictional services and prints what is shown. The pictures in `out/screenshots`
 * are for review; nothing is asserted. `WORDING=terse,plain` selects some of them.
 */
export async function takePictures(): Promise<void> {
  const wanted = process.env['WORDING']?.split(',');
  for (const [name, wording] of Object.entries(wordings)) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    const service = await startWorded(wording);
    const vsCode = await startVsCode(walkOptions(service));
    const walk = new Walk(vsCode.page, wording);
    const steps: readonly (readonly [what: string, shown: () => Promise<string>])[] = [
      ['hover, known', () => walk.hover(walked.known, /\S/)],
      ['hover, not known', () => walk.hover(walked.missing, /127\.0\.0\.1/)],
      ['hover, refused', () => walk.hover(walked.refused, /127\.0\.0\.1/)],
      ['scans', () => walk.scans(/failed\[\.\]\S+\s*failed[^]*n6\S+\s*Critical/)],
      ['record', async () => walk.compared(await walk.record())],
      ['triage', () => walk.triage(/Looked up on 127/)],
      ['query', () => walk.run(/\d+ rows|limit/i)],
      ['mirror', () => walk.mirror(service.recording.url, /just now · 300/)],
    ];
    try {
      for (const [what, shown] of steps) {
        const text = await shown().catch((error: unknown) => `did not come so far: ${String(error)}`);
        process.stdout.write(`\n—— ${wording.name}, ${what} ——\n${text.trim()}\n`);
      }
      process.stdout.write(`\n${service.recording.requests.length} requests\n`);
    } finally {
      await vsCode.stop();
      await service.recording.stop();
    }
  }
}
