import { commandDescriptions } from './commands';
import { exitCodes } from '../exitCodes';
import { optionLabel, getSynopsis } from './help';
import { commonOptions, programName, variables } from './shared';
import type { OptionDescription } from './types';

/** Text of Markdown; angle brackets would be HTML. */
function plain(text: string): string {
  return text.replace(/[\\|<>*_]/g, '\\$&');
}

function list(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, text]) => `- \`${name}\`: ${plain(text)}`).join('\n');
}

/** Options that several commands have, with the same text. */
const sharedOptions = [...new Set(commandDescriptions.flatMap(({ options }) => options))].filter(
  (option) => commandDescriptions.filter(({ options }) => options.includes(option)).length > 1,
);

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
    '### Options of several commands',
    [...commonOptions, ...sharedOptions].map(sharedOptionLine).join('\n'),
    ...commandDescriptions.flatMap((command) => {
      const own = command.options.filter((option) => !sharedOptions.includes(option));
      const lines = [getSynopsis(command), ...command.examples.map((example) => `${programName} ${example}`)];
      return [
        `### ${command.name}`,
        `${plain(command.summary)}.`,
        `\`\`\`sh\n${lines.join('\n')}\n\`\`\``,
        ...command.paragraphs.map(plain),
        ...(own.length === 0 ? [] : [list(own.map((option) => [optionLabel(option), option.text]))]),
        `With \`--json\`: ${plain(command.json)}`,
      ];
    }),
    '',
  ].join('\n\n');
}
