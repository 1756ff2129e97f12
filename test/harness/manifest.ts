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

/** The schema of the entries of a setting, or of a property of theirs. */
export interface ItemSchema {
  readonly description?: string;
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, ItemSchema>>;
}

interface Setting {
  readonly items?: ItemSchema;
  readonly order: number;
  readonly default: unknown;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly markdownDescription: string;
  readonly keywords?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly enumItemLabels?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}

interface WalkthroughStep {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg?: string; readonly image?: string; readonly markdown?: string };
  readonly completionEvents?: readonly string[];
}

interface LanguageModelTool {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly toolReferenceName: string;
  readonly icon: string;
  readonly inputSchema: unknown;
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}

interface Manifest {
  readonly displayName: string;
  readonly description: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly keybindings: readonly Keybinding[];
    readonly languageModelTools: readonly LanguageModelTool[];
    readonly configuration: readonly {
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
    readonly viewsContainers: Readonly<Record<'activitybar', readonly { readonly id: string }[]>>;
    readonly views: Readonly<
      Record<
        string,
        readonly { readonly id: string; readonly name: string; readonly visibility?: string; readonly when?: string }[]
      >
    >;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly languages: readonly {
      readonly id: string;
      readonly extensions?: readonly string[];
      readonly filenames?: readonly string[];
    }[];
    readonly colors: readonly { readonly id: string }[];
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

/** All settings, by their full names. */
export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);

const commands = new Map(manifest.contributes.commands.map((command) => [command.command, command]));

function commandOf(id: string): Command {
  const command = commands.get(id);
  if (command === undefined) throw new Error(`The manifest has no command ${id}.`);
  return command;
}

/** The title of a command, as menus show it. */
export const commandTitle = (id: string): string => commandOf(id).title;

/** The title of a command in menus and on buttons: without words in parentheses, which are for the palette's search. */
export const menuTitle = (id: string): string => commandTitle(id).replace(/ \([^)]+\)/, '');

/** The title of a command with its category, as the command palette shows it. */
export function paletteTitle(id: string): string {
  const [, view] = /^(.+)\.focus$/.exec(id) ?? [];
  // VS Code's own, with the title of the view container.
  if (view !== undefined) return `${manifest.displayName}: Focus on ${viewName(view)} View`;
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
