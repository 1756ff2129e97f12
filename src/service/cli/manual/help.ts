import { commandDescriptions } from './commands';
import { exitCodes } from '../exitCodes';
import { commonOptions, programName, variables } from './shared';
import type { CommandDescription, OptionDescription } from './types';

const lineLength = 110;
const nameWidth = 20;

/** `--format FORMAT`, or `-h, --help`. */
export function optionLabel({ name, short, value }: OptionDescription): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** `threat-lookups triage [options] FILE…`. */
export function getSynopsis({ name, argument }: CommandDescription): string {
  return [programName, name, '[options]', ...(argument === undefined ? [] : [argument.synopsis])].join(' ');
}

/** The options of a command, with those of all commands. */
export function getOptions({ options, jsonText }: CommandDescription): readonly OptionDescription[] {
  const common = commonOptions.map((each) =>
    each.name === 'json' && jsonText !== undefined ? { ...each, text: jsonText } : each,
  );
  return [...options, ...common];
}

/** The help of a command. */
export function commandHelp(command: CommandDescription): string {
  const { paragraphs, json, examples } = command;
  return [
    `Usage: ${getSynopsis(command)}`,
    ...paragraphs.map((text) => wrapped(text, 0)),
    getOptions(command)
      .map((option) => row(optionLabel(option), option.text))
      .join('\n'),
    wrapped(`With --json: ${json}`, 0),
    `Examples:\n${examples.map((example) => `  ${programName} ${example}`).join('\n')}`,
  ].join('\n\n');
}

/** The help of the program. */
export function programHelp(): string {
  return [
    `Usage: ${programName} <command> [options]`,
    commandDescriptions.map(({ name, summary }) => row(name, summary, 12)).join('\n'),
    'Data goes to standard output, progress and errors to standard error.',
    `Exit codes:\n${exitCodes.map(({ code, text }) => row(String(code), text, 4)).join('\n')}`,
    `Environment variables:\n${variables.map(({ name, text }) => row(name, text)).join('\n')}`,
    `Run “${programName} <command> --help” for details, and “${programName} --version” for the version.`,
  ].join('\n\n');
}

/** Everything about the program as data, for `help --json`. */
export function programData(): object {
  const option = ({ name, short, value, choices, multiple, text }: OptionDescription): object => ({
    name: `--${name}`,
    short: short === undefined ? undefined : `-${short}`,
    text,
    value,
    choices,
    multiple,
  });
  return {
    commands: commandDescriptions.map((command) => ({
      name: command.name,
      summary: command.summary,
      synopsis: getSynopsis(command),
      options: getOptions(command).map(option),
    })),
    exitCodes,
    variables,
  };
}

function row(label: string, text: string, width = nameWidth): string {
  const indent = 2 + width;
  const isLong = label.length >= width;
  const body = wrapped(text, indent);
  return isLong ? `  ${label}\n${body}` : `  ${label}${body.slice(2 + label.length)}`;
}

/** The text in lines of at most {@link lineLength} characters, all of them indented. */
function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > lineLength) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
