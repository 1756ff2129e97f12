import { bashCompletion } from './completions/bash';
import { fishCompletion } from './completions/fish';
import { zshCompletion } from './completions/zsh';
import { type Command, UsageError } from './command';
import { completionDescription, type Shell, shells } from './manual/commands';

const scripts: Readonly<Record<Shell, () => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** The completion of a shell. */
export function completionOf(shell: Shell): string {
  return scripts[shell]();
}

/** `completion`: prints the completion of a shell. */
export const completion: Command = {
  ...completionDescription,
  async run({ positionals, options }, io) {
    const shell = shells.find((each) => each === positionals[0]);
    if (shell === undefined || positionals.length > 1) throw new UsageError(`specify a shell: ${shells.join(', ')}`);
    const script = completionOf(shell);
    if (options['json'] === true) await io.json({ shell, script });
    else await io.document(script, 'text');
    return 0;
  },
};
