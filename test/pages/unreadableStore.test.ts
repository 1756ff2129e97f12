import assert from 'node:assert/strict';
import { panelText } from '../harness/panels';
import type { FeatureHost } from '../harness/pages/featureHost';
import { useRecordPage } from '../harness/pages/recordPage';
import { locate, useTriagePage } from '../harness/pages/triagePage';

const empty = /Not in the local store|No information found|Not found on|triage list is empty/;

/** Puts another file in place of the store. */
function replaceStore(host: FeatureHost): void {
  host.write('.store/store.sqlite', 'this is not a database\n'.repeat(2_000));
  host.unreadStore = 'foreign';
}

describe('An unreadable local store', () => {
  describe('in a record', () => {
    const record = useRecordPage({ mode: 'offline', prepare: replaceStore });

    it('is reported, instead of claiming to be empty', async () => {
      await record().open('evil-one.com');
      const { page, frame } = record().panel;
      await page.getByText(/The local store file belongs to another program/).waitFor();
      assert.doesNotMatch(await panelText(frame), empty);
    });
  });

  describe('in a triage of a file', () => {
    const triage = useTriagePage({
      prepare: (host) => {
        replaceStore(host);
        return [host.write('proxy.log', 'CONNECT evil-one.com:443\n')];
      },
    });
    const { page, top } = locate(triage);

    it('is reported, and results are marked as incomplete', async () => {
      await top(/1 indicator: 1 couldn't be checked/);
      assert.match(
        await page().locator('body').innerText(),
        /The local store file belongs to another program\. These results are incomplete\./,
      );
    });
  });

  describe('in the triage list', () => {
    const list = useTriagePage({
      prepare: (host) => {
        replaceStore(host);
        return [];
      },
    });
    const { page, top } = locate(list);

    it('is reported, instead of claiming to be empty', async () => {
      await top(/The triage list couldn't be read/);
      assert.doesNotMatch(await page().locator('body').innerText(), empty);
    });
  });
});
