import { commandDescriptions } from './commands';
import { exitCodes } from '../exitCodes';
import { optionLabel, getOptions, getSynopsis } from './help';
import { commonOptions, programName, variables } from './shared';

/** Text in a cell; angle brackets would be HTML. */
function cell(text: string): string {
  return text.replace(/[\\|<>*_]/g, '\\$&');
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** The commands, exit codes, and variables as the generated part of docs/reference/cli.md. */
export function commandsMarkdown(): string {
  return [
    '### Exit codes',
    table(
      ['Code', 'Meaning'],
      exitCodes.map((each) => [String(each.code), cell(each.text)]),
    ),
    '### Environment variables',
    table(
      ['Variable', 'Meaning'],
      variables.map(({ name, text }) => [code(name), cell(text)]),
    ),
    '### Options of all commands',
    table(
      ['Option', 'Meaning'],
      commonOptions.map((option) => [code(optionLabel(option)), cell(option.text)]),
    ),
    ...commandDescriptions.flatMap((command) => {
      const own = getOptions(command).filter((option) => !commonOptions.includes(option));
      return [
        `### ${command.name}`,
        `${cell(command.summary)}.`,
        `\`\`\`sh\n${getSynopsis(command)}\n\`\`\``,
        ...command.paragraphs.map(cell),
        ...(own.length === 0
          ? []
          : [
              table(
                ['Option', 'Meaning'],
                own.map((option) => [code(optionLabel(option)), cell(option.text)]),
              ),
            ]),
        `With \`--json\`: ${cell(command.json)}`,
        `\`\`\`sh\n${command.examples.map((example) => `${programName} ${example}`).join('\n')}\n\`\`\``,
      ];
    }),
    '',
  ].join('\n\n');
}
