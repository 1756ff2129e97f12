import type { ExitCodeDescription } from './manual/types';

/** The exit codes of all commands; scripts rely on them. */
export const exitCode = { done: 0, failed: 1, usage: 2, riskReached: 3, storeUnread: 4, oldNode: 5 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Meanings of the exit codes. */
export const exitCodes: readonly ExitCodeDescription[] = [
  { code: exitCode.done, text: 'Success.' },
  {
    code: exitCode.failed,
    text: 'Failed, canceled, or possibly incomplete. See standard error for the reason.',
  },
  {
    code: exitCode.usage,
    text: 'Invalid usage: an unknown command or option, a missing argument, no store specified or found, an invalid query.',
  },
  {
    code: exitCode.riskReached,
    text: 'triage --fail-on: an indicator has at least this risk. This takes precedence over 1.',
  },
  {
    code: exitCode.storeUnread,
    text: 'triage --fail-on: nothing was checked. The specified store is missing, unreadable, empty, or contains only retired indicators and sample data. Without --fail-on, the command exits with 1 if that store is missing or unreadable.',
  },
  { code: exitCode.oldNode, text: "The npm package doesn't support this version of Node.js." },
];
