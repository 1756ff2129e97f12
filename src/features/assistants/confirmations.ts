import type { ConfirmedValues, ServicePlan } from '../../core/assistant';
import type * as vscode from 'vscode';
import { defang } from '../../core/indicators/identity/defang';
import { formatList, t, plural } from '../../l10n';
import { type Line, type Part, messageParts } from '../shared/text/safeMarkdown';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { uiPlural } from '../shared/ui/text';

/** Values that the question names. */
const maxNamed = 5;
const maxValueLength = 80;

/** The question about what a call would send, as lines of text. */
export function confirmationLines({ host, values, notSent }: ServicePlan): { title: string; lines: readonly Line[] } {
  const named = values.slice(0, maxNamed).map((value) => truncateIndicator(defang(value), maxValueLength));
  const rest = values.length - named.length;
  const listed = formatList(rest === 0 ? named : [...named, t('{0} more', rest)]);
  const { known, blocked, others } = notSent;
  const reasons = [
    ...(known === 0
      ? []
      : [plural(known, { one: '{0} found in the local store', other: '{0} found in the local store' })]),
    ...(blocked === 0
      ? []
      : [plural(blocked, { one: '{0} internal, reserved, or ignored', other: '{0} internal, reserved, or ignored' })]),
    ...(others === 0
      ? []
      : [
          plural(others, {
            one: '{0} well known, recently looked up, or over the limit',
            other: '{0} well known, recently looked up, or over the limit',
          }),
        ]),
  ];
  return {
    title: uiPlural(values.length, { one: 'Send {0} indicator to {1}?', other: 'Send {0} indicators to {1}?' }, host),
    lines: [
      messageParts('Sent to {0}: {1}', text(host), text(listed)),
      ...(reasons.length === 0 ? [] : [messageParts('Not sent: {0}', text(reasons.join('; ')))]),
    ],
  };
}

/** The question in the form that VS Code shows. */
export function confirmationMessages(
  plan: ServicePlan,
  toMarkdown: (lines: readonly Line[]) => vscode.MarkdownString,
): vscode.LanguageModelToolConfirmationMessages {
  const { title, lines } = confirmationLines(plan);
  return { title, message: toMarkdown(lines) };
}

function text(value: string): Part {
  return { kind: 'text', text: value };
}

/** Calls whose confirmation is remembered. A user can leave a question unanswered, and nobody reports that. */
const maxRemembered = 20;

/** Values that questions listed, by the input of the calls: VS Code doesn't connect a question with its call. */
export class Confirmations {
  private readonly byInput = new Map<string, ConfirmedValues>();

  /** Remembers the values that the question about a call lists, if any. Replaces those of an earlier question. */
  set(input: unknown, values: ConfirmedValues | undefined): void {
    const key = JSON.stringify(input);
    this.byInput.delete(key);
    if (values === undefined) return;
    this.byInput.set(key, values);
    const [oldest] = this.byInput.keys();
    if (this.byInput.size > maxRemembered && oldest !== undefined) this.byInput.delete(oldest);
  }

  /** Returns the values that a call may send, only once. */
  take(input: unknown): ConfirmedValues | undefined {
    const key = JSON.stringify(input);
    const values = this.byInput.get(key);
    this.byInput.delete(key);
    return values;
  }
}
