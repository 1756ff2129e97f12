import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { manifest } from '../../harness/manifest';
import { sourceOf } from '../../harness/source';

const { menus, views, viewsContainers, viewsWelcome, walkthroughs } = manifest.contributes;
const declaredViews = Object.values(views).flatMap((all) => all.map(({ id }) => id));
const source = sourceOf('features');

/** The values of a context key that `when` clauses of a menu compare with, or match. */
function compared(menu: string, key: string): string[] {
  const clauses = (menus[menu] ?? []).map(({ when }) => when ?? '').join(' && ');
  return [...clauses.matchAll(new RegExp(`\\b${key} [=!]= '?([\\w. ]*\\w)`, 'g'))].map(([, value = '']) => value);
}

describe('The views of the manifest', () => {
  it('are those that the code creates, in a container that exists', () => {
    assert.deepEqual(declaredViews.toSorted(), Object.values(viewIds).toSorted());
    assert.deepEqual(
      Object.keys(views),
      viewsContainers.activitybar.map(({ id }) => id),
    );
  });

  it('leave room for triage and sources at first', () => {
    const folded = Object.values(views).flatMap((all) => all.filter(({ visibility }) => visibility === 'collapsed'));
    assert.deepEqual(folded.map(({ id }) => id).toSorted(), ['threatLookups.queryHistory', 'threatLookups.scans']);
  });

  it('have at most two buttons each while they are empty', () => {
    for (const { view, contents } of viewsWelcome)
      assert.ok([...contents.matchAll(/^\[[^\]]+\]\(command:[\w.]+\)$/gm)].length <= 2, view);
  });

  it('are in the order of the first steps', () => {
    assert.deepEqual(
      views['threatLookups']?.map(({ id }) => id),
      [viewIds.triageList, viewIds.sources, viewIds.scans, viewIds.queryHistory],
    );
  });

  it('lead newcomers to the sample log and the walkthrough', () => {
    const { contents = '' } = viewsWelcome.find(({ view }) => view === 'threatLookups.triageList') ?? {};
    assert.match(contents, /\(command:threatLookups\.openSampleLog\).*\(command:threatLookups\.getStarted\)/);
  });

  it('each have a welcome text', () => {
    assert.deepEqual(viewsWelcome.map(({ view }) => view).toSorted(), declaredViews.toSorted());
  });

  it('are the only ones in clauses of menus', () => {
    for (const menu of ['view/title', 'view/item/context']) {
      const named = compared(menu, 'view');
      assert.deepEqual([...new Set(named)].toSorted(), declaredViews.toSorted());
      assert.equal(named.length, menus[menu]?.length, menu);
    }
  });

  it('have items with the contexts that clauses of menus compare with', () => {
    const values = new Set(compared('view/item/context', 'viewItem'));
    assert.ok(values.size >= 4, [...values].join());
    for (const value of values) {
      for (const word of value.split(' ')) assert.match(source, new RegExp(`['\` ]${word}\\b`), value);
    }
  });
});

describe('The panels of the code', () => {
  it('are those in clauses of menus and keys', () => {
    const clauses = JSON.stringify(manifest.contributes);
    const named = new Set([...clauses.matchAll(/activeWebviewPanelId == '?(threatLookups\.\w+)/g)].map(([, id]) => id));
    const panels: readonly string[] = Object.values(panelTypes);
    assert.ok(named.size > 2);
    for (const id of named) assert.ok(id !== undefined && panels.includes(id), id);
  });
});

describe('The activation events of the manifest', () => {
  it('include links when the code handles them, and the restoration of panels when it serializes them', () => {
    const { activationEvents } = manifest;
    const isEarly = activationEvents.includes('onStartupFinished') || activationEvents.includes('*');
    assert.equal(activationEvents.includes('onUri'), source.includes('registerUriHandler('));
    for (const id of Object.values(panelTypes))
      assert.ok(isEarly || activationEvents.includes(`onWebviewPanel:${id}`), id);
  });

  it('are no others than the code needs', () => {
    for (const event of manifest.activationEvents) assert.match(event, /^(onStartupFinished|onUri|onWebviewPanel:.+)$/);
  });
});

describe('The files of the manifest', () => {
  it('exist', () => {
    const text = JSON.stringify(manifest);
    const files = new Set(text.match(/(?<=")(?:\.\/)?(?:media|syntaxes)\/[\w./-]+(?=")/g));
    assert.ok(files.size > 5, String(files.size));
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
  });

  it('include a picture for each step of the walkthrough', () => {
    for (const { id, media } of walkthroughs.flatMap(({ steps }) => steps)) {
      const picture = media.svg ?? media.image ?? media.markdown ?? '';
      assert.ok(existsSync(join(root, picture)) && picture !== '', id);
    }
  });
});
