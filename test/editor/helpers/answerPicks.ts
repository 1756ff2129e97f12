import * as vscode from 'vscode';

interface Answers {
  /** The number of answers that no quick pick has asked for. */
  left(): number;
  [Symbol.dispose](): void;
}

/** Answers the next quick picks of code under test with the items of these labels; undefined cancels one. */
export function answerPicks(labels: readonly (string | undefined)[]): Answers {
  const { window } = vscode;
  const open = window.showQuickPick.bind(window);
  const next = [...labels];
  const answer = async (items: readonly vscode.QuickPickItem[] | PromiseLike<readonly vscode.QuickPickItem[]>) => {
    if (next.length === 0) throw new Error('A quick pick opened that the test does not expect.');
    const label = next.shift();
    if (label === undefined) return undefined;
    const offered = await items;
    const item = offered.find((each) => each.label === label);
    if (item === undefined) throw new Error(`“${label}” is not among ${offered.map((each) => each.label).join(', ')}.`);
    return item;
  };
  Object.assign(window, { showQuickPick: answer });
  return {
    left: () => next.length,
    [Symbol.dispose]: () => {
      Object.assign(window, { showQuickPick: open });
    },
  };
}

/** Answers the next dialog for a file to save. */
export function answerSaveDialog(file: vscode.Uri): Answers {
  const { window } = vscode;
  const open = window.showSaveDialog.bind(window);
  let left = 1;
  const answer = (): Promise<vscode.Uri> => {
    left--;
    return Promise.resolve(file);
  };
  Object.assign(window, { showSaveDialog: answer });
  return {
    left: () => left,
    [Symbol.dispose]: () => {
      Object.assign(window, { showSaveDialog: open });
    },
  };
}
