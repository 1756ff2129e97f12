import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { manifest, settings } from '../../harness/manifest';
import { sourceOf } from '../../harness/source';
import { whenHolds } from '../../harness/whenClause';

const { commands, keybindings, menus, submenus, viewsWelcome, walkthroughs } = manifest.contributes;
const ids = new Set(commands.map(({ command }) => command));
/** Without words in parentheses, which are for the search of the palette. */
const shortTitle = (title: string): string => title.replace(/ \([^)]+\)/, '');
const titles = new Set(commands.flatMap(({ title }) => [title, shortTitle(title)]));
const language = (name: string): string => readFileSync(join(root, name), 'utf8');

/** The keys of the interface `CommandArguments`, which types all commands. */
function typedCommands(): string[] {
  const [, body = ''] = /interface CommandArguments \{\n([^]*?)\n\}/.exec(sourceOf('features')) ?? [];
  return [...body.matchAll(/^ {2}'(threatLookups\.\w+)':/gm)].map(([, id = '']) => id);
}

describe('The commands of the manifest', () => {
  it('are the typed commands', () => {
    assert.deepEqual([...ids].toSorted(), typedCommands().toSorted());
    assert.ok(ids.size > 80, String(ids.size));
  });

  it('are unique, and have the category of the extension and a title that no other in the palette has', () => {
    assert.equal(commands.length, ids.size);
    const never = new Set(
      menus['commandPalette']?.filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    const offered = commands.filter(({ command }) => !never.has(command)).map(({ title }) => title);
    assert.equal(new Set(offered).size, offered.length);
    for (const { command, category, title } of commands) {
      assert.equal(category, manifest.displayName, command);
      assert.doesNotMatch(title, /^%|^$/, command);
    }
  });

  it('have an entry in the palette, with a clause that is never true or depends on the state', () => {
    const entries = (menus['commandPalette'] ?? []).map(({ command }) => command);
    assert.equal(new Set(entries).size, entries.length);
    for (const { when } of menus['commandPalette'] ?? []) assert.ok(when !== undefined && when !== 'true');
  });
});

describe('Menus and keys of the manifest', () => {
  it('have clauses that can be read, and submenus that exist', () => {
    const known = new Set(submenus.map(({ id }) => id));
    const entries = Object.values(menus).flat();
    for (const { when } of [...entries, ...keybindings]) assert.equal(typeof whenHolds(when, {}), 'boolean', when);
    for (const { command, submenu } of entries) {
      assert.notEqual(command === undefined, submenu === undefined);
      assert.ok(submenu === undefined || known.has(submenu), submenu);
    }
    for (const id of known)
      assert.ok((menus[id] ?? []).length > 0 && entries.some(({ submenu }) => submenu === id), id);
  });

  it('assign no key twice in the same context', () => {
    for (const system of ['key', 'mac'] as const) {
      const used = keybindings.map(({ key, mac, when = '' }) => `${(system === 'mac' ? mac : key) ?? key} ${when}`);
      assert.equal(new Set(used).size, used.length, used.join('\n'));
    }
  });
});

describe('Links and walkthrough of the manifest', () => {
  const texts = readdirSync(root).filter((name) => /^package\.nls(\.\w+)?\.json$/.test(name));

  it('run commands that exist, in every language', () => {
    assert.ok(texts.length >= 2);
    for (const name of texts) {
      const linked = [...language(name).matchAll(/\(command:([\w.]+)/g)].map(([, id = '']) => id);
      assert.ok(linked.length > 10, name);
      for (const id of linked) assert.ok(ids.has(id), `${name}: ${id}`);
    }
  });

  it('run the same commands in every language', () => {
    const links = (name: string): string[] =>
      Object.entries(JSON.parse(language(name)) as Record<string, string>).flatMap(([key, text]) =>
        [...text.matchAll(/\(command:([\w.]+)/g)].map(([, id = '']) => `${key} ${id}`),
      );
    for (const name of texts) assert.deepEqual(links(name).toSorted(), links('package.nls.json').toSorted(), name);
  });

  it('have the title of the command that they run', () => {
    const described = [
      ...walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
      ...viewsWelcome.map(({ contents }) => contents),
    ];
    const buttons = described.flatMap((text) => [...text.matchAll(/^\[([^\]]+)\]\(command:([\w.]+)\)$/gm)]);
    assert.ok(buttons.length > 8);
    for (const [, label, id] of buttons) {
      assert.equal(shortTitle(commands.find(({ command }) => command === id)?.title ?? ''), label);
    }
  });

  it('complete the steps of the walkthrough by commands and context keys that exist', () => {
    const source = sourceOf('features');
    for (const step of walkthroughs.flatMap(({ steps }) => steps)) {
      assert.ok((step.completionEvents ?? []).length > 0, step.id);
      for (const event of step.completionEvents ?? []) {
        const [, kind, name = ''] = /^(onCommand|onContext):(.+)$/.exec(event) ?? [];
        assert.ok(
          kind === 'onCommand' ? ids.has(name) : source.includes(`'${name.replace('threatLookups.', '')}'`),
          event,
        );
      }
    }
  });

  it('open a walkthrough that exists', () => {
    const [, opened] = /'(threat-lookups\.threat-lookups#[\w.]+)'/.exec(sourceOf('features')) ?? [];
    assert.deepEqual(
      walkthroughs.map(({ id }) => `threat-lookups.threat-lookups#${id}`),
      [opened],
    );
  });
});

describe('Commands in the documents', () => {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = ['README.md', ...documents.map((name) => join('docs', name))].filter((name) => name.endsWith('.md'));

  it('have their titles of the manifest', () => {
    const named = pages.flatMap((page) =>
      [...language(page).matchAll(/\b(?:[Rr]un|[Rr]uns) \*\*([^*]+)\*\*/g)].map(([, title = '']) => ({ page, title })),
    );
    assert.ok(named.length > 10, String(named.length));
    for (const { page, title } of named) {
      const isOfVsCode = /^(Extensions|Developer|Preferences): /.test(title);
      assert.ok(isOfVsCode || titles.has(title.replace(`${manifest.displayName}: `, '')), `${page}: ${title}`);
    }
  });

  it('are settings, commands, views, or colors that exist, by their IDs', () => {
    const { colors, views } = manifest.contributes;
    const names = Object.keys(settings);
    const others = [
      ...ids,
      ...colors.map(({ id }) => id),
      ...Object.values(views).flatMap((all) => all.map(({ id }) => id)),
    ];
    const known = new Set([...names, ...others]);
    for (const page of pages) {
      for (const [id] of language(page).matchAll(/\bthreatLookups(?:\.[a-zA-Z]+)+(?![\w.]*\*)/g))
        assert.ok(known.has(id), `${page}: ${id}`);
    }
  });
});
