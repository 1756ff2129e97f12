import assert from 'node:assert/strict';
import { pseudoLanguage, textsOutside, truncatedTexts, untranslatedTexts } from '../harness/languages';
import { panelText } from '../harness/panels';
import type { PanelPage } from '../harness/pages/panelPage';
import { useRecordPage } from '../harness/pages/recordPage';
import { useLocalDataPage } from '../harness/pages/reportPage';
import { useTriagePage } from '../harness/pages/triagePage';

/** Asserts that a panel truncates no button, title, or label, and that no text is outside, in wide and narrow windows. */
async function assertFits(panel: PanelPage): Promise<void> {
  for (const width of [1400, 700, 400]) {
    await panel.setWidth(width);
    assert.deepEqual(await truncatedTexts(panel.frame, 'button, label, th, dt, h2'), [], `at ${width}`);
    assert.deepEqual(await textsOutside(panel.frame, '#root'), [], `at ${width}`);
  }
}

/** Values in the sample data of a threat. */
const sampleValues =
  /^(Phishing kits that imitate .*|HTTPS|PHP|nginx|WordPress|[A-Z]{2}|(Example|Test|Sample|Documentation|Domains) .*)$/;

async function assertTranslated({ frame }: PanelPage): Promise<void> {
  assert.match(await panelText(frame), /⟦[^⟧]+⟧/);
  const untranslated = await untranslatedTexts(frame, '#root');
  assert.deepEqual(
    untranslated.filter((text) => !sampleValues.test(text)),
    [],
  );
}

describe('A record in other languages', () => {
  const record = useRecordPage({ sampleData: true, viewport: { width: 1400, height: 900 } });
  const indicator = 'login-update.example';
  const threat = { kind: 'threat', source: 'local:', name: 'Paper Lantern' } as const;

  for (const subject of [indicator, threat]) {
    const name = typeof subject === 'string' ? 'an indicator' : 'a threat';
    for (const language of ['en', 'de', pseudoLanguage]) {
      it(`of ${name} is truncated nowhere (${language})`, async () => {
        await record().open(subject, { language });
        await record().panel.page.locator('.card').first().waitFor();
        await assertFits(record().panel);
      });
    }

    it(`of ${name} contains only translated messages`, async () => {
      await record().open(subject, { language: pseudoLanguage });
      await record().panel.page.locator('.card').first().waitFor();
      await assertTranslated(record().panel);
    });
  }
});

/** Tests that a panel of rows truncates nothing, and is translated. */
function itFits(panel: () => PanelPage): void {
  const open = async (language: string): Promise<PanelPage> => {
    await panel().open({ language });
    await panel().page.locator('.grid tbody tr[data-index]').first().waitFor();
    return panel();
  };

  for (const language of ['en', 'de', pseudoLanguage]) {
    it(`is truncated nowhere (${language})`, async () => {
      await assertFits(await open(language));
    });
  }

  it('contains only translated messages', async () => {
    await assertTranslated(await open(pseudoLanguage));
  });
}

describe('A triage in other languages', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.loadSample();
      return [host.write('proxy.log', 'GET login-update.example 200\nresolved cdn-assets.example to 10.0.0.7\n')];
    },
    viewport: { width: 1400, height: 900 },
  });
  itFits(() => triage().panel);
});

describe('The report on local data in other languages', () => {
  const report = useLocalDataPage({ viewport: { width: 1400, height: 900 } });
  before(() => report().host.loadSample());
  itFits(() => report().panel);
});
