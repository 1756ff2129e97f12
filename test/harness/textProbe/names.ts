/** Where VS Code shows text. */
export const sinks = [
  'information',
  'warning',
  'error',
  'dialog',
  'progressTitle',
  'progressMessage',
  'windowProgress',
  'statusBarMessage',
  'statusBarItem',
  'inputBox',
  'validation',
  'quickPick',
  'madePick',
  'completion',
  'decoration',
  'codeLens',
  'diagnostic',
  'outline',
  'tree',
  'panel',
  'log',
] as const;

export type SinkName = (typeof sinks)[number];

/** The command that a foreign link would run; it says so in the status bar. */
export const ran = 'textProbe.ran';
/** The command that runs several quick tasks with progress, and then says that something failed. */
export const quickTasks = 'textProbe.quickTasks';
export const viewId = 'textProbe.view';

/** What a hostile server, file or name says. */
export const hostile = `[Sign in](command:${ran} "ok") [web](https://evil.example/a) [file](file:///etc/passwd) $(bug) a\u202eb\u001bc`;
