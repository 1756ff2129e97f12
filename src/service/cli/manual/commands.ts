import { mcpDescription } from './mcpCommand';
import { findDescription, queryDescription, triageDescription } from './readingCommands';
import { programName } from './shared';
import { teamDescription } from './teamCommand';
import type { CommandDescription } from './types';
import { importDescription, serviceDescription, sourcesDescription, syncDescription } from './writingCommands';

/** The shells with completion. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const completionDescription: CommandDescription = {
  name: 'completion',
  summary: 'Print a shell completion script',
  argument: { synopsis: shells.join('|'), choices: shells },
  paragraphs: [
    `Bash: add “source <(${programName} completion bash)” to ~/.bashrc. Zsh: save the output as _${programName} in a folder of $fpath. Fish: save it as ~/.config/fish/completions/${programName}.fish.`,
  ],
  options: [],
  jsonText: 'Print one JSON document',
  json: '{"shell": …, "script": …}',
  examples: ['completion bash'],
};

/** All commands in the order in which they are listed. */
export const commandDescriptions: readonly CommandDescription[] = [
  triageDescription,
  findDescription,
  importDescription,
  syncDescription,
  sourcesDescription,
  queryDescription,
  serviceDescription,
  teamDescription,
  mcpDescription,
  completionDescription,
];
