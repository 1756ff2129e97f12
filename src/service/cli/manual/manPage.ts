import { commandDescriptions } from './commands';
import { exitCodes } from '../exitCodes';
import { optionLabel, getOptions, getSynopsis } from './help';
import { programName, variables } from './shared';

/** Text in which nothing is a request or an escape of roff. */
export function roffText(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replaceAll('…', '...')
    .replaceAll('“', '\\(lq')
    .replaceAll('”', '\\(rq');
}

function argument(text: string): string {
  return `"${roffText(text).replaceAll('"', '\\(dq')}"`;
}

/** The page for `man threat-lookups`. */
export function manPage(version: string): string {
  const paragraph = (text: string): string => `.PP\n${roffText(text)}`;
  const tagged = (label: string, text: string): string => `.TP\n.B ${argument(label)}\n${roffText(text)}`;
  return [
    `.TH ${argument(programName.toUpperCase())} 1 "" ${argument(`${programName} ${version}`)} "User Commands"`,
    '.SH NAME',
    roffText(`${programName} - find and look up domains, IP addresses, and URLs in files`),
    '.SH SYNOPSIS',
    `.B ${argument(programName)}`,
    roffText('<command> [options]'),
    '.SH DESCRIPTION',
    roffText(
      'Finds the domains, IP addresses, and URLs in files, and looks them up in a store on this machine. Data goes to standard output, progress and errors to standard error.',
    ),
    '.SH COMMANDS',
    ...commandDescriptions.flatMap((command) => [
      `.SS ${argument(getSynopsis(command))}`,
      roffText(`${command.summary}.`),
      ...command.paragraphs.map(paragraph),
      ...getOptions(command).map((option) => tagged(optionLabel(option), `${option.text}.`)),
      paragraph(`With --json: ${command.json}`),
      '.PP\nExamples:',
      '.nf',
      ...command.examples.map((example) => roffText(`  ${programName} ${example}`)),
      '.fi',
    ]),
    '.SH EXIT STATUS',
    ...exitCodes.map(({ code, text }) => tagged(String(code), text)),
    '.SH ENVIRONMENT',
    ...variables.map(({ name, text }) => tagged(name, `${text}.`)),
    '',
  ].join('\n');
}
