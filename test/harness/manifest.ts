import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
}

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Setting {
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly deprecationMessage?: string;
  readonly markdownDeprecationMessage?: string;
  readonly enumItemLabels?: readonly string[];
}

interface Manifest {
  readonly displayName: string;
  readonly description: string;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly title: string }[];
    }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

function readManifest(): Manifest {
  const [texts, manifest] = ['package.nls.json', 'package.json'].map((name) => readFileSync(join(root, name), 'utf8'));
  const byKey = JSON.parse(texts ?? '') as Readonly<Record<string, string>>;
  return JSON.parse(manifest ?? '', (_, value: unknown) => {
    const [, key] = typeof value === 'string' ? (/^%([\w.]+)%$/.exec(value) ?? []) : [];
    return key === undefined ? value : (byKey[key] ?? value);
  }) as Manifest;
}

/** `package.json` with its English texts, as VS Code reads it. */
export const manifest = readManifest();

const commands = new Map(manifest.contributes.commands.map((command) => [command.command, command]));

function commandOf(id: string): Command {
  const command = commands.get(id);
  if (command === undefined) throw new Error(`The manifest has no command ${id}.`);
  return command;
}

/** The title of a command, as menus show it. */
export const commandTitle = (id: string): string => commandOf(id).title;

/** The title of a command with its category, as the command palette shows it. */
export function paletteTitle(id: string): string {
  const { category, title } = commandOf(id);
  return `${category}: ${title}`;
}

/** The name of a view, as its header shows it. */
export function viewName(id: string): string {
  const view = Object.values(manifest.contributes.views)
    .flat()
    .find((candidate) => candidate.id === id);
  if (view === undefined) throw new Error(`The manifest has no view ${id}.`);
  return view.name;
}
