import type * as vscode from 'vscode';
import type { ServicePlan } from '../../core/assistant';
import { defang } from '../../core/indicators/identity/defang';
import { formatList } from '../../l10n';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { strings } from './strings';

/** Values that the question names. */
const maxNamed = 5;
const maxValueLength = 80;

/** The question about what a call would send, as lines of text. */
export function confirmationLines({ host, values, notSent }: ServicePlan): { title: string; lines: readonly Line[] } {
  const named = values.slice(0, maxNamed).map((value) => truncateIndicator(defang(value), maxValueLength));
  const rest = values.length - named.length;
  const listed = formatList(rest === 0 ? named : [...named, strings.more(rest)]);
  const { known, blocked, others } = notSent;
  const reasons = [
    ...(known === 0 ? [] : [strings.known(known)]),
    ...(blocked === 0 ? [] : [strings.blocked(blocked)]),
    ...(others === 0 ? [] : [strings.others(others)]),
  ];
  return {
    title: strings.confirmTitle(values.length, host),
    lines: [
      strings.sent(text(host), text(listed)),
      ...(reasons.length === 0 ? [] : [strings.notSent(text(reasons.join('; ')))]),
    ],
  };
}

/** The same as VS Code shows it. */
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
