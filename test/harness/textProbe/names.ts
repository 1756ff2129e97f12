/** The places where VS Code shows text. */
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

/** The command in a hostile link; it shows a message in the status bar if it runs. */
export const ran = 'textProbe.ran';
/** The command that runs several quick tasks with progress, and then reports a failure. */
export const quickTasks = 'textProbe.quickTasks';
export const viewId = 'textProbe.view';

/** A hostile text from a server, a file, or a file name. */
export const hostile = `[Sign in](command:${ran} "ok") [web](https://evil.example/a) [file](file:///etc/passwd) $(bug) a\u202eb\u001bc`;
