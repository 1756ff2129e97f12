import assert from 'node:assert/strict';
import { panelTypes } from '../../src/features/shared/ids/contributionIds';
import { registerReport } from '../../src/features/shared/panels/reportPanel';
import type { CollectionNode } from '../../src/features/sources/sourcesTree';
import { syncReport } from '../../src/features/sources/view/syncReport';
import * as indicators from '../../src/core/indicators';
import { panelText } from '../harness/panels';
import { type FeaturePageOptions, useFeaturePage } from '../harness/pages/featurePage';
import { uiText } from '../../src/features/shared/ui/text';

const target = 'command:workbench.action.terminal.new';

/** A collection whose server and title contain a link to a command. */
const collection: CollectionNode = {
  kind: 'collection',
  id: 'below',
  key: 'below',
  collection: `Feed [x](${target})`,
  address: 'https://taxii.example/',
  root: `https://taxii.example/[x](${target})/`,
  title: `Below [Sign in again](${target})`,
  isList: false,
  isChosen: true,
  state: undefined,
};

const start: FeaturePageOptions<void>['start'] = (parts) => {
  const load = () => Promise.resolve(syncReport(collection, undefined, indicators));
  const report = registerReport(
    { viewType: panelTypes.syncReport, title: () => uiText('Source Report'), icon: 'sync', load },
    parts,
  );
  const shown = parts.commands.register('threatLookups.showSyncReport', () => report.show('below'));
  return { dispose: () => [report, shown].forEach((each) => void each.dispose()) };
};

describe('A link in untrusted text', () => {
  const report = useFeaturePage({
    viewType: panelTypes.syncReport,
    prepare: () => undefined,
    start,
    show: (host) => host.command('threatLookups.showSyncReport'),
  });

  it('is text in the title and the details of a sync report', async () => {
    const { page, frame } = report().panel;
    await page.locator('.details').getByText('/[x](command:').waitFor();
    const text = await panelText(frame);
    assert.ok(text.includes(`Below [Sign in again](${target})`));
    assert.ok(text.includes(`Feed [x](${target})`));
    assert.equal(await page.locator('a').count(), 0);
    assert.deepEqual(await page.locator(`[data-href], [href*="${target}"]`).all(), []);
  });
});
