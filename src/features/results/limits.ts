import * as vscode from 'vscode';
import { planRows } from '../../core/lookups/batchLimit';

const largest = 1_000_000;

/** Asks for a limit, of a service or of the local store; undefined where the user left. */
export async function askLimit(before: number | undefined, remote: boolean): Promise<number | undefined> {
  const plans = Object.entries(planRows).map(([plan, rows]) => `${plan} ${rows.toLocaleString('en')}`);
  const typed = await vscode.window.showInputBox({
    title: 'Run with Limit',
    prompt: remote
      ? `At most so many results. A plan has a limit of its own: ${plans.join(', ')}.`
      : `At most so many results. The local store gives ${planRows.business.toLocaleString('en')} at once.`,
    ...(before === undefined ? {} : { value: String(before) }),
    validateInput: (text) =>
      readLimit(text) === undefined ? `A whole number from 1 to ${largest.toLocaleString('en')}.` : undefined,
  });
  return typed === undefined ? undefined : readLimit(typed);
}

function readLimit(text: string): number | undefined {
  const limit = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= largest ? limit : undefined;
}
