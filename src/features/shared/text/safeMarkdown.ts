import { interleave, type Literal } from '../../../l10n';
import type { CommandArguments, CommandId } from '../ids/commands';
import { visibleText } from '../../../core/text/visibleText';

/** A part of a line. Text is untrusted by default; only `icon`, `color`, and `command` aren't. */
export type Part =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** `strong` and `code` as in Markdown; `label` is dimmed, like the label in front of a line. */
      readonly tone?: 'strong' | 'code' | 'label';
      /** ID of a contributed color, such as `threatLookups.risk.high`. */
      readonly color?: string;
      /** Tooltip. */
      readonly title?: string;
    }
  /** Room between what belongs apart, since a hover knows no alignment. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'icon'; readonly icon: string; readonly color?: string }
  | { readonly kind: 'link'; readonly label: string; readonly title: string; readonly command: CommandLink };

/** A command and its arguments, as one value. */
export type CommandLink = {
  readonly [K in CommandId]: { readonly id: K; readonly args: CommandArguments[K] };
}[CommandId];

export type Line = readonly Part[];

/** A message whose placeholders are parts, in the order of the language: `messageParts('Ignored by {0}.', pattern)`. */
export function messageParts<const T extends string>(message: T & Literal<T>, ...parts: readonly Part[]): Line {
  return interleave<Part, T>(message, ...parts).map((part) =>
    typeof part === 'string' ? { kind: 'text', text: part } : part,
  );
}

/** Markdown that VS Code may treat as trusted for `commands`, with HTML enabled. */
export interface SafeMarkdown {
  readonly value: string;
  readonly commands: readonly CommandId[];
}

/**
 * Untrusted text as inert Markdown: every ASCII character that can start Markdown, HTML, or a theme icon becomes a
 * numeric entity, invisible characters are shown by name, and runs of spaces become one.
 */
export function escapeMarkdown(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N}\p{M} \u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 32};`);
}

/** Builds the Markdown of hovers: lines of parts, with escaped data and named commands. */
export function toMarkdown(lines: readonly Line[]): SafeMarkdown {
  const commands = new Set<CommandId>();
  for (const part of lines.flat()) if (part.kind === 'link') commands.add(part.command.id);
  return { value: lines.map((line) => line.map(partMarkdown).join('')).join('  \n'), commands: [...commands] };
}

function partMarkdown(part: Part): string {
  switch (part.kind) {
    case 'icon':
      return styled(`$(${part.icon.replace(/[^a-z-]/g, '')})`, part.color, undefined);
    case 'gap':
      // The last space is where a line may break.
      return '&nbsp;&nbsp; ';
    case 'link':
      return `[${linkLabel(part.label)}](${commandAddress(part.command)} "${escapeMarkdown(part.title)}")`;
    case 'text':
      return textMarkdown(part);
  }
}

/** Labels longer than this may break. */
const maxWholeLabel = 30;

/** The label of a link; one such as “Look Up Again” stays on one line. */
function linkLabel(label: string): string {
  const text = escapeMarkdown(label);
  return label.length > maxWholeLabel ? text : text.replaceAll(' ', '&nbsp;');
}

function textMarkdown(part: Extract<Part, { kind: 'text' }>): string {
  const text = spaced(escapeMarkdown(part.text));
  const color = part.tone === 'label' ? 'descriptionForeground' : part.color;
  const inner =
    part.tone === 'strong' ? `<strong>${text}</strong>` : part.tone === 'code' ? `<code>${text}</code>` : text;
  return styled(inner, color, part.title);
}

/** Spaces at the ends would be lost beside tags. */
function spaced(text: string): string {
  return text.replace(/^ | $/g, '&nbsp;');
}

function styled(inner: string, color: string | undefined, title: string | undefined): string {
  if (color === undefined && title === undefined) return inner;
  const style =
    color === undefined
      ? ''
      : ` style="color:var(--vscode-${color.replace(/[^a-zA-Z0-9.]/g, '').replaceAll('.', '-')});"`;
  const tip = title === undefined ? '' : ` title="${escapeMarkdown(title)}"`;
  return `<span${style}${tip}>${inner}</span>`;
}

/**
 * A `command:` URI with its arguments as JSON; parentheses and quotes are encoded as well, since Markdown ends at them.
 * VS Code decodes the arguments twice, so percent signs of theirs, as in `%2F` of a URL, are escapes of JSON.
 */
export function commandAddress(link: CommandLink): string {
  if (link.args.length === 0) return `command:${link.id}`;
  const json = encodeURIComponent(JSON.stringify(link.args).replaceAll('%', '\\u0025'));
  return `command:${link.id}?${json.replace(/[!'()*~_]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
