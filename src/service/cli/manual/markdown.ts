import { commandDescriptions } from './commands';
import { exitCodes } from '../exitCodes';
import { optionLabel, getSynopsis } from './help';
import { commonOptions, programName, variables } from './shared';
import type { OptionDescription } from './types';

/** Text of Markdown; an angle bracket would begin HTML. */
function plain(text: string): string {
  return text.replace(/[\\<*]|\b_|_\b/g, '\\$&');
}

function list(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, text]) => `- \`${name}\`: ${plain(text)}`).join('\n');
}

/** Options that several commands have, with the same text. */
const sharedOptions = [...new Set(commandDescriptions.flatMap(({ options }) => options))].filter(
  (option) => commandDescriptions.filter(({ options }) => options.includes(option)).length > 1,
);

/** Paragraphs that several commands have. */
const sharedParagraphs = new Set(
  commandDescriptions.flatMap(({ paragraphs }) => paragraphs).filter((text, index, all) => all.indexOf(text) !== index),
);

function sharedParagraphLine(text: string): string {
  const names = commandDescriptions
    .filter(({ paragraphs }) => paragraphs.includes(text))
    .map(({ name }) => `\`${name}\``);
  return `- ${names.join(', ')}: ${plain(text)}`;
}

function sharedOptionLine(option: OptionDescription): string {
  const names = commandDescriptions.filter(({ options }) => options.includes(option)).map(({ name }) => `\`${name}\``);
  return `- \`${optionLabel(option)}\` (${names.length === 0 ? 'all' : names.join(', ')}): ${plain(option.text)}`;
}

/** The commands, exit codes, and variables as the generated part of docs/reference/cli.md. */
export function commandsMarkdown(): string {
  return [
    '### Exit codes',
    list(exitCodes.map((each) => [String(each.code), each.text])),
    '### Environment variables',
    list(variables.map(({ name, text }) => [name, text])),
    '### Shared options',
    [
      ...commonOptions.map(sharedOptionLine),
      ...sharedOptions.map(sharedOptionLine),
      ...Array.from(sharedParagraphs, sharedParagraphLine),
    ].join('\n'),
    ...commandDescriptions.flatMap((command) => {
      const own = command.options.filter((option) => !sharedOptions.includes(option));
      const lines = [getSynopsis(command), ...command.examples.map((example) => `${programName} ${example}`)];
      return [
        `### ${command.name}`,
        `${plain(command.summary)}.`,
        `\`\`\`sh\n${lines.join('\n')}\n\`\`\``,
        ...command.paragraphs.filter((text) => !sharedParagraphs.has(text)).map(plain),
        list([
          ...own.map((option) => [optionLabel(option), option.text] as const),
          ['--json', command.json.replace(/\.$/, '')],
        ]),
      ];
    }),
    '',
  ].join('\n\n');
}
